"""Planmark keeps a coding agent's plan safe: the engine in this process, on a store of plans.

from planmark import Author, Context, MemoryStore, Planmark, WriteRequest

ada = Author("agent", "ada")
with Planmark(MemoryStore()) as planmark:
    planmark.create(Context(ada), WriteRequest("T-1", content="# Plan"))
    planmark.update(Context(ada), WriteRequest("T-1", content="## Step", mode="append"))
    print(planmark.read(ada, "T-1").content)
"""

from .capability import CapabilityRefused
from .documents import (
    Context,
    Deleted,
    DeleteRequest,
    EditRequest,
    Event,
    Past,
    Plan,
    PlanPage,
    PlanSummary,
    Point,
    RestoreRequest,
    Revision,
    RevisionPage,
    SaveRequest,
    Step,
    StepPage,
    Truncation,
    WriteRequest,
    Written,
)
from .errors import PlanmarkError
from .facade import Planmark
from .info import Description, EngineLimits, RenderedText
from .limits import Limits
from .preview import Composed
from .store.memory import MemoryStore
from .store.sqlite import SqliteStore
from .types import Author, Note

__all__ = [
    "Author",
    "CapabilityRefused",
    "Composed",
    "Context",
    "DeleteRequest",
    "Deleted",
    "Description",
    "EditRequest",
    "EngineLimits",
    "Event",
    "Limits",
    "MemoryStore",
    "Note",
    "Past",
    "Plan",
    "PlanPage",
    "PlanSummary",
    "Planmark",
    "PlanmarkError",
    "Point",
    "RenderedText",
    "RestoreRequest",
    "Revision",
    "RevisionPage",
    "SaveRequest",
    "SqliteStore",
    "Step",
    "StepPage",
    "Truncation",
    "WriteRequest",
    "Written",
]
