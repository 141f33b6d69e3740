"""Reads traces."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Iterator, List, Optional, Tuple, Union

from ..errors import PlanmarkError
from . import FORMAT
from .values import Misfit

_CALL = {"trace", "component", "interface", "function", "arguments", "steps", "result"}
_STEP = {"capability", "arguments", "answer"}


@dataclass(frozen=True)
class Line:
    """A recorded call."""

    component: str
    interface: str
    function: str
    arguments: List[Any]
    steps: List[Any]
    result: Any


def lines(path: Union[str, os.PathLike[str]]) -> Iterator[Tuple[int, Optional[Line]]]:
    """The calls of a trace with the numbers of their lines; None for a last one that is cut off. Raises
    ``PlanmarkError`` (``trace-unreadable``, ``trace-damaged``)."""
    try:
        with open(path, "rb") as file:
            for number, data in enumerate(file, 1):
                if not data.endswith(b"\n"):
                    yield number, None
                elif data != b"\n":
                    yield number, _parsed(data, number)
    except OSError as error:
        raise PlanmarkError(
            "trace-unreadable",
            f"the trace can't be read: {error.strerror or error}",
            "Name a file that a host has recorded.",
        ) from error


def damaged(number: int, cause: object) -> PlanmarkError:
    """The error for a line that is no call."""
    return PlanmarkError(
        "trace-damaged",
        f"line {number} is no call of a trace: {cause}",
        "Delete that line, or record the calls again.",
    )


def _parsed(data: bytes, number: int) -> Line:
    try:
        line = json.loads(data.decode())
        _expect(isinstance(line, dict) and set(line) == _CALL, "it is no object of a call")
        _expect(line["trace"] == FORMAT, f"its format is {line['trace']}, and this package knows {FORMAT}")
        for name in ("component", "interface", "function"):
            _expect(isinstance(line[name], str), f'"{name}" is no text')
        lists = isinstance(line["arguments"], list) and isinstance(line["steps"], list)
        _expect(lists, "arguments and steps are no lists")
        _expect(all(_is_step(step) for step in line["steps"]), "a step is none")
    except (ValueError, RecursionError, Misfit) as error:
        raise damaged(number, error) from None
    return Line(**{name: value for name, value in line.items() if name != "trace"})


def _is_step(step: Any) -> bool:
    return (
        isinstance(step, dict)
        and {"capability", "arguments"} <= set(step) <= _STEP
        and isinstance(step["capability"], str)
        and isinstance(step["arguments"], list)
    )


def _expect(condition: bool, otherwise: str) -> None:
    if not condition:
        raise Misfit(otherwise)
