"""Values in the JSON of a trace, and back (``docs/traces.md``)."""

from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, Callable, Dict, List

from wasmtime import component as wit

from .. import native
from ..native import ffi


class Misfit(Exception):
    """A value that is not of its type, or of a kind that the contract does not have."""


def answer_to_json(slot: Any) -> Any:
    """What a function answered: ``{"ok": …}`` or ``{"failure": …}``."""
    if slot.kind != native.RESULT:
        return {"ok": to_json(slot)}
    result = slot.of.result
    return {"ok" if result.is_ok else "failure": _held(result.val)}


def to_json(slot: Any) -> Any:
    """The JSON of the value in a slot."""
    make = _TO_JSON.get(slot.kind)
    if make is None:
        raise Misfit(f"a trace has no form for a value of kind {slot.kind}")
    return make(slot.of)


def _text(vector: Any) -> str:
    # Not counted, as the engine's own handing over is.
    return ctypes.string_at(vector.data, vector.size).decode() if vector.size else ""


def _held(pointer: Any) -> Any:
    return to_json(pointer.contents) if pointer else None


def _items(vector: Any) -> List[Any]:
    return [to_json(vector.data[index]) for index in range(vector.size)]


def _record_to_json(of: Any) -> Dict[str, Any]:
    found = {}
    for index in range(of.record.size):
        field = of.record.data[index]
        if field.val.kind != native.OPTION or field.val.of.option:
            found[_text(field.name)] = to_json(field.val)
    return found


def _variant_to_json(of: Any) -> Dict[str, Any]:
    case = {"tag": _text(of.variant.discriminant)}
    return {**case, "val": to_json(of.variant.val.contents)} if of.variant.val else case


_TO_JSON: Dict[int, Callable[[Any], Any]] = {
    native.BOOL: lambda of: bool(of.boolean),
    native.U32: lambda of: of.u32,
    native.U64: lambda of: str(of.u64),
    native.S64: lambda of: str(of.s64),
    native.STRING: lambda of: _text(of.string),
    native.ENUM: lambda of: _text(of.enumeration),
    native.LIST: lambda of: _items(of.list),
    native.TUPLE: lambda of: _items(of.tuple),
    native.OPTION: lambda of: _held(of.option),
    native.RECORD: _record_to_json,
    native.VARIANT: _variant_to_json,
}


def answer_from_json(json: Any, declared: Any, slot: Any) -> None:
    """Puts an answer into a slot that holds nothing yet. Raises :class:`Misfit`."""
    _require(isinstance(json, dict) and len(json) == 1, "an answer is an object of one field")
    [(name, value)] = json.items()
    if not isinstance(declared, wit.ResultType):
        _require(name == "ok", f'there is no answer "{name}"')
        from_json(value, declared, slot)
        return
    _require(name in ("ok", "failure"), f'there is no answer "{name}"')
    part = declared.ok if name == "ok" else declared.err
    slot.of.result.is_ok = name == "ok"
    slot.of.result.val = None
    slot.kind = native.RESULT
    _require(part is not None or value is None, "something stands where nothing may stand")
    if part is not None:
        slot.of.result.val = native.new_slot()
        from_json(value, part, slot.of.result.val.contents)


def from_json(json: Any, declared: Any, slot: Any) -> None:
    """Puts a value of a type into a slot that holds nothing yet. Raises :class:`Misfit`. What was built so
    far stays below the slot, so that deleting it frees everything."""
    for kind, put in _FROM_JSON:
        if isinstance(declared, kind):
            put(json, declared, slot)
            return
    raise Misfit("a trace has no form for this type")


def _put_bool(json: Any, _declared: Any, slot: Any) -> None:
    _require(isinstance(json, bool), _wrong(json))
    slot.of.boolean = json
    slot.kind = native.BOOL


def _put_u32(json: Any, _declared: Any, slot: Any) -> None:
    is_one = isinstance(json, int) and not isinstance(json, bool) and 0 <= json < 1 << 32
    _require(is_one, _wrong(json))
    slot.of.u32 = json
    slot.kind = native.U32


def _put_u64(json: Any, _declared: Any, slot: Any) -> None:
    slot.of.u64 = _digits(json, 0, (1 << 64) - 1)
    slot.kind = native.U64


def _put_s64(json: Any, _declared: Any, slot: Any) -> None:
    slot.of.s64 = _digits(json, -(1 << 63), (1 << 63) - 1)
    slot.kind = native.S64


def _digits(json: Any, least: int, most: int) -> int:
    try:
        number = int(json) if isinstance(json, str) else most + 1
    except ValueError:
        number = most + 1
    _require(least <= number <= most and str(number) == json, _wrong(json))
    return number


def _put_string(json: Any, _declared: Any, slot: Any) -> None:
    _put_text(json, slot.of.string)
    slot.kind = native.STRING


def _put_enum(json: Any, declared: Any, slot: Any) -> None:
    _require(json in declared.names, _wrong(json))
    _put_text(json, slot.of.enumeration)
    slot.kind = native.ENUM


def _put_list(json: Any, declared: Any, slot: Any) -> None:
    _require(isinstance(json, list), _wrong(json))
    items, element = slot.of.list, declared.element
    ffi.wasmtime_component_vallist_new_uninit(byref(items), len(json))
    slot.kind = native.LIST
    for index, value in enumerate(json):
        from_json(value, element, items.data[index])


def _put_tuple(json: Any, declared: Any, slot: Any) -> None:
    types = declared.elements
    _require(isinstance(json, list) and len(json) == len(types), _wrong(json))
    items = slot.of.tuple
    ffi.wasmtime_component_valtuple_new_uninit(byref(items), len(json))
    slot.kind = native.TUPLE
    for index, (value, part) in enumerate(zip(json, types, strict=True)):
        from_json(value, part, items.data[index])


def _put_option(json: Any, declared: Any, slot: Any) -> None:
    slot.of.option = None
    slot.kind = native.OPTION
    if json is not None:
        slot.of.option = native.new_slot()
        from_json(json, declared.payload, slot.of.option.contents)


def _put_record(json: Any, declared: Any, slot: Any) -> None:
    fields = declared.fields
    names = [name for name, _ in fields]
    _require(isinstance(json, dict) and set(json) <= set(names), _wrong(json))
    record = slot.of.record
    ffi.wasmtime_component_valrecord_new_uninit(byref(record), len(fields))
    slot.kind = native.RECORD
    for index, (name, part) in enumerate(fields):
        entry = record.data[index]
        _put_text(name, entry.name)
        _require(name in json or isinstance(part, wit.OptionType), f'the field "{name}" is missing')
        from_json(json.get(name), part, entry.val)


def _put_variant(json: Any, declared: Any, slot: Any) -> None:
    cases = dict(declared.cases)
    _require(isinstance(json, dict) and set(json) <= {"tag", "val"}, _wrong(json))
    tag = json.get("tag")
    _require(isinstance(tag, str) and tag in cases, _wrong(json))
    part = cases[tag]
    _put_text(tag, slot.of.variant.discriminant)
    slot.of.variant.val = None
    slot.kind = native.VARIANT
    if part is None:
        _require(json.get("val") is None, "something stands where nothing may stand")
    else:
        slot.of.variant.val = native.new_slot()
        from_json(json.get("val"), part, slot.of.variant.val.contents)


_FROM_JSON: List[Any] = [
    (wit.Bool, _put_bool),
    (wit.U32, _put_u32),
    (wit.U64, _put_u64),
    (wit.S64, _put_s64),
    (wit.String, _put_string),
    (wit.EnumType, _put_enum),
    (wit.ListType, _put_list),
    (wit.TupleType, _put_tuple),
    (wit.OptionType, _put_option),
    (wit.RecordType, _put_record),
    (wit.VariantType, _put_variant),
]


def _put_text(json: Any, vector: Any) -> None:
    _require(isinstance(json, str), _wrong(json))
    try:
        data = json.encode()
    except UnicodeEncodeError:
        raise Misfit("a text holds half of a surrogate pair") from None
    native.put_bytes(byref(vector), len(data), data)


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise Misfit(what)


def _wrong(json: Any) -> str:
    return f"{json!r:.60} is not of its type"
