"""Reads traces."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import Any, BinaryIO, Iterator, List, Optional, Tuple

from ..errors import PlanmarkError
from . import FORMAT, strict
from .limits import FILE_MAX_BYTES, LINE_MAX_BYTES
from .values import Misfit

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)

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


def lines(path: str) -> Iterator[Tuple[int, Optional[Line]]]:
    """The calls of a trace with the numbers of their lines; None for a last one that is cut off. What is
    appended to the file meanwhile is not read. Raises ``PlanmarkError`` (``trace-unreadable``,
    ``trace-damaged``)."""
    try:
        file, left = _opened(path)
        number = 0
        with file:
            while data := file.readline(min(left, LINE_MAX_BYTES + 1)):
                left, number = left - len(data), number + 1
                if data.endswith(b"\n"):
                    if data != b"\n":
                        yield number, _parsed(data, number)
                elif len(data) > LINE_MAX_BYTES:
                    raise damaged(number, f"it has more than {LINE_MAX_BYTES} bytes")
                else:
                    yield number, None
    except OSError as error:
        raise PlanmarkError(
            "trace-unreadable",
            f"the trace can't be read: {error.strerror or error}",
            "Name a file that a host has recorded.",
        ) from error


def _opened(path: str) -> Tuple[BinaryIO, int]:
    """Opens a regular file, and gives its size. Nothing else is opened: a pipe would be waited for, and a
    device may have no end."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError("the name is not a regular file's")
    file = open(os.open(path, _FLAGS), "rb")
    try:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError("the file was exchanged while it was opened")
        if status.st_size > FILE_MAX_BYTES:
            raise OSError(f"it has more than {FILE_MAX_BYTES} bytes")
    except BaseException:
        file.close()
        raise
    return file, status.st_size


def damaged(number: int, cause: object) -> PlanmarkError:
    """The error for a line that is no call."""
    return PlanmarkError(
        "trace-damaged",
        f"line {number} is no call of a trace: {cause}",
        "Delete that line, or record the calls again.",
    )


def _parsed(data: bytes, number: int) -> Line:
    try:
        line = strict.parse(data.decode())
        _expect(isinstance(line, dict) and set(line) == _CALL, "it is no object of a call")
        _expect(strict.same(line["trace"], FORMAT), f"its format is {line['trace']}, and this package knows {FORMAT}")
        for name in ("component", "interface", "function"):
            _expect(isinstance(line[name], str), f'"{name}" is no text')
        lists = isinstance(line["arguments"], list) and isinstance(line["steps"], list)
        _expect(lists, "arguments and steps are no lists")
        _expect(all(_is_step(step) for step in line["steps"]), "a step is none")
    except (ValueError, Misfit) as error:
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
