"""A harness in Python that has the package from its wheel alone: it keeps to `mypy --strict`, and runs."""

from __future__ import annotations

import os
from importlib.metadata import metadata
from pathlib import Path
from typing import List, Tuple

import planmark
from planmark import (
    Author,
    CallContext,
    Context,
    Entry,
    EntryEvent,
    MemoryStore,
    Offer,
    Planmark,
    Preview,
    Reference,
    SessionContext,
    Tool,
    ToolAnswer,
    WriteRequest,
    Written,
    exceptions,
    fresh_plan,
    fresh_session,
)
from planmark.store import StoreCall

ada = Author("agent", "ada")
context = Context(ada)


class Counted:
    """A store of the harness's own: it counts the calls, and leaves the rest to one in memory."""

    def __init__(self) -> None:
        self.calls = 0
        self._inner = MemoryStore()

    def begin(self) -> StoreCall:
        self.calls += 1
        return self._inner.begin()

    def close(self) -> None:
        self._inner.close()


def clock() -> int:
    return 1_700_000_000_000


def access(_caller: Author, task: str, reach: str) -> bool:
    return task != "secret" or reach == "read"


def use(store: Counted) -> None:
    """What a harness does: documents, refusals, the tracker, the tools."""
    with Planmark(store, clock=clock, access=access) as engine:
        written: Written = engine.create(context, WriteRequest("T-1", content="# Plan\n"))
        assert (written.bytes, store.calls) == (7, 1)
        assert engine.read(ada, "T-1").updated_at_ms == clock()
        try:
            engine.create(context, WriteRequest("secret", content="x"))
        except exceptions.NotReachable as error:
            assert error.effect == "nothing-written"
        else:
            raise AssertionError("the own rule was not asked")

        session = fresh_session()
        engine.tracker.save(
            SessionContext(ada, session), fresh_plan(), "## Section 4\n\n- [ ] A\n- [ ] B\n"
        )
        assert engine.tracker.tick(SessionContext(ada, session), Reference(title="A")).done == 1

        offer = Offer(("tracker",), names="pi")
        tools: Tuple[Tool, ...] = engine.tools(offer)
        assert "workflow_plan_tick" in [tool.name for tool in tools]
        answer: ToolAnswer = engine.call_tool(
            CallContext(ada, offer, session=session), "workflow_plan_tick", {"title": "B"}
        )
        assert answer.changed and not answer.is_error


def fold() -> None:
    """Pure functions need no store."""
    preview = Preview.load()
    seed = preview.save("p", "## Section 4\n\n- [ ] A\n", None, 1)
    entries: List[Entry] = [Entry("1", None, 1, None, EntryEvent("set", seed))]
    active = preview.fold(tuple(entries)).active
    assert active is not None and len(active.tasks) == 1


def look_around() -> None:
    """The package stands alone, and the compiled form is kept for this user alone."""
    assert "site-packages" in planmark.__file__
    assert metadata("planmark")["License-Expression"] == "MIT"
    folder = Path(os.environ["XDG_CACHE_HOME"]) / "planmark"
    (kept,) = folder.iterdir()
    assert (folder.stat().st_mode & 0o777, kept.stat().st_mode & 0o777) == (0o700, 0o600)


use(Counted())
fold()
look_around()
