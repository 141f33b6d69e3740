"""The vectors answer as they say, on every store, and word for word as every other host does (D52)."""

from __future__ import annotations

import json

import conformance
import pytest


LEAST = {"compose-random.json": 300, "parse.json": 45, "resolve.json": 25, "plans.json": 15, "tools.json": 10, "tools-list.json": 4, "tracker.json": 18, "runtime.json": 18}
"""How many cases a file has at least, where it isn't 50."""


@pytest.mark.parametrize("store", conformance.STORES)
@pytest.mark.parametrize("name", [*conformance.FILES, "tools-list.json"])
def test_vectors(name: str, store: str) -> None:
    answers, failed = conformance.run_file(name, store)
    assert failed == [] and len(answers) >= LEAST.get(name, 50)
    stored = conformance.VECTORS / name.replace(".json", "-answers.json")
    if stored.exists():
        assert answers == json.loads(stored.read_text(encoding="utf-8"))["cases"]
