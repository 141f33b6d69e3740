"""Sessions in this host: waits, tools, ids. What they answer is in the vectors."""

from __future__ import annotations

import json
import re
import threading
import time
from pathlib import Path
from typing import Any, List

import pytest

from planmark import (
    Author,
    CallContext,
    MemoryStore,
    Offer,
    Planmark,
    PlanmarkError,
    Reference,
    SessionContext,
    SqliteStore,
    fresh_plan,
    fresh_session,
)
from planmark.capability import Scope

ADA = Author("agent", "ada")
IN_S = SessionContext(ADA, "s-1")
BODY = "## Section 4\n\n- [ ] A\n- [ ] B\n- [ ] C\n"
A = Reference(title="A")


def test_ids_are_new_of_their_form_and_in_order() -> None:
    ids = [fresh_plan() for _ in range(1_000)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"p-[0-9a-f]{12}-[0-9a-f]{8}", id) for id in ids)
    times = [id[:14] for id in ids]
    assert times == sorted(times) and fresh_session().startswith("s-")


def test_a_held_session_is_waited_for_and_delays_no_other(tmp_path: Path) -> None:
    home, plan = tmp_path / "home", fresh_plan()
    with Planmark(SqliteStore(home)) as planmark:
        holder = SqliteStore(home)
        held = holder.begin()
        held.acquire(Scope("session", "s-1"))
        saved: List[Any] = []
        waits = threading.Thread(target=lambda: saved.append(planmark.tracker.save(IN_S, plan, BODY)))
        waits.start()
        assert planmark.tracker.save(SessionContext(ADA, "s-2"), plan, BODY).total == 3
        time.sleep(0.1)
        assert saved == []
        held.close()
        waits.join()
        assert saved[0].total == 3 and planmark.tracker.describe("s-1").entries == 2
        path = planmark.tracker.view("s-1").path
        assert path is not None and Path(path).read_text(encoding="utf-8") == BODY
        holder.close()


def test_a_session_that_stays_held_is_busy_after_the_wait(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Planmark(SqliteStore(home), lease_wait_ms=200) as planmark:
        planmark.tracker.save(IN_S, "p-1", BODY)
        holder = SqliteStore(home)
        held = holder.begin()
        held.acquire(Scope("session", "s-1"))
        tool = CallContext(ADA, session="s-1")
        calls = [
            lambda: planmark.tracker.tick(IN_S, A),
            lambda: planmark.call_tool(tool, "tick_plan_task", {"title": "A"}),
        ]
        for call in calls:
            began = time.monotonic()
            with pytest.raises(PlanmarkError) as caught:
                call()
            assert (caught.value.code, caught.value.effect) == ("busy", "nothing-written")
            assert time.monotonic() - began >= 0.2
        held.close()
        holder.close()
        assert planmark.tracker.tick(IN_S, A).changed


def test_a_refusal_of_a_tool_is_an_answer_that_the_agent_reads() -> None:
    planmark = Planmark(MemoryStore())
    offer = Offer(suffix="x")
    with pytest.raises(PlanmarkError) as caught:
        planmark.call_tool(CallContext(ADA, offer, session="s-1"), "tick_plan_task_x", '{"title": "A"}')
    assert caught.value.code == "no-active-plan"
    answer = planmark.tool_refusal(offer, caught.value)
    assert answer.is_error and not answer.changed
    assert json.loads(answer.json)["error"]["code"] == "no-active-plan"
    for code in ("engine-trapped", "import-failed", "home-damaged", "not-utf-8"):
        said = planmark.tool_refusal(offer, PlanmarkError(code, "at /secret/place", "Look."))
        assert said.is_error
        assert code not in ("import-failed", "home-damaged") or "/secret" not in said.json


def test_candidates_of_an_ambiguous_title_are_facts(store: Any) -> None:
    planmark = Planmark(store)
    planmark.tracker.save(IN_S, "p-1", "## Section 4\n\n- [ ] A\n- [ ] A\n")
    with pytest.raises(PlanmarkError) as caught:
        planmark.tracker.tick(IN_S, A)
    assert caught.value.code == "ambiguous-title"
    assert caught.value.facts["candidates"] == list(caught.value.candidates)
    assert [planmark.tracker.tick(IN_S, Reference(id)).done for id in caught.value.candidates] == [1, 2]
