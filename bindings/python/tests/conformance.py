"""Runs the vectors in this host, prints a row for each file, and writes the answers as JSON.

    python conformance.py [--store memory|sqlite]... [--json FILE] [VECTORS...]

The JSON holds, for each file and case, the list of answers, in canonical form, so that the results
of two hosts are equal exactly when their bytes are. The exit code is 1 when a case failed.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Tuple

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import json_form  # noqa: E402
import plans  # noqa: E402
import pure_cases  # noqa: E402
import script  # noqa: E402

from planmark import MemoryStore, Planmark, Preview, SqliteStore  # noqa: E402

VECTORS = Path(__file__).parents[3] / "tests" / "vectors"
FILES = [
    "compose.json",
    "compose-random.json",
    "documents.json",
    "parse.json",
    "resolve.json",
    "plans.json",
    "tools.json",
    "tracker.json",
    "runtime.json",
]
STORES = ["memory", "sqlite"]


def run_file(name: str, store: str, folder: Path = VECTORS) -> Tuple[Dict[str, List[Any]], List[str]]:
    """Runs one file: the answers by case, and what failed."""
    vectors = json.loads((folder / name).read_text(encoding="utf-8"))
    answers: Dict[str, List[Any]] = {}
    failed: List[str] = []
    if name == "tools-list.json":
        return _list_tools(vectors["cases"])
    preview = Preview.load()
    for case in vectors["cases"]:
        try:
            if name == "plans.json":
                given = plans.run(preview, case)
            elif "steps" in case:
                given = _on_empty_store(case, store)
            else:
                given = [pure_cases.run(preview, case, vectors)]
            answers[case["name"]] = json_form.shortened(given)
        except script.Wrong as wrong:
            failed.append(str(wrong))
    return answers, failed


def _list_tools(cases: Dict[str, List[Any]]) -> Tuple[Dict[str, List[Any]], List[str]]:
    """The tools of offers: of each the offer, its instructions, its prompts, what each of those asks of a
    task, and each tool, word for word."""
    answers: Dict[str, List[Any]] = {}
    failed: List[str] = []
    planmark = Planmark(MemoryStore())
    for name, wanted in cases.items():
        offer = script.offer_of(wanted[0])
        tools = [json_form.of_answer(tool) for tool in planmark.tools(offer)]
        prompts = planmark.tool_prompts(offer)
        asked = [planmark.tool_prompt(offer, prompt.name, "T-1") for prompt in prompts]
        said = [planmark.tool_instructions(offer), json_form.of_answer(prompts), asked]
        answers[name] = [wanted[0], *said, *tools]
        if answers[name] != wanted:
            failed.append(f"{name}: the tools differ from those stored")
    return answers, failed


def _on_empty_store(case: Dict[str, Any], store: str) -> List[Any]:
    if store == "memory":
        return script.run(script.Host("python memory", MemoryStore()), case)
    with tempfile.TemporaryDirectory(prefix="planmark-") as home:
        host = script.Host("python sqlite", SqliteStore(home))
        with host.planmark:
            return script.run(host, case)


def main() -> int:
    """Runs the files asked for."""
    # The vectors make capabilities fail: that is no news.
    logging.getLogger("planmark").setLevel(logging.CRITICAL)
    parser = argparse.ArgumentParser(description="Run the vectors in the Python host.")
    parser.add_argument("--store", action="append", choices=STORES, help="a store; all when absent")
    parser.add_argument("--json", type=Path, help="where to write the answers")
    parser.add_argument("vectors", nargs="*", default=FILES, help="names of files in tests/vectors")
    options = parser.parse_args()
    bad = 0
    results: Dict[str, Dict[str, Any]] = {}
    for store in options.store or STORES:
        for name in options.vectors:
            answers, failed = run_file(name, store)
            print(f"conformance python {store} {name} passed {len(answers)} failed {len(failed)}", flush=True)
            for wrong in failed:
                print(f"  {wrong}", file=sys.stderr)
            bad += len(failed)
            if results.setdefault(name, answers) != answers:
                print(f"  {name}: {store} answers otherwise than the first store", file=sys.stderr)
                bad += 1
    if options.json is not None:
        options.json.write_text(json_form.canonical(results), encoding="utf-8")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
