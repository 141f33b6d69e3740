"""What the arguments of a store must look like: checked here once, for every store, before anything
is touched. Each function raises ``invalid`` and names the argument."""

from __future__ import annotations

import re
from typing import Tuple

from ..capability import (
    BODY_MAX_BYTES,
    CELL_MAX_BYTES,
    COMMIT_MAX_MUTATIONS,
    KEY_MAX_BYTES,
    PAGE_MAX_ENTRIES,
    CapabilityRefused,
    Mutation,
    Scope,
)

_TASK_ID = re.compile(r"[!-~]{1,256}")
_FILE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
_KEY = re.compile(rf"[!-~]{{1,{KEY_MAX_BYTES}}}")
_PART_OF_KEY = re.compile(rf"[!-~]{{0,{KEY_MAX_BYTES}}}")
_PART_OF_ID = re.compile(r"[!-~]{0,256}")

#: Names that Windows keeps for devices, with or without an extension (D20).
_DEVICE_NAMES = {"con", "prn", "aux", "nul"} | {
    f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)
}


def scope(scope: Scope) -> None:
    """Checks a scope: a task id is 1 to 256 printable ASCII characters without space, a session id
    as :func:`is_file_id` says."""
    right = _TASK_ID.fullmatch(scope.id) is not None if scope.kind == "task" else is_file_id(scope.id)
    _require(right, "the scope's id is not of its form")


def first_lease(leased: bool) -> None:
    """Checks that a call that asks for a lease has had none."""
    _require(not leased, "a call gets one lease")


def key(key: str) -> None:
    """Checks a cell's key: 1 to 512 printable ASCII characters without space."""
    _require(_KEY.fullmatch(key) is not None, "the key is not of its form")


def scan(prefix: str, from_: str, limit: int) -> None:
    """Checks the prefix and the start of a scan, each a key or empty, and how far it goes."""
    _require(_PART_OF_KEY.fullmatch(prefix) is not None, "the prefix is not of the form of a key")
    _require(_PART_OF_KEY.fullmatch(from_) is not None, "the start of the scan is not of the form of a key")
    _page(limit)


def listing(from_: str, limit: int) -> None:
    """Checks where a listing of scopes or bodies starts, and how far it goes."""
    _require(_PART_OF_ID.fullmatch(from_) is not None, "the start of the listing is not of the form of an id")
    _page(limit)


def mutations(mutations: Tuple[Mutation, ...]) -> None:
    """Checks a commit's mutations: their number, keys, values, and that no key occurs twice."""
    _require(1 <= len(mutations) <= COMMIT_MAX_MUTATIONS, "a commit has 1 to 64 mutations")
    keys = set()
    for mutation in mutations:
        key(mutation.key)
        _require(mutation.key not in keys, "a key occurs twice in one commit")
        keys.add(mutation.key)
        action = mutation.action
        if action.case == "put":
            _require(bytes_of(action.value or "") <= CELL_MAX_BYTES, "a value has over 1,048,576 bytes")
        elif action.case == "remove":
            _require(mutation.expected is not None, "a cell to remove needs a version")


def body_name(session: str, plan: str) -> None:
    """Checks the name of a body."""
    body_session(session)
    _require(is_file_id(plan), "the plan id is not of its form")


def body_session(session: str) -> None:
    """Checks the session of a body."""
    _require(is_file_id(session), "the session id is not of its form")


def body_text(text: str) -> None:
    """Checks the size of a body: 1 to 262,144 bytes."""
    _require(1 <= bytes_of(text) <= BODY_MAX_BYTES, "a body has 1 to 262,144 bytes")


def is_file_id(id: str) -> bool:
    """Whether an id can name a file everywhere: ``[A-Za-z0-9][A-Za-z0-9._-]{0,127}``, no trailing
    dot, no reserved device name (D20)."""
    device = id.split(".")[0].lower() in _DEVICE_NAMES
    return _FILE_ID.fullmatch(id) is not None and not id.endswith(".") and not device


def bytes_of(text: str) -> int:
    """The size of a text in bytes of UTF-8."""
    return len(text) if text.isascii() else len(text.encode())


def _page(limit: int) -> None:
    _require(1 <= limit <= PAGE_MAX_ENTRIES, "a page has 1 to 1,000 entries")


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise CapabilityRefused("invalid", message)
