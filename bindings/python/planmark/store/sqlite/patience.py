"""Waiting for another process: by asking again.

SQLite's own busy handler sleeps up to 100 ms between attempts, which lets a busy neighbour starve
this process. A few milliseconds at most keep the wait short and cost little.
"""

from __future__ import annotations

import random
import time
from typing import Callable, TypeVar

import apsw

from .failure import is_busy

_FIRST_PAUSE_S = 0.0001
_LONGEST_PAUSE_S = 0.003

T = TypeVar("T")


def until(deadline: float, attempt: Callable[[], T]) -> T:
    """Attempts until it works and gives its answer, or until the deadline (of ``time.monotonic``)
    has passed; then raises the last attempt's error."""
    pause = _FIRST_PAUSE_S
    while True:
        try:
            return attempt()
        except apsw.Error as error:
            if not is_busy(error) or time.monotonic() >= deadline:
                raise
        time.sleep(min(pause * random.uniform(0.5, 1.0), max(0.0, deadline - time.monotonic())))
        pause = min(_LONGEST_PAUSE_S, pause * 1.5)
