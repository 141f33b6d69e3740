"""What the pure functions answer: the records of ``wit/preview.wit`` in Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .ledger import EntryEvent, Resolved, SeedTask


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
