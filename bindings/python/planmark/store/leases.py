"""Leases among the threads of one process: fair, one scope at a time, with a bounded wait.

Whoever leaves hands the scope to the longest waiter, so that no newcomer overtakes and no scope
delays another.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Deque, Dict, Optional

from ..capability import Scope


class Lease:
    """A place at a scope, until :meth:`release` or until nobody has this object any more: so an
    exception at any moment, ``KeyboardInterrupt`` included, leaves nothing held."""

    def __init__(self, table: Leases, scope: Scope) -> None:
        self.scope = scope
        #: Set when this place is the first.
        self.turn = threading.Event()
        self._table = table

    def release(self) -> None:
        """Gives the scope to the next one. May be called twice."""
        self._table.leave(self.scope, self.turn)

    def __del__(self) -> None:
        self.release()


class Leases:
    """The scopes held in this process, each with the turns of its holder and of those who wait."""

    def __init__(self) -> None:
        # Reentrant: the collector may end a lease at any point.
        self._lock = threading.RLock()
        self._queues: Dict[Scope, Deque[threading.Event]] = {}

    def acquire(self, scope: Scope, seconds: float = 0.0) -> Optional[Lease]:
        """Waits for the scope; none when it stayed held."""
        lease = Lease(self, scope)
        with self._lock:
            queue = self._queues.setdefault(scope, deque())
            queue.append(lease.turn)
            queue[0].set()
        if lease.turn.wait(max(0.0, seconds)):
            return lease
        lease.release()
        return None

    def leave(self, scope: Scope, turn: threading.Event) -> None:
        """Takes a turn out of its queue, if it is there."""
        with self._lock:
            queue = self._queues.get(scope)
            if queue is None or turn not in queue:
                return
            queue.remove(turn)
            if queue:
                queue[0].set()
            else:
                del self._queues[scope]
