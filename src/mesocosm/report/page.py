"""The contract of a page: an object called `page` in a module that the registry finds as one of the `pages`.

A page is about the runs of one suite. `mesocosm report`, the demo and `mesocosm.write_report` write every page whose
suite is among the runs, each into a folder of its own, and link to it from the overview. A page links back: one that
extends `base.html` hands it `overview=OVERVIEW`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

OVERVIEW = "../../index.html"
"""The overview of the site, seen from the folder of a page."""


@runtime_checkable
class Page(Protocol):
    """One page of a report."""

    title: str
    """What the link to it says."""
    suite: str
    """The suite whose runs it shows."""

    def write(self, logs: Sequence[Path], folder: Path) -> Path:
        """Write the page about these logs into a folder, which is there and empty; the file to open."""
