"""Measures calls in this host. ``make bench`` drives it, and alternates between the hosts.

    python bench.py HOME

Each line of standard input is an order: ``{"call": "append" | "read" | "compose", "store": "memory" |
"sqlite", "task": id, "content": text, "fragment": text, "count": n}``. It makes the plan, then the call
``count`` times, and answers with the microseconds of each as a list.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict, List

sys.path.insert(0, str(Path(__file__).parents[1]))

from planmark import (  # noqa: E402
    Author,
    Context,
    MemoryStore,
    Planmark,
    SaveRequest,
    SqliteStore,
    WriteRequest,
)

ADA = Author("agent", "ada")
BY_ADA = Context(ADA)


def measure(planmark: Planmark, call: str, task: str, content: str, fragment: str, count: int) -> List[float]:
    """Makes the plan, then the call so often; the microseconds of each."""
    planmark.save(BY_ADA, SaveRequest(task, content=content))
    append = WriteRequest(task, content=fragment, mode="append")
    calls: Dict[str, Callable[[], Any]] = {
        "append": lambda: planmark.update(BY_ADA, append),
        "read": lambda: planmark.read(ADA, task),
        "compose": lambda: planmark.preview.compose(content, fragment),
    }
    run = calls[call]
    micros = []
    for _ in range(count):
        start = time.perf_counter_ns()
        run()
        micros.append((time.perf_counter_ns() - start) / 1_000)
    return micros


def main(home: str) -> None:
    """Carries out the orders that come."""
    stores = {"memory": Planmark(MemoryStore()), "sqlite": Planmark(SqliteStore(home))}
    for line in sys.stdin:
        order = json.loads(line)
        print(json.dumps(measure(stores[order.pop("store")], **order)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
