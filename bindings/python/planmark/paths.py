"""Paths that a caller gives."""

from __future__ import annotations

import os
from typing import Union

from .errors import invalid_argument, not_utf8

AnyPath = Union[str, os.PathLike[str]]
"""The name of a file or folder."""


def path(given: object, what: str) -> str:
    """The path that was given as ``what``. Raises ``PlanmarkError``: ``invalid-argument`` for what is none,
    also for a number, which would be an open file's; ``not-utf-8`` for half of a surrogate pair."""
    named = os.fspath(given) if isinstance(given, (str, os.PathLike)) else None
    if not isinstance(named, str) or not named or "\0" in named:
        raise invalid_argument(f'"{what}" must be a path')
    try:
        named.encode()
    except UnicodeEncodeError:
        raise not_utf8(what) from None
    return named
