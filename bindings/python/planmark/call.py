"""One call of the engine: its view of the store, and what became of its write."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Optional, Tuple

from .capability import (
    BodyLookup,
    BodyPage,
    CapabilityRefused,
    Lookup,
    Mutation,
    Page,
    Place,
    Reach,
    Scope,
    ScopeKind,
    ScopePage,
)
from .store import StoreCall
from .types import Author, Effect

Clock = Callable[[], int]
"""Gives milliseconds since the Unix epoch. May step back."""

Access = Callable[[Author, str, Reach], bool]
"""Says whether the caller may reach the task. False and a failure are the same to the caller."""


class Call:
    """The eleven imports as one call may use them; each method is one of ``wit/``.

    The host owns what a call holds. :meth:`close` ends the snapshot and the lease on whatever way
    out: no runtime does that when a component is stopped.
    """

    def __init__(self, store: Optional[StoreCall], clock: Clock, access: Access) -> None:
        self._store = store
        self._clock = clock
        self._access = access
        #: What the host knows of the commit.
        self._commit: Effect = "nothing-written"
        #: Whether a body was removed, which no commit says.
        self._body_removed = False
        #: The scope that somebody else held when this call asked for it.
        self.busy: Optional[Scope] = None

    @property
    def effect(self) -> Effect:
        """What the host knows of the write. INVARIANT: never ``nothing-written`` while a commit is not
        answered."""
        return "written" if self._commit == "nothing-written" and self._body_removed else self._commit

    def close(self) -> None:
        """Ends the snapshot and the lease."""
        if self._store is not None:
            self._store.close()

    def wait(self, scope: Scope, seconds: float) -> bool:
        """Waits for a lease that the engine will ask for, and says whether to go on. A store that can't
        wait says so again when the engine asks, which words it."""
        try:
            return self._of_store().wait(scope, seconds)
        except CapabilityRefused:
            return True

    def now(self) -> int:
        """``clock.now``."""
        return self._clock()

    def may_reach(self, caller: Author, task: str, reach: Reach) -> bool:
        """``access.may-reach``."""
        return self._access(caller, task, reach)

    def acquire(self, scope: Scope) -> None:
        """``locking.acquire``: answers ``busy`` at once, and notes the scope to wait for."""
        try:
            self._of_store().acquire(scope)
        except CapabilityRefused as refusal:
            if refusal.code == "busy":
                self.busy = scope
            raise

    def get(self, scope: Scope, key: str) -> Lookup:
        """``storage.get``."""
        return Lookup(self._of_store().get(scope, key))

    def scan(self, scope: Scope, prefix: str, from_: str, limit: int) -> Page:
        """``storage.scan``."""
        return self._of_store().scan(scope, prefix, from_, limit)

    def scopes(self, kind: ScopeKind, from_: str, limit: int) -> ScopePage:
        """``storage.scopes``."""
        return self._of_store().scopes(kind, from_, limit)

    def commit(self, scope: Scope, mutations: Tuple[Mutation, ...]) -> None:
        """``storage.commit``: at most once in a call, whatever the store would say."""
        if self._commit != "nothing-written":
            raise CapabilityRefused("lease-ended", "the call has committed before")
        store = self._of_store()
        self._commit = "unknown"
        try:
            store.commit(scope, mutations)
        except CapabilityRefused as refusal:
            if refusal.code != "outcome-unknown":
                self._commit = "nothing-written"
            raise
        self._commit = "written"

    def write(self, session: str, plan: str, text: str) -> Place:
        """``bodies.write``."""
        return Place(self._of_store().write_body(session, plan, text))

    def read(self, session: str, plan: str) -> BodyLookup:
        """``bodies.read``."""
        return BodyLookup(self._of_store().read_body(session, plan))

    def list(self, session: str, from_: str, limit: int) -> BodyPage:
        """``bodies.list``."""
        return self._of_store().list_bodies(session, from_, limit)

    def remove(self, session: str, plan: str) -> None:
        """``bodies.remove``."""
        self._of_store().remove_body(session, plan)
        self._body_removed = True

    def _of_store(self) -> StoreCall:
        if self._store is None:
            raise CapabilityRefused("other", "a pure function has no store")
        return self._store


IMPORTS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "clock": {"now": Call.now},
    "locking": {"acquire": Call.acquire},
    "storage": {"get": Call.get, "scan": Call.scan, "scopes": Call.scopes, "commit": Call.commit},
    "bodies": {"write": Call.write, "read": Call.read, "list": Call.list, "remove": Call.remove},
    "access": {"may-reach": Call.may_reach},
}
"""Everything a component can reach: the functions by interface and name."""
