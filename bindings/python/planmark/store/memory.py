"""The memory store: nothing outlives it.

It keeps the whole contract and is stricter than the stores of real life: ids of bodies that differ
only in case collide, as on a file system that folds it.
"""

from __future__ import annotations

import threading
import time
from typing import Dict, Iterator, List, Optional, Tuple

from ..capability import (
    Body,
    BodyEntry,
    BodyPage,
    CapabilityRefused,
    Cell,
    Mutation,
    Page,
    Scope,
    ScopeKind,
    ScopePage,
)
from . import form, paging
from .leases import Lease, Leases

_Cells = Dict[str, Cell]
_Scopes = Dict[Scope, _Cells]


class MemoryStore:
    """A store in memory, for tests and for plans that need not last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: Never changed while somebody looks at it: a commit then replaces it.
        self._scopes: _Scopes = {}
        self._readers: List[_Scopes] = []
        self._last_version = 0
        self._bodies: Dict[Tuple[str, str], Tuple[str, float]] = {}
        self._leases = Leases()

    def begin(self) -> MemoryCall:
        """Starts a call."""
        return MemoryCall(self)

    def close(self) -> None:
        """Does nothing: there is nothing to let go of."""

    def _look(self) -> _Scopes:
        with self._lock:
            self._readers.append(self._scopes)
            return self._scopes

    def _look_away(self, seen: _Scopes) -> None:
        with self._lock:
            index = next(index for index, other in enumerate(self._readers) if other is seen)
            del self._readers[index]

    def _commit(self, scope: Scope, mutations: Tuple[Mutation, ...]) -> None:
        with self._lock:
            cells = self._scopes.get(scope, {})
            for mutation in mutations:
                found = cells.get(mutation.key)
                if (None if found is None else found.version) != mutation.expected:
                    raise CapabilityRefused("conflict", "a cell has another version than expected")
            if any(reader is self._scopes for reader in self._readers):
                self._scopes = dict(self._scopes)
                cells = dict(cells)
            self._last_version += 1
            for mutation in mutations:
                if mutation.action.case == "put":
                    cells[mutation.key] = Cell(mutation.key, mutation.action.value or "", self._last_version)
                elif mutation.action.case == "remove":
                    del cells[mutation.key]
            if cells:
                self._scopes[scope] = cells
            else:
                self._scopes.pop(scope, None)


class MemoryCall:
    """One call's view of a :class:`MemoryStore`."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._snapshot: Optional[_Scopes] = None
        self._lease: Optional[Lease] = None
        self._waited: Optional[Lease] = None
        self._leased = False

    def wait(self, scope: Scope, seconds: float) -> bool:
        """As ``StoreCall.wait``."""
        self._waited = self._store._leases.acquire(scope, seconds)
        return self._waited is not None

    def acquire(self, scope: Scope) -> None:
        """As ``StoreCall.acquire``."""
        form.scope(scope)
        form.first_lease(self._leased)
        self._end_snapshot()
        waited = self._waited
        self._lease = (
            waited if waited is not None and waited.scope == scope else self._store._leases.acquire(scope)
        )
        if self._lease is None:
            raise CapabilityRefused("busy", "somebody else holds the scope")
        self._waited, self._leased = None, True

    def get(self, scope: Scope, key: str) -> Optional[Cell]:
        """As ``StoreCall.get``."""
        form.scope(scope)
        form.key(key)
        return self._seen().get(scope, {}).get(key)

    def scan(self, scope: Scope, prefix: str, from_: str, limit: int) -> Page:
        """As ``StoreCall.scan``."""
        form.scope(scope)
        form.scan(prefix, from_, limit)
        cells = self._seen().get(scope, {})
        keys = sorted(key for key in cells if key.startswith(prefix) and key >= from_)
        return paging.cells((cells[key] for key in keys), limit)

    def scopes(self, kind: ScopeKind, from_: str, limit: int) -> ScopePage:
        """As ``StoreCall.scopes``."""
        form.listing(from_, limit)
        return paging.scopes(
            sorted(scope.id for scope in self._seen() if scope.kind == kind and scope.id >= from_), limit
        )

    def commit(self, scope: Scope, mutations: Tuple[Mutation, ...]) -> None:
        """As ``StoreCall.commit``."""
        self._end_snapshot()
        lease, self._lease = self._lease, None
        try:
            form.scope(scope)
            form.mutations(mutations)
            if lease is None or lease.scope != scope:
                raise CapabilityRefused("lease-ended", "the call does not hold the scope")
            self._store._commit(scope, mutations)
        finally:
            if lease is not None:
                lease.release()

    def write_body(self, session: str, plan: str, text: str) -> Optional[str]:
        """As ``StoreCall.write_body``."""
        form.body_name(session, plan)
        form.body_text(text)
        with self._store._lock:
            bodies = self._store._bodies
            folded = [
                name
                for name in bodies
                if (name[0].lower(), name[1].lower()) == (session.lower(), plan.lower())
            ]
            if not folded:
                bodies[session, plan] = (text, time.time())
            elif folded != [(session, plan)] or bodies[session, plan][0] != text:
                raise CapabilityRefused("exists", "another body has that name, or one that differs in case")
        return None

    def read_body(self, session: str, plan: str) -> Optional[Body]:
        """As ``StoreCall.read_body``."""
        form.body_name(session, plan)
        stored = self._store._bodies.get((session, plan))
        return None if stored is None else Body(stored[0], None)

    def list_bodies(self, session: str, from_: str, limit: int) -> BodyPage:
        """As ``StoreCall.list_bodies``."""
        form.body_session(session)
        form.listing(from_, limit)
        with self._store._lock:
            entries = sorted(self._entries(session, from_), key=lambda entry: entry.plan)
        return paging.bodies(entries, limit)

    def remove_body(self, session: str, plan: str) -> None:
        """As ``StoreCall.remove_body``."""
        form.body_name(session, plan)
        with self._store._lock:
            self._store._bodies.pop((session, plan), None)

    def close(self) -> None:
        """As ``StoreCall.close``."""
        self._end_snapshot()
        for lease in (self._lease, self._waited):
            if lease is not None:
                lease.release()
        self._lease = self._waited = None

    def _entries(self, session: str, from_: str) -> Iterator[BodyEntry]:
        now = time.time()
        for (other, plan), (text, written) in self._store._bodies.items():
            if other == session and plan >= from_:
                yield BodyEntry(plan, form.bytes_of(text), max(0, int((now - written) * 1000)))

    def _seen(self) -> _Scopes:
        if self._snapshot is None:
            self._snapshot = self._store._look()
        return self._snapshot

    def _end_snapshot(self) -> None:
        seen, self._snapshot = self._snapshot, None
        if seen is not None:
            self._store._look_away(seen)
