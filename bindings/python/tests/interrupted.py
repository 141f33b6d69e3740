"""Calls for some seconds while a signal raises KeyboardInterrupt in each call, on both stores; then
checks that nothing is held. Prints the number of interrupts and of calls that came through."""

from __future__ import annotations

import gc
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from planmark import Author, Context, MemoryStore, Planmark, SqliteStore, WriteRequest  # noqa: E402

BY_ADA = Context(Author("agent", "ada"))
SECONDS = 3.0
# An interrupt in a destructor is reported, not raised; that is Python's, and nothing to show here.
sys.unraisablehook = lambda _report: None


def rain(planmark: Planmark) -> Any:
    """Appends until the time is up: how often it was interrupted, and how often it came through."""
    interrupted = calls = 0
    calling = False

    def interrupt(_number: int, _frame: Any) -> None:
        if calling:
            raise KeyboardInterrupt

    previous = signal.signal(signal.SIGALRM, interrupt)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            calling = True
            # One signal a call, somewhere in its first milliseconds.
            signal.setitimer(
                signal.ITIMER_REAL, 0.00002 + 0.0015 * ((interrupted + calls) * 7919 % 100) / 100
            )
            planmark.update(BY_ADA, WriteRequest("t", content="x", mode="append"))
            calling = False
            calls += 1
        except KeyboardInterrupt:
            calling = False
            interrupted += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
    time.sleep(0.01)
    signal.signal(signal.SIGALRM, previous)
    return interrupted, calls


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="planmark-") as home:
        totals = [0, 0]
        for store in (MemoryStore(), SqliteStore(home)):
            planmark = Planmark(store, lease_wait_ms=500)
            planmark.create(BY_ADA, WriteRequest("t", content="# Plan"))
            for index, count in enumerate(rain(planmark)):
                totals[index] += count
            gc.collect()
            planmark.update(BY_ADA, WriteRequest("t", content="after", mode="append"))
            planmark.close()
        print(*totals)


if __name__ == "__main__":
    main()
