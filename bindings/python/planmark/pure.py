"""The pure functions of the engine."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple, cast

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
from .paths import AnyPath
from .preview import (
    Composed,
    PlannedDirective,
    PlannedReading,
    PlannedTick,
    PlannedTurnEnd,
    RootRequest,
    SessionLog,
)
from .roots import (
    ClientCall,
    Ending,
    FileChange,
    Observation,
    Opinion,
    ReAnchor,
    ReadArguments,
    Receipt,
    ReentryPayload,
    Root,
    RootEvent,
    RootKey,
    Seat,
    Trigger,
)
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
        component: Optional[AnyPath] = None,
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

    def roots(self, log: SessionLog) -> Tuple[Root, ...]:
        """The roots of a branch, as ``runtime.roots`` lists them."""
        return cast(Tuple[Root, ...], self._call("roots", log))

    def change_root(self, log: SessionLog, request: RootRequest) -> Tuple[RootEvent, ...]:
        """What a request records; nothing where everything is as it asks already."""
        return cast(Tuple[RootEvent, ...], self._call("change-root", log, request))

    def continue_read(
        self, log: SessionLog, seat: Seat, arguments: ReadArguments, observation: Optional[Observation] = None
    ) -> PlannedReading:
        """Decides a continue read, as ``runtime.read`` does."""
        return cast(PlannedReading, self._call("continue-read", log, seat, arguments, observation))

    def reconcile(
        self, log: SessionLog, root: RootKey, seat: Seat, observation: Observation
    ) -> PlannedDirective:
        """Says what is to become of the transport, as ``runtime.reconcile`` does. Failures:
        ``root-not-found``."""
        return cast(PlannedDirective, self._call("reconcile", log, root, seat, observation))

    def payload(self, log: SessionLog, root: RootKey, seat: Seat) -> ReentryPayload:
        """What a transport of a root carries. Failures: ``root-not-found``, also for a root that the engine
        doesn't drive."""
        return cast(ReentryPayload, self._call("payload", log, root, seat))

    def observe(self, log: SessionLog, root: RootKey, seat: Seat, listing: str) -> Observation:
        """Says what a client shows of the transport. Failures: ``root-not-found`` and ``invalid-argument``,
        as ``runtime.observe`` has them."""
        return cast(Observation, self._call("observe", log, root, seat, listing))

    def validate(self, log: SessionLog, receipt: Receipt) -> bool:
        """Whether a receipt was sealed on this branch, and resolves to its state as it is now."""
        return cast(bool, self._call("validate", log, receipt))

    def guard_line(self, log: SessionLog, read_tool: str) -> Optional[str]:
        """The guard line of the root in force; none without one."""
        return cast(Optional[str], self._call("guard-line", log, read_tool))

    def turn_begins(self, log: SessionLog, trigger: Trigger) -> Tuple[RootEvent, ...]:
        """What the beginning of a turn records."""
        return cast(Tuple[RootEvent, ...], self._call("turn-begins", log, trigger))

    def trigger_of(self, log: SessionLog, read_tool: str, prompt: str) -> Trigger:
        """Says what began a turn, from its prompt."""
        return cast(Trigger, self._call("trigger-of", log, read_tool, prompt))

    def restored(self, log: SessionLog, read_tool: str) -> ReAnchor:
        """What to say when a session begins, is resumed or was compacted."""
        return cast(ReAnchor, self._call("restored", log, read_tool))

    def before_change(self, log: SessionLog, read_tool: str, changes: Tuple[FileChange, ...]) -> Opinion:
        """Whether changes may be made."""
        return cast(Opinion, self._call("before-change", log, read_tool, changes))

    def before_call(self, log: SessionLog, seat: Seat, call: ClientCall) -> Opinion:
        """Whether a call of one of the client's transport tools may be made."""
        return cast(Opinion, self._call("before-call", log, seat, call))

    def after_call(self, log: SessionLog, seat: Seat, call: ClientCall, answer: str) -> Tuple[RootEvent, ...]:
        """What the result of such a call records; nothing where no directive asked for it, or the answer
        doesn't say that it was done."""
        return cast(Tuple[RootEvent, ...], self._call("after-call", log, seat, call, answer))

    def unreadable_input(self, log: SessionLog, read_tool: str) -> Opinion:
        """What to say to a hook whose input can't be read."""
        return cast(Opinion, self._call("unreadable-input", log, read_tool))

    def turn_ends(self, log: SessionLog, seat: Seat, ending: Ending) -> PlannedTurnEnd:
        """Whether a turn that ends goes on."""
        return cast(PlannedTurnEnd, self._call("turn-ends", log, seat, ending))

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
    "roots": Preview.roots,
    "change-root": Preview.change_root,
    "continue-read": Preview.continue_read,
    "reconcile": Preview.reconcile,
    "payload": Preview.payload,
    "observe": Preview.observe,
    "validate": Preview.validate,
    "guard-line": Preview.guard_line,
    "turn-begins": Preview.turn_begins,
    "trigger-of": Preview.trigger_of,
    "restored": Preview.restored,
    "before-change": Preview.before_change,
    "before-call": Preview.before_call,
    "after-call": Preview.after_call,
    "unreadable-input": Preview.unreadable_input,
    "turn-ends": Preview.turn_ends,
}
"""The functions by the names of ``wit/preview.wit``."""
