"""Times calls in this host, on each store, and prints the least and the median in microseconds.

python bench.py
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Tuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import apsw  # noqa: E402

from planmark import Author, Context, MemoryStore, Planmark, SqliteStore, WriteRequest  # noqa: E402

ADA = Author("agent", "ada")
BY_ADA = Context(ADA)
LARGE = "x" * 158_393


def timed(count: int, run: Callable[[], Any]) -> Tuple[float, float]:
    """The least and the median time of so many runs, in microseconds."""
    times = []
    for _ in range(count):
        start = time.perf_counter_ns()
        run()
        times.append((time.perf_counter_ns() - start) / 1_000)
    return min(times), statistics.median(times)


def appends(planmark: Planmark, task: str, count: int) -> Tuple[float, float]:
    """Times appends of 100 bytes to a task."""
    request = WriteRequest(task, content="- " + "s" * 98, mode="append")
    return timed(count, lambda: planmark.update(BY_ADA, request))


def report(name: str, figures: Tuple[float, float]) -> None:
    """Prints one row."""
    print(f"{name:34} {figures[0]:8.0f} {figures[1]:8.0f}", flush=True)


def bare_commits(folder: str) -> Tuple[float, float]:
    """Times commits of 300 bytes by SQLite alone, with the settings of a home."""
    connection = apsw.Connection(f"{folder}/bare.db")
    connection.pragma("page_size", 2_048)
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "FULL")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, value BLOB)")
    return timed(300, lambda: connection.execute("INSERT INTO t (value) VALUES (?)", (b"x" * 300,)))


def main() -> None:
    """Prints every row."""
    print(f"{'microseconds':34} {'least':>8} {'median':>8}")
    with tempfile.TemporaryDirectory(prefix="planmark-") as folder:
        for name, store in (("memory", MemoryStore()), ("sqlite", SqliteStore(f"{folder}/home"))):
            with Planmark(store) as planmark:
                planmark.create(BY_ADA, WriteRequest("small", content="# Plan"))
                planmark.create(BY_ADA, WriteRequest("large", content=LARGE))
                report(f"{name}: append to 1 KB", appends(planmark, "small", 300))
                report(f"{name}: append to 158 KB", appends(planmark, "large", 300))
                report(f"{name}: read 158 KB", timed(100, lambda: planmark.read(ADA, "large")))
                if name == "memory":
                    report("compose on 1 KB", timed(1_000, lambda: planmark.compose(LARGE[:1_024], "- step")))
                    report("compose on 158 KB", timed(300, lambda: planmark.compose(LARGE, "- step")))
        report("bare SQLite commit of 300 bytes", bare_commits(folder))


if __name__ == "__main__":
    main()
