"""Roots, what they serve and how a client is brought back: the records of ``wit/roots.wit`` in Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple, Union


@dataclass(frozen=True, slots=True)
class RootKey:
    """What names a root on a branch."""

    #: The id of its closure, of the form of a plan id.
    closure: str
    #: Which run of that closure, from 1.
    generation: int


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a root is, whole. Nothing in it changes while the root lives."""

    #: What names it.
    key: RootKey
    #: What it works on, as its owner names it: 1 to 512 characters without control characters.
    target: str
    #: The saved plan whose tasks it serves; none for a root of obligations alone.
    plan: Optional[str]
    #: Who keeps the state it is judged by: 1 to 128 characters without control characters.
    authority: str


@dataclass(frozen=True, slots=True)
class Schemas:
    """The digests of what a client is shown and held to: SHA-256, 64 hex digits each."""

    #: Of the guard line's words.
    guard: str
    #: Of the words of a denial.
    hook: str
    #: Of the words and fields of the re-entry payload.
    payload: str
    #: Of the calls that directives ask for.
    directive: str
    #: Of the fields of a receipt.
    receipt: str


@dataclass(frozen=True, slots=True)
class Admission:
    """What is admitted."""

    #: Who it is.
    identity: Identity
    #: The paths it owns beside the body of its plan, as globs relative to the project's folder: ``*``,
    #: ``**``, ``?``, ``[…]``, ``{…,…}``. At most 64, each of 1 to 512 characters.
    owned: Tuple[str, ...]
    #: What is in force for it; none for a root that was never made for this engine.
    schemas: Optional[Schemas]

Verdict = Literal[
    "engine-driven",
    "legacy",
    "pre-cutover",
    "rolled-back",
    "stale",
    "ambiguous",
]
"""Whether the engine drives a root. Fixed when it is admitted; only a second admission of the same closure
and generation changes it, to ``ambiguous``. ``engine-driven``: the engine drives it: it serves, denies,
asks for transports; ``legacy``: it was admitted without schemas; ``pre-cutover``: it was admitted before
the cutover; ``rolled-back``: it was admitted after the cutover was rolled back; ``stale``: it was admitted
with schemas of no catalog that this engine knows; ``ambiguous``: the branch holds another admission of its
closure and generation."""


@dataclass(frozen=True, slots=True)
class RootItem:
    """An obligation, or a reason why a root is blocked."""

    #: The root.
    root: RootKey
    #: Its id, of the form of a plan id.
    id: str
    #: What it is: 1 to 1,024 characters without control characters.
    text: str


@dataclass(frozen=True, slots=True)
class RootItemKey:
    """What names an item."""

    #: The root.
    root: RootKey
    #: Its id.
    id: str

Trigger = Literal["prompt", "loop-tick", "restored"]
"""What a turn began with. ``prompt``: a person, or something the engine doesn't know; ``loop-tick``: a tick
of the loop that a directive asked for; ``restored``: the client began, resumed or compacted the session."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The call that a directive asked for, until its result is known."""

    #: The root.
    root: RootKey
    #: What it is for: never ``keep`` or ``unavailable``.
    action: TransportAction
    #: The tool.
    tool: str
    #: SHA-256 of its arguments as canonical JSON, 64 hex digits.
    arguments_digest: str


@dataclass(frozen=True, slots=True)
class Called:
    """The result of a call that a directive asked for."""

    #: The root.
    root: RootKey
    #: What it was for.
    action: TransportAction
    #: What the client calls the transport, where it said so: 1 to 128 characters.
    handle: Optional[str]


@dataclass(frozen=True, slots=True)
class Served:
    """That a task was served."""

    #: The root.
    root: RootKey
    #: The task's id; ``closeout`` for the closeout.
    task: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """That a root is finished: sealed by the engine alone, when every task is done and every obligation
    discharged."""

    #: Who is finished.
    identity: Identity
    #: SHA-256 over the admission, the plan's id, its body and its queue.
    authoritative_digest: str
    #: SHA-256 over the plan's generation, its ticks, the obligations and the blocks.
    execution_digest: str
    #: SHA-256 over the three before.
    digest: str


@dataclass(frozen=True, slots=True)
class RootEvent:
    """What an entry of a session says about roots."""

    #: ``cutover``: roots that are admitted from here on can be driven by the engine; ``rollback``: roots
    #: that are admitted from here on can't. Those before keep what they are; ``admit``: admits a root, and
    #: fixes its verdict; ``obligation``: gives a root something to discharge before it can be finished;
    #: ``discharge``: discharges it; ``block``: blocks a root: it serves nothing until it is unblocked;
    #: ``unblock``: takes a block away; ``turn``: begins a turn: what was served in the last one no longer
    #: covers anything; ``serve``: a task was served; ``ask``: a directive asked for a call; ``call``: its
    #: result; ``continue``: the one continuation of this turn was given; ``seal``: a root is finished.
    case: Literal[
        "cutover",
        "rollback",
        "admit",
        "obligation",
        "discharge",
        "block",
        "unblock",
        "turn",
        "serve",
        "ask",
        "call",
        "continue",
        "seal",
    ]
    #: What the case holds; None where it holds nothing.
    value: Union[Admitted, RootItem, RootItemKey, Trigger, Served, Asked, Called, Receipt, None] = None


@dataclass(frozen=True, slots=True)
class Admitted:
    """An admission and its verdict."""

    #: What is admitted.
    admission: Admission
    #: The verdict as it was when it was admitted.
    verdict: Verdict

RootStanding = Literal[
    "not-activated",
    "open",
    "closing",
    "ready",
    "sealed",
    "blocked",
    "closed-elsewhere",
    "other-plan",
    "edited",
    "unreadable",
    "nothing-to-do",
]
"""What became of the work of a root. ``not-activated``: the engine doesn't drive it; ``open``: a task is
open; ``closing``: every task is done, and an obligation is open; ``ready``: nothing is open: the next read
seals it; ``sealed``: it is finished, and its receipt is valid; ``blocked``: it is blocked;
``closed-elsewhere``: its plan is off the branch, or a later generation of its closure was admitted;
``other-plan``: another plan is the active one; ``edited``: the body of its plan outlines other tasks than
its queue has; ``unreadable``: the body of its plan is gone, or can't be read; ``nothing-to-do``: it has
nothing that could be finished: a plan without tasks, or neither plan nor obligation."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """An obligation as it stands."""

    #: Its id.
    id: str
    #: What it is.
    text: str
    #: Whether it is discharged.
    discharged: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A block in force."""

    #: Its id.
    id: str
    #: Why.
    text: str


@dataclass(frozen=True, slots=True)
class Root:
    """A root as it stands."""

    #: What was admitted.
    admission: Admission
    #: Whether the engine drives it.
    verdict: Verdict
    #: What became of its work.
    standing: RootStanding
    #: In the order in which they were given.
    obligations: Tuple[Obligation, ...]
    #: In the order in which they were given.
    blocks: Tuple[Block, ...]
    #: From its first serve to its receipt: its paths are guarded.
    live: bool
    #: The task that was served in this turn.
    covered: Optional[str]
    #: What a directive asked for and has no result yet.
    asked: Optional[Asked]
    #: What the client calls the transport that was installed, where it is known.
    handle: Optional[str]
    #: Its receipt, valid or not.
    receipt: Optional[Receipt]

TaskKind = Literal["task", "closeout"]
"""What kind of task is served. ``task``: a task of the plan; ``closeout``: what is left when every task is
done: the open obligations."""


@dataclass(frozen=True, slots=True)
class ServedTask:
    """A task as it is served: ``text`` is what an agent gets, unchanged."""

    #: What it is.
    kind: TaskKind
    #: Its id; ``closeout`` for the closeout.
    id: str
    #: Its title; empty for the closeout.
    title: str
    #: Its place in the queue, from 1; one more than the tasks there are for the closeout.
    number: int
    #: The text.
    text: str
    #: SHA-256 of it, 64 hex digits.
    digest: str


@dataclass(frozen=True, slots=True)
class Active:
    """What is to be done now."""

    #: Whose work it is.
    identity: Identity
    #: SHA-256 over the admission, the plan's id, its body and its queue.
    authoritative_digest: str
    #: SHA-256 over the plan's generation, its ticks, the obligations and the blocks.
    execution_digest: str
    #: The task to do.
    current_task: ServedTask
    #: The one after it, to be seen and not to be begun.
    next_upcoming_task: Optional[ServedTask]


@dataclass(frozen=True, slots=True)
class Completed:
    """That nothing is left to be done."""

    #: The sealed receipt, with the identity in it.
    receipt: Receipt
    #: The report, to be relayed unchanged.
    completed_report: str
    #: SHA-256 of it, 64 hex digits.
    digest: str

RetryReason = Literal[
    "unknown-root",
    "mismatched",
    "not-activated",
    "blocked",
    "closed-elsewhere",
    "other-plan",
    "edited",
    "unreadable",
    "nothing-to-do",
    "changing",
]
"""Why a read serves nothing. ``unknown-root``: the branch holds no such root; ``mismatched``: the arguments
name another identity than the root has; ``not-activated``: the engine doesn't drive the root; ``blocked``:
the root is blocked; ``closed-elsewhere``: the root was closed elsewhere; ``other-plan``: another plan is
the active one; ``edited``: the body of its plan outlines other tasks than its queue has; ``unreadable``:
the body of its plan is gone, or can't be read; ``nothing-to-do``: the root has nothing that could be
finished; ``changing``: what is stored changed under the read, three times, or can't be read now."""


@dataclass(frozen=True, slots=True)
class Retry:
    """That nothing is served now. No task, no change, no second read in this turn; the transport stays."""

    #: Whose work it is, where that is known.
    identity: Optional[Identity]
    #: Why.
    reason: RetryReason
    #: Why, as a sentence.
    message: str


@dataclass(frozen=True, slots=True)
class View:
    """What a continue read answers."""

    #: ``active``: there is something to do; ``completed``: there is nothing left to do; ``retry-later``:
    #: nothing is served now.
    case: Literal[
        "active",
        "completed",
        "retry-later",
    ]
    #: What the case holds.
    value: Union[Active, Completed, Retry]


@dataclass(frozen=True, slots=True)
class ReadArguments:
    """The arguments of a continue read. There are no others, and no others are accepted."""

    #: Which root.
    key: RootKey
    #: SHA-256 of its identity as canonical JSON, 64 hex digits.
    identity_digest: str


@dataclass(frozen=True, slots=True)
class ReentryPayload:
    """What a transport carries: one call, and no plan state. It depends on the identity alone."""

    #: 1.
    protocol_version: int
    #: What the root works on.
    domain_target_ref: str
    #: Its plan.
    plan_id: Optional[str]
    #: Its closure.
    closure_id: str
    #: Its generation.
    generation: int
    #: Who keeps its state.
    state_authority: str
    #: The catalog that the words are from.
    prompt_catalog_id: str
    #: What the transport says, at most 4,000 characters.
    prompt: str
    #: The tool to call, as it is registered.
    read_tool: str
    #: Its arguments as canonical JSON.
    read_arguments: str
    #: ``ContinueRuntimeView``.
    accepted_report_schema: str
    #: SHA-256 over all of the above as canonical JSON, 64 hex digits.
    payload_digest: str

Client = Literal[
    "claude-code",
    "codex",
    "cursor",
    "opencode",
    "gemini",
    "copilot",
    "vscode",
    "pi",
    "other",
]
"""A program that runs agents. ``claude-code``: anthropic's Claude Code; ``codex``: openAI's Codex;
``cursor``: cursor; ``opencode``: openCode; ``gemini``: google's Gemini CLI; ``copilot``: gitHub's Copilot
CLI; ``vscode``: visual Studio Code; ``pi``: pi; ``other``: another one."""

Transport = Literal["goal", "loop-tick", "floor"]
"""How a client is brought back without a person. ``goal``: a goal that the client pursues turn after turn;
``loop-tick``: a loop that ticks by time; ``floor``: none of the client's own: the guard line and the
hooks."""

Lifecycle = Literal[
    "absent",
    "owned",
    "paused",
    "stale",
    "foreign",
]
"""What a client shows of the transport. ``absent``: there is none; ``owned``: it is the one that this root's
payload installs, and it runs; ``paused``: the same, and it is paused; ``stale``: it is one of this engine,
of another root or generation; ``foreign``: it is somebody else's. It is never touched."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What a client shows, as its own tools answer it."""

    #: The transport's state.
    lifecycle: Lifecycle
    #: What the client calls it, where it is owned or paused.
    handle: Optional[str]

TransportAction = Literal[
    "install",
    "keep",
    "complete",
    "stop",
    "unavailable",
]
"""What is to become of a transport. ``install``: make it, by the call; ``keep``: leave it as it is. No call;
``complete``: say that its goal is reached, by the call. Needs a valid receipt; ``stop``: end its loop, by
the call. Needs a valid receipt; ``unavailable``: there is none that may be made or ended: the guard line
and the hooks remain. No call."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a client's tool, to be made once, with these arguments and no others."""

    #: The tool.
    name: str
    #: Its arguments as canonical JSON.
    arguments: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a directive comes from."""

    #: ``planmark`` and the version of the engine.
    producer: str
    #: The catalog in force for the root.
    catalog: str
    #: The text in it.
    entry: str
    #: The version of that text.
    version: int
    #: The digest of the authoritative state it was made on; empty where there is none.
    authoritative_digest: str
    #: SHA-256 of ``text``, 64 hex digits.
    digest: str


@dataclass(frozen=True, slots=True)
class Directive:
    """What an agent is to do about its transport. There is nothing in it to interpret."""

    #: What.
    action: TransportAction
    #: The call, with ``install``, ``complete`` and ``stop``.
    call: Optional[ToolCall]
    #: The instruction, for the agent.
    text: str
    #: Where it comes from.
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a hook says about a call or a turn."""

    #: ``none``: nothing: the client does what it does without this engine; ``deny``: the call is denied,
    #: for this reason.
    case: Literal[
        "none",
        "deny",
    ]
    #: What the case holds; None where it holds nothing.
    value: Optional[str] = None


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """What a hook says at the end of a turn."""

    #: ``rest``: nothing; ``continue``: the turn goes on, with this text.
    case: Literal[
        "rest",
        "continue",
    ]
    #: What the case holds; None where it holds nothing.
    value: Optional[str] = None


@dataclass(frozen=True, slots=True)
class ReAnchor:
    """What a hook says when a session begins, is resumed, or was compacted."""

    #: ``none``: nothing; ``inject``: this text, for the agent's context.
    case: Literal[
        "none",
        "inject",
    ]
    #: What the case holds; None where it holds nothing.
    value: Optional[str] = None


@dataclass(frozen=True, slots=True)
class Seat:
    """Where an agent's client is, and how it calls the tools that texts name."""

    #: The client.
    client: Client
    #: ``continue_runtime_read`` as it is registered with the agent.
    read_tool: str
    #: ``tick_plan_task`` as it is registered with the agent.
    tick_tool: str


@dataclass(frozen=True, slots=True)
class FileChange:
    """One change of a file that a tool is about to make."""

    #: The path as the tool was given it: absolute, or relative to ``folder``; ``/`` or ``\``.
    path: str
    #: The folder the tool runs in, absolute.
    folder: str
    #: The project's folder, absolute: what globs are relative to.
    project: str
    #: Whether the file system takes names that differ in case as one.
    fold_case: bool


@dataclass(frozen=True, slots=True)
class ClientCall:
    """A call of a tool that a client is about to make."""

    #: The tool as the client names it.
    name: str
    #: Its arguments, as JSON.
    arguments: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a turn ends."""

    #: What the client shows of the transport; none where it doesn't say.
    observation: Optional[Observation]
    #: Whether the client says that it was already kept from stopping.
    already_continued: bool
