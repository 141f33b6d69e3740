"""Pages of an answer, cut at their limits the same way in every store."""

from __future__ import annotations

import itertools
from typing import Iterable, List

from ..capability import ANSWER_MAX_BYTES, BodyEntry, BodyPage, Cell, Page, ScopePage
from .form import bytes_of


def cells(found: Iterable[Cell], limit: int) -> Page:
    """Makes a page of cells: at most ``limit`` of them and 1,048,576 bytes. A cell that is larger
    than an answer gets a page alone; one that finds no room becomes the page's ``next``."""
    taken: List[Cell] = []
    room = ANSWER_MAX_BYTES
    for cell in found:
        size = len(cell.key) + bytes_of(cell.value)
        if len(taken) == limit or (taken and size > room):
            return Page(tuple(taken), cell.key)
        taken.append(cell)
        room = max(0, room - size)
    return Page(tuple(taken), None)


def scopes(found: Iterable[str], limit: int) -> ScopePage:
    """Makes a page of the first ``limit`` ids; the one after them is its ``next``."""
    ids = list(itertools.islice(found, limit + 1))
    return ScopePage(tuple(ids[:limit]), ids[limit] if len(ids) > limit else None)


def bodies(found: Iterable[BodyEntry], limit: int) -> BodyPage:
    """Makes a page of the first ``limit`` bodies."""
    entries = list(itertools.islice(found, limit + 1))
    return BodyPage(tuple(entries[:limit]), entries[limit].plan if len(entries) > limit else None)
