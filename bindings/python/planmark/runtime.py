"""Runs a component: one kept instance, dropped after anything but an answer or a refusal."""

from __future__ import annotations

import hashlib
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from wasmtime import Engine, Store, WasmtimeError
from wasmtime import component as wit

from . import compiled
from .boundary import Export, Running, define, import_callback
from .call import IMPORTS, Call
from .codec import Drift
from .entry import Entry
from .errors import PlanmarkError, engine_fault, import_failed, refused
from .limits import Limits
from .native import TransferTooLarge
from .trace import Recording
from .trace.file import TraceFile

Functions = Mapping[str, Mapping[str, Callable[..., Any]]]
"""Python functions by interface and WIT name; their annotations say what crosses the boundary."""

INTERFACE = "planmark:engine/{}@0.1.0"
"""The full name of an interface."""

# What wasmtime says last when it stops a component, and what that is here.
_TRAPS = [
    ("all fuel consumed", "engine-out-of-fuel", "it ran longer than one call may"),
    ("call stack exhausted", "engine-out-of-stack", "its calls nested deeper than its stack"),
    ("wasm trap:", "engine-trapped", "it reached a state it has no answer for"),
]


class Loaded:
    """A component with its imports linked and its exports compared, shared by the whole process."""

    def __init__(self, wasm: bytes, exports: Functions) -> None:
        self.engine = compiled.engine()
        self.component = compiled.component(self.engine, wasm)
        self.running = Running()
        self._callbacks: List[Any] = []
        declared = self.component.type
        try:
            self.exports = self._compare(declared.exports(self.engine), exports)
            self.linker = self._link(declared.imports(self.engine))
        except Drift as drift:
            raise PlanmarkError(
                "component-other-world",
                f"the engine has other imports or exports than this package: {drift}",
                "Use a component and a package of the same version.",
            ) from drift

    def _compare(self, declared: Dict[str, Any], exports: Functions) -> Dict[Tuple[str, str], Export]:
        found = {}
        for interface, ours in exports.items():
            there = functions(self.engine, declared.get(INTERFACE.format(interface)))
            for name, function in ours.items():
                if name not in there:
                    raise Drift(f"there is no export {interface}.{name}")
                found[interface, name] = Export(there[name], function, name)
        return found

    def _link(self, declared: Dict[str, Any]) -> wit.Linker:
        linker = wit.Linker(self.engine)
        known: Functions = {
            INTERFACE.format(interface): ours for interface, ours in IMPORTS.items()
        }
        with linker.root() as root:
            for name, item in declared.items():
                wanted = functions(self.engine, item)
                if not wanted:
                    continue
                ours = known.get(name, {})
                with root.add_instance(name) as instance:
                    for own, function in wanted.items():
                        if own not in ours:
                            raise Drift(f"there is no import {name} {own}")
                        callback = import_callback(function, ours[own], capability(name, own), self.running)
                        self._callbacks.append(callback)
                        define(instance, own, callback)
        return linker


def functions(engine: Engine, item: Any) -> Dict[str, wit.FuncType]:
    """The functions of an interface, by name; none of what is no interface."""
    items = item.exports(engine) if isinstance(item, wit.ComponentInstanceType) else {}
    return {name: part for name, part in items.items() if isinstance(part, wit.FuncType)}


def capability(interface: str, function: str) -> str:
    """How a trace names a function of the host: ``locking.acquire``."""
    return f"{interface.partition('/')[2].partition('@')[0]}.{function}"


class Instance:
    """One instance of a component, in a store of its own."""

    def __init__(self, loaded: Loaded, limits: Limits) -> None:
        self.store = Store(loaded.engine)
        self.store.set_limits(
            memory_size=limits.memory_bytes, table_elements=20_000, instances=20, tables=20, memories=1
        )
        self.store.set_fuel(limits.fuel)
        instance = loaded.linker.instantiate(self.store, loaded.component)
        self.functions = {key: instance_function(self.store, instance, *key) for key in loaded.exports}


def instance_function(store: Store, instance: wit.Instance, interface: str, name: str) -> wit.Func:
    """A function of an instance, which its component's type has."""
    within = instance.get_export_index(store, INTERFACE.format(interface))
    index = instance.get_export_index(store, name, within)
    function = None if index is None else instance.get_func(store, index)
    assert function is not None, "the component's type has this export"
    return function


_loaded: Dict[Tuple[str, ...], Loaded] = {}


class Runtime:
    """A component, ready to be called from any thread."""

    def __init__(
        self, wasm: bytes, exports: Functions, limits: Limits, trace: Optional[TraceFile] = None
    ) -> None:
        """Loads it; its calls are recorded where there is a file for them. Raises ``PlanmarkError`` where it
        does not fit this package."""
        self._limits = limits
        self._instance: Optional[Instance] = None
        digest = hashlib.sha256(wasm).hexdigest()
        self._recording = None if trace is None else Recording(trace, digest)
        key = (digest, *exports)
        with Entry():
            loaded = _loaded.get(key)
            if loaded is None:
                loaded = _loaded[key] = Loaded(wasm, exports)
            self._loaded = loaded

    def pure(self, interface: str, name: str, arguments: Tuple[Any, ...]) -> Any:
        """Calls a pure function: it has no store, no clock and no access rule."""
        call = Call(None, lambda: 0, lambda *_: False)
        return settled(call, self.run(interface, name, arguments, call))

    def run(self, interface: str, name: str, arguments: Tuple[Any, ...], call: Call) -> Tuple[bool, Any]:
        """Calls an export and ends the call: gives whether it answered, and the answer or the failure.

        Raises ``PlanmarkError`` for an argument that can't be handed over, and when the engine or a
        function of the host failed; what is no ``Exception``, such as ``KeyboardInterrupt``, is
        raised again as it was.
        """
        with Entry():
            running, key, recording = self._loaded.running, (interface, name), self._recording
            running.start(call, self._limits.transfer_bytes, recording)
            if recording is not None:
                recording.begin(interface, name)
            try:
                instance = self._instance or Instance(self._loaded, self._limits)
                # Kept again only after an answer, a refusal, or an argument that never went in.
                self._instance = None
                instance.store.set_fuel(self._limits.fuel)
                export, function = self._loaded.exports[key], instance.functions[key]
                answer = export.call(function, instance.store, arguments, recording)
            except PlanmarkError:
                self._instance = instance
                raise
            except (WasmtimeError, TransferTooLarge) as error:
                stopped = _stopped(running.fault, error, call)
                if recording is not None:
                    recording.stopped(fault_of(error)[0])
            else:
                self._instance = instance
                return answer
            finally:
                running.call = running.fault = None
                # Here, where no signal's handler can come between.
                call.close()
        # Outside the handler, so that it keeps the cause that it has.
        raise stopped


def settled(call: Call, answer: Tuple[bool, Any]) -> Any:
    """The answer of :meth:`Runtime.run`; a refusal is raised with what the host knows of the write."""
    is_ok, value = answer
    if is_ok:
        return value
    raise refused(value, call.effect)


def _stopped(fault: Optional[BaseException], error: Exception, call: Call) -> BaseException:
    """What a caller gets when the component was stopped."""
    if isinstance(fault, TransferTooLarge):
        fault = None
    if fault is not None:
        return import_failed(fault, call.effect) if isinstance(fault, Exception) else fault
    code, message = fault_of(error)
    return engine_fault(code, message, call.effect)


def fault_of(error: Exception) -> Tuple[str, str]:
    """The code of what stopped a component, and what that is."""
    text = str(error)
    for sign, code, message in _TRAPS:
        if sign in text:
            return code, message
    return "engine-bad-data", "it handed over data that is malformed or too large"
