"""Scopes, mutations and commits in few words, for tests of stores."""

from __future__ import annotations

from typing import Any, Optional

import pytest

from planmark.capability import Action, CapabilityRefused, Cell, Mutation, Scope


def task(id: str) -> Scope:
    """The scope of a task."""
    return Scope("task", id)


def session(id: str) -> Scope:
    """The scope of a session."""
    return Scope("session", id)


def put(key: str, expected: Optional[int], value: str) -> Mutation:
    """Stores a value."""
    return Mutation(key, expected, Action("put", value))


def remove(key: str, expected: Optional[int]) -> Mutation:
    """Removes a cell."""
    return Mutation(key, expected, Action("remove"))


def check(key: str, expected: Optional[int]) -> Mutation:
    """Checks a version."""
    return Mutation(key, expected, Action("check"))


class Calls:
    """Calls that each do one thing, on one store."""

    def __init__(self, store: Any) -> None:
        self.store = store

    def commit(self, scope: Scope, *mutations: Mutation, wait_s: float = 10.0) -> None:
        """Commits under a lease, which is waited for."""
        call = self.store.begin()
        try:
            if scope.id:
                assert call.wait(scope, wait_s), "turns are short"
            call.acquire(scope)
            call.commit(scope, mutations)
        finally:
            call.close()

    def put(self, scope: Scope, key: str, value: str) -> int:
        """Puts a cell that is absent, and gives its version."""
        self.commit(scope, put(key, None, value))
        cell = self.get(scope, key)
        assert cell is not None
        return cell.version

    def get(self, scope: Scope, key: str) -> Optional[Cell]:
        """Reads a cell."""
        call = self.store.begin()
        try:
            return call.get(scope, key)
        finally:
            call.close()


def refused(code: str, function: Any, *arguments: Any) -> None:
    """Checks that a call is refused with this code."""
    with pytest.raises(CapabilityRefused) as caught:
        function(*arguments)
    assert caught.value.code == code
