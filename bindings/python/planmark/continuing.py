"""The continue runtime: what an agent does next, and how a session that has lost it is brought back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Literal, Optional, Tuple, Union, cast

from .calls import Calls, Claim
from .roots import (
    Admission,
    Client,
    ClientCall,
    Directive,
    Ending,
    FileChange,
    Observation,
    Opinion,
    ReAnchor,
    ReadArguments,
    Receipt,
    ReentryPayload,
    Root,
    RootItem,
    RootItemKey,
    RootKey,
    Schemas,
    Seat,
    Transport,
    Trigger,
    TurnEnd,
    View,
)
from .runtime import Runtime
from .tracker import SessionContext


@dataclass(frozen=True, slots=True)
class RootChanged:
    """The answer of a change of a root."""

    #: The root as it is now.
    root: Root
    #: Whether anything changed.
    changed: bool
    #: Whether this is the stored answer of a request that was made before.
    replayed: bool


@dataclass(frozen=True, slots=True)
class CutoverSet:
    """The answer of a cutover or rollback."""

    #: Whether roots that are admitted now can be driven by the engine.
    driving: bool
    #: Whether anything changed.
    changed: bool
    #: Whether this is the stored answer of a request that was made before.
    replayed: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """The answer of a continue read."""

    #: What is the case.
    view: View
    #: What to do about the transport; none where the engine doesn't drive the root.
    directive: Optional[Directive]
    #: Whether anything was recorded: what is served, what is asked for, a receipt.
    changed: bool


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The answer of a reconciliation."""

    #: What is to become of the transport.
    directive: Directive
    #: Whether anything was recorded: what it asks for.
    changed: bool


@dataclass(frozen=True, slots=True)
class Signs:
    """What is known about which client runs."""

    #: Variables of the environment.
    environment: Tuple[Tuple[str, str], ...]
    #: The name by which a client introduced itself to the MCP server.
    client_name: Optional[str] = None
    #: What is configured.
    configured: Optional[str] = None
    #: What the agent answered to the question.
    answer: Optional[str] = None


Source = Literal["environment", "configuration", "answer", "none"]
"""What settled which client runs. ``environment``: the environment, or how it introduced itself;
``configuration``: the configuration; ``answer``: the agent's answer; ``none``: nothing: the question is to
be asked."""


@dataclass(frozen=True, slots=True)
class Identified:
    """Which client runs."""

    #: The client; ``other`` where nothing settled it.
    client: Client
    #: What settled it.
    source: Source
    #: The question to ask, where nothing settled it.
    question: Optional[str]


@dataclass(frozen=True, slots=True)
class ClientLine:
    """How a client is served."""

    #: The client.
    client: Client
    #: Its name for people.
    name: str
    #: How it is brought back.
    transport: Transport
    #: Why, as a sentence.
    reason: str


@dataclass(frozen=True, slots=True)
class Assembly:
    """A text that a guard line may stand in."""

    #: Its path, with ``/``, relative to what the selectors are relative to.
    path: str
    #: The text.
    text: str


GuardFault = Literal["missing", "diverged", "repeated", "copied", "selects-nothing"]
"""What is wrong with the guard line in a text. ``missing``: a selected text without the line; ``diverged``:
the line with other bytes; ``repeated``: the line more than once; ``copied``: the line, or its words, in a
text that is not selected; ``selects-nothing``: a selector that selects no text."""


@dataclass(frozen=True, slots=True)
class GuardFinding:
    """One finding of the lint."""

    #: The path, or the selector with ``selects-nothing``.
    path: str
    #: The line, from 1; 0 where there is none.
    line: int
    #: What is wrong.
    fault: GuardFault
    #: The same, as a sentence.
    message: str


class ContinueRuntime:
    """The functions of ``wit/runtime.wit``, which lists the codes of each in their order. What a call changed
    is durable when it returns."""

    def __init__(self, calls: Calls, runtime: Runtime) -> None:
        self._calls = calls
        self._runtime = runtime

    def cutover(self, context: SessionContext) -> CutoverSet:
        """Lets roots that are admitted from here on be driven by the engine."""
        return cast(CutoverSet, self._change("cutover", context))

    def rollback(self, context: SessionContext) -> CutoverSet:
        """Takes that back, for roots that are admitted from here on. Failures: as ``cutover``."""
        return cast(CutoverSet, self._change("rollback", context))

    def admit(self, context: SessionContext, admission: Admission) -> RootChanged:
        """Admits a root. The same admission again changes nothing."""
        return cast(RootChanged, self._change("admit", context, admission))

    def obligation(self, context: SessionContext, item: RootItem) -> RootChanged:
        """Gives a root something to discharge. The same again changes nothing."""
        return cast(RootChanged, self._change("obligation", context, item))

    def discharge(self, context: SessionContext, item: RootItemKey) -> RootChanged:
        """Discharges an obligation. Failures: as ``obligation``, with ``root-not-found`` for an obligation
        that the root has not."""
        return cast(RootChanged, self._change("discharge", context, item))

    def block(self, context: SessionContext, item: RootItem) -> RootChanged:
        """Blocks a root. Failures: as ``obligation``."""
        return cast(RootChanged, self._change("block", context, item))

    def unblock(self, context: SessionContext, item: RootItemKey) -> RootChanged:
        """Takes a block away. Failures: as ``discharge``."""
        return cast(RootChanged, self._change("unblock", context, item))

    def seal(self, context: SessionContext, root: RootKey) -> RootChanged:
        """Seals a root that is finished. Sealing again gives the same receipt."""
        return cast(RootChanged, self._change("seal", context, root))

    def roots(self, session: str) -> Tuple[Root, ...]:
        """The roots of a session, in the order of their admission."""
        return cast(Tuple[Root, ...], self._read("roots", session))

    def read(
        self,
        context: SessionContext,
        seat: Seat,
        arguments: ReadArguments,
        observation: Optional[Observation] = None,
    ) -> Reading:
        """Says what to do next: the one read of a turn or tick. It records what it serves, and seals a root
        that is ready; an answer of ``retry-later`` changes nothing. ``observation`` is what the client
        shows of its transport, where the host knows."""
        values = (context, seat, arguments, observation)
        return cast(Reading, self._record("read", lambda answer: answer.changed, *values))

    def current_schemas(self) -> Schemas:
        """The schemas in force in this engine, for an admission."""
        return cast(Schemas, self._pure("current-schemas"))

    def payload(self, session: str, root: RootKey, seat: Seat) -> ReentryPayload:
        """What a transport of a root carries."""
        return cast(ReentryPayload, self._read("payload", session, root, seat))

    def observe(self, session: str, root: RootKey, seat: Seat, listing: str) -> Observation:
        """Says what a client shows of the transport, from the JSON that its own tool answered (Codex:
        ``get_goal``; Claude Code: ``CronList``, or the jobs in a hook's input)."""
        return cast(Observation, self._read("observe", session, root, seat, listing))

    def reconcile(
        self, context: SessionContext, root: RootKey, seat: Seat, observation: Observation
    ) -> Reconciled:
        """Says what is to become of the transport, given what the client shows, and records what it asks for."""
        values = (context, root, seat, observation)
        return cast(Reconciled, self._record("reconcile", lambda answer: answer.changed, *values))

    def validate(self, session: str, receipt: Receipt) -> bool:
        """Whether a receipt is one that this engine sealed for that root, and resolves to its state as it is
        now."""
        return cast(bool, self._read("validate", session, receipt))

    def guard_line(self, session: str, read_tool: str) -> Optional[str]:
        """The guard line of the root in force: the latest one that the engine drives. None without one."""
        return cast(Optional[str], self._read("guard-line", session, read_tool))

    def guard_lint(
        self, line: str, selectors: Tuple[str, ...], assemblies: Tuple[Assembly, ...]
    ) -> Tuple[GuardFinding, ...]:
        """Checks the guard line in texts: it must stand in each that a selector selects, once, byte for byte,
        and in no other. Selectors are globs."""
        return cast(Tuple[GuardFinding, ...], self._pure("guard-lint", line, selectors, assemblies))

    def turn_begins(self, context: SessionContext, trigger: Trigger) -> bool:
        """A turn begins. Says whether that was recorded: a session without a root that the engine drives is
        not touched."""
        return cast(bool, self._record("turn-begins", lambda answer: answer, context, trigger))

    def trigger_of(self, session: str, read_tool: str, prompt: str) -> Trigger:
        """Says what began a turn, from its prompt."""
        return cast(Trigger, self._read("trigger-of", session, read_tool, prompt))

    def restored(self, session: str, read_tool: str) -> ReAnchor:
        """What to say when a session begins, is resumed or was compacted. Failures: as ``roots``."""
        return cast(ReAnchor, self._read("restored", session, read_tool))

    def before_change(self, session: str, read_tool: str, changes: Tuple[FileChange, ...]) -> Opinion:
        """Whether changes may be made. Failures: as ``roots``."""
        return cast(Opinion, self._read("before-change", session, read_tool, changes))

    def before_call(self, session: str, seat: Seat, call: ClientCall) -> Opinion:
        """Whether a call of one of the client's transport tools may be made. Failures: as ``roots``."""
        return cast(Opinion, self._read("before-call", session, seat, call))

    def after_call(self, context: SessionContext, seat: Seat, call: ClientCall, answer: str) -> bool:
        """Records the result of such a call. False where no directive asked for it, or the answer doesn't say
        that it was done."""
        return cast(bool, self._record("after-call", lambda answer: answer, context, seat, call, answer))

    def unreadable_input(self, session: str, read_tool: str) -> Opinion:
        """What to say to a hook whose input can't be read. Failures: as ``roots``."""
        return cast(Opinion, self._read("unreadable-input", session, read_tool))

    def turn_ends(self, context: SessionContext, seat: Seat, ending: Ending) -> TurnEnd:
        """Whether a turn that ends goes on; recorded, so that it does so once."""
        values = (context, seat, ending)
        return cast(TurnEnd, self._record("turn-ends", lambda answer: answer.case == "continue", *values))

    def identify(self, signs: Signs) -> Identified:
        """Says which client runs: the environment first, then the configuration, then the answer to a fixed
        question."""
        return cast(Identified, self._pure("identify", signs))

    def clients(self) -> Tuple[ClientLine, ...]:
        """How each client is served."""
        return cast(Tuple[ClientLine, ...], self._pure("clients"))

    def _read(self, name: str, *arguments: Any) -> Any:
        return self._calls.read("runtime", name, arguments)

    def _pure(self, name: str, *arguments: Any) -> Any:
        return self._runtime.pure("runtime", name, arguments)

    def _change(self, name: str, context: SessionContext, *arguments: Any) -> Any:
        """Makes a call that a request may name: a stored answer changes nothing (D30)."""

        def claim(answer: Union[CutoverSet, RootChanged]) -> Claim:
            if answer.replayed:
                return "nothing-written"
            if answer.changed:
                return "written"
            return "nothing-written" if context.request is None else "either"

        return self._calls.write("runtime", name, (context, *arguments), claim)

    def _record(self, name: str, changed: Callable[[Any], bool], *arguments: Any) -> Any:
        """Makes a call whose answer says whether it recorded something."""

        def claim(answer: Any) -> Claim:
            return "written" if changed(answer) else "nothing-written"

        return self._calls.write("runtime", name, arguments, claim)


EXPORTS: Dict[str, Callable[..., Any]] = {
    "cutover": ContinueRuntime.cutover,
    "rollback": ContinueRuntime.rollback,
    "admit": ContinueRuntime.admit,
    "obligation": ContinueRuntime.obligation,
    "discharge": ContinueRuntime.discharge,
    "block": ContinueRuntime.block,
    "unblock": ContinueRuntime.unblock,
    "seal": ContinueRuntime.seal,
    "roots": ContinueRuntime.roots,
    "read": ContinueRuntime.read,
    "current-schemas": ContinueRuntime.current_schemas,
    "payload": ContinueRuntime.payload,
    "observe": ContinueRuntime.observe,
    "reconcile": ContinueRuntime.reconcile,
    "validate": ContinueRuntime.validate,
    "guard-line": ContinueRuntime.guard_line,
    "guard-lint": ContinueRuntime.guard_lint,
    "turn-begins": ContinueRuntime.turn_begins,
    "trigger-of": ContinueRuntime.trigger_of,
    "restored": ContinueRuntime.restored,
    "before-change": ContinueRuntime.before_change,
    "before-call": ContinueRuntime.before_call,
    "after-call": ContinueRuntime.after_call,
    "unreadable-input": ContinueRuntime.unreadable_input,
    "turn-ends": ContinueRuntime.turn_ends,
    "identify": ContinueRuntime.identify,
    "clients": ContinueRuntime.clients,
}
"""The functions by the names of ``wit/runtime.wit``."""
