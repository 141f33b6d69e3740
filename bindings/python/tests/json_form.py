"""Answers and failures in the JSON form of ``tests/vectors/README.md``."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import typing
from typing import Any

from planmark import PlanmarkError


#: Lists that the JSON form leaves out where they are empty.
LEFT_OUT_EMPTY = {"notes", "unreadable", "scenarios", "nfrs", "gates", "checkpoints", "skipped"}
#: The fields of a variant.
VARIANT = {"case", "value"}


def of_answer(value: Any) -> Any:
    """The JSON form of an answer: snake case, absent options and some empty lists left out."""
    if dataclasses.is_dataclass(value):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        if set(fields) == VARIANT:
            return value.case if value.value is None else {value.case: of_answer(value.value)}
        return {
            name: of_answer(part)
            for name, part in fields.items()
            if part is not None and not (name in LEFT_OUT_EMPTY and part == ())
        }
    if isinstance(value, tuple):
        return [of_answer(part) for part in value]
    if isinstance(value, dict):
        return {name: of_answer(part) for name, part in value.items()}
    return value


def to_record(kind: Any, value: Any) -> Any:
    """The value of an annotation that its JSON form stands for: a record, an option or a list of records."""
    if dataclasses.is_dataclass(kind) and isinstance(value, dict):
        return kind(**{name: to_record(part, value.get(name)) for name, part in typing.get_type_hints(kind).items()})
    if isinstance(value, list):
        return tuple(to_record(typing.get_args(kind)[0], part) for part in value)
    if typing.get_origin(kind) is typing.Union and value is not None:
        return to_record(typing.get_args(kind)[0], value)
    return value


def of_failure(error: PlanmarkError) -> Any:
    """The JSON form of a failure."""
    return {
        "code": error.code,
        "message": error.message,
        "next": error.next,
        "effect": error.effect,
        **error.facts,
    }


def shortened(value: Any) -> Any:
    """The value with every text of more than 400 bytes replaced by its size and digest, and without paths,
    which differ from home to home."""
    if isinstance(value, str):
        data = value.encode()
        return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} if len(data) > 400 else value
    if isinstance(value, list):
        return [shortened(part) for part in value]
    if isinstance(value, dict):
        return {name: shortened(part) for name, part in value.items() if name != "path"}
    return value


def canonical(value: Any) -> str:
    """Canonical JSON: keys sorted, no white space (D51)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
