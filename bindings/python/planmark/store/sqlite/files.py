"""What differs from one operating system to the next, and files for their owner alone (D54)."""

from __future__ import annotations

import os
import stat
import sys
import threading
from pathlib import Path
from typing import BinaryIO, Tuple

FOLDS_CASE = sys.platform in ("darwin", "win32")
"""Whether file systems here usually take ``A`` and ``a`` for one name."""

# A POSIX system drops every lock of a process on a file when the process closes any descriptor of
# it; so a file is created and closed before, never while, another thread has it open in SQLite.
_creating = threading.Lock()

_BINARY: int = getattr(os, "O_BINARY", 0)
_NO_FOLLOW: int = getattr(os, "O_NOFOLLOW", 0)


def create_private_file(path: Path) -> bool:
    """Creates an empty file for its owner alone, and says whether it did; a file that exists is not
    touched, not even opened."""
    with _creating:
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600))
        except FileExistsError:
            return False
    return True


def create_private_folder(path: Path) -> None:
    """Creates a folder, and those above it, for the owner alone. One that exists stays as it is."""
    for folder in (*reversed(path.parents), path):
        if not folder.is_dir():
            try:
                folder.mkdir(mode=0o700)
            except FileExistsError:
                if not folder.is_dir():
                    raise


def is_real_folder(path: Path) -> bool:
    """Whether it is a folder and no link. Raises ``OSError`` when there is nothing."""
    return stat.S_ISDIR(os.lstat(path).st_mode)


def open_no_follow(path: Path) -> Tuple[BinaryIO, int]:
    """Opens a regular file for reading, and gives its size. Links, and whatever else is no file, are
    refused with ``PermissionError``, also when they come to be while it opens."""
    named = os.lstat(path)
    if not stat.S_ISREG(named.st_mode):
        raise PermissionError(1, "the name is not a regular file's")
    file = open(os.open(path, os.O_RDONLY | _NO_FOLLOW | _BINARY), "rb")
    opened = os.fstat(file.fileno())
    if (named.st_dev, named.st_ino) != (opened.st_dev, opened.st_ino):
        file.close()
        raise PermissionError(1, "the file was exchanged while it was opened")
    return file, opened.st_size


def create_temporary(path: Path, content: bytes) -> None:
    """Creates a new file for its owner alone with this content, on the disk when it returns."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def rename_to_free_name(source: Path, target: Path) -> bool:
    """Gives a file a name that must be free, at once, and says whether it was."""
    try:
        if sys.platform == "win32":
            os.rename(source, target)  # On Windows this replaces nothing.
            return True
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        return False
    os.unlink(source)
    return True


def sync_folder(path: Path) -> None:
    """Makes the names in a folder durable. On Windows the file system's journal does."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
