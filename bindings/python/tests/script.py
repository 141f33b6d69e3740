"""Scripts: calls in order, written in JSON, with what each must answer.

``tests/vectors/README.md`` states the form.
"""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Callable, Dict, List, Optional

import json_form
import rooted
import sessions

from planmark import (
    Author,
    CallContext,
    CapabilityRefused,
    Context,
    DeleteRequest,
    EditRequest,
    Offer,
    Planmark,
    PlanmarkError,
    Point,
    RestoreRequest,
    SaveRequest,
    WriteRequest,
)

EPOCH_MS = 1_700_000_000_000
DEFAULT_TASK = "T-1"
#: How the exports of the tracker are written, among those of the documents.
TRACKER = "tracker."
#: How those of the runtime are.
RUNTIME = "runtime."
ADA = Author("agent", "ada")


class Wrong(AssertionError):
    """An expectation of a script that does not hold."""


class Host:
    """An engine on an empty store, with a clock and an access rule that scripts set."""

    def __init__(self, name: str, store: Any) -> None:
        self.name = name
        self.now = EPOCH_MS
        self.denied = ""
        self.planmark = Planmark(store, clock=lambda: self.now, access=self._may_reach)

    def _may_reach(self, _caller: Author, _task: str, reach: str) -> bool:
        if self.denied == "fail":
            raise CapabilityRefused("other", "the script says so")
        return self.denied not in (reach, "all")


def run(host: Host, case: Dict[str, Any]) -> List[Dict[str, Any]]:
    """Runs a script, and gives what each call answered. Raises :class:`Wrong`."""
    answers: Dict[str, Any] = {}
    everything = []
    for number, step in enumerate(case["steps"], 1):
        try:
            everything.append(_step(host, step, answers))
        except Wrong as wrong:
            raise Wrong(f"{host.name}: {case['name']!r}, call {number}: {wrong}") from None
    return everything


def _step(host: Host, step: Dict[str, Any], answers: Dict[str, Any]) -> Dict[str, Any]:
    if "at" in step:
        host.now = EPOCH_MS + step["at"]
    arguments = expand(step.get("args", {}), answers)
    seen = _look(host, step, arguments) if "failure" in step else None
    host.denied = step.get("deny", "")
    given = call(host.planmark, step, arguments)
    host.denied = ""
    judge(step, given, answers)
    if "failure" in step and seen != _look(host, step, arguments):
        raise Wrong("a refused call changed something")
    if "as" in step and "answer" in given:
        answers[step["as"]] = given["answer"]
    return given


def author_of(step: Dict[str, Any]) -> Author:
    """Who makes the call that a step describes."""
    by = step.get("by")
    return ADA if by is None else Author(by["kind"], by["name"])


def call(planmark: Planmark, step: Dict[str, Any], arguments: Dict[str, Any]) -> Dict[str, Any]:
    """Makes the call that a step describes: ``{"answer": …}`` or ``{"failure": …}``."""
    if step["op"] == "tool":
        return _call_tool(planmark, step, arguments)
    if step["op"].startswith(TRACKER):
        return sessions.call(planmark.tracker, step["op"][len(TRACKER) :], author_of(step), arguments)
    if step["op"].startswith(RUNTIME):
        session = arguments.get("session", sessions.DEFAULT_SESSION)
        return rooted.call(planmark.runtime, step["op"][len(RUNTIME) :], author_of(step), session, arguments)
    caller = author_of(step)
    context = Context(caller, step.get("window"))
    task = arguments.get("task", DEFAULT_TASK)
    expected = arguments.get("expected_version")
    limit = arguments.get("limit", 200)
    rest = {name: value for name, value in arguments.items() if name != "task"}

    def point() -> Point:
        ((kind, number),) = arguments["point"].items()
        return Point(kind, number)

    calls: Dict[str, Callable[[], Any]] = {
        "create": lambda: planmark.create(context, WriteRequest(task, **rest)),
        "update": lambda: planmark.update(context, WriteRequest(task, **rest)),
        "edit": lambda: planmark.edit(context, EditRequest(task, **rest)),
        "save": lambda: planmark.save(context, SaveRequest(task, **_known(SaveRequest, rest))),
        "restore": lambda: planmark.restore(context, RestoreRequest(task, point(), expected)),
        "delete": lambda: planmark.delete(context, DeleteRequest(task, expected)),
        "read": lambda: planmark.read(caller, task),
        "list": lambda: planmark.list(caller, arguments.get("from", ""), limit),
        "revisions": lambda: planmark.revisions(caller, task, arguments.get("before"), limit),
        "steps": lambda: planmark.steps(
            caller, task, arguments.get("revision", 1), arguments.get("from", 1), limit
        ),
        "read-past": lambda: planmark.read_past(caller, task, point()),
        "compose": lambda: planmark.preview.compose(arguments.get("stored", ""), arguments.get("fragment", "")),
    }
    try:
        if step["op"] == "inspect":
            notes = planmark.preview.inspect(arguments.get("text", ""))
            return {"answer": {"notes": json_form.of_answer(notes)}}
        return {"answer": json_form.of_answer(calls[step["op"]]())}
    except PlanmarkError as error:
        return {"failure": json_form.of_failure(error)}


def _call_tool(planmark: Planmark, step: Dict[str, Any], arguments: Dict[str, Any]) -> Dict[str, Any]:
    """Calls a tool as a server does: what the agent reads, the answer or the error of a refusal."""
    offer = offer_of(arguments)
    session, plan = arguments.get("session", "S-1") or None, arguments.get("fresh_plan", "p-1")
    client = arguments.get("client", "other")
    context = CallContext(author_of(step), offer, step.get("window"), session, plan, client)
    try:
        answer = planmark.call_tool(context, arguments["tool"], arguments.get("arguments", {}))
        assert not answer.is_error, "a refusal came as an answer"
        return {"answer": json.loads(answer.json)}
    except PlanmarkError as error:
        answer = planmark.tool_refusal(offer, error)
        assert answer.is_error, "a refusal has no error"
        return {"failure": json.loads(answer.json)["error"]}


def offer_of(fields: Dict[str, Any]) -> Offer:
    """The offer that some fields of a call describe."""
    return Offer(
        tuple(fields.get("profiles", ())), fields.get("names", "planmark"), fields.get("suffix", "")
    )


def _known(request: Any, fields: Dict[str, Any]) -> Dict[str, Any]:
    """The fields that a request has: the editor path's JSON form ignores others (D12)."""
    names = {field.name for field in dataclasses.fields(request)}
    return {name: value for name, value in fields.items() if name in names}


def everything(planmark: Planmark, task: str, by: Author) -> Dict[str, Any]:
    """All that can be read of a task: plan, revisions, and the steps of each."""
    try:
        plan: Optional[Any] = json_form.of_answer(planmark.read(by, task))
    except PlanmarkError as error:
        plan = error.code
    revisions: List[Any] = []
    before: Optional[int] = None
    try:
        while not revisions or before is not None:
            page = planmark.revisions(by, task, before, 200)
            revisions += page.revisions
            before = page.next
    except PlanmarkError as error:
        return {"plan": plan, "revisions": error.code}
    steps = [step for revision in revisions for step in _steps(planmark, task, by, revision.number)]
    return {"plan": plan, "revisions": [json_form.of_answer(part) for part in revisions], "steps": steps}


def _steps(planmark: Planmark, task: str, by: Author, revision: int) -> List[Any]:
    found: List[Any] = []
    from_: Optional[int] = 1
    while from_ is not None:
        page = planmark.steps(by, task, revision, from_, 200)
        found += [json_form.of_answer(step) for step in page.steps]
        from_ = page.next
    return found


def _look(host: Host, step: Dict[str, Any], arguments: Dict[str, Any]) -> Any:
    """Everything that can be seen of what a call is about."""
    if step["op"].startswith((TRACKER, RUNTIME)):
        return sessions.everything(host.planmark.tracker, arguments)
    sent = arguments.get("arguments")
    named = arguments.get("task", sent.get("task_id") if isinstance(sent, dict) else None)
    task = named if isinstance(named, str) else DEFAULT_TASK
    is_good = 0 < len(task) <= 256 and all("!" <= character <= "~" for character in task)
    return everything(host.planmark, task, Author("agent", "witness")) if is_good else None


def expand(value: Any, answers: Dict[str, Any]) -> Any:
    """Replaces ``repeat``, ``concat`` and ``version_of`` by the texts they stand for, and ``value_of`` by the
    part of an answer that it names, with the fields of its ``but`` put in."""
    if isinstance(value, list):
        return [expand(part, answers) for part in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"repeat", "times"}:
        return str(value["repeat"] * value["times"])
    if set(value) == {"version_of"}:
        return answers[value["version_of"]]["version"]
    if set(value) == {"concat"}:
        return "".join(expand(value["concat"], answers))
    if "value_of" in value:
        name, pointer = value["value_of"]
        found = answers[name]
        for key in pointer.split("/")[1:]:
            found = found[int(key)] if isinstance(found, list) else found[key]
        return {**found, **value["but"]} if "but" in value else found
    return {name: expand(part, answers) for name, part in value.items()}


def judge(step: Dict[str, Any], given: Dict[str, Any], answers: Dict[str, Any]) -> None:
    """Compares what a call gave with what a step wants. Raises :class:`Wrong`."""
    due, other = ("failure", "answer") if "failure" in step else ("answer", "failure")
    if due not in given:
        raise Wrong(f"{due} was due, and came {given[other]!r:.600}")
    match(expand(step.get(due, {}), answers), given[due], due)
    for words in step.get("says", []):
        if not _says(given[due], words):
            raise Wrong(f"{words!r} is not said in {given[due]!r:.600}")
    for words in step.get("says_not", []):
        if _says(given[due], words):
            raise Wrong(f"{words!r} is said in {given[due]!r:.600}")


def match(wanted: Any, found: Any, where: str) -> None:
    """Compares as ``tests/vectors/README.md`` says. Raises :class:`Wrong`."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for name, part in wanted.items():
            if part is None and name in found:
                raise Wrong(f"{where}.{name} is there")
            if part is not None:
                if name not in found:
                    raise Wrong(f"{where}.{name} is absent")
                match(part, found[name], f"{where}.{name}")
    elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for part, other in zip(wanted, found, strict=True):
            match(part, other, where)
    elif wanted != found or isinstance(wanted, bool) != isinstance(found, bool):
        raise Wrong(f"{where}: wanted {wanted!r:.600}, found {found!r:.600}")


def _says(value: Any, words: str) -> bool:
    if isinstance(value, str):
        return words in value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return any(_says(part, words) for part in parts)
