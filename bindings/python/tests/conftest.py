"""What the tests share."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any, Iterator

import pytest

from planmark import MemoryStore, SqliteStore


# A shell that starts this in the background lets it ignore SIGINT, and Python then keeps it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """An empty store of each kind."""
    made = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "home", wait_ms=2_000)
    yield made
    made.close()
