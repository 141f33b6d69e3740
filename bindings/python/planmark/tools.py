"""The tools that a host offers to an agent: the records of ``wit/agent-tools.wit`` in Python."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Optional, Tuple

from . import ids
from .documents import Event
from .roots import Client
from .types import Author


Profile = Literal["documents", "tracker", "runtime", "recovery"]
"""A group of tools. ``documents``: task plan documents: create, update, get, delete; ``tracker``: saved
plans and their tasks; ``runtime``: the continue runtime; ``recovery``: what repairs: exact edits,
revisions, restore, untick."""


Names = Literal["planmark", "pi"]
"""How tools are called. ``planmark``: as in this package; ``pi``: as Pi's workflow extension calls the
tracker's: ``workflow_plan_tasks``, ``workflow_plan_tick``."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Which tools are offered, and how they are called."""

    #: The groups, in any order; none twice. An empty list is the default: ``documents`` and ``tracker``.
    profiles: Tuple[Profile, ...] = ()
    #: How they are called.
    names: Names = "planmark"
    #: What is added to each name, after an underscore: ``kandev`` gives ``update_task_plan_kandev``. 0 to 32
    #: of ``[A-Za-z0-9_]``.
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool."""

    #: Its name as it is registered.
    name: str
    #: Its name for people.
    title: str
    #: What it does, for a model: at most 2,048 bytes.
    description: str
    #: JSON Schema 2020-12 of its arguments, as JSON.
    input_schema: str
    #: JSON Schema 2020-12 of its structured answer, as JSON.
    output_schema: str
    #: It changes nothing.
    read_only: bool
    #: It may replace or remove what is there.
    destructive: bool
    #: Calling it again with the same arguments changes nothing more.
    idempotent: bool


@dataclass(frozen=True, slots=True)
class PromptArgument:
    """What a prompt is about."""

    #: Its name: ``task_id``.
    name: str
    #: What it is, for people.
    description: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt that a person can choose in a client: what it asks an agent to do with these tools."""

    #: Its name: ``plan``, ``build``, ``recover`` or ``work``.
    name: str
    #: Its name for people.
    title: str
    #: What it is for, for people.
    description: str
    #: What has to be given with it; none where nothing has.
    argument: Optional[PromptArgument]


@dataclass(frozen=True, slots=True)
class CallContext:
    """Who calls, on what, and how the tools were offered."""

    #: The author of what is written.
    caller: Author
    #: The offer that the agent was shown.
    offer: Offer = Offer()
    #: As in ``documents.context``.
    coalesce_window_ms: Optional[int] = None
    #: The session of the tracker's tools; none where the host keeps none.
    session: Optional[str] = None
    #: An id that no plan of the session has: what ``save_plan`` saves under. The host makes it, anew for each
    #: call.
    fresh_plan: str = field(default_factory=ids.fresh_plan)
    #: The client that the agent runs in: what directives are made for.
    client: Client = "other"


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a tool answers."""

    #: The answer as a JSON object: the structured content, and the text as well. Complete, since clients show
    #: a model one or the other.
    json: str
    #: Whether it reports a refusal.
    is_error: bool
    #: Whether the call changed what is stored.
    changed: bool
    #: In order, for the host to publish.
    events: Tuple[Event, ...]
