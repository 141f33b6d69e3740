"""What the tracker takes and answers: the records of ``wit/tracker.wit`` in Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple

from .ledger import Entry, Mode, Outline, PlanLine, SeedTask
from .types import Author, Note


@dataclass(frozen=True, slots=True)
class SessionContext:
    """Who calls, and on which session."""

    #: Recorded with what is changed.
    caller: Author
    #: The session.
    session: str
    #: A UUID that names the request, where the caller may send it again: the stored answer comes back and
    #: nothing is changed. The same id with another request is refused with ``request-reused``, one that is no
    #: UUID with ``invalid-request-id``. Refusals are not stored.
    request: Optional[str] = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a session began."""

    #: The session it was forked from.
    session: str
    #: The entry that it follows; 0 is the empty root.
    entry: int


@dataclass(frozen=True, slots=True)
class Session:
    """A session."""

    #: Its id.
    session: str
    #: When it was made, in milliseconds since the Unix epoch.
    created_at_ms: int
    #: When its latest entry was made.
    updated_at_ms: int
    #: How many entries it has, those off the branch included.
    entries: int
    #: The entry at the end of its branch; 0 before the first.
    leaf: int
    #: Where it was forked, if it was.
    origin: Optional[Origin]
    #: Who else keeps its log; none when this store does.
    owner: Optional[str]
    #: What the agent is asked to do.
    mode: Mode
    #: The plans of its branch, in the order of their latest ``set``.
    plans: Tuple[PlanLine, ...]
    #: Entries that were skipped, and why.
    notes: Tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class SessionPage:
    """One page of sessions."""

    #: In byte order of their ids.
    sessions: Tuple[Session, ...]
    #: Sessions whose head can't be read.
    unreadable: Tuple[str, ...]
    #: The ``from`` that continues. None at the end.
    next: Optional[str]


@dataclass(frozen=True, slots=True)
class EntryPage:
    """One page of a branch."""

    #: From the leaf towards the root.
    entries: Tuple[Entry, ...]
    #: The session and entry that continue the listing. None at the root.
    next: Optional[Origin]


@dataclass(frozen=True, slots=True)
class Saved:
    """The answer of a save."""

    #: The plan's id.
    plan: str
    #: The path a person can open, where there is one.
    path: Optional[str]
    #: When, in milliseconds since the Unix epoch.
    saved_at_ms: int
    #: Size of the body in bytes.
    bytes: int
    #: Tasks of its queue.
    total: int
    #: The first one.
    next: Optional[SeedTask]
    #: What its author may have meant as a task and isn't one, in line order.
    notes: Tuple[Note, ...]
    #: Whether this is the stored answer of a request that was made before.
    replayed: bool


@dataclass(frozen=True, slots=True)
class Changed:
    """The answer of a change of the selection."""

    #: The plan it concerns.
    plan: str
    #: Whether anything changed: selecting the active plan changes nothing.
    changed: bool
    #: The plan that is active now.
    active: Optional[str]
    #: Whether this is the stored answer of a request that was made before.
    replayed: bool


@dataclass(frozen=True, slots=True)
class Ticked:
    """The answer of a tick or untick."""

    #: The plan's id.
    plan: str
    #: The task's id.
    id: str
    #: Its title.
    title: str
    #: Whether anything changed: a task that is done already is not ticked again.
    changed: bool
    #: With a tick, the ids of the earlier tasks that are open, in order.
    skipped: Tuple[str, ...]
    #: Tasks that are done now.
    done: int
    #: Tasks of the queue.
    total: int
    #: The first task that is open now.
    next: Optional[SeedTask]
    #: Whether this is the stored answer of a request that was made before.
    replayed: bool


@dataclass(frozen=True, slots=True)
class PlanView:
    """A saved plan as a person reads it."""

    #: The plan's id.
    plan: str
    #: Whether it is the active one.
    active: bool
    #: The path a person can open, where there is one.
    path: Optional[str]
    #: When it was saved, in milliseconds since the Unix epoch.
    saved_at_ms: int
    #: The body as it is now, edits by hand included.
    body: str
    #: What the body outlines now.
    outline: Outline
    #: How the body now differs from what was saved; empty when it doesn't in its tasks.
    notes: Tuple[Note, ...]


KeptReason = Literal["referenced", "recent"]
"""Why a body stays. ``referenced``: a branch of this session, or of one forked from it, holds its plan;
``recent``: it was cleared, or written without being saved, less than 30 days ago."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A body that stays."""

    #: The plan's id.
    plan: str
    #: Why.
    reason: KeptReason


@dataclass(frozen=True, slots=True)
class Collected:
    """The answer of a collection."""

    #: The plans whose bodies were removed, or would be.
    removed: Tuple[str, ...]
    #: The bodies that stay.
    kept: Tuple[Kept, ...]


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """A session as another program logged it, to be made one of this store."""

    #: Its entries, parents before children or not.
    entries: Tuple[Entry, ...]
    #: The end of its branch; none for the last entry.
    leaf: Optional[str]
    #: The bodies there are.
    bodies: Tuple[ImportBody, ...]


@dataclass(frozen=True, slots=True)
class ImportBody:
    """One body of an import."""

    #: The plan's id.
    plan: str
    #: The text.
    text: str


@dataclass(frozen=True, slots=True)
class ModeSet:
    """The answer of ``set-mode``."""

    #: The mode now.
    mode: Mode
    #: Whether anything changed.
    changed: bool
    #: Whether this is the stored answer of a request that was made before.
    replayed: bool
