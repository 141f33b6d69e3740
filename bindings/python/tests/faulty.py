"""A store that a test can put faults into, and that says which leases and snapshots are open."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

from planmark import MemoryStore
from planmark.capability import Scope

METHODS = ["acquire", "get", "scan", "scopes", "commit"]


class FaultyStore:
    """Wraps a memory store. ``before`` and ``after`` hold what to do around each method of a call."""

    def __init__(self) -> None:
        self.inner = MemoryStore()
        self.before: Dict[str, Callable[[], Any]] = {}
        self.after: Dict[str, Callable[[], Any]] = {}
        self.open_calls: List[Any] = []

    def begin(self) -> Any:
        call = self.inner.begin()
        self.open_calls.append(call)
        return FaultyCall(self, call)

    def close(self) -> None:
        self.inner.close()

    def is_free(self, id: str) -> bool:
        """Whether nobody holds the task, and no call of this store is open."""
        lease = self.inner._leases.acquire(Scope("task", id))
        if lease is not None:
            lease.release()
        return lease is not None and self.open_calls == [] and self.inner._readers == []


class FaultyCall:
    """One call's view of a :class:`FaultyStore`."""

    def __init__(self, store: FaultyStore, inner: Any) -> None:
        self._store = store
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)
        if name not in METHODS:
            return method

        def between(*arguments: Any) -> Any:
            self._store.before.get(name, lambda: None)()
            answer = method(*arguments)
            self._store.after.get(name, lambda: None)()
            return answer

        return between

    def close(self) -> None:
        self._inner.close()
        if self._inner in self._store.open_calls:
            self._store.open_calls.remove(self._inner)
