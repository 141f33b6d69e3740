"""Leases across processes: one empty lock database for each scope.

A holder has an open write transaction on it (``BEGIN IMMEDIATE``), in which nothing is written;
``ROLLBACK`` ends it, and the kernel does when the process dies. Lock files are never deleted: two
processes could otherwise lock two files of one name. The journal is kept in memory, so that no file
appears beside the lock.

Opening a lock database costs ten times what locking it does, so a bounded number stays open.
"""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path
from typing import List, Optional, Tuple

import apsw

from ...capability import Scope
from . import failure, files, patience

#: Most lock databases that stay open while nobody holds them.
_IDLE_MAX = 128


class LockFiles:
    """The lock databases of one home."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._idle: List[Tuple[str, apsw.Connection]] = []

    def acquire(self, name: str, deadline: float) -> Optional[FileLock]:
        """Waits for a lock until the deadline; none when another process kept it.

        INVARIANT: the caller holds the scope among the threads of this process, so that an idle
        connection of its lock is free.
        """
        connection = self._take_idle(name)

        def lock() -> apsw.Connection:
            nonlocal connection
            if connection is None:
                # Opening reads the file, which an exclusive holder refuses as well.
                connection = self._open(name)
            connection.execute("BEGIN IMMEDIATE")
            return connection

        try:
            return FileLock(self, name, patience.until(deadline, lock))
        except apsw.Error as error:
            if not failure.is_busy(error):
                raise
            if connection is not None:
                self._give_back(name, connection)
            return None

    def close(self) -> None:
        """Closes the locks that nobody holds."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _take_idle(self, name: str) -> Optional[apsw.Connection]:
        with self._lock:
            for index in range(len(self._idle) - 1, -1, -1):
                if self._idle[index][0] == name:
                    return self._idle.pop(index)[1]
        return None

    def _give_back(self, name: str, connection: apsw.Connection) -> None:
        with self._lock:
            self._idle.append((name, connection))
            surplus = self._idle.pop(0)[1] if len(self._idle) > _IDLE_MAX else None
        if surplus is not None:
            surplus.close()

    def _open(self, name: str) -> apsw.Connection:
        path = self._folder / name
        try:
            files.create_private_file(path)
        except OSError:
            pass  # SQLite says why in the next step.
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW)
        connection.execute("PRAGMA journal_mode = MEMORY").fetchall()
        return connection


class FileLock:
    """A lock held until :meth:`release`, or until nobody holds this any more."""

    def __init__(self, lock_files: LockFiles, name: str, connection: apsw.Connection) -> None:
        self._files = lock_files
        self._name = name
        self._connection: Optional[apsw.Connection] = connection

    def release(self) -> None:
        """Ends it. May be called twice."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            connection.execute("ROLLBACK")
        except apsw.Error:
            connection.close(True)  # Releases the lock as well.
        else:
            self._files._give_back(self._name, connection)

    def __del__(self) -> None:
        self.release()


def name(scope: Scope) -> str:
    """The file name of a scope's lock: SHA-256 over kind, a slash and id, in hex, so that every id
    is a name on every file system."""
    return hashlib.sha256(f"{scope.kind}/{scope.id}".encode()).hexdigest()
