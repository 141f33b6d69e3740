"""What the pure functions answer: the records of ``wit/preview.wit`` in Python."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Composed:
    """What an append would store."""

    text: str
    #: The text's size in bytes of UTF-8.
    bytes: int
    #: How many bytes of the stored text are kept: where the seam begins.
    kept: int
    #: Where the fragment's own text begins, in bytes: where the seam ends.
    fragment_at: int
