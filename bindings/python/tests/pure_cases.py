"""Vectors of the pure functions: makes the call of a case, and judges what it answers."""

from __future__ import annotations

import hashlib
from typing import Any, Callable, Dict

import json_form
import script

from planmark import PlanmarkError, Preview, Reference, SeedTask


def run(preview: Preview, case: Dict[str, Any], file: Dict[str, Any]) -> Dict[str, Any]:
    """Runs a case, and gives what the function answered. ``file`` holds what the cases of its file share.
    Raises :class:`script.Wrong`."""
    case = script.expand(case, {})
    try:
        return _run(preview, case, file)
    except script.Wrong as wrong:
        raise script.Wrong(f"{case['name']!r}: {wrong}") from None


def _run(preview: Preview, case: Dict[str, Any], file: Dict[str, Any]) -> Dict[str, Any]:
    expect = case["expect"]
    if "stored" in case:
        given = _given(lambda: preview.compose(case["stored"], case["fragment"]))
        _judge_compose(case, given)
    elif "body" in case:
        given = _given(lambda: preview.parse(case["body"]))
        script.match(expect, given.get("answer"), "outline")
    else:
        tasks = tuple(SeedTask(**task) for task in file["tasks"])
        named = case["reference"]
        reference = Reference(named.get("task-id"), named.get("title"))
        given = _given(lambda: preview.resolve(tasks, tuple(case["done"]), reference))
        _judge_resolve(expect, given)
    return given


def _given(function: Callable[[], Any]) -> Dict[str, Any]:
    try:
        return {"answer": json_form.of_answer(function())}
    except PlanmarkError as error:
        return {"failure": json_form.of_failure(error)}


def _judge_resolve(expect: Dict[str, Any], given: Dict[str, Any]) -> None:
    rest = {name: part for name, part in expect.items() if name not in ("error", "already-done")}
    if "error" in expect:
        code = {"reference-required": "invalid-reference"}.get(expect["error"], expect["error"])
        script.match({"code": code, **rest}, given.get("failure"), "failure")
    else:
        script.match({"done": expect["already-done"], **rest}, {"skipped": [], **given["answer"]}, "answer")


def _judge_compose(case: Dict[str, Any], given: Dict[str, Any]) -> None:
    expect = case["expect"]
    if "error" in expect:
        found = given.get("failure", {})
        right = (found.get("code"), found.get("bytes")) == (expect["error"], expect.get("bytes"))
    else:
        right = "answer" in given and _is_composition(given["answer"], case)
    if not right:
        raise script.Wrong(f"{given!r:.600}")


def _is_composition(answer: Dict[str, Any], case: Dict[str, Any]) -> bool:
    stored, fragment, expect = case["stored"], case["fragment"], case["expect"]
    text = answer["text"].encode()
    kept, at = answer["kept"], answer["fragment_at"]
    if "composed" in expect:
        right = text == expect["composed"].encode()
    else:
        right = len(text) == expect["composed-bytes"]
        right &= hashlib.sha256(text).hexdigest() == expect["composed-sha256"]
    right &= answer["bytes"] == len(text) and text[:kept] == stored.encode()[:kept]
    return right and fragment.encode().endswith(text[at:]) and text[kept:at] == (b"\n\n" if kept else b"")
