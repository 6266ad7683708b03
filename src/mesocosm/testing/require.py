"""Assertion that every check uses."""

from __future__ import annotations


def require(truth: object, message: str) -> None:
    """Raise an `AssertionError`, also under `python -O`."""
    if not truth:
        raise AssertionError(message)
