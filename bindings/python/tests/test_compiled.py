"""The cache of the compiled component: used when it can be trusted, and never needed."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from wasmtime import component as wit

from planmark import compiled

#: The smallest component there is: it compiles at once.
SMALLEST = b"\0asm\x0d\0\x01\0"

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions are the profile folder's")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    place = compiled.cache_folder()
    assert place is not None and tmp_path in place.parents
    return place


class Compilations:
    """Counts compilations."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        original = wit.Component.__init__

        def counted(made: Any, *arguments: Any) -> None:
            self.count += 1
            original(made, *arguments)

        monkeypatch.setattr(wit.Component, "__init__", counted)

    def load(self) -> int:
        """Loads a component, and says how often it was compiled for that."""
        before = self.count
        assert compiled.component(compiled.engine(), SMALLEST).serialize()
        return self.count - before


@pytest.fixture
def compilations(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Compilations:
    return Compilations(monkeypatch)


def only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


@posix
def test_compiled_once_and_private(folder: Path, compilations: Compilations) -> None:
    assert (compilations.load(), compilations.load()) == (1, 0)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(only_file(folder).stat().st_mode) == 0o600


def test_damaged_files_are_compiled_again(folder: Path, compilations: Compilations) -> None:
    compilations.load()
    file = only_file(folder)
    whole = file.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    for damaged in (b"", whole[:20], whole[:-1], bytes(flipped), b"\0" * len(whole)):
        file.write_bytes(damaged)
        assert compilations.load() == 1
        assert only_file(folder).read_bytes() == whole, "and repaired"


@posix
def test_what_others_can_write_is_not_used(folder: Path, compilations: Compilations) -> None:
    compilations.load()
    file = only_file(folder)
    for place, mode in ((file, 0o620), (file, 0o602), (folder, 0o770), (folder, 0o707)):
        before = stat.S_IMODE(place.stat().st_mode)
        place.chmod(mode)
        assert compilations.load() == 1, oct(mode)
        place.chmod(before)
    assert compilations.load() == 0


@posix
def test_links_are_not_followed(folder: Path, compilations: Compilations) -> None:
    compilations.load()
    file, elsewhere = only_file(folder), folder.parent / "elsewhere"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    assert compilations.load() == 1
    assert not file.is_symlink(), "replaced by a file"
    folder.rename(folder.parent / "real")
    folder.symlink_to(folder.parent / "real")
    assert compilations.load() == 1


@posix
def test_another_users_files_are_not_used(
    folder: Path, compilations: Compilations, monkeypatch: pytest.MonkeyPatch
) -> None:
    compilations.load()
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    assert compilations.load() == 1


def test_a_place_that_cant_be_used_is_no_failure(
    folder: Path, compilations: Compilations, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file")
    assert compilations.load() == 1
    monkeypatch.setattr(compiled, "cache_folder", lambda: None)
    assert compilations.load() == 1
    assert folder.read_text() == "a file"
