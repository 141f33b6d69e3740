"""What the pure functions answer: the records of ``wit/preview.wit`` in Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple, Union

from .ledger import Entry, EntryEvent, Resolved, SeedTask
from .roots import (
    Admission,
    Directive,
    RootEvent,
    RootItem,
    RootItemKey,
    RootKey,
    TurnEnd,
    View,
)


@dataclass(frozen=True, slots=True)
class Composed:
    """What an append would store."""

    text: str
    #: The text's size in bytes of UTF-8.
    bytes: int
    #: How many bytes of the stored text are kept: where the seam begins.
    kept: int
    #: Where the fragment's own text begins, in bytes: where the seam ends.
    fragment_at: int


@dataclass(frozen=True, slots=True)
class PlannedTick:
    """What a tick would do."""

    #: What the reference means.
    resolved: Resolved
    #: The plan's id.
    plan: str
    #: What to append to the log; none when the task is as asked already.
    event: Optional[EntryEvent]
    #: Tasks that are done after it.
    done: int
    #: Tasks of the queue.
    total: int
    #: The first task that is open after it.
    next: Optional[SeedTask]


@dataclass(frozen=True, slots=True)
class SavedBody:
    """A body of a plan, as a harness that keeps its own log has it."""

    #: The plan's id.
    plan: str
    #: The text as it is now.
    text: str


@dataclass(frozen=True, slots=True)
class SessionLog:
    """What a harness that keeps its own log has of a session. What is to be recorded comes back as events:
    the harness appends them to the branch, in order, before it uses the answer."""

    #: The branch, from its root on. Parents are not looked at.
    branch: Tuple[Entry, ...]
    #: The bodies of the plans of its roots, as they are now; one that can't be read is left out.
    bodies: Tuple[SavedBody, ...]


@dataclass(frozen=True, slots=True)
class RootRequest:
    """What may be asked of roots, as the functions of ``runtime`` with the same names."""

    #: ``cutover``: let roots that are admitted from here on be driven by the engine; ``rollback``: take
    #: that back, for roots that are admitted from here on; ``admit``: admit a root; ``obligation``: give a
    #: root something to discharge; ``discharge``: discharge it; ``block``: block a root; ``unblock``: take
    #: a block away; ``seal``: seal a root that is finished.
    case: Literal[
        "cutover",
        "rollback",
        "admit",
        "obligation",
        "discharge",
        "block",
        "unblock",
        "seal",
    ]
    #: What the case holds; None where it holds nothing.
    value: Union[Admission, RootItem, RootItemKey, RootKey, None] = None


@dataclass(frozen=True, slots=True)
class PlannedReading:
    """A continue read as it is decided."""

    #: What is the case.
    view: View
    #: What to do about the transport; none where the engine doesn't drive the root.
    directive: Optional[Directive]
    #: What to append to the log; nothing with ``retry-later``.
    events: Tuple[RootEvent, ...]


@dataclass(frozen=True, slots=True)
class PlannedDirective:
    """A directive, and what records it."""

    #: What is to become of the transport.
    directive: Directive
    #: What to append to the log.
    events: Tuple[RootEvent, ...]


@dataclass(frozen=True, slots=True)
class PlannedTurnEnd:
    """How a turn ends, and what records it."""

    #: Whether it goes on.
    turn_end: TurnEnd
    #: What to append to the log.
    events: Tuple[RootEvent, ...]
