"""Opening a home: its folders, its database, its schema."""

from __future__ import annotations

import enum
import errno
import os
import stat
import time
from pathlib import Path
from typing import NamedTuple, NoReturn, Tuple, Union

import apsw

from ... import checkout
from ...errors import PlanmarkError
from . import failure, files
from .locks import LockFiles

SCHEMA_VERSION = 1
"""The newest schema this package understands."""

_APPLICATION_ID = 0x506C4D6B  # "PlMk"
#: Size of the database's pages: half of SQLite's default, which halves what a commit writes.
_PAGE_BYTES = 2_048
#: Pages in the write-ahead log after which SQLite moves them into the database: about 4 MB.
_LOG_PAGES = 2_000
#: The lock that is held while a database is made or migrated. No scope's lock has such a name.
_OPENING = "opening"

_MEND = (
    "Run `planmark doctor` for what can still be read; then move planmark.db and the files beside it whose"
    " names begin with it away, and put a backup in their place."
)

# Why a home can't be opened, and what to do then.
_CASES = {
    "home-not-a-directory": (
        'the home "{home}" is not a folder',
        "Name a folder as the home, or move the file away.",
    ),
    "home-denied": (
        'the home "{home}" can\'t be written by this user',
        "Make the folder and everything in it readable and writable for this user, replace links inside it by"
        " what they point to, or name another home.",
    ),
    "home-full": (
        'there is no room left for the home "{home}"',
        "Free some room on that disk, or raise the quota, and try again.",
    ),
    "home-held": (
        'another program keeps the database of the home "{home}" locked',
        "Close the program that has the database open, and try again.",
    ),
    "home-newer-schema": (
        'the home "{home}" has schema {found}, made by a newer version; this one knows up to {known}',
        "Update this program to the version that made the home.",
    ),
    "home-foreign": (
        'the database of the home "{home}" was made by another program',
        "Name another folder as the home.",
    ),
    "home-not-a-database": ('the database of the home "{home}" is not a database', _MEND),
    "home-damaged": ('the database of the home "{home}" is damaged', _MEND),
    "home-unavailable": (
        'the home "{home}" can\'t be opened',
        "Check that the folder's disk is connected, and try again.",
    ),
}


class Opened(NamedTuple):
    """A home that is ready for use."""

    #: The folder, links resolved.
    root: Path
    database: Path
    #: The connection that writes.
    connection: apsw.Connection
    #: The lock databases.
    locks: LockFiles


class _Identity(enum.Enum):
    EMPTY = "nothing is in it yet"
    FOREIGN = "another program's"


def open_home(home: Path, wait_ms: int) -> Opened:
    """Opens a home, waiting at most ``wait_ms`` for others. Raises ``PlanmarkError`` (``home-…``)."""
    deadline = time.monotonic() + wait_ms / 1000
    try:
        root = _make_folders(home)
        used = any(name != _OPENING for name in os.listdir(root / "locks"))
        database = root / "planmark.db"
        connection = _connect(home, database, used, wait_ms)
        locks = LockFiles(root / "locks")
        if not _is_ready(connection):
            _prepare_alone(home, root, connection, locks, used, deadline)
        if connection.readonly("main"):
            _fail(home, "home-denied")
        _configure(connection)
    except apsw.Error as error:
        raise _of_sql(home, error) from error
    except OSError as error:
        raise _of_file(home, error) from error
    return Opened(root, database, connection, locks)


def _make_folders(home: Path) -> Path:
    """Creates the home and its folder of locks, and resolves links above them."""
    if not home.is_dir():
        files.create_private_folder(home.absolute())
    root = home.resolve(strict=True)
    locks = root / "locks"
    if not os.path.lexists(locks):
        files.create_private_folder(locks)
    if not files.is_real_folder(locks):
        raise PermissionError(errno.EPERM, "the folder of locks is a link")
    return root


def _connect(home: Path, database: Path, used: bool, wait_ms: int) -> apsw.Connection:
    """Connects to the database, creating an empty file in a home that has none yet."""
    try:
        mode = os.lstat(database).st_mode
    except FileNotFoundError:
        if used:
            _fail(home, "home-damaged")
        files.create_private_file(database)
    else:
        if stat.S_ISDIR(mode):
            _fail(home, "home-not-a-database")
        if not stat.S_ISREG(mode):
            _fail(home, "home-denied")
    connection = apsw.Connection(str(database), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW)
    connection.set_busy_timeout(wait_ms)
    return connection


def _is_ready(connection: apsw.Connection) -> bool:
    """Whether there is nothing to prepare: the usual case, which takes no lock."""
    return _identify(connection) == SCHEMA_VERSION and connection.pragma("journal_mode") == "wal"


def _identify(connection: apsw.Connection) -> Union[int, _Identity]:
    """The schema version of a database of ours, or what it is instead."""
    application, version = connection.pragma("application_id"), connection.pragma("user_version")
    if application == _APPLICATION_ID and version > 0:
        return int(version)
    things = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()[0][0]
    return _Identity.EMPTY if (application, version, things) == (0, 0, 0) else _Identity.FOREIGN


def _prepare_alone(
    home: Path, root: Path, connection: apsw.Connection, locks: LockFiles, used: bool, deadline: float
) -> None:
    """Brings the database to the newest schema, one process at a time. Another may have done so."""
    lock = locks.acquire(_OPENING, deadline)
    if lock is None:
        _fail(home, "home-held")
    try:
        found = _identify(connection)
        if found is _Identity.FOREIGN:
            _fail(home, "home-foreign")
        if found is _Identity.EMPTY and used:
            _fail(home, "home-damaged")
        version = found if isinstance(found, int) else 0
        if version > SCHEMA_VERSION:
            _fail(home, "home-newer-schema", found=version)
        if connection.pragma("journal_mode") != "wal":
            connection.pragma("page_size", _PAGE_BYTES)
            connection.pragma("journal_mode", "wal")
        for number in range(version, SCHEMA_VERSION):
            connection.execute(f"BEGIN IMMEDIATE;\n{_schema(number + 1)}\nCOMMIT;").fetchall()
        if version == 0:
            files.sync_folder(root)
    finally:
        lock.release()


def _schema(number: int) -> str:
    """The statements that lead to a schema version: the same file in every language."""
    name = f"schema-{number}.sql"
    for place in checkout.places(name, f"host/src/store/sqlite/{name}"):
        try:
            return place.read_text(encoding="utf-8")
        except OSError:
            continue
    raise FileNotFoundError(errno.ENOENT, "the package has lost its schema", name)


def _configure(connection: apsw.Connection) -> None:
    """Sets what a connection that writes needs. Its busy wait is the writer's own."""
    connection.pragma("synchronous", "FULL")
    connection.pragma("temp_store", "MEMORY")
    connection.pragma("wal_autocheckpoint", _LOG_PAGES)
    connection.set_busy_timeout(0)


def _error(home: Path, code: str, found: int = 0) -> PlanmarkError:
    message, next = _CASES[code]
    return PlanmarkError(code, message.format(home=home, found=found, known=SCHEMA_VERSION), next)


def _fail(home: Path, code: str, found: int = 0) -> NoReturn:
    raise _error(home, code, found)


def _of_sql(home: Path, error: apsw.Error) -> PlanmarkError:
    """The case that an error of SQLite means."""
    cases: Tuple[Tuple[object, str], ...] = (
        ((apsw.BusyError, apsw.LockedError), "home-held"),
        (apsw.FullError, "home-full"),
        ((apsw.ReadOnlyError, apsw.PermissionsError, apsw.CantOpenError), "home-denied"),
        (apsw.NotADBError, "home-not-a-database"),
        (apsw.CorruptError, "home-damaged"),
    )
    for kind, code in cases:
        if isinstance(error, kind):  # type: ignore[arg-type]
            return _error(home, code)
    return _error(home, "home-unavailable")


def _of_file(home: Path, error: OSError) -> PlanmarkError:
    """The case that an error of the file system means."""
    if isinstance(error, (NotADirectoryError, FileExistsError)):
        return _error(home, "home-not-a-directory")
    codes = {"denied": "home-denied", "full": "home-full"}
    return _error(home, codes.get(failure.file(error).code, "home-unavailable"))
