"""Where plans are kept.

A :class:`Store` hands out one :class:`StoreCall` for each call of the engine: it carries that call's
snapshot and lease. What a call must do is stated in ``wit/locking.wit``, ``wit/storage.wit`` and
``wit/bodies.wit``. Everything but ``close`` and ``wait`` raises
:class:`planmark.capability.CapabilityRefused` where it can't.
"""

from __future__ import annotations

from typing import Optional, Protocol, Tuple

from ..capability import Body, BodyPage, Cell, Mutation, Page, Scope, ScopeKind, ScopePage


class StoreCall(Protocol):
    """One call's view of a store: no snapshot yet, no lease."""

    def wait(self, scope: Scope, seconds: float) -> bool:
        """Waits outside the engine for the lease of ``scope``, and holds it for the ``acquire`` that
        asks for that scope later in this call. Says whether it was given in that time."""

    def acquire(self, scope: Scope) -> None:
        """Gives the lease and ends the snapshot; ``busy`` at once when somebody else holds it."""

    def get(self, scope: Scope, key: str) -> Optional[Cell]:
        """Reads one cell."""

    def scan(self, scope: Scope, prefix: str, from_: str, limit: int) -> Page:
        """Reads the cells that start with ``prefix``, from ``from_`` (inclusive) on."""

    def scopes(self, kind: ScopeKind, from_: str, limit: int) -> ScopePage:
        """Lists the scopes that hold a cell, from ``from_`` (inclusive) on."""

    def commit(self, scope: Scope, mutations: Tuple[Mutation, ...]) -> None:
        """Applies all mutations or none, durably, and ends the lease whatever it answers."""

    def write_body(self, session: str, plan: str, text: str) -> Optional[str]:
        """Stores a body under a new name, and gives its path where it has one."""

    def read_body(self, session: str, plan: str) -> Optional[Body]:
        """Reads a body."""

    def list_bodies(self, session: str, from_: str, limit: int) -> BodyPage:
        """Lists the bodies of a session."""

    def remove_body(self, session: str, plan: str) -> None:
        """Removes a body; one that is not there is removed already."""

    def close(self) -> None:
        """Ends the snapshot and the lease. May be called twice."""


class Store(Protocol):
    """A place where plans are kept, shared by every thread of a process."""

    def begin(self) -> StoreCall:
        """Starts a call."""

    def close(self) -> None:
        """Lets go of what the store holds open. May be called twice."""
