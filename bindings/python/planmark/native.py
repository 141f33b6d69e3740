"""The parts of ``wasmtime``'s bindings of the C API that this package uses directly.

Everything that depends on their layout stands here, and is checked once at import: another release
of ``wasmtime`` fails with a sentence, not with a crash.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_char_p, c_size_t, c_void_p
from importlib.metadata import version
from typing import Any

from wasmtime import _ffi as ffi

from .errors import PlanmarkError

__all__ = ["ffi"]

WASMTIME_VERSION = version("wasmtime")
"""The installed version of ``wasmtime``."""

BOOL = 0
U32 = 6
S64 = 7
U64 = 8
STRING = 12
LIST = 13
RECORD = 14
TUPLE = 15
VARIANT = 16
ENUM = 17
OPTION = 18
RESULT = 19

_KINDS = {
    "BOOL": BOOL,
    "U32": U32,
    "S64": S64,
    "U64": U64,
    "STRING": STRING,
    "LIST": LIST,
    "RECORD": RECORD,
    "TUPLE": TUPLE,
    "VARIANT": VARIANT,
    "ENUM": ENUM,
    "OPTION": OPTION,
    "RESULT": RESULT,
}


def _check_layout() -> None:
    """Compares the bindings with what this package was written for."""
    try:
        kinds = {name: getattr(ffi, f"WASMTIME_COMPONENT_{name}").value for name in _KINDS}
        sizes = [
            ctypes.sizeof(ffi.wasmtime_component_val_t),
            ctypes.sizeof(ffi.wasmtime_component_valrecord_entry),
        ]
        word = ctypes.sizeof(c_void_p)
        fits = kinds == _KINDS and sizes == [4 * word, 6 * word] and WASMTIME_VERSION.split(".")[0] == "48"
    except AttributeError:
        fits = False
    if not fits:
        raise PlanmarkError(
            "component-unusable",
            f"wasmtime {WASMTIME_VERSION} is not a release that planmark works with",
            "Install wasmtime 48.",
        )


_check_layout()

put_bytes = ctypes.CFUNCTYPE(None, POINTER(ffi.wasm_byte_vec_t), c_size_t, c_char_p)(
    ("wasm_byte_vec_new", ffi.dll)
)
"""Fills an empty byte vector with a copy of the bytes given."""


class TransferTooLarge(Exception):
    """The component hands over more text at once than a call may."""


class Meter:
    """Counts the text that the component hands over at once."""

    def __init__(self) -> None:
        self.limit = 0
        self.used = 0

    def start(self) -> None:
        """Begins to count."""
        self.used = 0

    def take(self, size: int) -> None:
        """Counts ``size`` bytes. Raises :class:`TransferTooLarge` above the limit."""
        self.used += size
        if self.used > self.limit:
            raise TransferTooLarge


METER = Meter()
"""The one meter: one call runs at a time."""


def text(vector: Any) -> str:
    """The text of a byte vector."""
    size = vector.size
    METER.take(size)
    return ctypes.string_at(vector.data, size).decode() if size else ""


def new_slot() -> Any:
    """A pointer to a new slot that holds nothing yet; the value it becomes part of owns it."""
    return ffi.wasmtime_component_val_new(byref(ffi.wasmtime_component_val_t()))


def delete(slot: Any) -> None:
    """Frees the value in a slot with everything below it."""
    ffi.wasmtime_component_val_delete(byref(slot))


def new_error(message: bytes) -> int:
    """An error for an import callback to answer: it stops the component."""
    address = ctypes.cast(ffi.wasmtime_error_new(message), c_void_p).value
    assert address is not None
    return address
