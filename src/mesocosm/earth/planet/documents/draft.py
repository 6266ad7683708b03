"""A document before its numbers are set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Draft:
    """Markdown with marks in the place of numbers."""

    title: str
    """Its first line; the `#` of a heading is taken off."""
    author: str
    text: str
