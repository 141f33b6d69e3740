"""Planmark in one object: every function of the engine, on a store of plans."""

from __future__ import annotations

import dataclasses
import os
import time
from types import TracebackType
from typing import Any, Callable, Iterable, Optional, Tuple, Type, TypeVar, Union, cast

from . import compiled
from .call import Access, Call, Clock
from .capability import LEASE_WAIT_MS, CapabilityRefused, Scope
from .documents import (
    Context,
    Deleted,
    DeleteRequest,
    EditRequest,
    Past,
    Plan,
    PlanPage,
    Point,
    RestoreRequest,
    RevisionPage,
    SaveRequest,
    StepPage,
    WriteRequest,
    Written,
)
from .errors import PlanmarkError, closed, engine_fault, invalid_argument, refused, too_large
from .info import Description
from .limits import TEXT_MAX_BYTES, Limits
from .preview import Composed
from .runtime import Runtime
from .store import Store, StoreCall
from .types import Author, Failure, Note

_Answer = TypeVar("_Answer")


class Planmark:
    """The engine on a store. It may be shared by threads, and is a context manager that closes it.

    Every function raises :class:`planmark.PlanmarkError`: with the engine's own codes, in the order
    that ``wit/documents.wit`` gives for each function, or with a host's. Nothing is written unless
    its ``effect`` says otherwise. A scope that another writer holds is waited for outside the
    engine, so that it delays no other call.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Optional[Clock] = None,
        access: Optional[Access] = None,
        limits: Optional[Limits] = None,
        component: Optional[Union[str, os.PathLike[str]]] = None,
        lease_wait_ms: int = LEASE_WAIT_MS,
    ) -> None:
        """Takes the place of the plans, which this object closes.

        ``clock`` gives milliseconds since the Unix epoch, the system's by default; ``access`` says
        who may reach which task, everyone by default; ``component`` is the engine's file;
        ``lease_wait_ms`` is how long a write waits for a held task before it fails with ``busy``.
        ``clock`` and ``access`` must not call this object.
        """
        for name, function in (("clock", clock), ("access", access)):
            if function is not None and not callable(function):
                raise invalid_argument(f'"{name}" must be a function')
        if not isinstance(lease_wait_ms, (int, float)) or not lease_wait_ms >= 0:
            raise invalid_argument('"lease_wait_ms" must be a number that is not negative')
        if limits is not None and not isinstance(limits, Limits):
            raise invalid_argument('"limits" must be a Limits')
        if not callable(getattr(store, "begin", None)):
            raise invalid_argument('"store" must be a store')
        self._store: Optional[Store] = store
        self._clock = clock or _system_ms
        self._access = access or _everyone
        self._lease_wait_s = lease_wait_ms / 1000
        self._runtime = Runtime(compiled.find(component), _EXPORTS, limits or Limits())

    def close(self) -> None:
        """Lets go of the store; every later call of a document function fails with ``closed``."""
        store, self._store = self._store, None
        if store is not None:
            store.close()

    def __enter__(self) -> Planmark:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def create(self, context: Context, request: WriteRequest) -> Written:
        """Creates the task's plan, or replaces the one there is."""
        return self._write("create", context, request)

    def update(self, context: Context, request: WriteRequest) -> Written:
        """Replaces the plan, or appends to it: the stored text without its trailing white space, two
        LF, the fragment without its leading blank lines (D3)."""
        return self._write("update", context, request)

    def edit(self, context: Context, request: EditRequest) -> Written:
        """Replaces the one place where a text stands (D10)."""
        return self._write("edit", context, request)

    def save(self, context: Context, request: SaveRequest) -> Written:
        """Stores the whole text that an editor holds, creating the plan where there is none (D12)."""
        return self._write("save", context, request)

    def restore(self, context: Context, request: RestoreRequest) -> Written:
        """Brings an earlier text and its title back as a new revision."""
        return self._write("restore", context, request)

    def delete(self, context: Context, request: DeleteRequest) -> Deleted:
        """Deletes the plan and keeps its history."""
        return cast(Deleted, self._stateful("delete", (context, request), writes=True))

    def read(self, caller: Author, task: str) -> Plan:
        """Reads the plan."""
        return cast(Plan, self._stateful("read", (caller, task)))

    def list(self, caller: Author, from_: str, limit: int) -> PlanPage:
        """Lists the plans from task id ``from_`` on, looking at ``limit`` tasks (1 to 200)."""
        return cast(PlanPage, self._stateful("list", (caller, from_, limit)))

    def revisions(self, caller: Author, task: str, before: Optional[int], limit: int) -> RevisionPage:
        """Lists the revisions before number ``before`` (None: from the latest), at most ``limit`` (1
        to 200)."""
        return cast(RevisionPage, self._stateful("revisions", (caller, task, before, limit)))

    def steps(self, caller: Author, task: str, revision: int, from_: int, limit: int) -> StepPage:
        """Lists the writes from position ``from_`` on that one revision covers, at most ``limit`` (1
        to 200)."""
        return cast(StepPage, self._stateful("steps", (caller, task, revision, from_, limit)))

    def read_past(self, caller: Author, task: str, point: Point) -> Past:
        """Reads a text of the past."""
        return cast(Past, self._stateful("read-past", (caller, task, point)))

    def compose(self, stored: str, fragment: str) -> Composed:
        """Composes an append as :meth:`update` does. A pure function: it touches no store."""
        return cast(Composed, self._pure("preview", "compose", (stored, fragment)))

    def inspect(self, text: str) -> Tuple[Note, ...]:
        """Says what the bytes of a text don't show, in line order. A pure function."""
        return cast(Tuple[Note, ...], self._pure("preview", "inspect", (text,)))

    def describe(self) -> Description:
        """Describes the engine."""
        return cast(Description, self._pure("info", "describe", ()))

    def _write(self, name: str, context: Context, request: Any) -> Written:
        return cast(Written, self._stateful(name, (context, request), writes=True))

    def _pure(self, interface: str, name: str, arguments: Tuple[Any, ...]) -> Any:
        _check_sizes(arguments)
        call = Call(None, self._clock, self._access)
        return _settled(call, self._runtime.run(interface, name, arguments, call))

    def _stateful(self, name: str, arguments: Tuple[Any, ...], writes: bool = False) -> Any:
        """Calls a document function; where the scope is held, waits for its lease outside the engine
        and calls again with the lease in hand."""
        _check_sizes(arguments)
        deadline = time.monotonic() + self._lease_wait_s
        busy: Optional[Tuple[Scope, PlanmarkError]] = None
        while True:
            of_store = self._open_store().begin()
            call = Call(of_store, self._clock, self._access)
            try:
                if busy is not None and not _waited(of_store, busy[0], deadline - time.monotonic()):
                    raise busy[1]
                answer = _settled(call, self._runtime.run("documents", name, arguments, call))
                if writes and call.effect != "written":
                    message = "it reported a write that the store does not have"
                    raise engine_fault("engine-false-report", message, call.effect)
                return answer
            except PlanmarkError as error:
                if call.busy is None or error.code != "busy" or time.monotonic() >= deadline:
                    raise
                busy = (call.busy, error)
            finally:
                call.close()

    def _open_store(self) -> Store:
        if self._store is None:
            raise closed()
        return self._store


def _waited(call: StoreCall, scope: Scope, seconds: float) -> bool:
    """Waits for a lease. A store that can't says so again when the engine asks, which words it."""
    try:
        return call.wait(scope, seconds)
    except CapabilityRefused:
        return True


def _settled(call: Call, answer: Tuple[bool, Any]) -> Any:
    """The answer; a refusal is raised with what the host knows of the write."""
    is_ok, value = answer
    if is_ok:
        return value
    raise refused(cast(Failure, value), call.effect)


def _check_sizes(values: Iterable[Any]) -> None:
    """Refuses a text that is too large for the engine, before it gets there."""
    for value in values:
        if isinstance(value, str):
            # A character has four bytes at most.
            if len(value) * 4 > TEXT_MAX_BYTES:
                size = len(value.encode(errors="surrogatepass"))
                if size > TEXT_MAX_BYTES:
                    raise too_large(size, TEXT_MAX_BYTES)
        elif dataclasses.is_dataclass(value):
            _check_sizes(getattr(value, field.name, None) for field in dataclasses.fields(value))


def _system_ms() -> int:
    return time.time_ns() // 1_000_000


def _everyone(_caller: Author, _task: str, _reach: str) -> bool:
    return True


_EXPORTS: dict[str, dict[str, Callable[..., Any]]] = {
    "documents": {
        "create": Planmark.create,
        "update": Planmark.update,
        "edit": Planmark.edit,
        "save": Planmark.save,
        "restore": Planmark.restore,
        "delete": Planmark.delete,
        "read": Planmark.read,
        "list": Planmark.list,
        "revisions": Planmark.revisions,
        "steps": Planmark.steps,
        "read-past": Planmark.read_past,
    },
    "preview": {"compose": Planmark.compose, "inspect": Planmark.inspect},
    "info": {"describe": Planmark.describe},
}
