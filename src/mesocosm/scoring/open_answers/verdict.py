"""The verdict of a grader on one sub-answer, and the two errors of reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Route = Literal["quantity", "expression", "text", "none"]


@dataclass(frozen=True)
class Verdict:
    """Right, wrong or undecided (`None`), by which route, and why in one code word."""

    value: bool | None
    by: Route
    reason: str


class Unreadable(ValueError):
    """The text has no reading in this grammar."""


class TooMuch(Unreadable):
    """Reading the text would cost more than an honest answer needs."""
