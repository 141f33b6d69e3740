"""Scripts of calls of the pure functions of saved plans; ``tests/vectors/README.md`` states their form."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

import json_form
import script
import sessions

from planmark import Entry, EntryEvent, Mark, PlanmarkError, Preview, Reference, SeedTask


def run(preview: Preview, case: Dict[str, Any]) -> List[Dict[str, Any]]:
    """Runs a script, and gives what each call answered. Raises :class:`script.Wrong`."""
    everything = []
    for number, step in enumerate(case["steps"], 1):
        try:
            given = _call(preview, step["op"], script.expand(step.get("args", {}), {}))
            script.judge(step, given, {})
        except script.Wrong as wrong:
            raise script.Wrong(f"{case['name']!r}, call {number}: {wrong}") from None
        everything.append(given)
    return everything


def _call(preview: Preview, op: str, arguments: Dict[str, Any]) -> Dict[str, Any]:
    text, plan, body = arguments.get("text", ""), arguments.get("plan"), arguments.get("body")

    def log() -> Tuple[Entry, ...]:
        return _entries(preview, arguments["log"])

    def reference() -> Reference:
        return Reference(**arguments["reference"])

    def resolve() -> Any:
        tasks = tuple(SeedTask(**task) for task in arguments["tasks"])
        return preview.resolve(tasks, tuple(arguments["done"]), reference())

    def branch() -> Any:
        return [entry.id for entry in preview.branch(log(), arguments.get("leaf"))]

    calls: Dict[str, Callable[[], Any]] = {
        "parse": lambda: preview.parse(text),
        "resolve": resolve,
        "fold": lambda: preview.fold(log()),
        "save": lambda: preview.save(plan or "", text, arguments.get("path"), arguments.get("at_ms", 0)),
        "tick": lambda: preview.tick(log(), reference()),
        "untick": lambda: preview.untick(log(), reference()),
        "tasks": lambda: preview.tasks(log(), plan, body),
        "marker": lambda: preview.marker(log(), body),
        "prompt": lambda: preview.prompt(arguments["mode"], plan, body, arguments.get("guard")),
    }
    try:
        return {"answer": {"ids": branch()} if op == "branch" else json_form.of_answer(calls[op]())}
    except PlanmarkError as error:
        return {"failure": json_form.of_failure(error)}


def _entries(preview: Preview, items: List[Any]) -> Tuple[Entry, ...]:
    """The entries of a log; an event alone follows the entry before it."""
    entries: List[Entry] = []
    queues: Dict[str, Tuple[SeedTask, ...]] = {}

    def add(event: EntryEvent) -> None:
        parent: Optional[str] = entries[-1].id if entries else None
        entries.append(Entry(str(len(entries) + 1), parent, 0, None, event))

    for item in items:
        if isinstance(item, dict) and "others" in item:
            for _ in range(item["others"]):
                add(EntryEvent("other"))
            continue
        event = _event(preview, queues, item[2] if isinstance(item, list) else item)
        if event.case == "set":
            queues[event.value.plan] = event.value.tasks
        if isinstance(item, list):
            entries.append(Entry(item[0], item[1], 0, None, event))
        else:
            add(event)
    return tuple(entries)


def _event(preview: Preview, queues: Dict[str, Tuple[SeedTask, ...]], short: Any) -> Any:
    if isinstance(short, str):
        return EntryEvent(short)
    if "text" in short:
        return EntryEvent("set", preview.save(short["set"], short["text"], None, 7))
    if "seed" in short:
        return sessions.event({"set": short["seed"]})
    if "task" not in short:
        return sessions.event(short)
    ((case, plan),) = ((name, part) for name, part in short.items() if name != "task")
    found = [task.id for task in queues.get(plan, ()) if task.title == short["task"]]
    return EntryEvent(case, Mark(plan, found[0] if found else short["task"]))
