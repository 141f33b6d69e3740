"""Traces of this host: what is recorded, where, and that it never gets in the way of a call. The test of
traces in ``tests/`` replays them in every other host."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, List

import pytest

from planmark import (
    Author,
    Context,
    MemoryStore,
    Planmark,
    PlanmarkError,
    Preview,
    WriteRequest,
    exceptions,
    replay,
)
from planmark.trace import file as trace_file

ADA = Author("agent", "ada")


def lines(path: Path) -> List[Any]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def test_a_trace_is_asked_for_by_argument_or_by_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, named = tmp_path / "given", tmp_path / "named"
    monkeypatch.setenv("PLANMARK_TRACE", str(named))
    Preview.load().inspect("text")
    assert [line["function"] for line in lines(named)] == ["inspect"]
    with Planmark(MemoryStore(), trace=given) as planmark:
        planmark.describe()
    monkeypatch.setenv("PLANMARK_TRACE", "")
    with Planmark(MemoryStore()) as planmark:
        planmark.describe()
    assert [line["function"] for line in lines(given)] == ["describe"]
    assert len(lines(named)) == 1
    assert replay(given).same == 1


def test_a_function_of_the_host_that_fails_is_recorded_without_an_answer(tmp_path: Path) -> None:
    def clock() -> int:
        raise RuntimeError("no time")

    trace = tmp_path / "calls"
    with Planmark(MemoryStore(), clock=clock, trace=trace) as planmark:
        with pytest.raises(PlanmarkError) as raised:
            planmark.create(Context(ADA), WriteRequest("T-1", content="text"))
    assert raised.value.code == "import-failed"
    [line] = lines(trace)
    assert line["steps"][-1] == {"capability": "clock.now", "arguments": []}
    assert line["result"] == {"trap": "import-failed"}
    found = replay(trace)
    assert (found.calls, found.same) == (1, 1)


def test_arguments_that_never_went_in_are_no_call(tmp_path: Path) -> None:
    trace = tmp_path / "calls"
    with Planmark(MemoryStore(), trace=trace) as planmark:
        with pytest.raises(PlanmarkError):
            planmark.read(ADA, 5)  # type: ignore[arg-type]
    assert not trace.exists()


@pytest.mark.skipif(os.name == "nt", reason="links and modes are POSIX's")
def test_a_link_is_refused_and_the_call_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trace_file, "_reported", False)
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"")
    link.symlink_to(target)
    for place in (link, tmp_path, Path("/dev/null")):
        with Planmark(MemoryStore(), trace=place) as planmark:
            planmark.describe()
            planmark.describe()
    assert target.read_bytes() == b""
    told = capsys.readouterr().err
    assert told.count("can't be written") == 1 and str(link) in told


def test_a_new_trace_is_for_its_owner_alone_and_a_half_line_is_left_alone(tmp_path: Path) -> None:
    trace = tmp_path / "calls"
    with Planmark(MemoryStore(), trace=trace) as planmark:
        planmark.describe()
        assert os.name == "nt" or trace.stat().st_mode & 0o777 == 0o600
        trace.write_bytes(b'{"trace":1')
        planmark.describe()
    half, whole = trace.read_bytes().splitlines()
    assert half == b'{"trace":1' and json.loads(whole)["function"] == "describe"
    with pytest.raises(exceptions.TraceDamaged) as raised:
        replay(trace)
    assert raised.value.code == "trace-damaged" and raised.value.message.startswith("line 1 ")
    with pytest.raises(exceptions.TraceUnreadable):
        replay(tmp_path / "missing")


def test_a_file_that_is_no_trace_is_not_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trace_file, "_reported", False)
    other = tmp_path / "plan.md"
    other.write_bytes(b"# Plan\n")
    with Planmark(MemoryStore(), trace=other) as planmark:
        planmark.describe()
    assert other.read_bytes() == b"# Plan\n"
    assert "what the file holds is no trace" in capsys.readouterr().err
