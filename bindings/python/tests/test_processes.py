"""Processes on one home: leases exclude, end with their holder, and nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Dict, List

import pytest

from planmark import Author, Context, Planmark, PlanmarkError, SqliteStore, WriteRequest

WORKER = Path(__file__).parent / "worker.py"
ADA = Author("agent", "ada")
BY_ADA = Context(ADA)


class Worker:
    """A process that plays a part of ``worker.py``."""

    def __init__(self, *arguments: Any) -> None:
        command = [sys.executable, "-X", "faulthandler", str(WORKER), *map(str, arguments)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout

    def order(self, line: Dict[str, Any]) -> None:
        self.stdin.write(json.dumps(line) + "\n")
        self.stdin.flush()

    def go(self) -> None:
        self.stdin.write("\n")
        self.stdin.flush()

    def report(self) -> Dict[str, Any]:
        line = self.stdout.readline()
        assert line, "the worker has ended"
        return dict(json.loads(line))

    def kill(self) -> None:
        """As ``kill -9`` does: nothing in it gets to run."""
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        self.stdin.close()
        assert self.process.wait(60) == 0


def append(task: str, content: str) -> Dict[str, Any]:
    return {"op": "update", "args": {"task": task, "content": content, "mode": "append"}}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    place = tmp_path / "home"
    with Planmark(SqliteStore(place)) as planmark:
        for task in ("t", "other", "odd", "even"):
            planmark.create(BY_ADA, WriteRequest(task, content="# Plan"))
    return place


def test_a_call_stops_at_every_point_and_at_none_twice(home: Path) -> None:
    worker = Worker("stage", home)
    worker.order(append("t", "x"))
    points = []
    while "at" in (report := worker.report()):
        points.append(report["at"])
        worker.go()
    assert report["answer"]["position"] == 2
    assert points[:2] == ["before-acquire", "after-acquire"] and points[-2:] == [
        "before-commit",
        "after-commit",
    ]
    worker.end()


@pytest.mark.parametrize("point", ["after-acquire", "before-commit"])
def test_a_killed_holder_is_released_at_once_and_has_written_nothing(home: Path, point: str) -> None:
    worker = Worker("work", home)
    worker.order({"pause": point})
    worker.order(append("t", "from the dead"))
    assert worker.report() == {"at": point}
    with Planmark(SqliteStore(home), lease_wait_ms=200) as planmark:
        planmark.update(BY_ADA, WriteRequest("other", content="x", mode="append"))
        with pytest.raises(PlanmarkError) as caught:
            planmark.update(BY_ADA, WriteRequest("t", content="x", mode="append"))
        assert (caught.value.code, caught.value.effect) == ("busy", "nothing-written")
    threading.Timer(0.3, worker.kill).start()
    with Planmark(SqliteStore(home)) as planmark:
        start = time.monotonic()
        planmark.update(BY_ADA, WriteRequest("t", content="next", mode="append"))
        assert time.monotonic() - start < 2.0
        assert planmark.read(ADA, "t").content == "# Plan\n\nnext"


def test_a_killed_call_has_written_once_its_commit_is_done(home: Path) -> None:
    worker = Worker("work", home)
    worker.order({"pause": "after-commit"})
    worker.order(append("t", "durable"))
    assert worker.report() == {"at": "after-commit"}
    with Planmark(SqliteStore(home)) as planmark:
        planmark.update(BY_ADA, WriteRequest("t", content="next", mode="append"))
        worker.kill()
        assert planmark.read(ADA, "t").content == "# Plan\n\ndurable\n\nnext"


def test_a_wait_for_another_process_ends_with_its_lease(home: Path) -> None:
    holder, waiter = Worker("work", home), Worker("stage", home)
    holder.order({"pause": "before-commit"})
    holder.order(append("t", "first"))
    assert holder.report() == {"at": "before-commit"}
    waiter.order(append("t", "second"))
    assert waiter.report() == {"at": "before-acquire"}
    waiter.go()
    time.sleep(0.1)
    holder.go()
    assert holder.report()["answer"]["position"] == 2
    assert waiter.report() == {"at": "after-acquire"}
    while "at" in (report := (waiter.go(), waiter.report())[1]):
        pass
    assert report["answer"]["position"] == 3
    holder.end()
    waiter.end()


def test_storms_with_kills_lose_no_acknowledged_write(home: Path) -> None:
    workers = [Worker("storm", home, name, 5_000) for name in ("a", "b", "c")]
    told: List[List[str]] = [[] for _ in workers]

    def listen(number: int) -> None:
        for line in workers[number].stdout:
            if line.endswith("\n"):
                told[number].append(line.rstrip("\n"))

    listeners = [threading.Thread(target=listen, args=(number,)) for number in range(len(workers))]
    for listener in listeners:
        listener.start()
    # However slow the machine: every one of them has written, and is writing, when it is killed.
    deadline = time.monotonic() + 60.0
    while min(map(len, told)) <= 10 and time.monotonic() < deadline:
        time.sleep(0.1)
    for worker in workers:
        worker.process.send_signal(signal.SIGKILL)
    for listener in listeners:
        listener.join()
    with Planmark(SqliteStore(home)) as planmark:
        stored = {task: planmark.read(ADA, task).content.split("\n\n")[1:] for task in ("odd", "even")}
    for number, lines in enumerate(told):
        assert len(lines) > 3
        for line in lines:
            task, fragment = line.split("\t")
            assert stored[task].count(fragment) == 1, line
        mine = [
            fragment
            for task in stored.values()
            for fragment in task
            if fragment.startswith(f"- {'abc'[number]} ")
        ]
        assert len(mine) - len(lines) in (0, 1), "at most the write whose answer the kill cut off"


def test_processes_open_a_fresh_home_at_one_moment(tmp_path: Path) -> None:
    home = tmp_path / "deep" / "fresh"
    workers = [Worker("work", home) for _ in range(6)]
    for number, worker in enumerate(workers):
        worker.order({"op": "create", "args": {"task": f"t{number}", "content": "# Plan"}})
    assert all("answer" in worker.report() for worker in workers)
    for worker in workers:
        worker.end()


def test_many_tasks_by_many_processes(home: Path) -> None:
    workers, tasks = [Worker("work", home) for _ in range(3)], ["t", "other"]
    for number, worker in enumerate(workers):
        order = {"op": "append-many", "args": {"tasks": tasks, "count": 15, "prefix": f"- {number}/"}}
        worker.order(order)
    for worker in workers:
        while "acknowledged" in (report := worker.report()):
            pass
        assert report == {"answer": {}}
        worker.end()
    with Planmark(SqliteStore(home)) as planmark:
        for task in tasks:
            found = planmark.read(ADA, task).content.split("\n\n")[1:]
            assert sorted(found) == sorted(f"- {number}/{turn}" for number in range(3) for turn in range(15))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_child_uses_no_home(home: Path) -> None:
    """SQLite's locks stay with the parent: a child that wrote would write beside everybody else."""
    with Planmark(SqliteStore(home)) as planmark:
        planmark.create(BY_ADA, WriteRequest("t", content="one"))
        child = os.fork()
        if child == 0:
            code = 1
            try:
                for attempt in (
                    lambda: planmark.update(BY_ADA, WriteRequest("t", content="child", mode="append")),
                    lambda: planmark.read(ADA, "t"),
                    lambda: Planmark(SqliteStore(home)),
                ):
                    with pytest.raises(PlanmarkError) as refused:
                        attempt()
                    assert refused.value.code == "forked"
                planmark.close()
                code = 0
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0
        planmark.update(BY_ADA, WriteRequest("t", content="two", mode="append"))
    with Planmark(SqliteStore(home)) as planmark:
        assert planmark.read(ADA, "t").content == "one\n\ntwo"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_child_forked_while_no_home_is_open_may_open_one(home: Path) -> None:
    with Planmark(SqliteStore(home)) as planmark:
        planmark.create(BY_ADA, WriteRequest("t", content="one"))
    child = os.fork()
    if child == 0:
        code = 1
        try:
            with Planmark(SqliteStore(home)) as planmark:
                planmark.update(BY_ADA, WriteRequest("t", content="child", mode="append"))
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    with Planmark(SqliteStore(home)) as planmark:
        assert planmark.read(ADA, "t").content == "one\n\nchild"
