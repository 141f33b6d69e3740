"""Records and replays, for the tests of traces.

    traces.py record        runs the vectors, the pure functions, and calls whose store or clock fails, with
                            PLANMARK_TRACE in its environment
    traces.py describe      makes one call, with PLANMARK_TRACE in its environment
    traces.py replay FILE...
                            prints a line for each FILE: what comes of replaying it, or
                            {"error": code, "message": text}
"""

from __future__ import annotations

import dataclasses
import json
import logging
import sys
from pathlib import Path
from typing import Any, Callable, Dict

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import conformance  # noqa: E402
from faulty import FaultyStore  # noqa: E402

from planmark import (  # noqa: E402
    Author,
    CallContext,
    CapabilityRefused,
    Context,
    Entry,
    EntryEvent,
    MemoryStore,
    Offer,
    Planmark,
    PlanmarkError,
    Reference,
    SessionContext,
    WriteRequest,
    replay,
)

CODES = ["denied", "full", "corrupt", "unavailable", "outcome-unknown", "newer-format", "conflict"]
BODY = "# Plan\n\n## Section 4: Tasks\n\n- [ ] Ärger\n- [ ] Second\n"
ADA = Author("agent", "ada")


def record() -> None:
    """Makes the calls."""
    logging.getLogger("planmark").setLevel(logging.CRITICAL)
    for name in ["documents.json", "tracker.json", "parse.json", "resolve.json", "plans.json"]:
        conformance.run_file(name, "memory")
    with Planmark(MemoryStore()) as planmark:
        _record_pure(planmark)
        _record_tools(planmark)
    _record_faults()


def _record_tools(planmark: Planmark) -> None:
    planmark.tools()
    planmark.tool_instructions(Offer(suffix="x"))
    context = CallContext(ADA, session="s-1", fresh_plan="p-1")
    planmark.call_tool(context, "create_task_plan", {"task_id": "T-2", "content": BODY})
    try:
        planmark.call_tool(context, "get_task_plan", {"task_id": "none"})
    except PlanmarkError as error:
        planmark.tool_refusal(Offer(), error)


def _record_pure(planmark: Planmark) -> None:
    preview = planmark.preview
    preview.inspect("a\\nb\\nc\\n\ufeff\0\u2028")
    _refused(lambda: preview.compose("stored", " "))
    seed = preview.save("plan-1", BODY, None, (1 << 64) - 1)
    log = (
        Entry("a", None, 0, None, EntryEvent("set", seed)),
        Entry("b", "a", (1 << 64) - 1, ADA, EntryEvent("activate", "plan-1")),
        Entry("c", "b", 2, None, EntryEvent("other")),
        Entry("d", "c", 3, None, EntryEvent("mode", "plan")),
    )
    branch = preview.branch(log, "d")
    preview.fold(branch)
    preview.tick(branch, Reference(None, "Second"))
    _refused(lambda: preview.untick(branch, Reference(None, "none")))
    planmark.describe()


def _record_faults() -> None:
    store = FaultyStore()
    broken = []

    def clock() -> int:
        if broken:
            raise RuntimeError("the clock has stopped")
        return 1_700_000_000_000

    planmark = Planmark(store, clock=clock, lease_wait_ms=0)
    context = Context(ADA, -(1 << 63))
    planmark.create(context, WriteRequest("T-1", content="stored"))

    def append() -> None:
        planmark.update(context, WriteRequest("T-1", content="more", mode="append"))

    for method in ["acquire", "get", "commit"]:
        for code in CODES:
            store.before[method] = _failing(code)
            _refused(append)
        del store.before[method]
    tracked = SessionContext(ADA, "s-1")
    planmark.tracker.save(tracked, "plan-1", BODY)
    planmark.tracker.view("s-1", "plan-1")
    broken.append(True)
    _refused(append)


def _failing(code: Any) -> Callable[[], None]:
    def fail() -> None:
        raise CapabilityRefused(code, "a test said so")

    return fail


def _refused(work: Callable[[], Any]) -> None:
    try:
        work()
    except PlanmarkError:
        pass


def replayed(path: str) -> Dict[str, Any]:
    """What comes of replaying a file, as the other hosts give it."""
    try:
        found = dataclasses.asdict(replay(path))
    except PlanmarkError as error:
        return {"error": error.code, "message": error.message}
    differences = [_without_none(difference) for difference in found.pop("differences")]
    return {**_without_none(found), "differences": differences}


def _without_none(fields: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


if __name__ == "__main__":
    if sys.argv[1] == "record":
        record()
    elif sys.argv[1] == "describe":
        Planmark(MemoryStore()).describe()
    else:
        for path in sys.argv[2:]:
            print(json.dumps(replayed(path)))
