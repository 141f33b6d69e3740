"""The contract of a store, on every store: leases (``wit/locking.wit``) and bodies (``wit/bodies.wit``)."""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, List

import pytest
from cells import Calls, put, refused, session, task

from planmark.capability import BODY_MAX_BYTES

T = task("t")


def held(store: Any) -> Any:
    """A call that holds the scope of the test."""
    call = store.begin()
    call.acquire(T)
    return call


@pytest.mark.parametrize(
    "end", [lambda call: call.commit(T, (put("k", None, "v"),)), lambda call: call.close()]
)
def test_a_lease_excludes_until_it_ends(store: Any, end: Callable[[Any], None]) -> None:
    holder, got = held(store), []
    other = store.begin()
    refused("busy", other.acquire, T)

    def wait() -> None:
        got.append(waiter.wait(T, 10.0))

    waiter = store.begin()
    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.05)
    assert got == [], "the scope is held"
    end(holder)
    thread.join()
    assert got == [True]
    refused("busy", other.acquire, T)
    waiter.acquire(T)
    waiter.close()
    other.acquire(T)  # One that was told busy has had no lease: it may ask again.
    other.close()
    holder.close()


def test_a_wait_ends_in_time_and_leaves_no_trace(store: Any) -> None:
    holder, waiter = held(store), store.begin()
    start = time.monotonic()
    assert not waiter.wait(T, 0.1)
    assert 0.1 <= time.monotonic() - start < 1.0
    holder.close()
    other = held(store)
    other.close()
    waiter.close()


def test_a_lease_that_was_waited_for_ends_with_its_call(store: Any) -> None:
    call = store.begin()
    assert call.wait(T, 0.0)
    call.acquire(task("another"))
    call.close()
    held(store).close()


def test_a_held_scope_delays_no_other(store: Any) -> None:
    calls, holder = Calls(store), held(store)
    start = time.monotonic()
    calls.put(session("t"), "k", "v")
    for number in range(5):
        calls.put(task(f"other-{number}"), "k", "v")
    assert calls.get(T, "k") is None, "the held scope itself can be read"
    assert time.monotonic() - start < 1.0
    holder.close()


def test_a_call_gets_one_lease(store: Any) -> None:
    call = held(store)
    refused("invalid", call.acquire, task("u"))
    refused("invalid", call.acquire, T)
    call.commit(T, (put("k", None, "v"),))
    refused("invalid", call.acquire, T)
    refused("lease-ended", call.commit, T, (put("l", None, "v"),))
    held(store).close()
    call.close()


def test_a_refused_commit_ends_the_lease_too(store: Any) -> None:
    calls = Calls(store)
    calls.put(T, "k", "v")
    for scope, mutation, code in [
        (T, put("k", None, "x"), "conflict"),
        (T, put("", None, "x"), "invalid"),
        (task("u"), put("k", None, "x"), "lease-ended"),
    ]:
        call = held(store)
        refused(code, call.commit, scope, (mutation,))
        refused("lease-ended", call.commit, T, (put("l", None, "x"),))
        held(store).close()
        call.close()
    assert calls.get(T, "l") is None and calls.get(task("u"), "l") is None


def test_a_commit_needs_the_lease_of_its_scope(store: Any) -> None:
    call = store.begin()
    refused("lease-ended", call.commit, T, (put("k", None, "v"),))
    call.acquire(session("t"))
    refused("lease-ended", call.commit, T, (put("k", None, "v"),))
    call.close()
    assert Calls(store).get(T, "k") is None


def test_no_increment_is_lost(store: Any) -> None:
    calls = Calls(store)
    calls.put(T, "n", "0")

    def increment() -> None:
        for _ in range(10):
            call = store.begin()
            assert call.wait(T, 20.0)
            call.acquire(T)
            cell = call.get(T, "n")
            call.commit(T, (put("n", cell.version, str(int(cell.value) + 1)),))
            call.close()

    threads = [threading.Thread(target=increment) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cell = calls.get(T, "n")
    assert cell is not None and cell.value == "60"


@pytest.mark.parametrize("text", ["x", "\ufeffa\r\nb\rc\0\n", "計画 🗺️", "x" * BODY_MAX_BYTES])
def test_a_body_comes_back_byte_for_byte(store: Any, text: str) -> None:
    call = store.begin()
    path = call.write_body("s", "p", text)
    body = call.read_body("s", "p")
    assert (body.text, body.path) == (text, path)
    if path is not None:
        with open(path, "rb") as file:
            assert file.read() == text.encode()
    call.close()


def test_a_body_is_never_overwritten(store: Any) -> None:
    call = store.begin()
    first = call.write_body("s", "p", "text")
    assert call.write_body("s", "p", "text") == first, "the same bytes again succeed"
    for other in ["texts", "tex", "Text", "text\n"]:
        refused("exists", call.write_body, "s", "p", other)
    assert call.read_body("s", "p").text == "text"
    call.write_body("other", "p", "another session's")
    call.close()


def test_of_racing_bodies_one_wins(store: Any) -> None:
    won: List[str] = []

    def race(racer: int) -> None:
        call, text = store.begin(), f"racer {racer // 2}"
        try:
            call.write_body("s", "p", text)
            won.append(text)
        except Exception as error:
            assert getattr(error, "code", None) == "exists"
        finally:
            call.close()

    threads = [threading.Thread(target=race, args=(racer,)) for racer in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    call = store.begin()
    stored = call.read_body("s", "p").text
    call.close()
    assert won == [stored, stored]


def test_bodies_are_listed_and_removed(store: Any) -> None:
    call = store.begin()
    assert call.read_body("s", "p") is None and call.list_bodies("s", "", 10).entries == ()
    for plan in ["b", "a", "10", "9", "a.1"]:
        call.write_body("s", plan, plan * 3)
    call.write_body("other", "c", "x")

    def listed(from_: str, limit: int) -> Any:
        page = call.list_bodies("s", from_, limit)
        return [entry.plan for entry in page.entries], page.next

    assert listed("", 10) == (["10", "9", "a", "a.1", "b"], None)
    assert listed("", 2) == (["10", "9"], "a")
    assert listed("a.", 1) == (["a.1"], "b")
    entry = call.list_bodies("s", "a.1", 1).entries[0]
    assert entry.bytes == 9 and entry.age_ms < 60_000
    call.remove_body("s", "a")
    call.remove_body("s", "a")
    assert call.read_body("s", "a") is None and listed("", 10) == (["10", "9", "a.1", "b"], None)
    call.write_body("s", "a", "new")
    call.close()


@pytest.mark.parametrize(
    "id",
    [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "a\\b",
        "/etc",
        ".hidden",
        "-a",
        "a.",
        "a b",
        "a\0",
        "é",
        "CON",
        "nul.md",
        "com1.x",
        "a" * 129,
    ],
)
def test_malformed_body_names_are_invalid(store: Any, id: str) -> None:
    call = store.begin()
    refused("invalid", call.write_body, id, "p", "x")
    refused("invalid", call.write_body, "s", id, "x")
    refused("invalid", call.read_body, id, "p")
    refused("invalid", call.read_body, "s", id)
    refused("invalid", call.list_bodies, id, "", 1)
    refused("invalid", call.remove_body, id, "p")
    refused("invalid", call.remove_body, "s", id)
    call.close()


def test_bodies_outside_their_sizes_are_invalid(store: Any) -> None:
    call = store.begin()
    for text in ["", "x" * (BODY_MAX_BYTES + 1), "é" * (BODY_MAX_BYTES // 2) + "x"]:
        refused("invalid", call.write_body, "s", "p", text)
    assert call.read_body("s", "p") is None
    call.close()
