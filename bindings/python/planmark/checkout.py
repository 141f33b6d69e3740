"""Files that come with the package, or that stand in the checkout the package is run from."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator


def places(name: str, in_checkout: str) -> Iterator[Path]:
    """Where a file may be, likeliest first: packaged as ``name``, or at ``in_checkout`` below a
    folder that this package stands in."""
    package = Path(__file__).parent
    yield package / "data" / name
    for folder in package.parents:
        yield folder / in_checkout
