"""Calls of the tracker in scripts."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

import json_form
import rooted

from planmark import (
    Author,
    Entry,
    EntryEvent,
    ImportBody,
    ImportRequest,
    Mark,
    PlanmarkError,
    Reference,
    Seed,
    SeedTask,
    SessionContext,
    Tracker,
)

#: The session of calls that name none.
DEFAULT_SESSION = "s-1"


def call(tracker: Tracker, name: str, caller: Author, arguments: Dict[str, Any]) -> Dict[str, Any]:
    """Makes a call: ``{"answer": …}`` or ``{"failure": …}``."""
    session = arguments.get("session", DEFAULT_SESSION)
    context = SessionContext(caller, session, arguments.get("request"))
    plan, at, limit = arguments.get("plan"), arguments.get("at"), arguments.get("limit", 200)
    named = "p-1" if plan is None else plan
    reference = Reference(arguments.get("task_id"), arguments.get("title"))
    calls: Dict[str, Callable[[], Any]] = {
        "create": lambda: tracker.create(context, arguments.get("owner")),
        "describe": lambda: tracker.describe(session),
        "sessions": lambda: tracker.sessions(arguments.get("from", ""), limit),
        "branch": lambda: tracker.branch(session, at, limit),
        "fork": lambda: tracker.fork(context, arguments.get("from", DEFAULT_SESSION), at),
        "navigate": lambda: tracker.navigate(context, arguments.get("to", 0)),
        "import": lambda: tracker.import_(context, import_request(arguments["log"])),
        "set-mode": lambda: tracker.set_mode(context, arguments["mode"]),
        "save": lambda: tracker.save(context, named, arguments.get("text", "")),
        "select": lambda: tracker.select(context, named),
        "clear": lambda: tracker.clear(context, plan),
        "tick": lambda: tracker.tick(context, reference),
        "untick": lambda: tracker.untick(context, reference),
        "view": lambda: tracker.view(session, plan),
        "tasks": lambda: tracker.tasks(session, plan),
        "marker": lambda: tracker.marker(session),
        "prompt": lambda: tracker.prompt(session),
        "collect": lambda: tracker.collect(session, arguments.get("dry_run", False)),
    }
    try:
        return {"answer": json_form.of_answer(calls[name]())}
    except PlanmarkError as error:
        return {"failure": json_form.of_failure(error)}


def everything(tracker: Tracker, arguments: Dict[str, Any]) -> List[Any]:
    """Everything that can be seen of a call's session."""
    where = {"session": arguments.get("session", DEFAULT_SESSION)}
    names = ("describe", "tasks", "marker", "branch")
    return [call(tracker, name, Author("agent", "witness"), where) for name in names]


def import_request(log: Dict[str, Any]) -> ImportRequest:
    """The log that a script imports."""
    bodies = tuple(ImportBody(body["plan"], body["text"]) for body in log.get("bodies", []))
    return ImportRequest(tuple(map(entry, log["entries"])), log.get("leaf"), bodies)


def entry(fields: Dict[str, Any]) -> Entry:
    """One entry of a log."""
    by = fields.get("by")
    author = None if by is None else Author(by["kind"], by["name"])
    return Entry(fields["id"], fields.get("parent"), fields["at_ms"], author, event(fields["event"]))


def event(value: Any) -> EntryEvent:
    """What an entry says."""
    if isinstance(value, str):
        return EntryEvent(value)
    ((case, part),) = value.items()
    if case == "set":
        tasks = tuple(SeedTask(**task) for task in part["tasks"])
        part = Seed(part["plan"], part["digest"], part.get("path"), part["saved_at_ms"], tasks)
    elif case == "root":
        part = rooted.event(part)
    elif isinstance(part, dict):
        part = Mark(**part)
    return EntryEvent(case, part)
