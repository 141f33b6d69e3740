"""Homes: made for their owner, refused when they can't be trusted, and never changed by a refusal."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any, Callable

import apsw
import pytest
from cells import Calls, put, refused, task

from planmark import Author, Context, Planmark, PlanmarkError, SqliteStore, WriteRequest
from planmark.store.sqlite import bodies

T = task("t")
ADA = Author("agent", "ada")
posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions and links")


def database(home: Path) -> Path:
    return home / "planmark.db"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with one cell, closed again."""
    place = tmp_path / "home"
    store = SqliteStore(place)
    Calls(store).put(T, "k", "v")
    store.close()
    return place


def sql(home: Path, statements: str, *values: Any) -> Any:
    connection = apsw.Connection(str(database(home)))
    try:
        return connection.execute(statements, values).fetchall()
    finally:
        connection.close()


def refused_home(home: Path, code: str) -> PlanmarkError:
    with pytest.raises(PlanmarkError) as caught:
        SqliteStore(home, wait_ms=100)
    error = caught.value
    assert (error.code, error.effect) == (code, "nothing-written")
    assert str(home) in error.message and error.next.endswith(".")
    return error


@posix
def test_a_home_is_for_its_owner_alone(tmp_path: Path) -> None:
    place = tmp_path / "above" / "home"
    previous = os.umask(0)
    try:
        store = SqliteStore(place)
        Calls(store).put(T, "k", "v")
        call = store.begin()
        call.write_body("s", "p", "text")
        call.close()
    finally:
        os.umask(previous)
    for path in [place.parent, place, *place.rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path
    store.close()


def test_the_database_is_as_the_contract_says(home: Path) -> None:
    assert sql(home, "PRAGMA journal_mode") == [("wal",)] and sql(home, "PRAGMA page_size") == [(2048,)]
    store = SqliteStore(home)
    writer = store._shared.writer._connection  # type: ignore[union-attr]
    assert writer.pragma("synchronous") == 2, "FULL"
    store.close()


def test_two_stores_of_one_process_share_a_home(home: Path) -> None:
    one, other = SqliteStore(home), SqliteStore(home)
    call = one.begin()
    call.acquire(T)
    refused("busy", other.begin().acquire, T)
    call.commit(T, (put("l", None, "v"),))
    assert Calls(other).get(T, "l") is not None
    call.close()
    one.close()
    other.close()


def cut_short(home: Path) -> None:
    content = database(home).read_bytes()
    database(home).write_bytes(content[: len(content) // 2 - 100])


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (
            lambda home: database(home).write_text("a text, long enough to be looked at as a header\n" * 100),
            "home-not-a-database",
        ),
        (lambda home: database(home).unlink(), "home-damaged"),
        (lambda home: database(home).write_bytes(b""), "home-damaged"),
        (lambda home: sql(home, "PRAGMA user_version = 2"), "home-newer-schema"),
        (lambda home: sql(home, "PRAGMA application_id = 7"), "home-foreign"),
    ],
)
def test_a_home_that_cant_be_trusted_is_refused_and_kept(
    home: Path, spoil: Callable[[Path], Any], code: str
) -> None:
    spoil(home)
    before = database(home).read_bytes() if database(home).exists() else None
    refused_home(home, code)
    assert (database(home).read_bytes() if database(home).exists() else None) == before


def test_a_file_is_no_home(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    refused_home(tmp_path / "file", "home-not-a-directory")
    refused_home(tmp_path / "file" / "below", "home-not-a-directory")


@posix
def test_links_inside_a_home_are_refused_and_links_above_it_followed(home: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(home)
    SqliteStore(tmp_path / "link").close()
    database(home).rename(tmp_path / "elsewhere")
    database(home).symlink_to(tmp_path / "elsewhere")
    refused_home(home, "home-denied")
    database(home).unlink()
    (tmp_path / "elsewhere").rename(database(home))
    (home / "locks").rename(tmp_path / "locks")
    (home / "locks").symlink_to(tmp_path / "locks")
    refused_home(home, "home-denied")


def test_a_database_that_another_keeps_to_itself_is_waited_for(home: Path) -> None:
    store = SqliteStore(home, wait_ms=100)
    other = apsw.Connection(str(database(home)))
    other.execute("BEGIN IMMEDIATE")
    refused("busy", Calls(store).commit, T, put("l", None, "v"))
    assert Calls(store).get(T, "l") is None
    other.execute("ROLLBACK")
    Calls(store).put(T, "l", "v")
    store.close()


def test_a_newer_schema_is_refused_by_a_store_that_is_open(home: Path) -> None:
    store = SqliteStore(home)
    sql(home, "PRAGMA user_version = 2")
    refused("newer-format", Calls(store).commit, T, put("l", None, "v"))
    sql(home, "PRAGMA user_version = 1")
    Calls(store).put(T, "l", "v")
    store.close()


def test_values_that_another_program_stored_wrongly_are_refused(home: Path) -> None:
    insert = "INSERT INTO cells (scope, key, version, value) VALUES ((SELECT id FROM scopes), ?, ?, ?)"
    for key, version, value in [("a", 9, b"\xff"), ("b", 9, b"x" * ((1 << 20) + 1)), ("c", -1, b"x")]:
        sql(home, insert, key, version, value)
    store = SqliteStore(home)
    for key, code in [("a", "not-text"), ("b", "too-large"), ("c", "corrupt")]:
        call = store.begin()
        refused(code, call.get, T, key)
        refused(code, call.scan, T, key, "", 10)
        call.close()
    assert Calls(store).get(T, "k") is not None
    store.close()


def test_a_commit_that_nobody_answers_is_unknown_and_the_writer_goes_on(home: Path) -> None:
    sql(
        home,
        "CREATE TABLE parents (id INTEGER PRIMARY KEY);"
        "CREATE TABLE children (parent REFERENCES parents DEFERRABLE INITIALLY DEFERRED);"
        "CREATE TRIGGER broken AFTER INSERT ON cells BEGIN INSERT INTO children VALUES (7); END;",
    )
    planmark = Planmark(store := SqliteStore(home))
    store._shared.writer._connection.pragma("foreign_keys", True)  # type: ignore[union-attr]
    with pytest.raises(PlanmarkError) as caught:
        planmark.create(Context(ADA), WriteRequest("u", content="x"))
    assert (caught.value.code, caught.value.effect) == ("outcome-unknown", "unknown")
    sql(home, "DROP TRIGGER broken")
    planmark.create(Context(ADA), WriteRequest("u", content="x"))
    planmark.close()


def test_the_views_show_plans_and_revisions(tmp_path: Path) -> None:
    with Planmark(SqliteStore(tmp_path / "home")) as planmark:
        planmark.create(Context(ADA), WriteRequest("t", title="Title", content="é"))
        assert sql(tmp_path / "home", "SELECT task, title, bytes, chars, author FROM plans") == [
            ("t", "Title", 2, 1, "ada")
        ]
        planmark.create(Context(Author("agent", "eve")), WriteRequest("t", content="e"))
        assert ("t", 1, 1) in sql(tmp_path / "home", "SELECT task, number, position FROM revisions")


@posix
def test_links_among_bodies_are_not_followed(home: Path, tmp_path: Path) -> None:
    store, outside = SqliteStore(home), tmp_path / "outside"
    outside.mkdir()
    (outside / "p.md").write_text("secret")
    call = store.begin()
    call.write_body("s", "q", "text")
    (home / "plans" / "s" / "p.md").symlink_to(outside / "p.md")
    refused("denied", call.read_body, "s", "p")
    refused("denied", call.remove_body, "s", "p")
    refused("denied", call.write_body, "s", "p", "secret")
    (home / "plans" / "linked").symlink_to(outside)
    refused("denied", call.read_body, "linked", "p")
    refused("denied", call.list_bodies, "linked", "", 10)
    refused("denied", call.write_body, "linked", "new", "x")
    assert [entry.plan for entry in call.list_bodies("s", "", 10).entries] == ["q"]
    assert os.listdir(outside) == ["p.md"] and (outside / "p.md").read_text() == "secret"
    call.close()
    store.close()


def test_bodies_that_people_have_changed_are_read_as_they_are_or_refused(home: Path) -> None:
    store = SqliteStore(home)
    call = store.begin()
    path = Path(call.write_body("s", "p", "text"))
    path.write_text("edited")
    assert call.read_body("s", "p").text == "edited"
    refused("exists", call.write_body, "s", "p", "text")
    path.write_bytes(b"\xff")
    refused("not-text", call.read_body, "s", "p")
    path.write_bytes(b"x" * 262_145)
    refused("too-large", call.read_body, "s", "p")
    (path.parent / "notes.txt").write_text("x")
    (path.parent / ".unfinished-1").write_text("x")
    (path.parent / "folder.md").mkdir()
    assert [entry.plan for entry in call.list_bodies("s", "", 10).entries] == ["p"]
    call.close()
    store.close()


def test_a_body_that_cant_be_finished_leaves_no_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> bool:
        raise OSError(28, "no space left")

    store = SqliteStore(home)
    monkeypatch.setattr(bodies.files, "rename_to_free_name", fail)
    call = store.begin()
    refused("full", call.write_body, "s", "p", "text")
    assert os.listdir(home / "plans" / "s") == []
    call.close()
    store.close()
