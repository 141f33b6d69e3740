"""Writing: one connection, one transaction for each commit.

Calls enter the engine one at a time, so commits of one process never meet, and none can share an
fsync with another.
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Optional, Tuple, cast

import apsw

from ...capability import CapabilityRefused, Mutation, Scope
from . import failure, patience
from .opening import SCHEMA_VERSION

#: How often, in commits, the size of the write-ahead log is looked at.
_LOG_CHECK_COMMITS = 256
#: Above this size the log is truncated even if readers must be waited for, in bytes. SQLite's own
#: checkpoints keep it at about 4 MB, unless calls always overlap.
_LOG_LARGE_BYTES = 32 << 20
#: How long such a truncation waits for readers.
_LOG_WAIT_MS = 100

_NEXT_VERSION = (
    "INSERT INTO scopes (kind, name, version) VALUES (?, ?, 1)"
    " ON CONFLICT DO UPDATE SET version = version + 1 RETURNING id, version"
)
_SCOPE = "SELECT id, 0 FROM scopes WHERE kind = ? AND name = ?"
_INSERT = "INSERT INTO cells (scope, key, version, value) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
_UPDATE = "UPDATE cells SET version = ?3, value = ?4 WHERE scope = ?1 AND key = ?2 AND version = ?5"
_REMOVE = "DELETE FROM cells WHERE scope = ? AND key = ? AND version = ?"
_VERSION = "SELECT version FROM cells WHERE scope = ? AND key = ?"

#: Where no scope has its id: a scope without a row, in which every cell is absent.
_NO_SCOPE = 0
_LARGEST_VERSION = (1 << 63) - 1


class Writer:
    """The one connection of a process that writes."""

    def __init__(self, connection: apsw.Connection, database: Path, wait_ms: int) -> None:
        self._lock = threading.Lock()
        self._connection = connection
        self._database = database
        self._file = _identity(database)
        self._log = Path(f"{database}-wal")
        self._wait_ms = wait_ms
        self._commits = 0

    def commit(self, scope: Scope, mutations: Tuple[Mutation, ...]) -> None:
        """Commits the mutations of a call that holds the scope. Their form has been checked."""
        with self._lock:
            self._transact(scope, mutations)
            self._commits += 1
            if self._commits % _LOG_CHECK_COMMITS == 0:
                self._bound_log()

    def close(self) -> None:
        """Closes the connection."""
        with self._lock:
            self._connection.close()

    def _transact(self, scope: Scope, mutations: Tuple[Mutation, ...]) -> None:
        run = self._connection.execute
        deadline = time.monotonic() + self._wait_ms / 1000
        try:
            patience.until(deadline, lambda: run("BEGIN IMMEDIATE"))
        except apsw.Error as error:
            raise failure.begin(error) from error
        try:
            self._check_place()
            self._check_schema()
            self._apply(scope, mutations)
        except apsw.Error as error:
            self._roll_back()
            raise failure.sql(error) from error
        except BaseException:
            self._roll_back()
            raise
        try:
            run("COMMIT")
        except apsw.Error as error:
            self._roll_back()
            if failure.sql_code(error) == "full":
                # The log had no room for the frame that makes a commit: there is none.
                raise failure.sql(error) from error
            raise CapabilityRefused("outcome-unknown", str(error)) from error

    def _apply(self, scope: Scope, mutations: Tuple[Mutation, ...]) -> None:
        """Applies the mutations inside the open transaction."""
        puts = any(mutation.action.case == "put" for mutation in mutations)
        found = self._connection.execute(_NEXT_VERSION if puts else _SCOPE, (scope.kind, scope.id)).fetchall()
        row, version = cast(Tuple[int, int], found[0] if found else (_NO_SCOPE, 0))
        for mutation in mutations:
            if not self._apply_one(row, mutation, version):
                raise CapabilityRefused("conflict", "a cell has another version than expected")

    def _apply_one(self, row: int, mutation: Mutation, version: int) -> bool:
        """Checks the version and writes, in one statement. Says whether it was the one expected."""
        run, cell, expected = self._connection.execute, (row, mutation.key), mutation.expected
        if expected is not None and expected > _LARGEST_VERSION:
            return False
        if mutation.action.case == "check":
            found = run(_VERSION, cell).fetchall()
            return (found[0][0] if found else None) == expected
        if mutation.action.case == "remove":
            run(_REMOVE, (*cell, expected))
        else:
            values = (*cell, version, (mutation.action.value or "").encode())
            if expected is None:
                run(_INSERT, values)
            else:
                run(_UPDATE, (*values, expected))
        return self._connection.changes() == 1

    def _check_place(self) -> None:
        """Refuses to write to a database that was moved, removed or replaced while it was open:
        nobody else would ever see it."""
        if _identity(self._database) != self._file:
            raise CapabilityRefused(
                "unavailable", "the database was moved, removed or replaced while it was open"
            )

    def _check_schema(self) -> None:
        """Refuses to write when a newer program has changed the schema since this one opened it."""
        found = self._connection.pragma("user_version")
        if found != SCHEMA_VERSION:
            raise CapabilityRefused("newer-format", f"the schema is now {found}")

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            try:
                self._connection.execute("ROLLBACK")
            except apsw.Error:
                pass  # A transaction that stays open never commits: the next BEGIN says so.

    def _bound_log(self) -> None:
        """Truncates a log that has outgrown SQLite's own checkpoints. Readers that don't end in time
        leave it for the next look."""
        try:
            if os.stat(self._log).st_size <= _LOG_LARGE_BYTES:
                return
            self._connection.set_busy_timeout(_LOG_WAIT_MS)
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except (OSError, apsw.Error):
            pass
        finally:
            self._connection.set_busy_timeout(0)


def _identity(path: Path) -> Optional[Tuple[int, int]]:
    """Which file has that name now. Windows keeps an open database from being moved or removed."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
