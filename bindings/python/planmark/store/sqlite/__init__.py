"""The SQLite store: one folder, the home, shared by every process of one machine and every language.

    <home>/planmark.db                every cell, in WAL mode (schema-1.sql)
    <home>/locks/<digest>             one empty lock database a scope, never deleted
    <home>/plans/<session>/<plan>.md  saved plan bodies, for people to open

A call reads from a pooled connection inside one WAL snapshot. Its lease is a place in a fair queue
of this process and then a transaction on the scope's lock database, which the kernel ends when the
process dies.

Nothing else in a process may open the database file: on POSIX systems closing any descriptor of it
drops the locks of the whole process, and so does a second SQLite library, such as the one behind
Python's ``sqlite3``.
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
import weakref
from pathlib import Path
from typing import List, NamedTuple, Optional, Tuple

import apsw

from ...capability import (
    LEASE_WAIT_MS,
    Body,
    BodyPage,
    CapabilityRefused,
    Cell,
    Mutation,
    Page,
    Scope,
    ScopeKind,
    ScopePage,
)
from ...errors import closed, forked, invalid_argument
from ...paths import AnyPath, path
from .. import form
from ..leases import Lease, Leases
from . import failure, locks
from .bodies import BodyFiles
from .locks import FileLock, LockFiles
from .opening import open_home
from .reading import Readers, Snapshot
from .writing import Writer

#: What this process has open.
_open: weakref.WeakSet[_Shared] = weakref.WeakSet()

#: What a forked child inherits and must neither use nor close. SQLite keeps one table of open files
#: and locks for the whole process; the child's copy says that it holds what its parent holds, so it
#: would write without locks, and take the log away when it closes the database.
_inherited: List[object] = []


def _note_inheritance() -> None:
    if _open:
        _inherited.extend(_open)
        # Never freed, also not at the end of the interpreter: that would close the database.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(_inherited))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_inheritance)


class SqliteStore:
    """A store in a folder."""

    def __init__(self, home: AnyPath, wait_ms: int = LEASE_WAIT_MS) -> None:
        """Opens a home, and creates what is missing: the folder, the database, its schema. Processes
        may do that at the same time.

        ``wait_ms`` bounds every wait for the database itself. Raises ``PlanmarkError`` with a code
        ``home-…``; what is stored in a home that can't be opened stays as it is. Raises one with
        ``forked`` in a process that was forked from one that had a home open.
        """
        folder = path(home, "home")
        if not isinstance(wait_ms, int) or wait_ms < 0:
            raise invalid_argument('"wait_ms" must be a whole number that is not negative')
        self._shared: Optional[_Shared] = _Shared(Path(folder), wait_ms)

    def begin(self) -> SqliteCall:
        """Starts a call. Raises ``closed`` after :meth:`close`, and ``forked`` in a forked child."""
        shared = self._shared
        if shared is None:
            raise closed()
        if _inherited:
            raise forked()
        shared.enter()
        return SqliteCall(shared)

    def close(self) -> None:
        """Lets no more calls begin. The last one that is under way closes what is open."""
        shared, self._shared = self._shared, None
        if shared is not None and not _inherited:
            shared.close()


class _Shared:
    """What the calls of one opened store share."""

    def __init__(self, home: Path, wait_ms: int) -> None:
        if _inherited:
            raise forked()
        root, database, connection, lock_files = open_home(home, wait_ms)
        _open.add(self)
        self.readers = Readers(database, wait_ms)
        self.writer = Writer(connection, database, wait_ms)
        self.locks: LockFiles = lock_files
        self.leases = Leases()
        self.bodies = BodyFiles(root)
        self._lock = threading.Lock()
        self._calls = 0
        self._closed = False

    def enter(self) -> None:
        """Counts a call that begins. Raises ``closed``."""
        with self._lock:
            if self._closed:
                raise closed()
            self._calls += 1

    def leave(self) -> None:
        """Counts a call that has ended."""
        if _inherited:
            return
        with self._lock:
            self._calls -= 1
            is_last = self._closed and self._calls == 0
        if is_last:
            self._let_go()

    def close(self) -> None:
        """Closes everything, now or when the last call has ended."""
        with self._lock:
            is_last = not self._closed and self._calls == 0
            self._closed = True
        if is_last:
            self._let_go()

    def _let_go(self) -> None:
        _open.discard(self)
        self.readers.close()
        self.locks.close()
        self.writer.close()


class _Held(NamedTuple):
    """A scope that is held: among the threads of this process, and among processes."""

    lease: Lease
    file: FileLock

    def release(self) -> None:
        # In this order the next thread finds the lock file free.
        self.file.release()
        self.lease.release()


class SqliteCall:
    """One call's view of a :class:`SqliteStore`."""

    def __init__(self, shared: _Shared) -> None:
        """Takes what the calls share, which counts this one already."""
        self._shared = shared
        self._ended = False
        self._snapshot: Optional[Snapshot] = None
        self._held: Optional[_Held] = None
        self._waited: Optional[_Held] = None
        self._leased = False

    def wait(self, scope: Scope, seconds: float) -> bool:
        """As ``StoreCall.wait``."""
        self._waited = self._hold(scope, time.monotonic() + seconds)
        return self._waited is not None

    def acquire(self, scope: Scope) -> None:
        """As ``StoreCall.acquire``."""
        form.scope(scope)
        form.first_lease(self._leased)
        self._end_snapshot()
        waited = self._waited
        if waited is not None and waited.lease.scope == scope:
            self._held, self._waited = waited, None
        else:
            self._held = self._hold(scope, 0.0)
        if self._held is None:
            raise CapabilityRefused("busy", "somebody else holds the scope")
        self._leased = True

    def get(self, scope: Scope, key: str) -> Optional[Cell]:
        """As ``StoreCall.get``."""
        form.scope(scope)
        form.key(key)
        return self._seen().get(scope, key)

    def scan(self, scope: Scope, prefix: str, from_: str, limit: int) -> Page:
        """As ``StoreCall.scan``."""
        form.scope(scope)
        form.scan(prefix, from_, limit)
        return self._seen().scan(scope, prefix, from_, limit)

    def scopes(self, kind: ScopeKind, from_: str, limit: int) -> ScopePage:
        """As ``StoreCall.scopes``."""
        form.listing(from_, limit)
        return self._seen().scopes(kind, from_, limit)

    def commit(self, scope: Scope, mutations: Tuple[Mutation, ...]) -> None:
        """As ``StoreCall.commit``. The snapshot ends first: a reader that stays at an old state would
        keep the log from being checkpointed by the commits of its own call."""
        self._end_snapshot()
        held, self._held = self._held, None
        try:
            form.scope(scope)
            form.mutations(mutations)
            if held is None or held.lease.scope != scope:
                raise CapabilityRefused("lease-ended", "the call does not hold the scope")
            self._shared.writer.commit(scope, mutations)
        finally:
            if held is not None:
                held.release()

    def write_body(self, session: str, plan: str, text: str) -> Optional[str]:
        """As ``StoreCall.write_body``."""
        form.body_name(session, plan)
        form.body_text(text)
        return self._shared.bodies.write(session, plan, text)

    def read_body(self, session: str, plan: str) -> Optional[Body]:
        """As ``StoreCall.read_body``."""
        form.body_name(session, plan)
        return self._shared.bodies.read(session, plan)

    def list_bodies(self, session: str, from_: str, limit: int) -> BodyPage:
        """As ``StoreCall.list_bodies``."""
        form.body_session(session)
        form.listing(from_, limit)
        return self._shared.bodies.list(session, from_, limit)

    def remove_body(self, session: str, plan: str) -> None:
        """As ``StoreCall.remove_body``."""
        form.body_name(session, plan)
        self._shared.bodies.remove(session, plan)

    def close(self) -> None:
        """As ``StoreCall.close``."""
        self._end_snapshot()
        for held in (self._held, self._waited):
            if held is not None:
                held.release()
        self._held = self._waited = None
        if not self._ended:
            self._ended = True
            self._shared.leave()

    def _hold(self, scope: Scope, deadline: float) -> Optional[_Held]:
        lease = self._shared.leases.acquire(scope, deadline - time.monotonic())
        if lease is None:
            return None
        try:
            file = self._shared.locks.acquire(locks.name(scope), deadline)
        except apsw.Error as error:
            lease.release()
            raise failure.sql(error) from error
        if file is None:
            lease.release()
            return None
        return _Held(lease, file)

    def _seen(self) -> Snapshot:
        if self._snapshot is None:
            self._snapshot = self._shared.readers.snapshot()
        return self._snapshot

    def _end_snapshot(self) -> None:
        snapshot, self._snapshot = self._snapshot, None
        if snapshot is not None:
            snapshot.end()
