"""Leases among the threads of one process: fair, one scope at a time, with a bounded wait.

A release hands the scope to the longest waiter, so that no newcomer overtakes and no scope delays
another.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Deque, Dict, Optional

from ..capability import Scope


class Lease:
    """A scope held until :meth:`release`, or until nobody holds this any more."""

    def __init__(self, table: Leases, scope: Scope) -> None:
        self.scope = scope
        self._table: Optional[Leases] = table

    def release(self) -> None:
        """Gives the scope to the next one. May be called twice."""
        table, self._table = self._table, None
        if table is not None:
            table._release(self.scope)

    def __del__(self) -> None:
        self.release()


class Leases:
    """The scopes held in this process."""

    def __init__(self) -> None:
        # Reentrant: a lease that nobody holds any more may be released by the collector at any point.
        self._lock = threading.RLock()
        self._held: Dict[Scope, Deque[threading.Event]] = {}

    def acquire(self, scope: Scope, seconds: float = 0.0) -> Optional[Lease]:
        """Waits for the scope; none when it stayed held."""
        with self._lock:
            queue = self._held.get(scope)
            if queue is None:
                self._held[scope] = deque()
                return Lease(self, scope)
            if seconds <= 0:
                return None
            turn = threading.Event()
            queue.append(turn)
        try:
            given = turn.wait(max(0.0, seconds))
        except BaseException:
            self._give_up(scope, turn)
            raise
        if given or not self._give_up(scope, turn, keep=True):
            return Lease(self, scope)
        return None

    def _give_up(self, scope: Scope, turn: threading.Event, keep: bool = False) -> bool:
        """Leaves the queue. Says whether the turn had not come; if it had, it is passed on, or kept."""
        with self._lock:
            if turn.is_set():
                if not keep:
                    self._release(scope)
                return False
            self._held[scope].remove(turn)
            return True

    def _release(self, scope: Scope) -> None:
        with self._lock:
            queue = self._held.get(scope)
            if queue:
                queue.popleft().set()
            else:
                self._held.pop(scope, None)
