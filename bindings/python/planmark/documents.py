"""What the document functions take and answer: the records of ``wit/documents.wit`` in Python.

Sizes are bytes of UTF-8 or code points, as the name says; times are milliseconds since the Unix
epoch. ``wit/documents.wit`` states each function's failures in their order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple

from .types import Author, Note


@dataclass(frozen=True, slots=True)
class Context:
    """Who calls, and what the host has configured."""

    #: The author of what is written, and the caller of the access rule.
    caller: Author
    #: How long a revision of the same author may be extended after its last update, in
    #: milliseconds. None means 300,000; zero or less never (D7).
    coalesce_window_ms: Optional[int] = None


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """A write of the agent path."""

    #: 1 to 256 printable ASCII characters without space (D14).
    task: str
    #: Empty keeps the stored title, or ``Plan`` when there is none (D9).
    title: str = ""
    #: The whole document, or with mode ``append`` the fragment to add. Empty is refused.
    content: str = ""
    #: ``replace``, ``append``, or empty for ``replace``; the engine refuses anything else.
    mode: str = ""
    #: The edit version the caller has seen. When given and stale, the write is refused (D10).
    expected_version: Optional[str] = None


@dataclass(frozen=True, slots=True)
class EditRequest:
    """An exact edit: one place, named by the text that stands there (D10)."""

    task: str
    #: The text to find: it must occur exactly once, overlapping occurrences counted.
    find: str = ""
    #: What takes its place, literally. May be empty.
    replacement: str = ""
    #: The edit version the caller has read. Required by the engine.
    expected_version: Optional[str] = None


@dataclass(frozen=True, slots=True)
class SaveRequest:
    """A write of the editor path: the caller holds the whole text (D12)."""

    task: str
    #: Empty keeps the stored title.
    title: str = ""
    #: The whole document. May be empty.
    content: str = ""
    #: The edit version the editor has loaded.
    expected_version: Optional[str] = None


@dataclass(frozen=True, slots=True)
class Point:
    """A name for a stored text: :meth:`revision` or :meth:`position`."""

    case: Literal["revision", "position"]
    value: int

    @classmethod
    def revision(cls, number: int) -> Point:
        """The text of that revision, counted from 1."""
        return cls("revision", number)

    @classmethod
    def position(cls, number: int) -> Point:
        """The text after that many writes, counted from 1: reaches what a coalesced write replaced."""
        return cls("position", number)


@dataclass(frozen=True, slots=True)
class RestoreRequest:
    """A restore of an earlier text. Its title comes with it."""

    #: The task. It must have a plan.
    task: str
    point: Point
    expected_version: Optional[str] = None


@dataclass(frozen=True, slots=True)
class DeleteRequest:
    """The deletion of a plan. Its revisions stay, and the next create continues them."""

    #: The task. It must have a plan.
    task: str
    expected_version: Optional[str] = None


EventKind = Literal["plan-created", "plan-updated", "plan-deleted", "revision-created", "revision-updated"]
"""What happened, for the host to publish (D11)."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event."""

    kind: EventKind
    task: str
    #: The latest revision after it.
    revision: int
    #: The edit version after it.
    version: str
    author: Author
    at_ms: int


@dataclass(frozen=True, slots=True)
class Truncation:
    """The report of a write that removed most of the text (D6)."""

    #: Code points of the text that was replaced: 2,000 or more.
    prior_chars: int
    #: Code points of the text that is stored now: fewer than half of ``prior_chars``.
    new_chars: int
    #: The revision that holds the text that was replaced.
    prior_revision: int
    #: The same as sentences, and what to do.
    warning: str


@dataclass(frozen=True, slots=True)
class Written:
    """The answer of a successful write."""

    task: str
    #: The stored title.
    title: str
    #: Size of the stored document in bytes of UTF-8.
    bytes: int
    #: Size of the stored document in code points.
    chars: int
    #: The revision that holds the text now.
    revision: int
    #: Whether that revision existed before and was extended.
    coalesced: bool
    #: The number of writes ever made to this plan, this one included.
    position: int
    #: The new edit version: opaque, never given twice.
    version: str
    #: Present only when the write removed most of the text on the agent path.
    truncation: Optional[Truncation]
    #: What the text's author should know.
    notes: Tuple[Note, ...]
    #: In order.
    events: Tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Deleted:
    """The answer of a deletion."""

    task: str
    #: The number of revisions that stay.
    revisions: int
    #: The new edit version.
    version: str
    #: In order.
    events: Tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan as it stands."""

    task: str
    title: str
    #: The text, byte for byte as stored.
    content: str
    bytes: int
    chars: int
    #: The latest revision. It holds this text.
    revision: int
    #: The number of writes ever made.
    position: int
    #: The edit version.
    version: str
    #: Who wrote last.
    author: Author
    created_at_ms: int
    updated_at_ms: int
    #: What the bytes don't show: an open fence, an open comment.
    notes: Tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class PlanSummary:
    """A plan without its text, as a listing shows it."""

    task: str
    title: str
    bytes: int
    #: The latest revision.
    revision: int
    updated_at_ms: int


@dataclass(frozen=True, slots=True)
class PlanPage:
    """One page of plans, in byte order of task ids."""

    #: Tasks out of the caller's reach, and deleted plans, are left out.
    plans: Tuple[PlanSummary, ...]
    #: The tasks, within the caller's reach, whose head is damaged, in the same order.
    unreadable: Tuple[str, ...]
    #: The ``from_`` that continues. None at the end. A page may be empty and still have one.
    next: Optional[str]


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision without its text."""

    #: From 1, without gaps (D8).
    number: int
    #: The writes it covers end here.
    position: int
    title: str
    bytes: int
    chars: int
    author: Author
    created_at_ms: int
    #: When it was last extended.
    updated_at_ms: int
    #: For a restore, what it brought back.
    restored: Optional[Point]


@dataclass(frozen=True, slots=True)
class RevisionPage:
    """One page of revisions, newest first."""

    revisions: Tuple[Revision, ...]
    #: Whether the task has a plan now; its revisions outlive it.
    present: bool
    #: The ``before`` that continues. None at the end.
    next: Optional[int]


@dataclass(frozen=True, slots=True)
class Step:
    """One write: what it changed, without the text."""

    #: Its number, from 1.
    position: int
    at_ms: int
    #: Where the change begins, in bytes.
    at: int
    #: Bytes removed there.
    removed: int
    #: Bytes inserted there.
    inserted: int


@dataclass(frozen=True, slots=True)
class StepPage:
    """One page of steps, in order."""

    steps: Tuple[Step, ...]
    #: The ``from_`` that continues. None at the end.
    next: Optional[int]


@dataclass(frozen=True, slots=True)
class Past:
    """A text of the past."""

    task: str
    #: Its title then.
    title: str
    content: str
    #: The number of writes that made it.
    position: int
    #: The revision that covers that position.
    revision: int
