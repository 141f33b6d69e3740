"""Planmark in one object: every function of the engine, on a store of plans."""

from __future__ import annotations

import json
import time
from types import TracebackType
from typing import Any, Callable, Mapping, Optional, Tuple, Type, Union, cast

from . import compiled, continuing, pure, tracking
from . import trace as tracing
from .call import Access, Clock
from .calls import Calls, Claim
from .capability import LEASE_WAIT_MS
from .continuing import ContinueRuntime
from .documents import (
    Context,
    Deleted,
    DeleteRequest,
    EditRequest,
    Past,
    Plan,
    PlanPage,
    Point,
    RestoreRequest,
    RevisionPage,
    SaveRequest,
    StepPage,
    WriteRequest,
    Written,
)
from .errors import PlanmarkError, as_failure, invalid_argument
from .info import Description
from .limits import Limits
from .paths import AnyPath
from .pure import Preview
from .runtime import Runtime
from .store import Store
from .tools import CallContext, Offer, Prompt, Tool, ToolAnswer
from .tracking import Tracker
from .types import Author, Failure


class Planmark:
    """The engine on a store. It may be shared by threads, and is a context manager that closes it. The
    documents' functions are its own; the tracker's are those of ``tracker``, and the pure ones those of
    ``preview``.

    Every function raises :class:`planmark.PlanmarkError`: with the engine's own codes, in the order
    that ``wit/documents.wit`` gives for each function, or with a host's. Nothing is written unless
    its ``effect`` says otherwise. A scope that another writer holds is waited for outside the
    engine, so that it delays no other call.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Optional[Clock] = None,
        access: Optional[Access] = None,
        limits: Optional[Limits] = None,
        component: Optional[AnyPath] = None,
        lease_wait_ms: int = LEASE_WAIT_MS,
        trace: Optional[AnyPath] = None,
    ) -> None:
        """Takes the place of the plans, which this object closes.

        ``clock`` gives milliseconds since the Unix epoch, the system's by default; ``access`` says
        who may reach which task, everyone by default; ``component`` is the engine's file;
        ``lease_wait_ms`` is how long a write waits for a held task before it fails with ``busy``.
        ``clock`` and ``access`` must not call this object. ``trace`` is the file in which every call is
        recorded, for :func:`planmark.replay`; without it ``PLANMARK_TRACE`` of the environment names one.
        It holds the text of plans.
        """
        for name, function in (("clock", clock), ("access", access)):
            if function is not None and not callable(function):
                raise invalid_argument(f'"{name}" must be a function')
        if not isinstance(lease_wait_ms, (int, float)) or not lease_wait_ms >= 0:
            raise invalid_argument('"lease_wait_ms" must be a number that is not negative')
        if limits is not None and not isinstance(limits, Limits):
            raise invalid_argument('"limits" must be a Limits')
        if not callable(getattr(store, "begin", None)):
            raise invalid_argument('"store" must be a store')
        self._runtime = Runtime(
            compiled.find(component), _EXPORTS, limits or Limits(), tracing.named(trace)
        )
        self._calls = Calls(
            self._runtime, store, clock or _system_ms, access or _everyone, lease_wait_ms / 1000
        )
        #: Saved plans and the tasks in them, per session.
        self.tracker = Tracker(self._calls)
        #: What an agent does next, and how a session that has lost it is brought back.
        self.runtime = ContinueRuntime(self._calls, self._runtime)
        #: The pure functions: they touch no store.
        self.preview = Preview(self._runtime)

    def close(self) -> None:
        """Lets go of the store; every later call that needs it fails with ``closed``."""
        self._calls.close()

    def __enter__(self) -> Planmark:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def create(self, context: Context, request: WriteRequest) -> Written:
        """Creates the task's plan, or replaces the one there is."""
        return cast(Written, self._calls.write("documents", "create", (context, request)))

    def update(self, context: Context, request: WriteRequest) -> Written:
        """Replaces the plan, or appends to it: the stored text without its trailing white space, two
        LF, the fragment without its leading blank lines (D3)."""
        return cast(Written, self._calls.write("documents", "update", (context, request)))

    def edit(self, context: Context, request: EditRequest) -> Written:
        """Replaces the one place where a text stands (D10)."""
        return cast(Written, self._calls.write("documents", "edit", (context, request)))

    def save(self, context: Context, request: SaveRequest) -> Written:
        """Stores the whole text that an editor holds, creating the plan where there is none (D12)."""
        return cast(Written, self._calls.write("documents", "save", (context, request)))

    def restore(self, context: Context, request: RestoreRequest) -> Written:
        """Brings an earlier text and its title back as a new revision."""
        return cast(Written, self._calls.write("documents", "restore", (context, request)))

    def delete(self, context: Context, request: DeleteRequest) -> Deleted:
        """Deletes the plan and keeps its history."""
        return cast(Deleted, self._calls.write("documents", "delete", (context, request)))

    def read(self, caller: Author, task: str) -> Plan:
        """Reads the plan."""
        return cast(Plan, self._calls.read("documents", "read", (caller, task)))

    def list(self, caller: Author, from_: str, limit: int) -> PlanPage:
        """Lists the plans from task id ``from_`` on, looking at ``limit`` tasks (1 to 200)."""
        return cast(PlanPage, self._calls.read("documents", "list", (caller, from_, limit)))

    def revisions(self, caller: Author, task: str, before: Optional[int], limit: int) -> RevisionPage:
        """Lists the revisions before number ``before`` (None: from the latest), at most ``limit`` (1
        to 200)."""
        return cast(RevisionPage, self._calls.read("documents", "revisions", (caller, task, before, limit)))

    def steps(self, caller: Author, task: str, revision: int, from_: int, limit: int) -> StepPage:
        """Lists the writes from position ``from_`` on that one revision covers, at most ``limit`` (1
        to 200)."""
        return cast(StepPage, self._calls.read("documents", "steps", (caller, task, revision, from_, limit)))

    def read_past(self, caller: Author, task: str, point: Point) -> Past:
        """Reads a text of the past."""
        return cast(Past, self._calls.read("documents", "read-past", (caller, task, point)))

    def tools(self, offer: Offer = Offer()) -> Tuple[Tool, ...]:
        """Lists the tools of an offer, for a harness to register."""
        return cast(Tuple[Tool, ...], self._runtime.pure("agent-tools", "list", (offer,)))

    def tool_instructions(self, offer: Offer = Offer()) -> str:
        """What a harness shows a model about these tools as a whole."""
        return cast(str, self._runtime.pure("agent-tools", "instructions", (offer,)))

    def tool_prompts(self, offer: Offer = Offer()) -> Tuple[Prompt, ...]:
        """Lists the prompts of an offer, for a person to choose from."""
        return cast(Tuple[Prompt, ...], self._runtime.pure("agent-tools", "prompts", (offer,)))

    def tool_prompt(self, offer: Offer, name: str, argument: Optional[str] = None) -> str:
        """What an agent is asked to do when a person chooses a prompt; ``argument`` is the value of its
        argument."""
        return cast(str, self._runtime.pure("agent-tools", "ask", (offer, name, argument)))

    def call_tool(
        self, context: CallContext, name: str, arguments: Union[str, Mapping[str, Any]]
    ) -> ToolAnswer:
        """Runs a tool with what the agent sent: an object, or the JSON of one. :meth:`tool_refusal` makes
        the agent's answer of an error that this raises."""
        if isinstance(arguments, Mapping):
            try:
                arguments = json.dumps(arguments)
            except (TypeError, ValueError) as error:
                raise invalid_argument(f'"arguments" has no form in JSON: {error}') from None
        return self._call_tool(context, name, arguments)

    def tool_refusal(self, offer: Offer, error: PlanmarkError) -> ToolAnswer:
        """The answer that tells an agent of an error, whichever it is."""
        return self._refuse_tool(offer, as_failure(error))

    def describe(self) -> Description:
        """Describes the engine."""
        return cast(Description, self._runtime.pure("info", "describe", ()))

    def _call_tool(self, context: CallContext, name: str, arguments: str) -> ToolAnswer:
        values = (context, name, arguments)
        return cast(ToolAnswer, self._calls.write("agent-tools", "call", values, _claim))

    def _refuse_tool(self, offer: Offer, failure: Failure) -> ToolAnswer:
        return cast(ToolAnswer, self._runtime.pure("agent-tools", "refusal", (offer, failure)))


def _claim(answer: ToolAnswer) -> Claim:
    # Where nothing changed, the answer alone may be stored, to be given again.
    return "written" if answer.changed else "either"


def _system_ms() -> int:
    return time.time_ns() // 1_000_000


def _everyone(_caller: Author, _task: str, _reach: str) -> bool:
    return True


_EXPORTS: dict[str, dict[str, Callable[..., Any]]] = {
    "documents": {
        "create": Planmark.create,
        "update": Planmark.update,
        "edit": Planmark.edit,
        "save": Planmark.save,
        "restore": Planmark.restore,
        "delete": Planmark.delete,
        "read": Planmark.read,
        "list": Planmark.list,
        "revisions": Planmark.revisions,
        "steps": Planmark.steps,
        "read-past": Planmark.read_past,
    },
    "tracker": tracking.EXPORTS,
    "runtime": continuing.EXPORTS,
    "agent-tools": {
        "list": Planmark.tools,
        "prompts": Planmark.tool_prompts,
        "ask": Planmark.tool_prompt,
        "instructions": Planmark.tool_instructions,
        "call": Planmark._call_tool,
        "refusal": Planmark._refuse_tool,
    },
    "preview": pure.EXPORTS,
    "info": {"describe": Planmark.describe},
}
