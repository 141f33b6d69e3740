"""An error is an instance of its code's class, and there is a class for every code."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Set, get_args

import pytest

from planmark import Author, MemoryStore, Planmark, PlanmarkError, exceptions
from planmark.types import FailureCode

ada = Author("agent", "ada")
CLASSES = {
    name: kind
    for name, kind in vars(exceptions).items()
    if isinstance(kind, type) and issubclass(kind, PlanmarkError) and kind is not PlanmarkError
}


def code_of(name: str) -> str:
    """The code that a class is named after."""
    return re.sub(r"(?<!^)(?=[A-Z]|\d)", "-", name).lower()


def host_codes() -> Set[str]:
    """The codes that the sources of this package give errors themselves."""
    sources = Path(exceptions.__file__).parent.rglob("*.py")
    text = "".join(path.read_text("utf-8") for path in sources if path.name != "exceptions.py")
    words = set(re.findall(r'"((?:home-|component-|engine-(?!driven)|trace-)[a-z-]+)"', text))
    return words | {"not-utf-8", "import-failed", "nested-call", "closed", "forked"}


def test_every_code_has_a_class_and_every_class_a_code() -> None:
    assert {code_of(name) for name in CLASSES} == set(get_args(FailureCode)) | host_codes()
    for name, kind in CLASSES.items():
        error = PlanmarkError(code_of(name), "it failed", "Try again.")
        assert type(error) is kind and kind.__doc__, name


def test_a_refusal_can_be_caught_by_its_code() -> None:
    with Planmark(MemoryStore()) as planmark:
        with pytest.raises(exceptions.PlanNotFound) as caught:
            planmark.read(ada, "T-1")
    assert (caught.value.code, str(caught.value)) == ("plan-not-found", caught.value.message)
    with pytest.raises(exceptions.Closed):
        planmark.read(ada, "T-1")


def test_an_unknown_code_is_a_planmark_error_all_the_same() -> None:
    error = PlanmarkError("made-up", "it failed", "Try again.")
    assert type(error) is PlanmarkError and error.code == "made-up"


def test_an_error_crosses_processes_whole() -> None:
    error = PlanmarkError("ambiguous-title", "which?", "Say.", candidates=("a", "b"))
    copied = pickle.loads(pickle.dumps(error))
    assert type(copied) is exceptions.AmbiguousTitle
    assert vars(copied) == vars(error) and copied.args == error.args
