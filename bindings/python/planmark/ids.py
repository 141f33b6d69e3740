"""Ids that a host makes, since the engine has no randomness and agents never make them (D20)."""

from __future__ import annotations

import secrets
import time


def fresh_plan() -> str:
    """A new id for a plan. Later ids sort after earlier ones."""
    return _fresh("p")


def fresh_session() -> str:
    """A new id for a session. Later ids sort after earlier ones."""
    return _fresh("s")


def _fresh(kind: str) -> str:
    return f"{kind}-{time.time_ns() // 1_000_000:012x}-{secrets.token_hex(4)}"
