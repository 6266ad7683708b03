"""The contract of a page: an object called `page` in a module that the registry finds as one of the `pages`.

A page shows the runs of one suite. `mesocosm report`, the demo and `mesocosm.write_report` write every page whose suite
is among the runs, each into a folder of its own, and link to it from the overview. A page links back: if it extends
`base.html`, it passes `overview=OVERVIEW`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

OVERVIEW = "../../index.html"
"""Path of the site's overview, relative to the folder of a page."""


@runtime_checkable
class Page(Protocol):
    """One page of a report."""

    title: str
    """Text of the link to it."""
    suite: str
    """Name of the suite whose runs it shows."""

    def write(self, logs: Sequence[Path], folder: Path) -> Path:
        """Write the page about these logs into a folder, which exists and is empty; return the file to open."""
