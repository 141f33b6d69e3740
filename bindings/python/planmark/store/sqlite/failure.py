"""What goes wrong in SQLite and in the file system, as the codes of the contract."""

from __future__ import annotations

import errno

import apsw

from ...capability import CapabilityCode, CapabilityRefused

_DENIED = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.ELOOP)
_FULL = (errno.ENOSPC, errno.EDQUOT) if hasattr(errno, "EDQUOT") else (errno.ENOSPC,)


def sql(error: apsw.Error) -> CapabilityRefused:
    """The refusal that an error of SQLite means, when nothing was written by the statement."""
    return CapabilityRefused(sql_code(error), str(error))


def begin(error: apsw.Error) -> CapabilityRefused:
    """The refusal of a transaction that could not begin: another program keeps the database to itself."""
    return CapabilityRefused("busy", str(error)) if is_busy(error) else sql(error)


def sql_code(error: apsw.Error) -> CapabilityCode:
    """The code that an error of SQLite means."""
    extended = getattr(error, "extendedresult", 0)
    if is_busy(error):
        return "unavailable"
    if isinstance(error, apsw.FullError):
        return "full"
    if (
        isinstance(error, (apsw.ReadOnlyError, apsw.PermissionsError))
        or extended == apsw.SQLITE_CANTOPEN_SYMLINK
    ):
        return "denied"
    if isinstance(error, apsw.CantOpenError):
        return "unavailable"
    if isinstance(error, (apsw.CorruptError, apsw.NotADBError)) or extended == apsw.SQLITE_IOERR_CORRUPTFS:
        return "corrupt"
    return "other"


def is_busy(error: apsw.Error) -> bool:
    """Whether an error means that another connection stands in the way, for now."""
    return isinstance(error, (apsw.BusyError, apsw.LockedError))


def file(error: OSError) -> CapabilityRefused:
    """The refusal that an error of the file system means."""
    code: CapabilityCode = "other"
    if error.errno in _FULL:
        code = "full"
    elif error.errno in _DENIED:
        code = "denied"
    elif error.errno in (errno.ENOENT, errno.EBUSY):
        code = "unavailable"
    return CapabilityRefused(code, str(error))
