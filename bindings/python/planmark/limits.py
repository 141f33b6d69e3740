"""Every limit of the host, in one place."""

from __future__ import annotations

from dataclasses import dataclass

STACK_BYTES = 512 << 10
"""Most bytes of native stack that the component's code may use. It is a setting of the compiled
code, so it is the same for every call."""


@dataclass(frozen=True)
class Limits:
    """What one call of the engine may use.

    The defaults fit every call that the engine's own limits allow, with room to spare; a component
    that reaches one of them is broken or hostile.
    """

    #: About one unit for each WebAssembly instruction: a call ends at the same place on every
    #: machine. The default is a few seconds.
    fuel: int = 2_000_000_000
    #: Most bytes of memory that the component may have.
    memory_bytes: int = 64 << 20
    #: Most bytes of text that the component may hand over at once: the arguments of one import
    #: call, or the answer of one export.
    transfer_bytes: int = 8 << 20

TEXT_MAX_BYTES = 4 << 20
"""Most bytes of a text that is handed to the engine. It has memory for a few of them."""
