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
    continuing,
    facade,
    info,
    ledger,
    preview,
    roots,
    runtime,
    tools,
    tracker,
    types,
)
from planmark.call import IMPORTS
from planmark.codec import python_name
from planmark.compiled import find

WIT = Path(__file__).parents[3] / "wit"
INTERFACES = sorted(path.stem for path in WIT.glob("*.wit") if path.stem != "world")

#: Where this package says a name otherwise than ``wit/``, and why.
RENAMED = {
    ("info", "limits"): "EngineLimits",  # Limits are those of the host.
    ("ledger", "event"): "EntryEvent",  # An Event is one of the documents.
    ("roots", "action"): "TransportAction",  # An Action is that of a mutation.
    ("roots", "item"): "RootItem",
    ("roots", "item-key"): "RootItemKey",
    ("roots", "standing"): "RootStanding",  # A Standing is that of a plan.
    ("tracker", "context"): "SessionContext",  # A Context is that of the documents.
}

#: Where the types of an interface stand.
MODULES = {
    "agent-tools": tools,
    "documents": planmark.documents,
    "info": info,
    "ledger": ledger,
    "preview": preview,
    "roots": roots,
    "runtime": continuing,
    "tracker": tracker,
    "types": types,
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


def found(interface: str, name: str) -> Any:
    camel = "".join(part.capitalize() for part in name.split("-"))
    own = RENAMED.get((interface, name), camel)
    module = MODULES.get(interface, capability)
    return getattr(module if hasattr(module, own) else capability, own)


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
        own = [field.name for field in dataclasses.fields(found(interface, name))]
        assert own == list(map(python_name, fields)), name
    for name, expected in cases.items():
        kind = found(interface, name)
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
