"""The contract of a store, on every store: cells, scans, commits, snapshots (``wit/storage.wit``)."""

from __future__ import annotations

import threading
from typing import Any, List

import pytest
from cells import Calls, check, put, refused, remove, session, task

from planmark.capability import ANSWER_MAX_BYTES, CELL_MAX_BYTES, KEY_MAX_BYTES, Page

T = task("t")


def keys(page: Page) -> List[str]:
    return [cell.key for cell in page.cells]


def test_an_absent_cell_is_none(store: Any) -> None:
    calls = Calls(store)
    assert calls.get(T, "head") is None
    calls.put(T, "other", "x")
    assert calls.get(T, "head") is None


@pytest.mark.parametrize(
    "value", ["", "\0", "a\0b", "a\r\nb\rc\n", "\ufeffx", "zażółć 計画 🗺️ e\u0301", "\U0010ffff"]
)
def test_a_value_comes_back_byte_for_byte(store: Any, value: str) -> None:
    calls = Calls(store)
    calls.put(T, "k", value)
    cell = calls.get(T, "k")
    assert cell is not None and (cell.key, cell.value) == ("k", value)


def test_versions_grow_and_none_is_used_again_after_a_remove(store: Any) -> None:
    calls, seen = Calls(store), []
    for _ in range(4):
        version = calls.put(T, "k", "the same")
        assert version >= 1 and version > max(seen, default=0)
        seen.append(version)
        calls.commit(T, remove("k", version))
    last = calls.put(T, "k", "the same")
    for old in seen:
        refused("conflict", calls.commit, T, put("k", old, "late"))
    cell = calls.get(T, "k")
    assert cell is not None and cell.version == last


def test_scopes_are_apart(store: Any) -> None:
    calls, scopes = Calls(store), [task("a"), session("a"), task("ab"), task("A")]
    for scope in scopes:
        calls.put(scope, "k", repr(scope))
    for scope in scopes:
        cell = calls.get(scope, "k")
        assert cell is not None and cell.value == repr(scope)


@pytest.mark.parametrize("id", ["", " ", "a b", "a\0", "a\n", "é", "\x7f", "x" * 257])
def test_malformed_tasks_are_invalid(store: Any, id: str) -> None:
    refused_everywhere(store, task(id))


@pytest.mark.parametrize(
    "id", ["", ".", "..", ".a", "-a", "a/b", "a\\b", "a b", "é", "a.", "con", "nul.txt", "a\n", "x" * 129]
)
def test_malformed_sessions_are_invalid(store: Any, id: str) -> None:
    refused_everywhere(store, session(id))


def refused_everywhere(store: Any, scope: Any) -> None:
    call = store.begin()
    refused("invalid", call.get, scope, "k")
    refused("invalid", call.scan, scope, "", "", 1)
    refused("invalid", call.acquire, scope)
    refused("invalid", call.commit, scope, (put("k", None, "v"),))
    call.close()


def test_the_longest_ids_are_valid(store: Any) -> None:
    every = "".join(map(chr, range(0x21, 0x7F)))
    for scope in [task("t" * 256), task(every), session("s" * 128), session("0._-"), session("com0")]:
        Calls(store).put(scope, "k", "v")


@pytest.mark.parametrize("key", ["", " ", "a b", "a\0b", "a\n", "é", "\x7f", "k" * (KEY_MAX_BYTES + 1)])
def test_malformed_keys_are_invalid(store: Any, key: str) -> None:
    call = store.begin()
    refused("invalid", call.get, T, key)
    call.close()
    refused("invalid", Calls(store).commit, T, put(key, None, "v"))


def test_the_largest_key_and_value_fit(store: Any) -> None:
    calls = Calls(store)
    calls.put(T, "~" * KEY_MAX_BYTES, "v" * CELL_MAX_BYTES)
    refused("invalid", calls.commit, T, put("k", None, "é" * (CELL_MAX_BYTES // 2) + "v"))
    assert calls.get(T, "k") is None


def fill(store: Any, names: List[str]) -> None:
    Calls(store).commit(T, *[put(name, None, name) for name in names])


def test_cells_come_in_byte_order(store: Any) -> None:
    fill(store, ["b", "B", "a", "~", "!", "10", "9", "a/1", "a!", "aa"])
    call = store.begin()
    page = call.scan(T, "", "", 100)
    call.close()
    assert keys(page) == ["!", "10", "9", "B", "a", "a!", "a/1", "aa", "b", "~"] and page.next is None


def test_a_prefix_is_no_pattern_and_from_is_included(store: Any) -> None:
    fill(
        store,
        ["seg", "seg/", "seg/1", "seg/~", "seg/~~", "seg0", "sef/9", "SEG/1", "s%", "s%1", "s_1", "sx1"],
    )
    call = store.begin()
    assert keys(call.scan(T, "seg/", "", 100)) == ["seg/", "seg/1", "seg/~", "seg/~~"]
    assert keys(call.scan(T, "s%", "", 100)) == ["s%", "s%1"]
    assert keys(call.scan(T, "s_", "", 100)) == ["s_1"]
    assert keys(call.scan(T, "seg/", "seg/2", 100)) == ["seg/~", "seg/~~"]
    assert keys(call.scan(T, "seg/", "A", 1)) == ["seg/"]
    assert keys(call.scan(T, "seg/", "seg0", 100)) == []
    assert keys(call.scan(task("other"), "", "", 100)) == []
    call.close()


@pytest.mark.parametrize("limit", [1, 3, 19, 20, 21, 1_000])
def test_pages_join_without_gap_or_overlap(store: Any, limit: int) -> None:
    names = [f"k/{number:03}" for number in range(20)]
    fill(store, names)
    found: List[str] = []
    from_: Any = ""
    while from_ is not None:
        call = store.begin()
        page = call.scan(T, "k/", from_, limit)
        call.close()
        assert len(page.cells) <= limit
        found += keys(page)
        from_ = page.next
    assert found == names


def test_a_page_ends_before_it_grows_too_large(store: Any) -> None:
    calls, half = Calls(store), "h" * (ANSWER_MAX_BYTES // 2 - 1)
    calls.commit(T, put("a", None, half), put("b", None, half), put("c", None, ""))
    call = store.begin()
    page = call.scan(T, "", "", 10)
    call.close()
    assert (keys(page), page.next) == (["a", "b"], "c"), "full to the byte"
    cell = calls.get(T, "b")
    assert cell is not None
    calls.commit(T, put("b", cell.version, half + "h"))
    call = store.begin()
    page = call.scan(T, "", "", 10)
    call.close()
    assert (keys(page), page.next) == (["a"], "b"), "one byte too many"


def test_a_cell_larger_than_a_page_has_one_alone(store: Any) -> None:
    Calls(store).commit(T, put("a", None, "1"), put("b", None, "v" * CELL_MAX_BYTES), put("c", None, "3"))
    call, pages, from_ = store.begin(), [], ""
    while from_ is not None:
        page = call.scan(T, "", from_, 10)
        pages.append(keys(page))
        from_ = page.next
    call.close()
    assert pages == [["a"], ["b"], ["c"]]


def test_malformed_bounds_and_limits_are_invalid(store: Any) -> None:
    call = store.begin()
    for limit in (0, 1_001, 2**32 - 1):
        refused("invalid", call.scan, T, "", "", limit)
        refused("invalid", call.scopes, "task", "", limit)
        refused("invalid", call.list_bodies, "s", "", limit)
    for bound in (" ", "a b", "\0", "é", "\x7f", "a\n", "k" * 513):
        refused("invalid", call.scan, T, bound, "", 1)
        refused("invalid", call.scan, T, "", bound, 1)
        refused("invalid", call.scopes, "task", bound, 1)
        refused("invalid", call.list_bodies, "s", bound, 1)
    call.close()


def test_scopes_are_listed_while_they_hold_a_cell(store: Any) -> None:
    calls = Calls(store)
    versions = {id: calls.put(task(id), "k", "v") for id in ["b", "a", "B", "a/1", "~", "10", "9"]}
    calls.put(session("s"), "k", "v")
    calls.commit(task("none"), check("k", None))

    def listed(kind: str, from_: str, limit: int) -> Any:
        call = store.begin()
        page = call.scopes(kind, from_, limit)
        call.close()
        return list(page.ids), page.next

    assert listed("task", "", 100) == (["10", "9", "B", "a", "a/1", "b", "~"], None)
    assert listed("task", "", 3) == (["10", "9", "B"], "a")
    assert listed("task", "a/", 2) == (["a/1", "b"], "~")
    assert listed("session", "", 9) == (["s"], None)
    calls.commit(task("a"), remove("k", versions["a"]))
    assert listed("task", "", 4) == (["10", "9", "B", "a/1"], "b")
    calls.put(task("a"), "k", "v")
    assert listed("task", "a", 1) == (["a"], "a/1")


def test_a_version_that_is_not_expected_conflicts(store: Any) -> None:
    calls = Calls(store)
    old = calls.put(T, "k", "1")
    calls.commit(T, put("k", old, "2"))
    before = calls.get(T, "k")
    for mutation in [
        put("k", None, "x"),
        put("k", old, "x"),
        put("k", 2**64 - 1, "x"),
        put("k", 0, "x"),
        put("absent", old, "x"),
        remove("k", old),
        remove("absent", old),
        check("k", None),
        check("k", old),
        check("absent", old),
        check("absent", 2**64 - 1),
    ]:
        refused("conflict", calls.commit, T, mutation)
    assert calls.get(T, "k") == before and calls.get(T, "absent") is None


def test_a_commit_is_all_or_none(store: Any) -> None:
    calls = Calls(store)
    a, b = calls.put(T, "a", "1"), calls.put(T, "b", "1")
    good = [put("a", a, "2"), remove("b", b), put("c", None, "2")]

    def values() -> List[Any]:
        return [None if cell is None else cell.value for cell in (calls.get(T, key) for key in "abc")]

    for place in range(4):
        refused("conflict", calls.commit, T, *good[:place], check("d", 7), *good[place:])
        assert values() == ["1", "1", None], place
    calls.commit(T, *good)
    assert values() == ["2", None, "2"]


def test_a_check_checks_and_changes_nothing(store: Any) -> None:
    calls = Calls(store)
    version = calls.put(T, "k", "v")
    calls.commit(T, check("k", version), check("absent", None), put("other", None, "v"))
    cell = calls.get(T, "k")
    assert cell is not None and (cell.value, cell.version) == ("v", version)


def test_malformed_commits_are_invalid_and_64_mutations_fit(store: Any) -> None:
    calls = Calls(store)
    refused("invalid", calls.commit, T)
    refused("invalid", calls.commit, T, *[put(f"k{number}", None, "v") for number in range(65)])
    refused("invalid", calls.commit, T, put("k", None, "v"), put("l", None, "v"), check("k", None))
    refused("invalid", calls.commit, T, remove("k", None))
    assert calls.get(T, "k") is None
    calls.commit(T, *[put(f"k{number}", None, "v") for number in range(64)])


def test_every_read_of_a_call_sees_one_state(store: Any) -> None:
    calls = Calls(store)
    version = calls.put(T, "a", "old")
    call = store.begin()
    assert call.get(T, "a").value == "old"
    calls.commit(T, put("a", version, "new"), put("b", None, "new"))
    calls.put(task("u"), "a", "new")
    assert call.get(T, "a").value == "old" and call.get(T, "b") is None and call.get(task("u"), "a") is None
    assert keys(call.scan(T, "", "", 10)) == ["a"] and call.scopes("task", "", 10).ids == ("t",)
    call.close()
    call = store.begin()
    assert keys(call.scan(T, "", "", 10)) == ["a", "b"] and call.scopes("task", "", 10).ids == ("t", "u")
    call.close()


def test_acquire_and_commit_end_the_snapshot(store: Any) -> None:
    calls, call = Calls(store), store.begin()
    assert call.get(T, "a") is None
    version = calls.put(T, "a", "v")
    call.acquire(T)
    assert call.get(T, "a") is not None, "acquire starts a new snapshot"
    calls.put(task("u"), "a", "v")
    assert call.get(task("u"), "a") is None, "which is one as well"
    call.commit(T, (put("a", version, "w"),))
    assert call.get(T, "a").value == "w"
    call.close()


def test_commits_on_many_scopes_meet_without_harm(store: Any) -> None:
    calls, broken = Calls(store), []

    def write(writer: int) -> None:
        scope = (task if writer % 2 else session)(f"w{writer}")
        try:
            for turn in range(10):
                wrong = (writer + turn) % 3 == 0
                mutations = (put(f"k{turn}", None, "v"), check("never", 1 if wrong else None))
                if wrong:
                    refused("conflict", calls.commit, scope, *mutations)
                else:
                    calls.commit(scope, *mutations)
                assert (calls.get(scope, f"k{turn}") is None) == wrong
        except BaseException as error:
            broken.append(error)

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert broken == []
