"""The typed functions and records are those of ``wit/``, and a component that differs is refused."""

from __future__ import annotations

import dataclasses
import re
import typing
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest

import planmark.documents
from planmark import (
    Context,
    Deleted,
    EditRequest,
    MemoryStore,
    Planmark,
    PlanmarkError,
    WriteRequest,
    Written,
    capability,
    codec,
    facade,
    info,
    preview,
    runtime,
    types,
)
from planmark.call import IMPORTS
from planmark.codec import python_name
from planmark.compiled import find

WIT = Path(__file__).parents[3] / "wit"
INTERFACES = ["access", "bodies", "clock", "documents", "info", "locking", "preview", "storage", "types"]

#: Where this package says a name otherwise than ``wit/``, and why.
RENAMED = {
    "limits": "EngineLimits",  # Limits are those of the host.
}


def declared(interface: str) -> Tuple[Dict[str, List[str]], Dict[str, List[str]], Dict[str, List[str]]]:
    """The functions with their parameters, the records with their fields, the cases of the rest."""
    text = re.sub(r"//.*", "", (WIT / f"{interface}.wit").read_text(encoding="utf-8")).replace("%", "")
    functions = {
        name: re.findall(r"([a-z-]+):", parameters)
        for name, parameters in re.findall(r"([a-z-]+): func\(([^)]*)\)", text)
    }
    records = {
        name: re.findall(r"([a-z-]+):", body)
        for name, body in re.findall(r"record ([a-z-]+) \{([^}]*)\}", text)
    }
    cases = {
        name: re.findall(r"([a-z-]+)(?:\([^)]*\))?,", body)
        for name, body in re.findall(r"(?:enum|variant) ([a-z-]+) \{([^}]*)\}", text)
    }
    return functions, records, cases


def class_name(name: str) -> str:
    return RENAMED.get(name, "".join(part.capitalize() for part in name.split("-")))


def found(name: str) -> Any:
    for module in (types, planmark.documents, preview, info, capability):
        if hasattr(module, class_name(name)):
            return getattr(module, class_name(name))
    raise AssertionError(f"{name} has no Python type")


@pytest.mark.parametrize("interface", INTERFACES)
def test_every_function_is_here_with_its_parameters(interface: str) -> None:
    functions, _, _ = declared(interface)
    here = {**IMPORTS, **facade._EXPORTS}.get(interface, {})
    names = {
        name: [hint for hint in typing.get_type_hints(function) if hint != "return"]
        for name, function in here.items()
    }
    assert names == {name: [python_name(part) for part in parts] for name, parts in functions.items()}


@pytest.mark.parametrize("interface", INTERFACES)
def test_every_type_is_here_with_its_fields(interface: str) -> None:
    _, records, cases = declared(interface)
    assert interface in ("clock", "locking") or records or cases, "the pattern finds something"
    for name, fields in records.items():
        assert [field.name for field in dataclasses.fields(found(name))] == list(map(python_name, fields)), (
            name
        )
    for name, expected in cases.items():
        kind = found(name)
        literal = typing.get_type_hints(kind)["case"] if dataclasses.is_dataclass(kind) else kind
        assert list(typing.get_args(literal)) == expected, name


def test_imports_are_the_eleven_functions() -> None:
    assert sum(len(functions) for functions in IMPORTS.values()) == 11


def _other_request(self: Any, context: Context, request: EditRequest) -> Written:
    raise NotImplementedError


def _other_name(self: Any, caller: Context, request: WriteRequest) -> Written:
    raise NotImplementedError


def _other_answer(self: Any, context: Context, request: WriteRequest) -> Deleted:
    raise NotImplementedError


@pytest.mark.parametrize("wrong", [_other_request, _other_name, _other_answer])
def test_a_component_that_differs_is_refused(wrong: Any) -> None:
    del wrong.__annotations__["self"]
    with pytest.raises(PlanmarkError) as caught:
        runtime.Loaded(find(None), {"documents": {"create": wrong}})
    assert caught.value.code == "component-other-world"


def test_an_export_or_import_that_is_missing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wasm = find(None)
    with pytest.raises(PlanmarkError, match="there is no export documents.undo"):
        runtime.Loaded(wasm, {"documents": {"undo": Planmark.create}})
    monkeypatch.setattr(runtime, "IMPORTS", {name: part for name, part in IMPORTS.items() if name != "clock"})
    with pytest.raises(PlanmarkError, match="clock"):
        runtime.Loaded(wasm, {})


def test_bytes_that_are_no_component_are_refused(tmp_path: Path) -> None:
    place = tmp_path / "engine.wasm"
    with pytest.raises(PlanmarkError) as caught:
        Planmark(MemoryStore(), component=place)
    assert caught.value.code == "component-unusable"
    place.write_bytes(b"\0asm\x0d\0\x01\0 and no more")
    with pytest.raises(PlanmarkError) as caught:
        Planmark(MemoryStore(), component=place)
    assert caught.value.code == "component-unusable"


def test_drift_names_the_place() -> None:
    with pytest.raises(codec.Drift, match=r"Note has \['kind', 'row'\] in the component"):
        codec.named([("kind", None), ("row", None)], types.Note)
