"""The component: found, compiled for this machine, and the compiled form kept between processes.

Compiling takes a second; the compiled form loads in milliseconds. It is native code that becomes
part of this process, so it is taken only from a folder and a file that belong to this user and that
nobody else can write to, and only when its digest is right. Where that can't be had, the component
is compiled again; nothing fails for want of a cache.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import sys
from pathlib import Path
from typing import Callable, Optional

from wasmtime import Config, Engine, WasmtimeError
from wasmtime import component as wit

from . import checkout
from .errors import PlanmarkError
from .limits import STACK_BYTES
from .native import WASMTIME_VERSION
from .paths import AnyPath, path

#: Part of the file name: raised whenever :func:`engine` changes what compiled code looks like.
_SETTINGS = 1

_DIGEST_BYTES = 32


def find(given: Optional[AnyPath]) -> bytes:
    """Reads the component: the file given, or the one that comes with this package or its checkout.
    Raises ``PlanmarkError`` (``component-unusable``)."""
    known = checkout.places("planmark.wasm", "target/component/planmark.wasm")
    for place in known if given is None else [Path(path(given, "component"))]:
        try:
            return place.read_bytes()
        except OSError:
            continue
    what = "there is no component" if given is None else f'there is no component at "{given}"'
    raise PlanmarkError("component-unusable", what, "Build the component, or name the file that holds it.")


def engine() -> Engine:
    """An engine with the settings that every component of this package is compiled with."""
    config = Config()
    # Fuel bounds a call the same way on every machine.
    config.consume_fuel = True
    # The same instructions give the same bytes in every host (D52).
    config.wasm_relaxed_simd = False
    config.max_wasm_stack = STACK_BYTES
    return Engine(config)


def component(engine: Engine, wasm: bytes) -> wit.Component:
    """Gives the compiled component, from the cache where it has it. Raises ``PlanmarkError``
    (``component-unusable``) for bytes that are no component."""
    name = f"{hashlib.sha256(wasm).hexdigest()}-wasmtime-{WASMTIME_VERSION}-{_SETTINGS}"
    folder = cache_folder()
    kept = None if folder is None else _read(folder, name)
    if kept is not None:
        try:
            return wit.Component.deserialize(engine, kept)
        except WasmtimeError:
            pass  # Made for another processor: compiled again below.
    try:
        made = wit.Component(engine, wasm)
    except WasmtimeError as error:
        raise PlanmarkError(
            "component-unusable", f"the engine is not a component: {error}", "Build the component again."
        ) from None
    if folder is not None:
        _write(folder, name, bytes(made.serialize()))
    return made


def cache_folder() -> Optional[Path]:
    """Where compiled components are kept; None where this user has no such place."""
    try:
        if sys.platform == "win32":
            base = Path(os.environ["LOCALAPPDATA"])
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            given = os.environ.get("XDG_CACHE_HOME", "")
            base = Path(given) if os.path.isabs(given) else Path.home() / ".cache"
    except (KeyError, RuntimeError):
        return None
    return base / "planmark"


def _read(folder: Path, name: str) -> Optional[bytes]:
    """The payload of a cache file that can be trusted."""
    try:
        if not _is_private(os.lstat(folder), stat.S_ISDIR):
            return None
        descriptor = os.open(
            folder / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        )
        with open(descriptor, "rb") as file:
            if not _is_private(os.fstat(descriptor), stat.S_ISREG):
                return None
            content = file.read()
    except OSError:
        return None
    digest, payload = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    return payload if hashlib.sha256(payload).digest() == digest else None


def _write(folder: Path, name: str, payload: bytes) -> None:
    """Puts a file in its place at once: a reader sees all of it or none."""
    temporary = folder / f".{name}-{secrets.token_hex(8)}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_private(os.lstat(folder), stat.S_ISDIR):
            return
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with open(os.open(temporary, flags, 0o600), "wb") as file:
            file.write(hashlib.sha256(payload).digest() + payload)
        os.replace(temporary, folder / name)
    except OSError:
        try:
            temporary.unlink()
        except OSError:
            pass


def _is_private(status: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    """Whether it is of that kind, belongs to this user, and nobody else can write to it."""
    if not is_kind(status.st_mode):
        return False
    if sys.platform == "win32":
        return True  # The profile folder's own permissions keep others out.
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
