"""Saved plan bodies as files: ``plans/<session>/<plan>.md``.

A body is written to a temporary file beside its place, flushed, and renamed to a name that must be
free; then the folder is flushed. So a name holds a whole body or nothing, whatever is killed when.
Links are not followed: neither a folder nor a file that is one is used (D20).
"""

from __future__ import annotations

import os
import secrets
import stat
import time
from pathlib import Path
from typing import Iterator, Optional

from ...capability import BODY_MAX_BYTES, Body, BodyEntry, BodyPage, CapabilityRefused
from .. import form, paging
from . import failure, files

_EXTENSION = ".md"
#: What the name of an unfinished body begins with: no id begins so.
_TEMPORARY_PREFIX = ".unfinished-"


class BodyFiles:
    """The bodies of one home. Names and texts have been checked."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._plans = root / "plans"

    def write(self, session: str, plan: str, text: str) -> Optional[str]:
        """Stores a body under a free name, and gives its path."""
        try:
            folder = self._make_folder(session)
            path = folder / f"{plan}{_EXTENSION}"
            content = text.encode()
            if not _place(path, content) and not self._is_same(path, content):
                raise CapabilityRefused("exists", "another body has that name")
            files.sync_folder(folder)
        except OSError as error:
            raise failure.file(error) from error
        return str(path)

    def read(self, session: str, plan: str) -> Optional[Body]:
        """Reads a body."""
        try:
            path = self._find(session, plan)
            content = None if path is None else _read_bounded(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise failure.file(error) from error
        if content is None:
            return None
        try:
            return Body(content.decode(), str(path))
        except UnicodeDecodeError as error:
            raise CapabilityRefused("not-text", "the body is not UTF-8") from error

    def list(self, session: str, from_: str, limit: int) -> BodyPage:
        """Lists a session's bodies."""
        try:
            folder = self._folder(session)
            found = [] if folder is None else sorted(_entries(folder, from_), key=lambda entry: entry.plan)
        except OSError as error:
            raise failure.file(error) from error
        return paging.bodies(found, limit)

    def remove(self, session: str, plan: str) -> None:
        """Removes a body that may be there."""
        try:
            path = self._find(session, plan)
            if path is None:
                return
            if not stat.S_ISREG(os.lstat(path).st_mode):
                raise CapabilityRefused("denied", "the name is not a regular file's")
            path.unlink()
            files.sync_folder(path.parent)
        except FileNotFoundError:
            return
        except OSError as error:
            raise failure.file(error) from error

    def _find(self, session: str, plan: str) -> Optional[Path]:
        """Where the body is, if its session has a folder."""
        folder = self._folder(session)
        path = None if folder is None else folder / f"{plan}{_EXTENSION}"
        return path if path is not None and _has_exact_name(path) else None

    def _folder(self, session: str) -> Optional[Path]:
        """The session's folder, when there is one."""
        folder = self._plans / session
        for part in (self._plans, folder):
            try:
                if not files.is_real_folder(part):
                    raise CapabilityRefused(
                        "denied", "a link or a file stands where a folder of plans belongs"
                    )
            except FileNotFoundError:
                return None
        return folder

    def _make_folder(self, session: str) -> Path:
        """The session's folder, made durable when it is new."""
        folder = self._folder(session)
        if folder is not None:
            return folder
        files.create_private_folder(self._plans / session)
        files.sync_folder(self._root)
        files.sync_folder(self._plans)
        folder = self._folder(session)
        if folder is None:
            raise CapabilityRefused("denied", "the folder of plans is gone")
        return folder

    def _is_same(self, path: Path, content: bytes) -> bool:
        """Whether the body that is there has this very name and these very bytes."""
        return _has_exact_name(path) and _read_bounded(path) == content


def _place(path: Path, content: bytes) -> bool:
    """Puts a body at a free name, and says whether the name was free."""
    if os.path.lexists(path):
        return False
    temporary = path.parent / f"{_TEMPORARY_PREFIX}{secrets.token_hex(8)}"
    try:
        files.create_temporary(temporary, content)
        return files.rename_to_free_name(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _read_bounded(path: Path) -> bytes:
    """Reads a body of at most 262,144 bytes, also when it grows meanwhile."""
    file, size = files.open_no_follow(path)
    with file:
        content = b"" if size > BODY_MAX_BYTES else file.read(BODY_MAX_BYTES + 1)
    if max(size, len(content)) > BODY_MAX_BYTES:
        raise CapabilityRefused("too-large", "the body has over 262,144 bytes")
    return content


def _has_exact_name(path: Path) -> bool:
    """Whether the folder lists the file in this letter case: a file system that folds case opens a
    file under other names too."""
    return not files.FOLDS_CASE or path.name in os.listdir(path.parent)


def _entries(folder: Path, from_: str) -> Iterator[BodyEntry]:
    now = time.time()
    for entry in os.scandir(folder):
        plan = entry.name[: -len(_EXTENSION)]
        if not entry.name.endswith(_EXTENSION) or not form.is_file_id(plan) or plan < from_:
            continue
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            continue  # Removed while the folder is listed.
        if stat.S_ISREG(status.st_mode):
            yield BodyEntry(plan, status.st_size, max(0, int((now - status.st_mtime) * 1000)))
