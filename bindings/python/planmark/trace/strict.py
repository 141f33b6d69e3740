"""JSON as every host reads it in a trace (``docs/traces.md``). ``json`` takes more than others do."""

from __future__ import annotations

import json
import re
from typing import Any, Dict, List, NoReturn, Tuple

_LEVELS_MAX = 100
"""Most levels of lists and objects in each other: what is told of a difference has a few more, and every reader
has to read that."""


def parse(text: str) -> Any:
    """Reads one value. Raises ``ValueError`` for what is no JSON, for what is nested deeper, for a name that
    comes twice in its object, for a number that is not a whole one of at most 32 bits, and for half of a
    surrogate pair."""
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_number,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except RecursionError:
        raise _too_deep() from None
    _check(value, _LEVELS_MAX)
    return value


def same(one: Any, other: Any) -> bool:
    """Whether the JSON of both is the same, the order of names aside: 1 is not ``true`` there."""
    return one == other and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _object(fields: List[Tuple[str, Any]]) -> Dict[str, Any]:
    made: Dict[str, Any] = {}
    for name, value in fields:
        if name in made:
            raise ValueError(f"the name {name!r} comes twice")
        made[name] = value
    return made


def _number(digits: str) -> int:
    if len(digits) > len("-2147483648") or digits == "-0" or not -(1 << 31) <= int(digits) < 1 << 32:
        _no_number(digits)
    return int(digits)


def _no_number(digits: str) -> NoReturn:
    raise ValueError(f"{digits:.60} is no whole number of at most 32 bits")


def _check(value: Any, levels: int) -> None:
    if isinstance(value, str):
        if _HALF.search(value):
            raise ValueError("a text holds half of a surrogate pair")
    elif isinstance(value, (list, dict)):
        if levels == 0:
            raise _too_deep()
        for part in value:
            _check(part, levels - 1)
        for part in value.values() if isinstance(value, dict) else ():
            _check(part, levels - 1)


def _too_deep() -> ValueError:
    return ValueError(f"it is nested deeper than {_LEVELS_MAX} levels")


_HALF = re.compile("[\ud800-\udfff]")
