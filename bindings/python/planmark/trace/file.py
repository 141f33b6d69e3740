"""Where calls are recorded."""

from __future__ import annotations

import json
import os
import stat
import sys
from typing import Any, Dict

from .limits import FILE_MAX_BYTES, LINE_MAX_BYTES

_FLAGS = (
    os.O_RDWR
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


#: What every trace begins with: no other file is written to.
_BEGINNING = b'{"trace":'

#: Whether this process has said that a trace can't be written.
_reported = False


class TraceFile:
    """A file that calls are appended to, by any number of threads and processes. It is opened for each
    call, so that it can be moved away at any time."""

    def __init__(self, path: str) -> None:
        self._path = path

    def append(self, line: Dict[str, Any]) -> None:
        """Appends a call. That it can't be done changes nothing of the call; standard error is told
        once in a process."""
        try:
            text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
            _append(self._path, text.encode())
        except Exception as error:
            self.failed(error)

    def failed(self, cause: BaseException) -> None:
        """Notes that a call can't be recorded."""
        global _reported
        if _reported:
            return
        _reported = True
        try:
            print(f"planmark: the trace {self._path} can't be written: {cause}", file=sys.stderr)
        except Exception:
            pass  # Nobody is left to tell.


def _append(path: str, line: bytes) -> None:
    """Appends a line in one write. After a half line of a killed process it begins a new one (D53)."""
    if len(line) > LINE_MAX_BYTES:
        raise OSError(f"a call has more than {LINE_MAX_BYTES} bytes")
    # A link is refused, and so is whatever else is no regular file.
    descriptor = os.open(path, _FLAGS, 0o600)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError("the name is not a regular file's")
        if not _begins_as_a_trace(descriptor):
            raise OSError("what the file holds is no trace")
        data = (b"\n" if _ends_within_a_line(descriptor, status.st_size) else b"") + line + b"\n"
        if status.st_size + len(data) > FILE_MAX_BYTES:
            raise OSError(f"the file would have more than {FILE_MAX_BYTES} bytes")
        if os.write(descriptor, data) < len(data):
            raise OSError("there is no room for the whole line")
    finally:
        os.close(descriptor)


def _begins_as_a_trace(descriptor: int) -> bool:
    """Whether a file is empty, or begins as a trace does."""
    return os.read(descriptor, len(_BEGINNING)) in (b"", _BEGINNING)


def _ends_within_a_line(descriptor: int, size: int) -> bool:
    if size == 0:
        return False
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1) != b"\n"
