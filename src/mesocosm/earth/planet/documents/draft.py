"""A document before its numbers are filled in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Draft:
    """Markdown with marks in the place of numbers."""

    title: str
    """First line of the document, without the `#` of a heading."""
    author: str
    text: str
