"""A path is a path wherever one is given: never the number of an open file, nothing that the system can't
name, and nothing else than a ``PlanmarkError`` for it."""

from __future__ import annotations

import os
from typing import Any, Callable

import pytest

from planmark import MemoryStore, Planmark, PlanmarkError, Preview, SqliteStore, replay


class Bytes:
    """A path that is no text."""

    def __fspath__(self) -> bytes:
        return b"a"


@pytest.mark.parametrize(
    "take",
    [
        replay,
        SqliteStore,
        lambda given: Planmark(MemoryStore(), trace=given),
        lambda given: Planmark(MemoryStore(), component=given),
        lambda given: Preview.load(component=given),
    ],
    ids=["replay", "SqliteStore", "trace", "component", "Preview.load"],
)
@pytest.mark.parametrize("given", [1, True, 0.5, b"a", "", "a\0b", Bytes(), object(), [], "a\ud800", "\udcff"])
def test_what_is_no_path_is_refused(take: Callable[[Any], Any], given: Any) -> None:
    with pytest.raises(PlanmarkError) as raised:
        take(given)
    is_half = isinstance(given, str) and given[-1:] >= "\ud800"
    assert raised.value.code == ("not-utf-8" if is_half else "invalid-argument")
    os.fstat(1)
