"""Planmark keeps a coding agent's plan safe: the engine in this process, on a store of plans.

from planmark import Author, Context, MemoryStore, Planmark, WriteRequest

ada = Author("agent", "ada")
with Planmark(MemoryStore()) as planmark:
    planmark.create(Context(ada), WriteRequest("T-1", content="# Plan"))
    planmark.update(Context(ada), WriteRequest("T-1", content="## Step", mode="append"))
    print(planmark.read(ada, "T-1").content)
"""

from . import exceptions
from .capability import CapabilityRefused
from .continuing import ContinueRuntime
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
from .ids import fresh_plan, fresh_session
from .info import Description, EngineLimits, RenderedText
from .ledger import (
    Entry,
    EntryEvent,
    Mark,
    MarkerLine,
    Mode,
    Outline,
    PlanLine,
    PromptText,
    Queue,
    Reference,
    Resolved,
    Scenario,
    Seed,
    SeedTask,
    Standing,
    State,
    Task,
    TaskLine,
    TaskList,
)
from .limits import Limits
from .preview import Composed, PlannedTick
from .pure import Preview
from .store.memory import MemoryStore
from .store.sqlite import SqliteStore
from .tools import CallContext, Offer, Prompt, PromptArgument, Tool, ToolAnswer
from .tracker import (
    Changed,
    Collected,
    EntryPage,
    ImportBody,
    ImportRequest,
    Kept,
    ModeSet,
    Origin,
    PlanView,
    Saved,
    Session,
    SessionContext,
    SessionPage,
    Ticked,
)
from .trace.replaying import Difference, Replay, replay
from .tracking import Tracker
from .types import Author, Note

__all__ = [
    "Author",
    "CallContext",
    "CapabilityRefused",
    "Changed",
    "Collected",
    "Composed",
    "Context",
    "ContinueRuntime",
    "DeleteRequest",
    "Deleted",
    "Description",
    "Difference",
    "EditRequest",
    "EngineLimits",
    "Entry",
    "EntryEvent",
    "EntryPage",
    "Event",
    "ImportBody",
    "ImportRequest",
    "Kept",
    "Limits",
    "Mark",
    "MarkerLine",
    "MemoryStore",
    "Mode",
    "ModeSet",
    "Note",
    "Offer",
    "Origin",
    "Outline",
    "Past",
    "Plan",
    "PlanLine",
    "PlanPage",
    "PlanSummary",
    "PlanView",
    "Planmark",
    "PlanmarkError",
    "PlannedTick",
    "Point",
    "Preview",
    "Prompt",
    "PromptArgument",
    "PromptText",
    "Queue",
    "Reference",
    "RenderedText",
    "Replay",
    "Resolved",
    "RestoreRequest",
    "Revision",
    "RevisionPage",
    "SaveRequest",
    "Saved",
    "Scenario",
    "Seed",
    "SeedTask",
    "Session",
    "SessionContext",
    "SessionPage",
    "SqliteStore",
    "Standing",
    "State",
    "Step",
    "StepPage",
    "Task",
    "TaskLine",
    "TaskList",
    "Ticked",
    "Tool",
    "ToolAnswer",
    "Tracker",
    "Truncation",
    "WriteRequest",
    "Written",
    "exceptions",
    "fresh_plan",
    "fresh_session",
    "replay",
]
