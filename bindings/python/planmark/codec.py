"""Values of WIT types as Python values, and back.

:func:`codec` takes a type as the component declares it and the Python type that stands for it, and
makes the two conversions once, when a component is loaded. It compares names, order, cases and
kinds on the way, so that a component and this package can't drift apart unnoticed.

``wasmtime``'s own conversions build the tree of types again at every call and share state between
threads; these don't. They use its bindings of the C API, whose layout :mod:`planmark.native` checks.

INVARIANT: values are built in place below one root, each attached before its parts are filled, so
that deleting the root frees everything also when a conversion fails half-way.
"""

from __future__ import annotations

import dataclasses
import keyword
import operator
import types
import typing
from ctypes import byref
from typing import Any, Callable, List, Literal, NamedTuple, Optional, Tuple, Union

from wasmtime import component as wit

from . import native
from .errors import invalid_argument, not_utf8, too_large
from .limits import TEXT_MAX_BYTES
from .native import ffi

Slot = Any
"""A ``wasmtime_component_val_t``: where a value stands."""


class Codec(NamedTuple):
    """The two conversions of one type."""

    #: Puts a Python value into a slot that holds nothing yet.
    lower: Callable[[Any, Slot], None]
    #: Reads a slot, and leaves it as it is.
    lift: Callable[[Slot], Any]


class Drift(Exception):
    """The component declares something else than this package expects."""


def codec(declared: Any, expected: Any, name: str) -> Codec:
    """Makes the conversions between the WIT type ``declared`` and the Python type ``expected``.

    ``name`` is the argument or field, for messages. Raises :class:`Drift` where the two differ.
    """
    for kind, make in _MAKERS:
        if isinstance(declared, kind):
            return make(declared, expected, name)
    raise Drift(f"{name} has a type that no function here uses: {type(declared).__name__}")


def _text(_declared: wit.String, expected: Any, name: str) -> Codec:
    _require(expected is str, name, "text")

    def lower(value: Any, slot: Slot) -> None:
        if not isinstance(value, str):
            raise invalid_argument(f'"{name}" must be text')
        if len(value) > TEXT_MAX_BYTES:
            raise too_large(len(value.encode(errors="surrogatepass")), TEXT_MAX_BYTES)
        try:
            data = value.encode()
        except UnicodeEncodeError:
            raise not_utf8(name) from None
        if len(data) > TEXT_MAX_BYTES:
            raise too_large(len(data), TEXT_MAX_BYTES)
        native.put_bytes(byref(slot.of.string), len(data), data)
        slot.kind = native.STRING

    return Codec(lower, lambda slot: native.text(slot.of.string))


def _boolean(_declared: wit.Bool, expected: Any, name: str) -> Codec:
    _require(expected is bool, name, "a boolean")

    def lower(value: Any, slot: Slot) -> None:
        if not isinstance(value, bool):
            raise invalid_argument(f'"{name}" must be true or false')
        slot.of.boolean = value
        slot.kind = native.BOOL

    return Codec(lower, lambda slot: bool(slot.of.boolean))


_INTEGERS = {
    wit.U32: ("u32", native.U32, 0, (1 << 32) - 1),
    wit.U64: ("u64", native.U64, 0, (1 << 64) - 1),
    wit.S64: ("s64", native.S64, -(1 << 63), (1 << 63) - 1),
}


def _integer(declared: Any, expected: Any, name: str) -> Codec:
    _require(expected is int, name, "an integer")
    member, kind, least, most = _INTEGERS[type(declared)]
    read = operator.attrgetter(f"of.{member}")

    def lower(value: Any, slot: Slot) -> None:
        # ctypes would cut off what does not fit.
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise invalid_argument(f'"{name}" must be a whole number from {least} to {most}')
        setattr(slot.of, member, value)
        slot.kind = kind

    return Codec(lower, read)


def _enumeration(declared: wit.EnumType, expected: Any, name: str) -> Codec:
    cases = tuple(declared.names)
    _require(_literals(expected) == cases, name, f"one of {cases}")
    encoded = {case: case.encode() for case in cases}

    def lower(value: Any, slot: Slot) -> None:
        data = encoded.get(value) if isinstance(value, str) else None
        if data is None:
            raise invalid_argument(f'"{name}" must be one of {", ".join(cases)}')
        native.put_bytes(byref(slot.of.enumeration), len(data), data)
        slot.kind = native.ENUM

    return Codec(lower, lambda slot: native.text(slot.of.enumeration))


def _list(declared: wit.ListType, expected: Any, name: str) -> Codec:
    origin, arguments = typing.get_origin(expected), typing.get_args(expected)
    _require(origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis, name, "a list")
    item = codec(declared.element, arguments[0], name)

    def lower(value: Any, slot: Slot) -> None:
        if not isinstance(value, (tuple, list)):
            raise invalid_argument(f'"{name}" must be a list')
        items = slot.of.list
        ffi.wasmtime_component_vallist_new_uninit(byref(items), len(value))
        slot.kind = native.LIST
        for index, element in enumerate(value):
            item.lower(element, items.data[index])

    def lift(slot: Slot) -> Tuple[Any, ...]:
        items = slot.of.list
        data = items.data
        return tuple(item.lift(data[index]) for index in range(items.size))

    return Codec(lower, lift)


def _tuple(declared: wit.TupleType, expected: Any, name: str) -> Codec:
    arguments = typing.get_args(expected)
    fits = typing.get_origin(expected) is tuple and len(arguments) == len(declared.elements)
    _require(fits and Ellipsis not in arguments, name, f"a tuple of {len(declared.elements)}")
    parts = [codec(part, hint, name) for part, hint in zip(declared.elements, arguments, strict=True)]

    def lower(value: Any, slot: Slot) -> None:
        if not isinstance(value, (tuple, list)) or len(value) != len(parts):
            raise invalid_argument(f'"{name}" must be a tuple of {len(parts)}')
        items = slot.of.tuple
        ffi.wasmtime_component_valtuple_new_uninit(byref(items), len(parts))
        slot.kind = native.TUPLE
        for index, part in enumerate(parts):
            part.lower(value[index], items.data[index])

    def lift(slot: Slot) -> Tuple[Any, ...]:
        data = slot.of.tuple.data
        return tuple(part.lift(data[index]) for index, part in enumerate(parts))

    return Codec(lower, lift)


def _record(declared: wit.RecordType, expected: Any, name: str) -> Codec:
    _require(dataclasses.is_dataclass(expected), name, "a record")
    fields = named(declared.fields, expected)
    parts = [codec(part, hint, f"{name}.{own}") for own, part, hint in fields]
    lifts = [part.lift for part in parts]
    lowers = [
        (original.encode(), own, part.lower)
        for (original, _), (own, _, _), part in zip(declared.fields, fields, parts, strict=True)
    ]

    def lower(value: Any, slot: Slot) -> None:
        if not isinstance(value, expected):
            raise invalid_argument(f'"{name}" must be a {expected.__name__}')
        record = slot.of.record
        ffi.wasmtime_component_valrecord_new_uninit(byref(record), len(lowers))
        slot.kind = native.RECORD
        data = record.data
        for index, (label, own, part) in enumerate(lowers):
            entry = data[index]
            native.put_bytes(byref(entry.name), len(label), label)
            part(getattr(value, own), entry.val)

    def lift(slot: Slot) -> Any:
        data = slot.of.record.data
        return expected(*[part(data[index].val) for index, part in enumerate(lifts)])

    return Codec(lower, lift)


def _variant(declared: wit.VariantType, expected: Any, name: str) -> Codec:
    _require(dataclasses.is_dataclass(expected), name, "a variant")
    hints = typing.get_type_hints(expected)
    cases = dict(declared.cases)
    _require(_literals(hints["case"]) == tuple(cases), name, f"one of {tuple(cases)}")
    parts = {
        case: _one_of(part, hints["value"], f"{name}.{case}")
        for case, part in cases.items()
        if part is not None
    }

    def lower(value: Any, slot: Slot) -> None:
        if not isinstance(value, expected) or value.case not in cases:
            raise invalid_argument(f'"{name}" must be a {expected.__name__}')
        label = value.case.encode()
        native.put_bytes(byref(slot.of.variant.discriminant), len(label), label)
        slot.of.variant.val = None
        slot.kind = native.VARIANT
        if value.case in parts:
            slot.of.variant.val = native.new_slot()
            parts[value.case].lower(value.value, slot.of.variant.val.contents)

    def lift(slot: Slot) -> Any:
        case = native.text(slot.of.variant.discriminant)
        part = parts.get(case)
        return expected(case, None if part is None else part.lift(slot.of.variant.val.contents))

    return Codec(lower, lift)


def _one_of(declared: Any, expected: Any, name: str) -> Codec:
    """The conversions of a case's value: of the one type of a union that stands for it."""
    kinds = typing.get_args(expected) if _is_union(expected) else (expected,)
    drift = Drift(f"{name} has a value in the component that it has not here")
    for kind in kinds:
        try:
            return codec(declared, kind, name)
        except Drift as found:
            drift = found
    raise drift


def _option(declared: wit.OptionType, expected: Any, name: str) -> Codec:
    part = codec(declared.payload, _without_none(expected, name), name)

    def lower(value: Any, slot: Slot) -> None:
        slot.of.option = None
        slot.kind = native.OPTION
        if value is not None:
            slot.of.option = native.new_slot()
            part.lower(value, slot.of.option.contents)

    def lift(slot: Slot) -> Any:
        there = slot.of.option
        return part.lift(there.contents) if there else None

    return Codec(lower, lift)


_MAKERS: List[Tuple[Any, Callable[[Any, Any, str], Codec]]] = [
    (wit.String, _text),
    (wit.Bool, _boolean),
    ((wit.U32, wit.U64, wit.S64), _integer),
    (wit.EnumType, _enumeration),
    (wit.ListType, _list),
    (wit.TupleType, _tuple),
    (wit.RecordType, _record),
    (wit.VariantType, _variant),
    (wit.OptionType, _option),
]


class ResultCodec(NamedTuple):
    """The two conversions of a ``result``."""

    ok: Optional[Codec]
    err: Codec

    def lower(self, is_ok: bool, value: Any, slot: Slot) -> None:
        """Puts the answer, or the failure, into a slot that holds nothing yet."""
        result, part = slot.of.result, self.ok if is_ok else self.err
        result.is_ok = is_ok
        result.val = None
        slot.kind = native.RESULT
        if part is not None:
            result.val = native.new_slot()
            part.lower(value, result.val.contents)

    def lift(self, slot: Slot) -> Tuple[bool, Any]:
        """Reads whether it is an answer, and the answer or the failure."""
        result = slot.of.result
        is_ok = bool(result.is_ok)
        part = self.ok if is_ok else self.err
        return is_ok, None if part is None else part.lift(result.val.contents)


def result_codec(declared: wit.ResultType, answer: Any, failure: Any, name: str) -> ResultCodec:
    """Makes the conversions of a ``result``. ``answer`` is ``type(None)`` where it has no value."""
    _require((declared.ok is None) == (answer is type(None)), name, "an answer, or none")
    _require(declared.err is not None, name, "a failure")
    ok = None if declared.ok is None else codec(declared.ok, answer, f"the answer of {name}")
    return ResultCodec(ok, codec(declared.err, failure, f"the failure of {name}"))


def named(declared: List[Tuple[str, Any]], expected: Any) -> List[Tuple[str, Any, Any]]:
    """Pairs WIT fields with those of a dataclass: Python name, WIT type, Python type."""
    hints = typing.get_type_hints(expected)
    own = [field.name for field in dataclasses.fields(expected)]
    return paired(declared, [(name, hints[name]) for name in own], expected.__name__)


def paired(
    declared: List[Tuple[str, Any]], expected: List[Tuple[str, Any]], where: str
) -> List[Tuple[str, Any, Any]]:
    """Pairs names in their order. Raises :class:`Drift` where they differ."""
    theirs, ours = [python_name(name) for name, _ in declared], [name for name, _ in expected]
    if theirs != ours:
        raise Drift(f"{where} has {theirs} in the component and {ours} here")
    return [(name, part, hint) for (_, part), (name, hint) in zip(declared, expected, strict=True)]


def python_name(name: str) -> str:
    """The Python name of a WIT name: ``read-past`` is ``read_past``, ``from`` is ``from_``."""
    return f"{name}_" if keyword.iskeyword(name) else name.replace("-", "_")


def _literals(hint: Any) -> Tuple[Any, ...]:
    return typing.get_args(hint) if typing.get_origin(hint) is Literal else ()


def _without_none(hint: Any, name: str) -> Any:
    """The type that an optional type adds None to; any other type is a drift."""
    rest = [part for part in typing.get_args(hint) if part is not type(None)]
    optional = _is_union(hint) and len(rest) == 1
    _require(optional, name, "an option")
    return rest[0]


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (Union, getattr(types, "UnionType", Union))


def _require(condition: bool, name: str, what: str) -> None:
    if not condition:
        raise Drift(f"{name} is {what} in the component, and something else here")
