"""Calls of the continue runtime in scripts."""

from __future__ import annotations

from typing import Any, Callable, Dict

import json_form

from planmark import Author, ContinueRuntime, PlanmarkError, SessionContext
from planmark.roots import (
    Admission,
    Admitted,
    Asked,
    Called,
    ClientCall,
    Ending,
    FileChange,
    Observation,
    ReadArguments,
    Receipt,
    RootEvent,
    RootItem,
    RootItemKey,
    RootKey,
    Seat,
    Served,
)

READ_TOOL = "continue_runtime_read"
#: What the events about roots hold that hold a record.
HELD = {
    "admit": Admitted,
    "obligation": RootItem,
    "discharge": RootItemKey,
    "block": RootItem,
    "unblock": RootItemKey,
    "serve": Served,
    "ask": Asked,
    "call": Called,
    "seal": Receipt,
}


def call(
    runtime: ContinueRuntime, name: str, caller: Author, session: str, arguments: Dict[str, Any]
) -> Dict[str, Any]:
    """Makes a call: ``{"answer": …}`` or ``{"failure": …}``."""
    context = SessionContext(caller, session, arguments.get("request"))
    root = json_form.to_record(RootKey, arguments.get("root", {"closure": "release", "generation": 1}))
    seat = Seat(arguments.get("client", "claude-code"), READ_TOOL, "tick_plan_task")
    item_id, text = arguments.get("id", ""), arguments.get("text", "")
    shown = json_form.to_record(Observation, arguments.get("observation"))
    ending = Ending(shown, arguments.get("already_continued", False))
    read = ReadArguments(root, arguments.get("identity_digest", ""))
    change = FileChange(arguments.get("path", ""), "/project", "/project", False)
    made = ClientCall(arguments.get("tool", ""), arguments.get("arguments", ""))
    calls: Dict[str, Callable[[], Any]] = {
        "cutover": lambda: runtime.cutover(context),
        "rollback": lambda: runtime.rollback(context),
        "admit": lambda: runtime.admit(context, _admission(runtime, arguments["admission"])),
        "obligation": lambda: runtime.obligation(context, RootItem(root, item_id, text)),
        "discharge": lambda: runtime.discharge(context, RootItemKey(root, item_id)),
        "block": lambda: runtime.block(context, RootItem(root, item_id, text)),
        "unblock": lambda: runtime.unblock(context, RootItemKey(root, item_id)),
        "seal": lambda: runtime.seal(context, root),
        "roots": lambda: {"roots": runtime.roots(session)},
        "read": lambda: runtime.read(context, seat, read, shown),
        "payload": lambda: runtime.payload(session, root, seat),
        "observe": lambda: runtime.observe(session, root, seat, arguments.get("listing", "")),
        "reconcile": lambda: runtime.reconcile(context, root, seat, shown),
        "validate": lambda: runtime.validate(session, json_form.to_record(Receipt, arguments["receipt"])),
        "guard-line": lambda: {"line": runtime.guard_line(session, READ_TOOL)},
        "turn-begins": lambda: runtime.turn_begins(context, arguments.get("trigger", "prompt")),
        "trigger-of": lambda: runtime.trigger_of(session, READ_TOOL, arguments.get("prompt", "")),
        "restored": lambda: runtime.restored(session, READ_TOOL),
        "before-change": lambda: runtime.before_change(session, READ_TOOL, (change,)),
        "before-call": lambda: runtime.before_call(session, seat, made),
        "after-call": lambda: runtime.after_call(context, seat, made, arguments.get("result", "")),
        "unreadable-input": lambda: runtime.unreadable_input(session, READ_TOOL),
        "turn-ends": lambda: runtime.turn_ends(context, seat, ending),
    }
    try:
        return {"answer": json_form.of_answer(calls[name]())}
    except PlanmarkError as error:
        return {"failure": json_form.of_failure(error)}


def _admission(runtime: ContinueRuntime, fields: Dict[str, Any]) -> Admission:
    """An admission, whose schemas may be called ``current``."""
    if fields.get("schemas") == "current":
        fields = {**fields, "schemas": json_form.of_answer(runtime.current_schemas())}
    made: Admission = json_form.to_record(Admission, fields)
    return made


def event(value: Any) -> RootEvent:
    """What an entry says about roots."""
    if isinstance(value, str):
        return RootEvent(value)
    ((case, part),) = value.items()
    return RootEvent(case, json_form.to_record(HELD[case], part) if case in HELD else part)
