"""Saved plans and the tasks in them, per session."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Union, cast

from .calls import Calls, Claim
from .ledger import MarkerLine, Mode, PromptText, Reference, TaskList
from .tracker import (
    Changed,
    Collected,
    EntryPage,
    ImportRequest,
    ModeSet,
    PlanView,
    Saved,
    Session,
    SessionContext,
    SessionPage,
    Ticked,
)


class Tracker:
    """The functions of ``wit/tracker.wit``, which lists the codes of each in their order. What a call
    changed is durable when it returns. ``planmark.fresh_plan`` and ``planmark.fresh_session`` make ids."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def create(self, context: SessionContext, owner: Optional[str] = None) -> Session:
        """Makes an empty session. ``owner`` names who else keeps its log."""
        return cast(Session, self._write("create", context, owner))

    def describe(self, session: str) -> Session:
        """Describes a session."""
        return cast(Session, self._read("describe", session))

    def sessions(self, from_: str, limit: int) -> SessionPage:
        """Lists the sessions from session id ``from_`` on, looking at ``limit`` (1 to 200)."""
        return cast(SessionPage, self._read("sessions", from_, limit))

    def branch(self, session: str, at: Optional[int], limit: int) -> EntryPage:
        """Reads a branch backwards: from entry ``at`` (None: the leaf) towards the root, at most ``limit`` (1
        to 200) entries."""
        return cast(EntryPage, self._read("branch", session, at, limit))

    def fork(self, context: SessionContext, from_: str, at: Optional[int] = None) -> Session:
        """Makes the session of ``context`` as a fork of another one at one of its entries (None: its
        leaf)."""
        return cast(Session, self._write("fork", context, from_, at))

    def navigate(self, context: SessionContext, to: int) -> Session:
        """Makes an entry the end of the branch. 0 is the empty root."""
        return cast(Session, self._write("navigate", context, to))

    def import_(self, context: SessionContext, request: ImportRequest) -> Session:
        """Makes the session of ``context`` from a log that another program wrote."""
        return cast(Session, self._write("import", context, request))

    def set_mode(self, context: SessionContext, mode: Mode) -> ModeSet:
        """Changes what the agent is asked to do."""
        return cast(ModeSet, self._change("set-mode", context, mode))

    def save(self, context: SessionContext, plan: str, text: str) -> Saved:
        """Stores ``text`` as the body of a new plan, seeds its tasks, and makes it the active one."""
        return cast(Saved, self._change("save", context, plan, text))

    def select(self, context: SessionContext, plan: str) -> Changed:
        """Makes a saved plan the active one."""
        return cast(Changed, self._change("select", context, plan))

    def clear(self, context: SessionContext, plan: Optional[str] = None) -> Changed:
        """Takes a plan (None: the active one) off the branch. Its body stays until it is collected."""
        return cast(Changed, self._change("clear", context, plan))

    def tick(self, context: SessionContext, reference: Reference) -> Ticked:
        """Ends a task of the active plan. One that is done already stays done."""
        return cast(Ticked, self._change("tick", context, reference))

    def untick(self, context: SessionContext, reference: Reference) -> Ticked:
        """Reopens a task of the active plan."""
        return cast(Ticked, self._change("untick", context, reference))

    def view(self, session: str, plan: Optional[str] = None) -> PlanView:
        """Reads a plan (None: the active one)."""
        return cast(PlanView, self._read("view", session, plan))

    def tasks(self, session: str, plan: Optional[str] = None) -> TaskList:
        """Reads the tasks of a plan (None: the active one). A session without one has no tasks."""
        return cast(TaskList, self._read("tasks", session, plan))

    def marker(self, session: str) -> MarkerLine:
        """The line for this turn."""
        return cast(MarkerLine, self._read("marker", session))

    def prompt(self, session: str) -> PromptText:
        """The text for the system prompt."""
        return cast(PromptText, self._read("prompt", session))

    def collect(self, session: str, dry_run: bool) -> Collected:
        """Removes the bodies of this session that no branch holds and that are older than 30 days; or says
        which it would remove."""

        def claim(answer: Collected) -> Claim:
            return "written" if answer.removed and not dry_run else "nothing-written"

        return cast(Collected, self._calls.write("tracker", "collect", (session, dry_run), claim))

    def _read(self, name: str, *arguments: Any) -> Any:
        return self._calls.read("tracker", name, arguments)

    def _write(self, name: str, *arguments: Any) -> Any:
        return self._calls.write("tracker", name, arguments)

    def _change(self, name: str, context: SessionContext, *arguments: Any) -> Any:
        """Makes a call whose answer says whether it changed something. A stored answer changes nothing, and
        one that is to be given again may be stored without anything else (D30)."""

        def claim(answer: Union[Changed, ModeSet, Saved, Ticked]) -> Claim:
            if answer.replayed:
                return "nothing-written"
            if isinstance(answer, Saved) or answer.changed:
                return "written"
            return "nothing-written" if context.request is None else "either"

        return self._calls.write("tracker", name, (context, *arguments), claim)


EXPORTS: Dict[str, Callable[..., Any]] = {
    "create": Tracker.create,
    "describe": Tracker.describe,
    "sessions": Tracker.sessions,
    "branch": Tracker.branch,
    "fork": Tracker.fork,
    "navigate": Tracker.navigate,
    "import": Tracker.import_,
    "set-mode": Tracker.set_mode,
    "save": Tracker.save,
    "select": Tracker.select,
    "clear": Tracker.clear,
    "tick": Tracker.tick,
    "untick": Tracker.untick,
    "view": Tracker.view,
    "tasks": Tracker.tasks,
    "marker": Tracker.marker,
    "prompt": Tracker.prompt,
    "collect": Tracker.collect,
}
"""The functions by the names of ``wit/tracker.wit``."""
