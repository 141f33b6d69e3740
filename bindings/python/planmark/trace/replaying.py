"""Runs recorded calls again, with the answers recorded."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Optional, Tuple

from wasmtime import Store, WasmtimeError
from wasmtime import component as wit

from .. import compiled, native, paths
from ..boundary import call_function, define, import_function
from ..entry import Entry
from ..limits import Limits
from ..paths import AnyPath
from ..runtime import INTERFACE, capability, fault_of, functions, instance_function
from . import IMPORT_FAILED, strict
from .reading import Line, damaged, lines
from .values import Misfit, answer_from_json, answer_to_json, from_json, to_json


@dataclass(frozen=True)
class Difference:
    """Where a call goes another way than the one recorded."""

    #: The number of its line, from 1.
    line: int
    #: The export, as in ``wit/``.
    interface: str
    #: Its function.
    function: str
    #: What differs: the component, so that it wasn't run; what the engine asks; what it answers.
    part: Literal["component", "step", "result"]
    #: The number of the step that differs, from 1.
    step: Optional[int] = None
    #: What the trace has; None where the engine asks once more.
    expected: Any = None
    #: What came now; None where the engine asks nothing more.
    actual: Any = None


@dataclass(frozen=True)
class Replay:
    """What came of running a trace again."""

    #: How many calls the trace holds.
    calls: int
    #: How many of them asked and answered the same.
    same: int
    #: The others: the first difference of each, in the order of the trace.
    differences: Tuple[Difference, ...]
    #: The number of the last line where it was cut off: it is no call.
    cut: Optional[int] = None


def replay(path: AnyPath) -> Replay:
    """Runs each call of a trace again, on the engine of this package and with the answers recorded, and
    says which of them ask or answer otherwise now. It opens no home and writes nothing.

    Raises ``PlanmarkError``: ``invalid-argument``, ``trace-unreadable``, ``trace-damaged``,
    ``component-unusable``.
    """
    place = paths.path(path, "path")
    calls, cut = 0, None
    differences: List[Difference] = []
    with Entry():
        replayer = _Replayer(compiled.find(None))
        for number, line in lines(place):
            if line is None:
                cut = number
                continue
            calls += 1
            try:
                found = replayer.first_difference(line)
            except Misfit as misfit:
                raise damaged(number, misfit) from None
            if found is not None:
                differences.append(Difference(number, line.interface, line.function, *found))
    return Replay(calls, calls - len(differences), tuple(differences), cut)


_Found = Tuple[Literal["component", "step", "result"], Optional[int], Any, Any]
"""Part, step, expected and actual of a difference."""


class _Playing:
    """A recorded call that runs: the answers it gets, and how far it came."""

    def __init__(self, steps: List[Dict[str, Any]]) -> None:
        self.steps = steps
        self.asked = 0
        self.failed = False
        self.found: Optional[_Found] = None
        self.misfit: Optional[BaseException] = None

    def answer(self, capability: str, arguments: List[Any], declared: Any, slot: Any) -> bool:
        """Gives the recorded answer, where the same was asked when it was recorded; says whether it did."""
        step = self.steps[self.asked] if self.asked < len(self.steps) else None
        actual = {"capability": capability, "arguments": arguments}
        expected = None if step is None else _question(step)
        if step is None or not strict.same(actual, expected):
            self.found = ("step", self.asked + 1, expected, actual)
            return False
        self.asked += 1
        if "answer" not in step:
            self.failed = True
            return False
        answer_from_json(step["answer"], declared, slot)
        return True


class _Replayer:
    """The engine, ready to run recorded calls."""

    def __init__(self, wasm: bytes) -> None:
        self._digest = hashlib.sha256(wasm).hexdigest()
        self._engine = compiled.engine()
        self._component = compiled.component(self._engine, wasm)
        self._callbacks: List[Any] = []
        self._playing = _Playing([])
        declared = self._component.type
        self._exports = declared.exports(self._engine)
        self._linker = self._link(declared.imports(self._engine))

    def first_difference(self, line: Line) -> Optional[_Found]:
        """Runs a call. Raises :class:`Misfit` for a line that is none."""
        if line.component != self._digest:
            return ("component", None, line.component, self._digest)
        there = functions(self._engine, self._exports.get(INTERFACE.format(line.interface)))
        if line.function not in there:
            raise Misfit("the engine has no such function")
        playing = self._playing = _Playing(line.steps)
        result = self._run(line, there[line.function])
        if playing.misfit is not None:
            raise Misfit(f"step {playing.asked}: {playing.misfit}")
        if playing.found is not None:
            return playing.found
        if playing.asked < len(playing.steps):
            return ("step", playing.asked + 1, _question(playing.steps[playing.asked]), None)
        if playing.failed:
            result = {"trap": IMPORT_FAILED}
        return None if strict.same(result, line.result) else ("result", None, line.result, result)

    def _run(self, line: Line, declared: wit.FuncType) -> Any:
        limits = Limits()
        store = Store(self._engine)
        store.set_limits(
            memory_size=limits.memory_bytes, table_elements=20_000, instances=20, tables=20, memories=1
        )
        store.set_fuel(limits.fuel)
        instance = self._linker.instantiate(store, self._component)
        function = instance_function(store, instance, line.interface, line.function)
        types = [part for _, part in declared.params]
        if len(types) != len(line.arguments):
            raise Misfit(f"there are {len(line.arguments)} arguments instead of {len(types)}")

        def lower(slots: Any) -> None:
            for value, part, slot in zip(line.arguments, types, slots, strict=True):
                from_json(value, part, slot)

        try:
            return call_function(function, store, len(types), lower, answer_to_json)
        except WasmtimeError as error:
            return {"trap": fault_of(error)[0]}

    def _link(self, declared: Dict[str, Any]) -> wit.Linker:
        linker = wit.Linker(self._engine)
        with linker.root() as root:
            for name, item in declared.items():
                wanted = functions(self._engine, item)
                if not wanted:
                    continue
                with root.add_instance(name) as instance:
                    for own, function in wanted.items():
                        callback = self._callback(capability(name, own), function.result)
                        self._callbacks.append(callback)
                        define(instance, own, callback)
        return linker

    def _callback(self, capability: str, declared: Any) -> Any:
        def answer(arguments: Any, count: int, slot: Any) -> bool:
            asked = [to_json(arguments[index]) for index in range(count)]
            return self._playing.answer(capability, asked, declared, slot)

        def failed(fault: BaseException) -> None:
            self._playing.misfit = fault

        return import_function(answer, failed)


def _question(step: Dict[str, Any]) -> Dict[str, Any]:
    return {"capability": step["capability"], "arguments": step["arguments"]}
