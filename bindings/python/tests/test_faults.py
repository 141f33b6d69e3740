"""What a call leaves behind when the engine or a function of the host fails: no lease, no snapshot, an
instance that works, and an effect that is true (D50)."""

from __future__ import annotations

import functools
import gc
import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, Callable, Type

import pytest
from faulty import METHODS, FaultyStore

from planmark import (
    Author,
    CallContext,
    CapabilityRefused,
    Context,
    Limits,
    MemoryStore,
    Planmark,
    PlanmarkError,
    Reference,
    SessionContext,
    Ticked,
    ToolAnswer,
    WriteRequest,
    Written,
)

ADA = Author("agent", "ada")
BY_ADA = Context(ADA)


def append(planmark: Planmark, text: str = "- step") -> Written:
    return planmark.update(BY_ADA, WriteRequest("t", content=text, mode="append"))


def failing(error: BaseException) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


@pytest.fixture
def faulty() -> Any:
    store = FaultyStore()
    planmark = Planmark(store)
    planmark.create(BY_ADA, WriteRequest("t", content="# Plan"))
    return store, planmark


def check_sound(store: FaultyStore, planmark: Planmark) -> None:
    """Nothing is held, and the next call works."""
    store.before.clear()
    store.after.clear()
    assert store.is_free("t")
    append(planmark, "- after")
    assert planmark.read(ADA, "t").content.endswith("- after")


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("method", ["acquire", "get", "commit"])
def test_what_is_no_exception_is_raised_again_as_it_was(
    faulty: Any, method: str, kind: Type[BaseException]
) -> None:
    store, planmark = faulty
    for place in (store.before, store.after):
        error = kind("from inside")
        place[method] = failing(error)
        with pytest.raises(kind) as caught:
            append(planmark)
        assert caught.value is error
        check_sound(store, planmark)


@pytest.mark.parametrize("method", ["acquire", "get", "commit"])
def test_an_exception_of_the_store_is_an_error_of_the_host(faulty: Any, method: str) -> None:
    store, planmark = faulty
    for place, effect in ((store.before, "nothing-written"), (store.after, "nothing-written")):
        cause = ZeroDivisionError("from inside")
        place[method] = failing(cause)
        with pytest.raises(PlanmarkError) as caught:
            append(planmark)
        # Between the begin of a commit and its answer, the host does not know.
        expected = "unknown" if method == "commit" else effect
        assert (caught.value.code, caught.value.effect) == ("import-failed", expected)
        assert caught.value.__cause__ is cause
        check_sound(store, planmark)


@pytest.mark.parametrize(
    ("code", "failure", "effect"),
    [
        ("conflict", "write-conflict", "nothing-written"),
        ("lease-ended", "write-conflict", "nothing-written"),
        ("full", "storage-full", "nothing-written"),
        ("outcome-unknown", "outcome-unknown", "unknown"),
    ],
)
def test_a_refused_commit_is_the_engines_to_word(faulty: Any, code: Any, failure: str, effect: str) -> None:
    store, planmark = faulty
    store.before["commit"] = failing(CapabilityRefused(code, "/a/path that nobody sees"))
    instance = planmark._runtime._instance
    with pytest.raises(PlanmarkError) as caught:
        append(planmark)
    assert (caught.value.code, caught.value.effect) == (failure, effect)
    assert "/a/path" not in caught.value.message + caught.value.next
    assert planmark._runtime._instance is instance, "a refusal costs no instance"
    check_sound(store, planmark)


def test_an_access_rule_and_a_clock_that_fail() -> None:
    store = FaultyStore()
    answers: Any = {"access": True, "clock": 5}

    def access(*_: Any) -> Any:
        if isinstance(answers["access"], BaseException):
            raise answers["access"]
        return answers["access"]

    planmark = Planmark(store, clock=lambda: answers["clock"], access=access)
    planmark.create(BY_ADA, WriteRequest("t", content="# Plan"))
    for name, wrong in [
        ("access", "yes"),
        ("access", None),
        ("access", OSError()),
        ("clock", -1),
        ("clock", 2**64),
        ("clock", 1.5),
    ]:
        right, answers[name] = answers[name], wrong
        with pytest.raises(PlanmarkError) as caught:
            append(planmark)
        assert (caught.value.code, caught.value.effect) == ("import-failed", "nothing-written")
        answers[name] = right
        check_sound(store, planmark)
    for refusal in (False, CapabilityRefused("other", "no")):
        answers["access"] = refusal
        with pytest.raises(PlanmarkError) as caught:
            append(planmark)
        assert caught.value.code == "not-reachable"


def test_a_call_from_inside_an_import_is_refused() -> None:
    planmark: Planmark

    def access(*_: Any) -> bool:
        planmark.describe()
        return True

    planmark = Planmark(MemoryStore(), access=access)
    with pytest.raises(PlanmarkError) as caught:
        planmark.read(ADA, "t")
    assert caught.value.code == "import-failed"
    assert isinstance(caught.value.__cause__, PlanmarkError) and caught.value.__cause__.code == "nested-call"


def test_fuel_ends_a_call_wherever_it_stands_and_the_effect_is_true() -> None:
    """With ever more fuel an append gets ever further; what it says of the write holds each time."""
    seen = set()
    for fuel in [*range(1_000, 60_000, 1_500), 200_000, 2_000_000]:
        store = FaultyStore()
        full, short = Planmark(store), Planmark(store, limits=Limits(fuel=fuel))
        full.create(BY_ADA, WriteRequest("t", content="# Plan"))
        try:
            append(short)
            effect = "written"
            seen.add("answered")
        except PlanmarkError as error:
            assert error.code == "engine-out-of-fuel"
            effect = error.effect
            seen.add(effect)
        assert (full.read(ADA, "t").position == 2) == (effect == "written"), fuel
        check_sound(store, full)
    assert {"nothing-written", "answered"} <= seen


def test_a_trap_after_the_commit_says_written(faulty: Any) -> None:
    """Fuel that runs out after the commit: the change is stored, and the error says so."""
    store, planmark = faulty
    low, high = 1_000, 2_000_000
    while True:
        fuel = (low + high) // 2
        planmark._runtime._limits = Limits(fuel=fuel)
        before = store.inner._last_version
        try:
            append(planmark)
            high = fuel
        except PlanmarkError as error:
            if error.effect == "written":
                assert store.inner._last_version > before
                break
            assert store.inner._last_version == before
            low = fuel
        assert high - low > 1, "no fuel ends a call after its commit"
    planmark._runtime._limits = Limits()
    check_sound(store, planmark)


def test_memory_and_transfers_are_bounded(faulty: Any) -> None:
    store, planmark = faulty
    small = Planmark(store, limits=Limits(memory_bytes=2 << 20))
    with pytest.raises(PlanmarkError) as caught:
        small.save(BY_ADA, _save("x" * (3 << 20)))
    assert caught.value.code.startswith("engine-") and caught.value.effect == "nothing-written"
    narrow = Planmark(store, limits=Limits(transfer_bytes=100_000))
    planmark.update(BY_ADA, WriteRequest("t", content="x" * 120_000))
    with pytest.raises(PlanmarkError) as caught:
        narrow.read(ADA, "t")
    assert (caught.value.code, caught.value.effect) == ("engine-bad-data", "nothing-written")
    assert narrow.describe().version, "the next call has a new instance"
    check_sound(store, planmark)


def _save(text: str) -> Any:
    from planmark import SaveRequest

    return SaveRequest("t", content=text)


def test_a_success_is_believed_only_with_its_commit(faulty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    store, planmark = faulty
    answer = append(planmark)
    monkeypatch.setattr(planmark._runtime, "run", lambda *_: (True, answer))
    with pytest.raises(PlanmarkError) as caught:
        append(planmark)
    assert (caught.value.code, caught.value.effect) == ("engine-false-report", "nothing-written")


def test_a_change_is_believed_only_with_its_commit(faulty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _, planmark = faulty
    tick = functools.partial(planmark.tracker.tick, SessionContext(ADA, "s"), Reference(title="x"))
    named = functools.partial(
        planmark.tracker.tick, SessionContext(ADA, "s", "request"), Reference(title="x")
    )
    use = functools.partial(planmark.call_tool, CallContext(ADA), "x", {})
    done = Ticked("p", "task-1", "x", True, (), 1, 1, None, False)
    told = ToolAnswer("{}", False, True, ())

    def says(answer: Any, effect: str = "nothing-written") -> None:
        def run(_interface: str, _name: str, _arguments: Any, call: Any) -> Any:
            call._commit = effect
            return True, answer

        monkeypatch.setattr(planmark._runtime, "run", run)

    for call, claim, honest in [
        (tick, done, [replace(done, replayed=True), replace(done, changed=False)]),
        (use, told, [replace(told, changed=False)]),
    ]:
        for answer in honest:
            says(answer)
            assert call() == answer
        says(claim, "written")
        assert call() == claim
        lies = [(claim, "nothing-written"), (claim, "unknown"), (honest[-1], "unknown")]
        if call is tick:
            lies += [(answer, "written") for answer in honest]
        for answer, effect in lies:
            says(answer, effect)
            with pytest.raises(PlanmarkError) as caught:
                call()
            assert (caught.value.code, caught.value.effect) == ("engine-false-report", effect)
    for effect in ("nothing-written", "written"):
        says(replace(done, changed=False), effect)
        assert named() == replace(done, changed=False), "an answer may be stored, to be given again"


def test_signals_are_handled_after_the_call(faulty: Any) -> None:
    """A signal that comes inside an import waits until the commit is answered."""
    store, planmark = faulty
    store.before["commit"] = lambda: os.kill(os.getpid(), signal.SIGINT)
    position = planmark.read(ADA, "t").position
    with pytest.raises(KeyboardInterrupt):
        append(planmark)
    assert planmark.read(ADA, "t").position == position + 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    check_sound(store, planmark)


def test_interrupts_at_any_moment() -> None:
    """Thousands of calls under a rain of signals: the process lives, and every lease ends."""
    script = Path(__file__).parent / "interrupted.py"
    ended = subprocess.run(
        [sys.executable, "-X", "faulthandler", script], capture_output=True, text=True, timeout=120
    )
    assert ended.returncode == 0, ended.stderr
    interrupted, calls = map(int, ended.stdout.split())
    assert interrupted > 100 and calls > 100


def test_a_stack_that_is_nearly_full(faulty: Any) -> None:
    """Wherever the recursion limit is met, an import can still answer."""
    store, planmark = faulty

    def deeper(frames: int) -> Any:
        return append(planmark) if frames == 0 else deeper(frames - 1)

    outcomes = set()
    here = len(_frames())
    for frames in range(sys.getrecursionlimit() - here - 150, sys.getrecursionlimit() - here):
        try:
            deeper(frames)
            outcomes.add("answered")
        except RecursionError:
            outcomes.add("not entered")
        except PlanmarkError as error:
            assert isinstance(error.__cause__, RecursionError)
            outcomes.add("failed inside")
    assert {"answered", "not entered"} <= outcomes
    check_sound(store, planmark)


def _frames() -> Any:
    frame, found = sys._getframe(), []
    while frame is not None:
        found.append(frame)
        frame = frame.f_back  # type: ignore[assignment]
    return found


def test_faults_leave_nothing_behind(faulty: Any) -> None:
    """Hundreds of failed calls, of every kind: memory stays where it is."""
    store, planmark = faulty

    def turn() -> None:
        for method in METHODS[:2]:
            store.before[method] = failing(ValueError("x"))
            with pytest.raises(PlanmarkError):
                append(planmark)
            store.before.clear()
        with pytest.raises(PlanmarkError):
            planmark.preview.compose("x" * 50_000, "\ud800")
        with pytest.raises(PlanmarkError):
            planmark.preview.compose("x" * 50_000, "")

    for _ in range(50):
        turn()
    before = _resident_bytes()
    for _ in range(300):
        turn()
    assert _resident_bytes() - before < 8 << 20


def test_many_calls_leave_nothing_behind() -> None:
    """Thousands of calls with texts in and out: memory stays where it is."""
    planmark, text = Planmark(MemoryStore()), "x" * 100_000
    planmark.create(BY_ADA, WriteRequest("t", content=text))

    def turn() -> None:
        planmark.preview.compose(text, "- step")
        planmark.read(ADA, "t")
        planmark.preview.inspect(text)
        planmark.list(ADA, "", 200)

    for _ in range(100):
        turn()
    before = _resident_bytes()
    for _ in range(500):
        turn()
    assert _resident_bytes() - before < 8 << 20


def _resident_bytes() -> int:
    gc.collect()
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("the system does not say how much memory is resident")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_other_threads_are_interrupted_too(faulty: Any) -> None:
    """Outside the main thread there are no handlers to hold back."""
    store, planmark = faulty
    store.before["commit"] = failing(KeyboardInterrupt())
    caught = []

    def run() -> None:
        try:
            append(planmark)
        except KeyboardInterrupt as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert len(caught) == 1
    check_sound(store, planmark)
