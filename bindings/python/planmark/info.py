"""What an engine says of itself: the records of ``wit/info.wit`` in Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """The limits in force. All are fixed."""

    #: Bytes of UTF-8 of a stored text.
    content_bytes: int
    #: Characters of a task id.
    task_id_chars: int
    #: Characters of a title.
    title_chars: int
    #: Characters of an author's name.
    author_chars: int
    #: Default of ``Context.coalesce_window_ms``.
    coalesce_window_ms: int
    #: Entries of one page of a listing.
    page_entries: int


@dataclass(frozen=True, slots=True)
class RenderedText:
    """One text that the engine renders."""

    #: Its name in the catalog.
    id: str
    #: Raised whenever its words change.
    version: int
    #: SHA-256 of its template, 64 hex digits.
    digest: str


@dataclass(frozen=True, slots=True)
class Description:
    """The description of an engine."""

    #: The engine's version, as in its package.
    version: str
    #: The newest format of a scope that it reads and writes.
    format: int
    limits: EngineLimits
    #: Every text it renders, in order of id.
    texts: Tuple[RenderedText, ...]
