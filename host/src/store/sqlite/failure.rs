//! What goes wrong in SQLite and in the file system, as the codes of the contract.

use std::io;

use planmark_core::capability::{CapabilityCode, CapabilityFailure};
use rusqlite::{Error, ErrorCode, ffi};

/// What SQLite says when a full disk has no room for the index of the write-ahead log.
pub(super) const NO_ROOM_FOR_INDEX: i32 = ffi::SQLITE_IOERR_SHMSIZE;

/// The failure that an error of SQLite means, when nothing was written by the statement.
pub(super) fn sql(error: &Error) -> CapabilityFailure {
    CapabilityFailure::new(sql_code(error), error.to_string())
}

/// The failure of a transaction that could not begin: another program keeps the database to itself.
pub(super) fn begin(error: &Error) -> CapabilityFailure {
    if is_busy(error) {
        return CapabilityFailure::new(CapabilityCode::Busy, error.to_string());
    }
    sql(error)
}

/// The code that an error of SQLite means.
pub(super) fn sql_code(error: &Error) -> CapabilityCode {
    let Error::SqliteFailure(cause, _) = error else {
        return CapabilityCode::Corrupt;
    };
    match cause.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => CapabilityCode::Unavailable,
        ErrorCode::DiskFull => CapabilityCode::Full,
        ErrorCode::SystemIoFailure if cause.extended_code == NO_ROOM_FOR_INDEX => CapabilityCode::Full,
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => CapabilityCode::Denied,
        ErrorCode::CannotOpen if cause.extended_code == ffi::SQLITE_CANTOPEN_SYMLINK => {
            CapabilityCode::Denied
        }
        ErrorCode::CannotOpen => CapabilityCode::Unavailable,
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => CapabilityCode::Corrupt,
        ErrorCode::SystemIoFailure if cause.extended_code == ffi::SQLITE_IOERR_CORRUPTFS => {
            CapabilityCode::Corrupt
        }
        _ => CapabilityCode::Other,
    }
}

/// Whether an error means that another connection stands in the way, for now.
pub(super) fn is_busy(error: &Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// The failure that an error of the file system means.
pub(super) fn file(error: &io::Error) -> CapabilityFailure {
    let code = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => CapabilityCode::Full,
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::NotADirectory => CapabilityCode::Denied,
        io::ErrorKind::NotFound | io::ErrorKind::ResourceBusy => CapabilityCode::Unavailable,
        _ => CapabilityCode::Other,
    };
    CapabilityFailure::new(code, error.to_string())
}
