"""Reading: pooled connections, and a snapshot for each call."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, Iterator, List, Optional, Tuple

import apsw

from ...capability import CELL_MAX_BYTES, CapabilityRefused, Cell, Page, Scope, ScopeKind, ScopePage
from .. import paging
from . import failure

#: Most connections that stay open while nobody reads.
_IDLE_MAX = 64

_SCOPE = "scope = (SELECT id FROM scopes WHERE kind = ? AND name = ?)"
_GET = f"SELECT key, version, value FROM cells WHERE {_SCOPE} AND key = ?"
_SCAN = f"SELECT key, version, value FROM cells WHERE {_SCOPE} AND key >= ? AND key < ? ORDER BY key LIMIT ?"
_SCOPES = (
    "SELECT name FROM scopes WHERE kind = ? AND name >= ?"
    " AND EXISTS (SELECT 1 FROM cells WHERE cells.scope = scopes.id) ORDER BY name LIMIT ?"
)

#: After every character that a key may hold.
_AFTER_KEYS = "\x7f"


class Readers:
    """The connections that read one database."""

    def __init__(self, database: Path, wait_ms: int) -> None:
        self._database = database
        self._wait_ms = wait_ms
        self._lock = threading.Lock()
        self._idle: List[apsw.Connection] = []

    def snapshot(self) -> Snapshot:
        """Begins a snapshot. SQLite takes it with the first read."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        try:
            if connection is None:
                connection = self._open()
            connection.execute("BEGIN")
        except apsw.Error as error:
            raise failure.sql(error) from error
        return Snapshot(self, connection)

    def close(self) -> None:
        """Closes the connections that nobody reads from."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _open(self) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW
        connection = apsw.Connection(str(self._database), flags=flags)
        connection.set_busy_timeout(self._wait_ms)
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _give_back(self, connection: apsw.Connection) -> None:
        with self._lock:
            room = len(self._idle) < _IDLE_MAX
            if room:
                self._idle.append(connection)
        if not room:
            connection.close()


class Snapshot:
    """The state of the store at one moment."""

    def __init__(self, readers: Readers, connection: apsw.Connection) -> None:
        self._readers = readers
        self._connection: Optional[apsw.Connection] = connection

    def get(self, scope: Scope, key: str) -> Optional[Cell]:
        """As ``StoreCall.get``."""
        for row in self._rows(_GET, (scope.kind, scope.id, key)):
            return _cell(*row)
        return None

    def scan(self, scope: Scope, prefix: str, from_: str, limit: int) -> Page:
        """As ``StoreCall.scan``."""
        bounds = (max(prefix, from_), prefix + _AFTER_KEYS)
        rows = self._rows(_SCAN, (scope.kind, scope.id, *bounds, limit + 1))
        return paging.cells((_cell(*row) for row in rows), limit)

    def scopes(self, kind: ScopeKind, from_: str, limit: int) -> ScopePage:
        """As ``StoreCall.scopes``."""
        return paging.scopes((row[0] for row in self._rows(_SCOPES, (kind, from_, limit + 1))), limit)

    def end(self) -> None:
        """Ends the read transaction. May be called twice."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            connection.execute("COMMIT")
        except apsw.Error:
            connection.close(True)  # Ends the transaction as well.
        else:
            self._readers._give_back(connection)

    def _rows(self, statement: str, values: Tuple[Any, ...]) -> Iterator[Tuple[Any, ...]]:
        """The rows of a query, one at a time: a page that is full reads no further."""
        assert self._connection is not None, "a snapshot is read before its end"
        try:
            cursor = self._connection.execute(statement, values)
            try:
                yield from cursor
            finally:
                cursor.close(True)
        except apsw.Error as error:
            raise failure.sql(error) from error

    def __del__(self) -> None:
        self.end()


def _cell(key: Any, version: Any, value: Any) -> Cell:
    """Makes a cell of a row. What another program may have stored is checked."""
    if version < 0:
        raise CapabilityRefused("corrupt", "a version is negative")
    if not isinstance(value, bytes):
        raise CapabilityRefused("corrupt", "a value is not a blob")
    if len(value) > CELL_MAX_BYTES:
        raise CapabilityRefused("too-large", "a stored value has over 1,048,576 bytes")
    try:
        return Cell(key, value.decode(), version)
    except UnicodeDecodeError as error:
        raise CapabilityRefused("not-text", "a stored value is not UTF-8") from error
