"""The calls of one Planmark: on its store, until it is closed, and again where a scope was held."""

from __future__ import annotations

import time
from typing import Any, Callable, Literal, Optional, Tuple

from .call import Access, Call, Clock
from .capability import Scope
from .errors import PlanmarkError, closed, engine_fault
from .runtime import Runtime, settled
from .store import Store

Claim = Literal["written", "nothing-written", "either"]
"""What the answer of a call says of its write: that it is stored, that there was nothing to write, or that
the answer alone may be stored, to be given again (D30)."""


def _is_written(_answer: Any) -> Claim:
    return "written"


class Calls:
    """Makes calls of an engine; threads may share it."""

    def __init__(
        self, runtime: Runtime, store: Store, clock: Clock, access: Access, lease_wait_s: float
    ) -> None:
        self._runtime = runtime
        self._store: Optional[Store] = store
        self._clock = clock
        self._access = access
        self._lease_wait_s = lease_wait_s

    def close(self) -> None:
        """Lets go of the store; every later call that needs it fails with ``closed``."""
        store, self._store = self._store, None
        if store is not None:
            store.close()

    def read(self, interface: str, name: str, arguments: Tuple[Any, ...]) -> Any:
        """Makes a call that reads."""
        call = self._begin()
        try:
            return settled(call, self._runtime.run(interface, name, arguments, call))
        finally:
            call.close()

    def write(
        self,
        interface: str,
        name: str,
        arguments: Tuple[Any, ...],
        claim: Callable[[Any], Claim] = _is_written,
    ) -> Any:
        """Makes a call that may write; where the scope is held, waits for its lease outside the engine
        and calls again with the lease in hand. What the answer claims is believed only where the host saw
        the same."""
        deadline = time.monotonic() + self._lease_wait_s
        busy: Optional[Tuple[Scope, PlanmarkError]] = None
        while True:
            call = self._begin()
            try:
                if busy is not None and not call.wait(busy[0], deadline - time.monotonic()):
                    raise busy[1]
                answer = settled(call, self._runtime.run(interface, name, arguments, call))
                claimed = claim(answer)
                if call.effect != claimed and (claimed != "either" or call.effect == "unknown"):
                    message = "it reported a write that the store does not have, or none where it has one"
                    raise engine_fault("engine-false-report", message, call.effect)
                return answer
            except PlanmarkError as error:
                if call.busy is None or error.code != "busy" or time.monotonic() >= deadline:
                    raise
                busy = (call.busy, error)
            finally:
                call.close()

    def _begin(self) -> Call:
        store = self._store
        if store is None:
            raise closed()
        return Call(store.begin(), self._clock, self._access)
