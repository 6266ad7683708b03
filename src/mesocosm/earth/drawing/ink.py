"""Colours and text functions that all figures share."""

from __future__ import annotations

INK = "#1b2a33"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#4d4d4d")
"""Colours that colour-blind readers can distinguish: Okabe and Ito (2008), with violet and grey added."""


def plain(text: str) -> str:
    """Escape a text, so that matplotlib does not read it as mathematics."""
    return text.replace("$", r"\$")


def clip_text(text: str, most: int) -> str:
    """Cut a text to a number of characters."""
    return text if len(text) <= most else text[: most - 1] + "…"
