"""The host's budget: an append on the memory store takes at most half a millisecond."""

from __future__ import annotations

import bench

from planmark import MemoryStore, Planmark


def test_an_append_on_the_memory_store_takes_at_most_half_a_millisecond() -> None:
    least = min(bench.measure(Planmark(MemoryStore()), "append", "t", "# Plan", "- " + "s" * 98, 500))
    assert least <= 500, f"{least:.0f} µs"
