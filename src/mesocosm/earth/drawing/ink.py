"""Colours and words that every figure shares."""

from __future__ import annotations

INK = "#1b2a33"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#4d4d4d")
"""Told apart by the colour-blind too: Okabe and Ito (2008), with violet and grey added."""


def plain(text: str) -> str:
    """A text that matplotlib does not take for mathematics."""
    return text.replace("$", r"\$")


def clip_text(text: str, most: int) -> str:
    """A text of no more than so many letters."""
    return text if len(text) <= most else text[: most - 1] + "…"
