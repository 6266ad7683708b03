"""What every check is written with."""

from __future__ import annotations


def require(truth: object, message: str) -> None:
    """An assertion that survives `python -O`."""
    if not truth:
        raise AssertionError(message)
