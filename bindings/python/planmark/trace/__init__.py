"""Traces: what the engine was asked, what it asked of its host, and what it answered, call by call, so
that each can be run again anywhere (``docs/traces.md``)."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional

from ..paths import AnyPath, path
from .file import TraceFile
from .values import answer_to_json, to_json

FORMAT = 1
"""The version of the format."""

IMPORT_FAILED = "import-failed"
"""What a call's result is in a trace when a function of the host failed."""

_VARIABLE = "PLANMARK_TRACE"


def named(given: Optional[AnyPath]) -> Optional[TraceFile]:
    """The file for the calls: the one given, or the one that the environment names."""
    place = os.environ.get(_VARIABLE) if given is None else path(given, "trace")
    return TraceFile(place) if place else None


class Recording:
    """Writes down the calls of one component: one at a time, as :class:`planmark.entry.Entry` sees to.
    Nothing here raises: a trace changes nothing of a call."""

    def __init__(self, file: TraceFile, component: str) -> None:
        self._file = file
        self._component = component
        self._line: Optional[Dict[str, Any]] = None
        self._steps: List[Dict[str, Any]] = []

    def begin(self, interface: str, function: str) -> None:
        """Begins a call."""
        self._steps = []
        self._line = {
            "trace": FORMAT,
            "component": self._component,
            "interface": interface,
            "function": function,
            "arguments": [],
            "steps": self._steps,
        }

    def called(self, arguments: List[Any]) -> None:
        """Notes the arguments, as the engine gets them."""
        self._note(self._line, "arguments", lambda: [to_json(slot) for slot in arguments])

    def asked(self, capability: str, arguments: Any, count: int) -> Dict[str, Any]:
        """Notes a question of the engine, which is still to be answered."""
        step: Dict[str, Any] = {"capability": capability}
        self._note(step, "arguments", lambda: [to_json(arguments[index]) for index in range(count)])
        self._steps.append(step)
        return step

    def answered(self, step: Dict[str, Any], answer: Any) -> None:
        """Notes the answer to it."""
        self._note(step, "answer", lambda: answer_to_json(answer))

    def ended(self, result: Any) -> None:
        """Notes what the engine answered, and writes the call."""
        self._note(self._line, "result", lambda: answer_to_json(result))
        self._write()

    def stopped(self, code: str) -> None:
        """Notes how the engine was stopped, and writes the call."""
        failed = bool(self._steps) and "answer" not in self._steps[-1]
        self._note(self._line, "result", lambda: {"trap": IMPORT_FAILED if failed else code})
        self._write()

    def _note(self, into: Optional[Dict[str, Any]], name: str, make: Any) -> None:
        if into is None:
            return
        try:
            into[name] = make()
        except BaseException as error:
            # Whatever it is, a callback must not raise: the call goes on without a record.
            self._file.failed(error)
            self._line = None

    def _write(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            self._file.append(line)
