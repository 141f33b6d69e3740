"""The one way into a component.

One process-wide lock stands around it, since ``wasmtime``'s bindings are not made for threads: it
is held for a call's own work, never while a call waits for a lease. Inside, signals are noted and
handled at the exit: a handler that raises in the middle of an import's conversions would return
into WebAssembly without an answer, and end the process.
"""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Callable, List, Optional, Tuple, Type

from .errors import nested_call

_Handler = Callable[[int, Optional[FrameType]], Any]

_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM", "SIGUSR1", "SIGUSR2")
    if hasattr(signal, name)
)

#: Frames that must be free below the recursion limit when a component is entered: an import's
#: callback has to be able to catch whatever happens in it.
_HEADROOM_FRAMES = 60

_lock = threading.Lock()
_inside = threading.local()


def _renew_lock() -> None:
    """Gives a forked child a free lock: the thread that held it does not exist there."""
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


class Entry:
    """A stay inside: ``with Entry(): ...``.

    Raises ``PlanmarkError`` (``nested-call``) from inside an import of the same thread, and
    ``RecursionError`` where too little of the stack is left.
    """

    def __enter__(self) -> None:
        if getattr(_inside, "entered", False):
            raise nested_call()
        _ensure_headroom(_HEADROOM_FRAMES)
        self._signals = _NotedSignals()
        self._signals.begin()
        # From here on no signal raises: the lock can't be taken and then forgotten.
        self._held = _lock
        self._held.acquire()
        _inside.entered = True

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        _inside.entered = False
        self._held.release()
        self._signals.end()


class _NotedSignals:
    """Signals of the main thread, noted from :meth:`begin` to :meth:`end` and handled then.

    Python runs signal handlers in the main thread alone: elsewhere there is nothing to do.
    """

    def __init__(self) -> None:
        self._replaced: List[Tuple[int, _Handler]] = []
        self._noted: List[Tuple[int, Optional[FrameType]]] = []

    def begin(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        try:
            for number in _SIGNALS:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._replaced.append((number, handler))
                    signal.signal(number, self._note)
        except BaseException:
            self._restore()
            raise

    def end(self) -> None:
        handlers = dict(self._replaced)
        self._restore()
        for number, frame in self._noted:
            handlers[number](number, frame)

    def _note(self, number: int, frame: Optional[FrameType]) -> None:
        self._noted.append((number, frame))

    def _restore(self) -> None:
        if self._replaced:
            number, handler = self._replaced.pop()
            try:
                signal.signal(number, handler)
            finally:
                self._restore()


def _ensure_headroom(frames: int) -> None:
    if frames:
        _ensure_headroom(frames - 1)
