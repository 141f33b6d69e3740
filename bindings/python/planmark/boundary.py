"""Functions across the boundary: exports that are called, imports that are answered."""

from __future__ import annotations

import ctypes
import logging
import typing
from ctypes import byref
from typing import Any, Callable, List, NamedTuple, Optional, Tuple, TypeVar

from wasmtime import Store, WasmtimeError
from wasmtime import component as wit

from . import native
from .capability import CapabilityFailure, CapabilityRefused
from .codec import Codec, Drift, ResultCodec, codec, paired, result_codec
from .native import ffi
from .trace import Recording
from .types import Failure

_T = TypeVar("_T")

_LOG = logging.getLogger("planmark")
#: Refusals that are part of the work of several writers: nothing for a log.
_ORDINARY = ("busy", "conflict", "lease-ended", "exists")


class Signature(NamedTuple):
    """The conversions of a function's parameters and result."""

    parameters: List[Codec]
    #: The conversions of a function that can fail.
    fallible: Optional[ResultCodec]
    #: The conversions of one that can't.
    plain: Optional[Codec]


def signature(declared: wit.FuncType, function: Callable[..., Any], failure: Any, name: str) -> Signature:
    """Compares a function's declaration with the annotations of the Python function that stands for
    it, and makes the conversions. Raises :class:`Drift` where they differ."""
    hints = typing.get_type_hints(function)
    answer = hints.pop("return")
    parts = paired(declared.params, list(hints.items()), name)
    parameters = [codec(part, hint, own) for own, part, hint in parts]
    result = declared.result
    if result is None:
        raise Drift(f"{name} answers nothing in the component")
    if isinstance(result, wit.ResultType):
        return Signature(parameters, result_codec(result, answer, failure, name), None)
    return Signature(parameters, None, codec(result, answer, f"the answer of {name}"))


class Running:
    """What runs inside a component at this moment: one call at a time, as :class:`planmark.entry.Entry`
    sees to."""

    def __init__(self) -> None:
        #: The call whose imports are answered.
        self.call: Any = None
        #: What an import raised that is no capability failure.
        self.fault: Optional[BaseException] = None
        #: Where the call is recorded.
        self.recording: Optional[Recording] = None
        self.meter = native.METER

    def start(self, call: Any, transfer_bytes: int, recording: Optional[Recording]) -> None:
        """Begins a call."""
        self.call, self.fault, self.recording = call, None, recording
        self.meter.limit = transfer_bytes


class Export:
    """A function of the component."""

    def __init__(self, declared: wit.FuncType, function: Callable[..., Any], name: str) -> None:
        self._signature = signature(declared, function, Failure, name)

    def call(
        self, function: wit.Func, store: Store, arguments: Tuple[Any, ...], recording: Optional[Recording]
    ) -> Tuple[bool, Any]:
        """Calls it in an instance: gives whether it answered, and the answer or the failure.

        Raises ``PlanmarkError`` for an argument that has no form in WIT, before anything runs;
        ``WasmtimeError`` when the component was stopped; ``TransferTooLarge``.
        """
        parameters, fallible, plain = self._signature

        def lower(slots: Any) -> None:
            for part, value, slot in zip(parameters, arguments, slots, strict=True):
                part.lower(value, slot)
            if recording is not None:
                recording.called(slots)

        def lift(result: Any) -> Tuple[bool, Any]:
            if recording is not None:
                recording.ended(result)
            native.METER.start()
            return (
                fallible.lift(result)
                if fallible is not None
                else (True, typing.cast(Codec, plain).lift(result))
            )

        return call_function(function, store, len(parameters), lower, lift)


def call_function(
    function: wit.Func,
    store: Store,
    count: int,
    lower: Callable[[Any], None],
    lift: Callable[[Any], _T],
) -> _T:
    """Calls a function of ``count`` parameters: ``lower`` fills their slots, ``lift`` reads that of the
    answer. Raises ``WasmtimeError`` when the component was stopped, and what the two raise."""
    slots = (ffi.wasmtime_component_val_t * count)()
    result = ffi.wasmtime_component_val_t()
    try:
        lower(slots)
        error = ffi.wasmtime_component_func_call(
            byref(function._func), store._context(), slots, count, byref(result), 1
        )
        if error:
            raise WasmtimeError._from_ptr(error)
        return lift(result)
    finally:
        native.delete(result)
        for slot in slots:
            native.delete(slot)


def import_callback(
    declared: wit.FuncType,
    function: Callable[..., Any],
    capability: str,
    running: Running,
) -> Any:
    """Makes the C function that answers an import with ``function``, a method of the running call.
    ``capability`` names it: interface and function, with a dot between.

    Only :class:`CapabilityRefused` goes back into the component. Anything else that is raised,
    ``KeyboardInterrupt`` included, is kept in ``running`` and stops the component.
    """
    name = capability.partition(".")[2]
    parameters, fallible, plain = signature(declared, function, CapabilityFailure, name)
    lifts = [part.lift for part in parameters]

    def answer(arguments: Any, slot: Any) -> None:
        running.meter.start()
        values = [lift(arguments[index]) for index, lift in enumerate(lifts)]
        if fallible is None:
            typing.cast(Codec, plain).lower(function(running.call, *values), slot)
            return
        try:
            value = function(running.call, *values)
        except CapabilityRefused as refusal:
            if refusal.code not in _ORDINARY:
                _LOG.warning("%s: %s: %s", name, refusal.code, refusal.message)
            fallible.lower(False, CapabilityFailure(refusal.code, refusal.message), slot)
        else:
            fallible.lower(True, value, slot)

    def recorded(arguments: Any, count: int, slot: Any) -> bool:
        recording = running.recording
        if recording is None:
            answer(arguments, slot)
        else:
            step = recording.asked(capability, arguments, count)
            answer(arguments, slot)
            recording.answered(step, slot)
        return True

    def failed(fault: BaseException) -> None:
        running.fault = fault

    return import_function(recorded, failed)


def import_function(
    answer: Callable[[Any, int, Any], bool], failed: Callable[[BaseException], None]
) -> Any:
    """Makes the C function that answers an import: ``answer`` gets the slots of the arguments, their
    count, and the slot for what it answers, and says whether it does. Where not, and where it raises,
    which ``failed`` is told, the component is stopped: an exception that leaves a callback would end the
    process."""
    stop = native.new_error

    def callback(
        _data: Any, _context: Any, _type: Any, arguments: Any, count: int, results: Any, _room: int
    ) -> int:
        try:
            if answer(arguments, count, results[0]):
                return 0
        except BaseException as fault:
            failed(fault)
        return stop(b"a function of the host failed")

    return ffi.wasmtime_component_func_callback_t(callback)


def define(instance: wit.LinkerInstance, name: str, callback: Any) -> None:
    """Adds an import's callback to a linker. The caller keeps the callback alive."""
    data = name.encode()
    buffer = ctypes.create_string_buffer(data)
    error = ffi.wasmtime_component_linker_instance_add_func(
        instance.ptr(), buffer, len(data), callback, None, _NO_FINALIZER
    )
    if error:
        raise WasmtimeError._from_ptr(error)


_NO_FINALIZER = ctypes.cast(0, ctypes.CFUNCTYPE(None, ctypes.c_void_p))
