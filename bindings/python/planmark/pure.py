"""The pure functions of the engine."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, Optional, Tuple, Union, cast

from . import compiled, trace
from .ledger import (
    Entry,
    MarkerLine,
    Mode,
    Outline,
    PromptText,
    Reference,
    Resolved,
    Seed,
    SeedTask,
    State,
    TaskList,
)
from .limits import Limits
from .preview import Composed, PlannedTick
from .runtime import Runtime
from .types import Note


class Preview:
    """The functions of ``wit/preview.wit``: over their arguments alone, for tests, and for harnesses that
    keep texts and session logs themselves. Threads may share it."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    @classmethod
    def load(
        cls,
        *,
        limits: Optional[Limits] = None,
        component: Optional[Union[str, os.PathLike[str]]] = None,
    ) -> Preview:
        """Loads the engine, for a harness that has no store here."""
        wasm = compiled.find(component)
        return cls(Runtime(wasm, {"preview": EXPORTS}, limits or Limits(), trace.named(None)))

    def compose(self, stored: str, fragment: str) -> Composed:
        """Composes an append as :meth:`planmark.Planmark.update` does."""
        return cast(Composed, self._call("compose", stored, fragment))

    def inspect(self, text: str) -> Tuple[Note, ...]:
        """Says what the bytes of a text don't show, in line order."""
        return cast(Tuple[Note, ...], self._call("inspect", text))

    def parse(self, text: str) -> Outline:
        """Outlines a body. Any text has an outline."""
        return cast(Outline, self._call("parse", text))

    def resolve(self, tasks: Tuple[SeedTask, ...], done: Tuple[str, ...], reference: Reference) -> Resolved:
        """Says which task a reference means, as :meth:`planmark.Tracker.tick` does. ``done`` are the ids of
        the tasks that are done."""
        return cast(Resolved, self._call("resolve", tasks, done, reference))

    def branch(self, entries: Tuple[Entry, ...], leaf: Optional[str] = None) -> Tuple[Entry, ...]:
        """Finds the branch of a log: the path from its root to ``leaf`` (None: the last entry)."""
        return cast(Tuple[Entry, ...], self._call("branch", entries, leaf))

    def fold(self, branch: Tuple[Entry, ...]) -> State:
        """Says what follows from a branch, given from its root on. Any entries have a state."""
        return cast(State, self._call("fold", branch))

    def save(self, plan: str, text: str, path: Optional[str], at_ms: int) -> Seed:
        """What a save would record: the seed of a ``set``, to be followed by ``activate``. The harness
        stores the body under the plan's id first."""
        return cast(Seed, self._call("save", plan, text, path, at_ms))

    def tick(self, branch: Tuple[Entry, ...], reference: Reference) -> PlannedTick:
        """Decides a tick for a harness that keeps its own log, and gives the event to append."""
        return cast(PlannedTick, self._call("tick", branch, reference))

    def untick(self, branch: Tuple[Entry, ...], reference: Reference) -> PlannedTick:
        """Decides an untick."""
        return cast(PlannedTick, self._call("untick", branch, reference))

    def tasks(self, branch: Tuple[Entry, ...], plan: Optional[str], body: Optional[str]) -> TaskList:
        """Lists the tasks of a plan of a branch (None: the active one), as :meth:`planmark.Tracker.tasks`
        does. ``body`` is that plan's body as it is now; None when it can't be read."""
        return cast(TaskList, self._call("tasks", branch, plan, body))

    def marker(self, branch: Tuple[Entry, ...], body: Optional[str]) -> MarkerLine:
        """Renders the marker of a branch. ``body`` is the body of the active plan as it is now; None when it
        can't be read."""
        return cast(MarkerLine, self._call("marker", branch, body))

    def prompt(
        self,
        mode: Mode,
        plan: Optional[str] = None,
        body: Optional[str] = None,
        guard: Optional[str] = None,
    ) -> PromptText:
        """Renders the prompt. ``plan`` is the active plan's id and ``body`` its text, both or neither;
        ``guard`` the guard line of the admitted root, where there is one."""
        return cast(PromptText, self._call("prompt", mode, plan, body, guard))

    def _call(self, name: str, *arguments: Any) -> Any:
        return self._runtime.pure("preview", name, arguments)


EXPORTS: Dict[str, Callable[..., Any]] = {
    "compose": Preview.compose,
    "inspect": Preview.inspect,
    "parse": Preview.parse,
    "resolve": Preview.resolve,
    "branch": Preview.branch,
    "fold": Preview.fold,
    "save": Preview.save,
    "tick": Preview.tick,
    "untick": Preview.untick,
    "tasks": Preview.tasks,
    "marker": Preview.marker,
    "prompt": Preview.prompt,
}
"""The functions by the names of ``wit/preview.wit``."""
