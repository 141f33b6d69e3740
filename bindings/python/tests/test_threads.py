"""Threads of one process: calls take turns, tasks don't wait for each other, nothing is lost."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any, Callable, List, Set

import pytest
from faulty import FaultyStore

from planmark import Author, Context, MemoryStore, Planmark, PlanmarkError, SqliteStore, WriteRequest


def by(name: str) -> Context:
    return Context(Author("agent", name))


def together(count: int, run: Callable[[int], None]) -> None:
    """Runs in so many threads, and raises what one of them raised."""
    broken: List[BaseException] = []

    def guarded(number: int) -> None:
        try:
            run(number)
        except BaseException as error:
            broken.append(error)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if broken:
        raise broken[0]


@pytest.mark.parametrize("tasks", [1, 8])
def test_every_append_is_there_once(store: Any, tasks: int) -> None:
    planmarks = [Planmark(store, lease_wait_ms=30_000) for _ in range(2)]
    for task in range(tasks):
        planmarks[0].create(by("ada"), WriteRequest(f"t{task}", content="# Plan"))

    def append(number: int) -> None:
        for turn in range(15):
            request = WriteRequest(f"t{number % tasks}", content=f"- {number}/{turn}", mode="append")
            planmarks[number % 2].update(by(f"a{number}"), request)

    together(8, append)
    found = []
    for task in range(tasks):
        plan = planmarks[0].read(Author("agent", "ada"), f"t{task}")
        found += plan.content.split("\n\n")[1:]
        revisions = planmarks[0].revisions(Author("agent", "ada"), f"t{task}", None, 200).revisions
        assert [revision.number for revision in revisions] == list(range(len(revisions), 0, -1))
    assert sorted(found) == sorted(f"- {number}/{turn}" for number in range(8) for turn in range(15))


def test_pure_functions_and_documents_run_beside_each_other() -> None:
    planmark = Planmark(MemoryStore())
    planmark.create(by("ada"), WriteRequest("t", content="# Plan"))

    def run(number: int) -> None:
        for turn in range(50):
            if number % 2:
                assert planmark.preview.compose(f"a{number}", f"{turn}").text == f"a{number}\n\n{turn}"
            else:
                assert planmark.read(Author("agent", "ada"), "t").content == "# Plan"

    together(6, run)


def test_a_call_that_meets_close_is_whole_or_closed(tmp_path: Path) -> None:
    for turn in range(20):
        planmark = Planmark(SqliteStore(tmp_path / "home"))
        codes: Set[str] = set()

        def run(number: int, planmark: Planmark = planmark, codes: Set[str] = codes, turn: int = turn) -> None:
            if number == 0:
                time.sleep(0.002 * turn)
                planmark.close()
                return
            try:
                for step in range(1_000):
                    task = f"t{turn}-{number}-{step}"
                    planmark.create(by("ada"), WriteRequest(task, content="# Plan"))
                    planmark.read(Author("agent", "ada"), task)
            except PlanmarkError as error:
                codes.add(error.code)

        together(7, run)
        assert codes == {"closed"}


def test_the_last_call_lets_go_of_a_home_that_was_closed(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "home")
    calls = [store.begin(), store.begin()]
    assert all(call.get(_scope("t"), "head") is None for call in calls)
    store.close()
    with pytest.raises(PlanmarkError) as caught:
        store.begin()
    assert caught.value.code == "closed"
    assert calls[0].get(_scope("t"), "head") is None
    assert (tmp_path / "home" / "planmark.db-wal").exists()
    for call in (calls[0], calls[0], calls[1]):
        call.close()
    assert not (tmp_path / "home" / "planmark.db-wal").exists(), "the database is still open"


def test_a_held_task_is_busy_in_time_and_delays_no_other() -> None:
    store = FaultyStore()
    planmark = Planmark(store, lease_wait_ms=300)
    for task in ("held", "free"):
        planmark.create(by("ada"), WriteRequest(task, content="# Plan"))
    holder = store.inner._leases.acquire(_scope("held"))
    assert holder is not None
    outcomes: List[Any] = []

    def wait() -> None:
        start = time.monotonic()
        with pytest.raises(PlanmarkError) as caught:
            planmark.update(by("eve"), WriteRequest("held", content="x", mode="append"))
        outcomes.append((caught.value.code, caught.value.effect, time.monotonic() - start))

    thread = threading.Thread(target=wait)
    thread.start()
    start = time.monotonic()
    for _ in range(5):
        planmark.update(by("ada"), WriteRequest("free", content="x", mode="append"))
    assert time.monotonic() - start < 0.25, "the other task waits for nobody"
    thread.join()
    ((code, effect, seconds),) = outcomes
    assert (code, effect) == ("busy", "nothing-written") and 0.3 <= seconds < 1.0
    holder.release()
    planmark.update(by("eve"), WriteRequest("held", content="x", mode="append"))
    assert store.is_free("held")


def test_a_task_that_is_freed_is_taken_at_once() -> None:
    store = FaultyStore()
    planmark = Planmark(store)
    planmark.create(by("ada"), WriteRequest("t", content="# Plan"))
    holder = store.inner._leases.acquire(_scope("t"))
    assert holder is not None
    threading.Timer(0.2, holder.release).start()
    start = time.monotonic()
    planmark.update(by("eve"), WriteRequest("t", content="x", mode="append"))
    assert 0.15 <= time.monotonic() - start < 1.0
    assert store.is_free("t")


def test_a_wait_can_be_interrupted() -> None:
    store = FaultyStore()
    planmark = Planmark(store)
    planmark.create(by("ada"), WriteRequest("t", content="# Plan"))
    holder = store.inner._leases.acquire(_scope("t"))
    assert holder is not None
    threading.Timer(0.1, _interrupt_main).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        planmark.update(by("eve"), WriteRequest("t", content="x", mode="append"))
    assert time.monotonic() - start < 2.0
    holder.release()
    assert store.is_free("t")


def _interrupt_main() -> None:
    import os
    import signal

    os.kill(os.getpid(), signal.SIGINT)


def _scope(id: str) -> Any:
    from planmark.capability import Scope

    return Scope("task", id)
