"""A process for the tests to direct, stall and kill.

    worker.py storm HOME NAME COUNT   appends COUNT fragments as author NAME to the tasks "odd" and
                                      "even" by turns; writes each to standard output, with its task
                                      and a tab before it, once it is acknowledged
    worker.py stage HOME              makes the calls that come as lines of JSON on standard input,
                                      one after the other; reports each point of a call on standard
                                      output, and goes on from it at an empty line
    worker.py work HOME [WAIT_MS]     makes the calls that come, without a stop, each waiting so long
                                      for a task that somebody else holds

A call is one step of a script, as ``tests/vectors/README.md`` states it. Reports are
``{"at": point}``, ``{"answer": …}`` and ``{"failure": …}``; the points are those of the Rust actor.

For ``work`` there are four orders more: ``{"op": "append-many", "args": {"tasks": […], "count": n,
"prefix": text}}`` appends n fragments to each of the tasks by turns and reports each that is
acknowledged as ``{"acknowledged": {"task": …, "fragment": …}}``; ``{"op": "tick-many", "args":
{"session": id, "titles": […]}}`` ticks those tasks, and reports each that it has changed in the same way,
with the session as the task and the title as the fragment; ``{"op": "save-many", "args": {"session": id,
"count": n, "prefix": text}}`` saves n plans of one task each, called prefix and number, and reports them
so; ``{"pause": point}`` makes the next call stop at that point, as ``stage`` does.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Set

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import json_form  # noqa: E402
import script  # noqa: E402

from planmark import (  # noqa: E402
    Author,
    Context,
    Planmark,
    PlanmarkError,
    Reference,
    SessionContext,
    SqliteStore,
    WriteRequest,
)

POINTS = {"before-acquire", "after-acquire", "before-read", "after-read", "before-commit", "after-commit"}
KINDS = {"acquire": "acquire", "get": "read", "scan": "read", "scopes": "read", "commit": "commit"}


def tell(report: Dict[str, Any]) -> None:
    """Writes one report."""
    print(json.dumps(report, ensure_ascii=False), flush=True)


def stop_at(point: str) -> None:
    """Reports a point, and waits for the line that lets it go on."""
    tell({"at": point})
    sys.stdin.readline()


class SteppedStore:
    """A store whose calls stop at the points in ``stops``."""

    def __init__(self, inner: Any, stops: Set[str]) -> None:
        self._inner = inner
        self.stops = stops

    def begin(self) -> Any:
        return SteppedCall(self._inner.begin(), self)

    def close(self) -> None:
        self._inner.close()


class SteppedCall:
    """One call's view of a :class:`SteppedStore`."""

    def __init__(self, inner: Any, store: SteppedStore) -> None:
        self._inner = inner
        self._store = store
        self._again = False

    def wait(self, scope: Any, seconds: float) -> bool:
        # The call runs a second time, up to the lease that it waited for: it has been at these points.
        self._again = True
        return bool(self._inner.wait(scope, seconds))

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)
        kind = KINDS.get(name)
        if kind is None:
            return method

        def between(*arguments: Any) -> Any:
            if not self._again:
                self._stop(f"before-{kind}")
            answer = method(*arguments)
            self._again = self._again and kind != "acquire"
            if not self._again:
                self._stop(f"after-{kind}")
            return answer

        return between

    def _stop(self, point: str) -> None:
        if point in self._store.stops:
            stop_at(point)


def opened(home: str, stops: Set[str], clock: Optional[Callable[[], int]] = None, wait_ms: int = 5_000) -> Planmark:
    """The home's engine."""
    return Planmark(SteppedStore(SqliteStore(home), stops), clock=clock, lease_wait_ms=wait_ms)


def perform(planmark: Planmark, line: Dict[str, Any]) -> Dict[str, Any]:
    """Makes the call that a line describes."""
    return script.call(planmark, line, script.expand(line.get("args", {}), {}))


def storm(home: str, name: str, count: int) -> None:
    """The part ``storm``."""
    context = Context(Author("agent", name))
    with opened(home, set()) as planmark:
        for number in range(1, count + 1):
            task = "odd" if number % 2 else "even"
            fragment = f"- {name} {number}"
            planmark.update(context, WriteRequest(task, content=fragment, mode="append"))
            print(f"{task}\t{fragment}", flush=True)


def stage(home: str) -> None:
    """The part ``stage``."""
    with opened(home, POINTS, clock=lambda: script.EPOCH_MS) as planmark:
        for line in iter(sys.stdin.readline, ""):
            tell(perform(planmark, json.loads(line)))


def work(home: str, wait_ms: int = 5_000) -> None:
    """The part ``work``."""
    stops: Set[str] = set()
    with opened(home, stops, wait_ms=wait_ms) as planmark:
        for line in iter(sys.stdin.readline, ""):
            order = json.loads(line)
            if "pause" in order:
                stops.add(order["pause"])
                continue
            many = ORDERS.get(order["op"])
            if many is not None:
                many(planmark, order)
            else:
                tell(perform(planmark, order))
            stops.clear()


def append_many(planmark: Planmark, order: Dict[str, Any]) -> None:
    """Appends to tasks by turns; ends at the first failure, which it reports."""
    arguments = order["args"]
    for number in range(arguments["count"]):
        for task in arguments["tasks"]:
            fragment = f"{arguments['prefix']}{number}"
            content = {"task": task, "content": fragment, "mode": "append"}
            given = perform(planmark, {"op": "update", "by": order.get("by"), "args": content})
            if "failure" in given:
                tell(given)
                return
            tell({"acknowledged": {"task": task, "fragment": fragment}})
    tell({"answer": {}})


def tick_many(planmark: Planmark, order: Dict[str, Any]) -> None:
    """Ticks tasks of a session; ends at the first failure, which it reports."""
    session = order["args"]["session"]

    def tick(title: str) -> bool:
        context = SessionContext(script.author_of(order), session)
        return planmark.tracker.tick(context, Reference(title=title)).changed

    work_through(session, order["args"]["titles"], tick)


def save_many(planmark: Planmark, order: Dict[str, Any]) -> None:
    """Saves plans in a session; ends at the first failure, which it reports."""
    session, prefix = order["args"]["session"], order["args"]["prefix"]

    def save(plan: str) -> bool:
        context = SessionContext(script.author_of(order), session)
        return not planmark.tracker.save(context, plan, f"## Section 4\n\n- [ ] {plan}\n").replayed

    work_through(session, [f"{prefix}{number}" for number in range(order["args"]["count"])], save)


def work_through(session: str, each: List[str], work: Callable[[str], bool]) -> None:
    """Does it for each, and reports those for which it answers true."""
    try:
        for one in each:
            if work(one):
                tell({"acknowledged": {"task": session, "fragment": one}})
    except PlanmarkError as error:
        tell({"failure": json_form.of_failure(error)})
    else:
        tell({"answer": {}})


ORDERS = {"append-many": append_many, "tick-many": tick_many, "save-many": save_many}
"""The orders that stand for many calls."""


def main(arguments: List[str]) -> None:
    """Plays one part."""
    part, home, *rest = arguments
    if part == "storm":
        storm(home, rest[0], int(rest[1]))
    elif part == "stage":
        stage(home)
    elif part == "work":
        work(home, *map(int, rest))
    else:
        sys.exit(f"no such part: {part}")


if __name__ == "__main__":
    main(sys.argv[1:])
