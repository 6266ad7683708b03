"""What a day's folder should hold, and how each file is told from a page of apology."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mesocosm.sources.download import WHOLE, Check
from mesocosm.sources.web import Span, Web

NOAA = "NOAA/NWS, public domain; attribution requested, not to be shown as NOAA's own where modified"


@dataclass(frozen=True)
class Wanted:
    """One file of a day: its place in the folder and its source."""

    name: str
    """Path below the day's folder."""
    url: str
    check: Check
    licence: str = NOAA
    choice: str = ""
    """Which part of the source's file this is, '' for all of it."""
    spans: Callable[[Web], Sequence[Span]] = lambda web: WHOLE


def opens_with(word: bytes, what: str) -> Check:
    """A check that a word stands in the first lines."""

    def check(path: Path) -> str:
        with path.open("rb") as file:
            beginning = file.read(2048)
        return "" if word in beginning else f"is no {what}: it begins with {beginning[:20]!r}"

    return check
