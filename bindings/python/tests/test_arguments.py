"""What can't be handed to the engine is refused before it, naming the argument; everything else arrives."""

from __future__ import annotations

from typing import Any, Callable

import pytest

from planmark import (
    Author,
    CallContext,
    Context,
    DeleteRequest,
    EditRequest,
    Entry,
    EntryEvent,
    MemoryStore,
    Offer,
    Planmark,
    PlanmarkError,
    Point,
    Reference,
    RestoreRequest,
    SaveRequest,
    SessionContext,
    SqliteStore,
    WriteRequest,
)

ADA = Author("agent", "ada")
BY_ADA = Context(ADA)
IN_S = SessionContext(ADA, "s")
U32 = 2**32
U64 = 2**64

Wrong = Callable[[Planmark], Any]


def entry(case: Any, value: Any) -> Entry:
    return Entry("1", None, 0, None, EntryEvent(case, value))


@pytest.fixture(scope="module")
def planmark() -> Planmark:
    made = Planmark(MemoryStore())
    made.create(BY_ADA, WriteRequest("t", content="# Plan"))
    return made


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("request.content", lambda p: p.update(BY_ADA, WriteRequest("t", content="a\ud800b"))),
        ("request.title", lambda p: p.create(BY_ADA, WriteRequest("t", title="\udfff", content="x"))),
        ("request.find", lambda p: p.edit(BY_ADA, EditRequest("t", "\udc80", "", "v"))),
        ("context.caller.name", lambda p: p.save(Context(Author("agent", "\ud83d")), SaveRequest("t"))),
        ("task", lambda p: p.read(ADA, "\ude00\ud83d")),
        ("from_", lambda p: p.list(ADA, "\ud800", 1)),
        ("fragment", lambda p: p.preview.compose("a", "\ud83d")),
        ("text", lambda p: p.preview.inspect("\ud800")),
        ("session", lambda p: p.tracker.tasks("\ud800")),
        ("context.request", lambda p: p.tracker.tick(SessionContext(ADA, "s", "\ud800"), Reference("x"))),
        ("reference.title", lambda p: p.tracker.tick(IN_S, Reference(title="\ud800"))),
        ("text", lambda p: p.tracker.save(IN_S, "p", "\ud800")),
        ("branch.event.activate", lambda p: p.preview.fold([entry("activate", "\ud800")])),
        ("done", lambda p: p.preview.resolve([], ["\ud800"], Reference("x"))),
        ("offer.suffix", lambda p: p.tools(Offer(suffix="\ud800"))),
        ("arguments", lambda p: p.call_tool(CallContext(ADA), "x", "\ud800")),
    ],
)
def test_half_a_surrogate_pair_is_refused_and_never_replaced(
    planmark: Planmark, name: str, wrong: Wrong
) -> None:
    with pytest.raises(PlanmarkError) as caught:
        wrong(planmark)
    assert (caught.value.code, caught.value.effect) == ("not-utf-8", "nothing-written")
    assert f'"{name}"' in caught.value.message
    assert planmark.read(ADA, "t").content == "# Plan"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("limit", lambda p: p.list(ADA, "", U32)),
        ("limit", lambda p: p.list(ADA, "", -1)),
        ("limit", lambda p: p.list(ADA, "", U64)),
        ("limit", lambda p: p.list(ADA, "", 1.0)),
        ("limit", lambda p: p.list(ADA, "", True)),
        ("before", lambda p: p.revisions(ADA, "t", "1", 1)),
        ("before", lambda p: p.revisions(ADA, "t", U32, 1)),
        ("point.position", lambda p: p.read_past(ADA, "t", Point.position(-1))),
        ("request.point.revision", lambda p: p.restore(BY_ADA, RestoreRequest("t", Point.revision(U32)))),
        ("point", lambda p: p.read_past(ADA, "t", Point("newest", 1))),
        ("point", lambda p: p.read_past(ADA, "t", None)),
        ("context.coalesce_window_ms", lambda p: p.delete(Context(ADA, 2**63), DeleteRequest("t"))),
        ("context.coalesce_window_ms", lambda p: p.delete(Context(ADA, -(2**63) - 1), DeleteRequest("t"))),
        ("context.caller", lambda p: p.delete(Context("ada"), DeleteRequest("t"))),
        ("context.caller.kind", lambda p: p.delete(Context(Author("robot", "ada")), DeleteRequest("t"))),
        ("context.caller.kind", lambda p: p.delete(Context(Author(["agent"], "ada")), DeleteRequest("t"))),
        ("context", lambda p: p.delete(None, DeleteRequest("t"))),
        ("request", lambda p: p.delete(BY_ADA, SaveRequest("t"))),
        ("request.task", lambda p: p.delete(BY_ADA, DeleteRequest(7))),
        ("request.content", lambda p: p.update(BY_ADA, WriteRequest("t", content=b"bytes"))),
        ("request.expected_version", lambda p: p.delete(BY_ADA, DeleteRequest("t", 7))),
        ("stored", lambda p: p.preview.compose(None, "x")),
        ("limit", lambda p: p.tracker.sessions("", U32)),
        ("to", lambda p: p.tracker.navigate(IN_S, -1)),
        ("text", lambda p: p.tracker.save(IN_S, "p", b"bytes")),
        ("context", lambda p: p.tracker.save(BY_ADA, "p", "x")),
        ("reference", lambda p: p.tracker.tick(IN_S, {"title": "x"})),
        ("mode", lambda p: p.tracker.set_mode(IN_S, "think")),
        ("dry_run", lambda p: p.tracker.collect("s", 1)),
        ("at_ms", lambda p: p.preview.save("p", "x", None, -1)),
        ("branch", lambda p: p.preview.fold("entries")),
        ("branch.event", lambda p: p.preview.fold([entry("end", "p")])),
        ("branch.event.tick", lambda p: p.preview.fold([entry("tick", "p")])),
        ("branch.event.mode", lambda p: p.preview.fold([entry("mode", "think")])),
        ("offer.profiles", lambda p: p.tools(Offer(("all",)))),
        ("arguments", lambda p: p.call_tool(CallContext(ADA), "x", 7)),
        ("arguments", lambda p: p.call_tool(CallContext(ADA), "x", {"x": object()})),
    ],
)
def test_wrong_types_and_numbers_out_of_range_are_refused(
    planmark: Planmark, name: str, wrong: Wrong
) -> None:
    with pytest.raises(PlanmarkError) as caught:
        wrong(planmark)
    assert (caught.value.code, caught.value.effect) == ("invalid-argument", "nothing-written")
    assert f'"{name}"' in caught.value.message
    assert planmark.read(ADA, "t").content == "# Plan"


def test_a_text_of_any_size_never_stops_the_engine(planmark: Planmark) -> None:
    for size in (4 << 20, (4 << 20) + 1, 80 << 20):
        text = "a" * size
        with pytest.raises(PlanmarkError) as caught:
            planmark.update(BY_ADA, WriteRequest("t", content=text))
        assert (caught.value.code, caught.value.bytes) == ("content-too-large", size)
        with pytest.raises(PlanmarkError) as caught:
            planmark.read(ADA, text)
        assert caught.value.code == ("content-too-large" if size > 4 << 20 else "invalid-task-id")
        with pytest.raises(PlanmarkError) as caught:
            planmark.preview.compose(text, text)
        assert caught.value.code == "content-too-large"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Planmark(None),  # type: ignore[arg-type]
        lambda: Planmark("home"),  # type: ignore[arg-type]
        lambda: Planmark(MemoryStore(), clock=5),  # type: ignore[arg-type]
        lambda: Planmark(MemoryStore(), access=True),  # type: ignore[arg-type]
        lambda: Planmark(MemoryStore(), lease_wait_ms="5"),  # type: ignore[arg-type]
        lambda: Planmark(MemoryStore(), lease_wait_ms=-1),
        lambda: Planmark(MemoryStore(), limits=5),  # type: ignore[arg-type]
        lambda: SqliteStore(None),  # type: ignore[arg-type]
        lambda: SqliteStore(b"home"),  # type: ignore[arg-type]
        lambda: SqliteStore(""),
        lambda: SqliteStore("a\0b"),
        lambda: SqliteStore("home", wait_ms=-1),
    ],
)
def test_odd_arguments_of_constructors_are_refused(wrong: Callable[[], Any]) -> None:
    with pytest.raises(PlanmarkError) as caught:
        wrong()
    assert caught.value.code == "invalid-argument"


def test_a_refused_argument_costs_no_instance(planmark: Planmark) -> None:
    instance = planmark._runtime._instance
    with pytest.raises(PlanmarkError):
        planmark.preview.compose("x", "\ud800")
    assert planmark._runtime._instance is instance


def test_the_ends_of_ranges_arrive(planmark: Planmark) -> None:
    for window in (-(2**63), 0, 2**63 - 1):
        other = Planmark(MemoryStore())
        other.create(Context(ADA, window), WriteRequest("t", content="a"))
        second = other.update(Context(ADA, window), WriteRequest("t", content="b"))
        assert second.coalesced == (window > 0)
    with pytest.raises(PlanmarkError) as caught:
        planmark.read_past(ADA, "t", Point.position(U32 - 1))
    assert caught.value.code == "revision-not-found"
    now = 2**63
    late = Planmark(MemoryStore(), clock=lambda: now)
    assert late.create(BY_ADA, WriteRequest("t", content="a")).events[0].at_ms == now


def test_text_arrives_byte_for_byte() -> None:
    planmark = Planmark(MemoryStore())
    text = "\ufeff\0a\r\nb\rc\u2028\u0085é計画🗺️\U0010ffff\n"
    planmark.create(BY_ADA, WriteRequest("t", content=text, title="計画 🗺️"))
    plan = planmark.read(ADA, "t")
    assert (plan.content, plan.title, plan.bytes, plan.chars) == (
        text,
        "計画 🗺️",
        len(text.encode()),
        len(text),
    )


def test_facts_come_with_a_failure(planmark: Planmark) -> None:
    with pytest.raises(PlanmarkError) as caught:
        planmark.update(BY_ADA, WriteRequest("t", content="x" * 262_145))
    assert caught.value.facts == {"bytes": 262_145, "limit": 262_144}
    with pytest.raises(PlanmarkError) as caught:
        planmark.update(BY_ADA, WriteRequest("t", content="x", expected_version="stale"))
    assert caught.value.facts == {"current_version": planmark.read(ADA, "t").version}


def test_a_closed_planmark_says_so() -> None:
    with Planmark(MemoryStore()) as planmark:
        planmark.create(BY_ADA, WriteRequest("t", content="a"))
    with pytest.raises(PlanmarkError) as caught:
        planmark.read(ADA, "t")
    assert caught.value.code == "closed"
    planmark.close()
