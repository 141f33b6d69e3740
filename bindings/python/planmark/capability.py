"""What a host supplies: the records and limits of the imported interfaces in Python.

``wit/locking.wit``, ``wit/storage.wit``, ``wit/bodies.wit`` and ``wit/access.wit`` state what each
function must do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple

KEY_MAX_BYTES = 512
"""Most bytes of a cell's key."""
CELL_MAX_BYTES = 1 << 20
"""Most bytes of a cell's value."""
ANSWER_MAX_BYTES = 1 << 20
"""Most bytes of keys and values in one answer, unless one cell alone is larger."""
COMMIT_MAX_MUTATIONS = 64
"""Most mutations of one commit."""
PAGE_MAX_ENTRIES = 1_000
"""Most cells, ids or bodies one page can be asked for."""
LEASE_WAIT_MS = 5_000
"""How long a call waits for a held scope, in milliseconds."""
BODY_MAX_BYTES = 262_144
"""Most bytes of a saved plan body (D20)."""

ScopeKind = Literal["task", "session"]
"""What a scope guards."""

Reach = Literal["read", "write"]
"""What a caller wants with a task."""

CapabilityCode = Literal[
    "busy",
    "conflict",
    "lease-ended",
    "exists",
    "invalid",
    "too-large",
    "not-text",
    "full",
    "denied",
    "corrupt",
    "newer-format",
    "unavailable",
    "outcome-unknown",
    "other",
]
"""Why a host could not do what an import asks; ``wit/types.wit`` documents each code."""


class CapabilityRefused(Exception):
    """What a store or an access rule raises to say that it can't do what is asked.

    The engine decides on the code. The message is for the host's own log: it may name paths, and
    the engine never repeats it.
    """

    def __init__(self, code: CapabilityCode, message: str) -> None:
        super().__init__(message)
        self.code: CapabilityCode = code
        self.message = message


@dataclass(frozen=True, slots=True)
class CapabilityFailure:
    """A :class:`CapabilityRefused` as it crosses the boundary."""

    code: CapabilityCode
    message: str


@dataclass(frozen=True, slots=True)
class Scope:
    """The unit of locking, and of one commit."""

    kind: ScopeKind
    #: A task id or a session id.
    id: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One stored cell."""

    key: str
    value: str
    #: From a counter of the store; never used twice for one key. Starts at 1.
    version: int


@dataclass(frozen=True, slots=True)
class Lookup:
    """The answer of ``get``."""

    cell: Optional[Cell]


@dataclass(frozen=True, slots=True)
class Page:
    """Cells in key order."""

    cells: Tuple[Cell, ...]
    #: The first key left out. None at the end.
    next: Optional[str]


@dataclass(frozen=True, slots=True)
class ScopePage:
    """Scope ids in byte order."""

    ids: Tuple[str, ...]
    #: The first id left out. None at the end.
    next: Optional[str]


@dataclass(frozen=True, slots=True)
class Action:
    """What a mutation does."""

    case: Literal["put", "remove", "check"]
    #: What ``put`` stores; None otherwise.
    value: Optional[str] = None


@dataclass(frozen=True, slots=True)
class Mutation:
    """One part of a commit."""

    key: str
    #: The version the cell must have; None when it must be absent.
    expected: Optional[int]
    action: Action


@dataclass(frozen=True, slots=True)
class Place:
    """Where a body is."""

    #: The path a person can open, where there is one.
    path: Optional[str]


@dataclass(frozen=True, slots=True)
class Body:
    """A saved plan body."""

    text: str
    #: The path a person can open, where there is one.
    path: Optional[str]


@dataclass(frozen=True, slots=True)
class BodyLookup:
    """The answer of ``read``."""

    body: Optional[Body]


@dataclass(frozen=True, slots=True)
class BodyEntry:
    """One line of a listing of bodies."""

    plan: str
    #: Size in bytes.
    bytes: int
    #: Milliseconds since the last change; 0 when the clock stepped back.
    age_ms: int


@dataclass(frozen=True, slots=True)
class BodyPage:
    """Bodies in byte order of plan ids."""

    entries: Tuple[BodyEntry, ...]
    #: The first plan id left out. None at the end.
    next: Optional[str]
