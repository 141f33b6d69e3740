"""The words of saved plans: the records of ``wit/ledger.wit`` in Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple, Union

from .roots import RootEvent
from .types import Author, Note


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a task. A part that the author left out is none."""

    #: What holds before.
    given: Optional[str]
    #: What happens.
    when: Optional[str]
    #: What must hold after.
    then: Optional[str]


@dataclass(frozen=True, slots=True)
class Task:
    """One task as a body outlines it."""

    #: ``task-`` and the first 16 hex digits of SHA-256 over the normalised title, a NUL, and the decimal
    #: count
    #: of earlier equal titles.
    id: str
    #: The item's first paragraph as written, its lines trimmed and joined by one space.
    title: str
    #: The line of its box, counted from 1 by LF, CRLF and CR.
    line: int
    #: The scenarios of its nested bullets, in order.
    scenarios: Tuple[Scenario, ...]
    #: Its non-functional requirements, one for each bullet.
    nfrs: Tuple[str, ...]
    #: Its verification gates, one for each bullet.
    gates: Tuple[str, ...]
    #: Its checkpoints, one for each bullet.
    checkpoints: Tuple[str, ...]
    #: Everything of the item below its title, as written.
    text: str


@dataclass(frozen=True, slots=True)
class Outline:
    """What a body outlines."""

    #: In order. May be more than a save accepts (1,000).
    tasks: Tuple[Task, ...]
    #: What its author may have meant as a task and isn't one, in line order.
    notes: Tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class SeedTask:
    """One task of a queue."""

    #: Its id.
    id: str
    #: Its title.
    title: str


@dataclass(frozen=True, slots=True)
class Seed:
    """What a save puts on the branch: the queue it starts, and where the body is."""

    #: The plan's id.
    plan: str
    #: SHA-256 of the body's bytes, 64 hex digits; empty where the log of another owner has none.
    digest: str
    #: The path a person can open, where there is one.
    path: Optional[str]
    #: When it was saved, in milliseconds since the Unix epoch.
    saved_at_ms: int
    #: The queue, in order; no id twice.
    tasks: Tuple[SeedTask, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """One task of one plan."""

    #: The plan's id.
    plan: str
    #: The task's id.
    task: str


Mode = Literal["plan", "build"]
"""What the agent is asked to do: plan, or build what is planned. ``plan``: think, ask, write the plan;
``build``: do the plan's tasks."""


@dataclass(frozen=True, slots=True)
class EntryEvent:
    """What an entry of a session says."""

    #: ``set`` starts the queue of a plan anew, a generation without ticks; ``activate`` makes a plan that is
    #: set, and not cleared, the active one; ``clear`` takes a plan off the branch; ``tick`` ends a task,
    #: ``untick`` reopens it; ``mode`` changes what the agent is asked to do; ``root`` concerns the roots of the session. ``other`` means nothing here,
    #: and keeps the path together; ``damaged`` was meant for the engine, and can't be read.
    case: Literal["set", "activate", "clear", "tick", "untick", "mode", "root", "other", "damaged"]
    #: Of ``set`` a seed, of ``activate`` and ``clear`` a plan's id, of ``tick`` and ``untick`` a mark, of
    #: ``mode`` a mode, of ``root`` an event of a root; None of the other two.
    value: Union[Seed, Mark, Mode, RootEvent, str, None] = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a session."""

    #: Its id: unique in its session, not empty. This store counts from ``1``.
    id: str
    #: The entry it follows; none at the root.
    parent: Optional[str]
    #: When, in milliseconds since the Unix epoch.
    at_ms: int
    #: Who, where the log knows.
    by: Optional[Author]
    #: What.
    event: EntryEvent


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A plan of a branch."""

    #: The plan's id.
    plan: str
    #: When it was saved, in milliseconds since the Unix epoch.
    saved_at_ms: int
    #: The path a person can open, where there is one.
    path: Optional[str]
    #: Tasks that are done.
    done: int
    #: Tasks of its queue.
    total: int
    #: Whether it is the active one.
    active: bool


@dataclass(frozen=True, slots=True)
class TaskLine:
    """One task of a queue, and whether it is done."""

    #: Its place in the queue, from 1.
    number: int
    #: Its id.
    id: str
    #: Its title.
    title: str
    #: Whether it is done.
    done: bool


@dataclass(frozen=True, slots=True)
class Queue:
    """The queue of a plan."""

    #: The plan's id.
    plan: str
    #: How often it was set on this branch, from 1.
    generation: int
    #: SHA-256 of the body's bytes as saved, 64 hex digits, or empty.
    digest: str
    #: The path a person can open, where there is one.
    path: Optional[str]
    #: When it was saved, in milliseconds since the Unix epoch.
    saved_at_ms: int
    #: Its tasks, in order.
    tasks: Tuple[TaskLine, ...]


@dataclass(frozen=True, slots=True)
class State:
    """What follows from a branch."""

    #: What the agent is asked to do; ``build`` where no entry says.
    mode: Mode
    #: The queue of the active plan.
    active: Optional[Queue]
    #: Every plan that is set and not cleared, in the order of their latest ``set``.
    plans: Tuple[PlanLine, ...]
    #: Entries that were skipped, and why.
    notes: Tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """What names a task: exactly one of the two."""

    #: Its id: at most 128 characters.
    task_id: Optional[str] = None
    #: Its title: at most 1,024 characters; runs of white space count as one space.
    title: Optional[str] = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a reference means."""

    #: The task's id.
    id: str
    #: Its title.
    title: str
    #: Whether it is done already.
    done: bool
    #: The ids of the earlier tasks that are open, in order.
    skipped: Tuple[str, ...]


Standing = Literal["open", "done", "no-tasks", "no-plan"]
"""What is the case with the plan of a session. ``open``: a task is open; ``done``: every task is done;
``no-tasks``: the plan has no tasks: nothing is done, and nothing can be; ``no-plan``: no plan is active,
or its body can't be read."""


@dataclass(frozen=True, slots=True)
class TaskList:
    """The tasks of a plan."""

    #: What is the case.
    standing: Standing
    #: The queue; none with ``no-plan``.
    queue: Optional[Queue]
    #: Tasks that are done.
    done: int
    #: The first task that is open.
    next: Optional[TaskLine]
    #: What the body outlines for that task: its scenarios, requirements, gates, text.
    detail: Optional[Task]
    #: What a reader should know: notes of the outline, a body that is gone or was edited, entries that were
    #: skipped.
    notes: Tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class MarkerLine:
    """The line that travels with each turn, and the same for programs."""

    #: One line, without a line ending.
    text: str
    #: Which of the four it is.
    standing: Standing
    #: The active plan.
    plan: Optional[str]
    #: The path a person can open, where there is one.
    path: Optional[str]
    #: When it was saved, in milliseconds since the Unix epoch.
    saved_at_ms: Optional[int]
    #: Tasks that are done.
    done: int
    #: Tasks of the queue.
    total: int
    #: The first task that is open.
    next: Optional[SeedTask]
    #: What a reader should know: a body that is gone or was edited, entries that were skipped.
    notes: Tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class PromptText:
    """What goes into the system prompt: the same bytes at every progress."""

    #: The text.
    text: str
    #: SHA-256 of it, 64 hex digits.
    digest: str
    #: What a reader should know; no part of the text.
    notes: Tuple[Note, ...]
