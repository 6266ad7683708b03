"""Scored items of several agents, read from the files that `mesocosm terra score --folder --json` writes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.scoring import json_text

Rows = dict[str, dict[str, float]]
"""Item to metric to value; what is not known is NaN."""


def read_results(folder: Path) -> dict[str, Rows]:
    """Agent to its rows: one JSON file for each agent, named as the agent is."""
    files = sorted(folder.glob("*.json"))
    if not files:
        raise InvalidRecord(f"{folder} has no *.json of scored items; `mesocosm terra score --folder` writes them")
    return {path.stem: rows_of(json_text.read(path), path) for path in files}


def rows_of(document: Any, path: Path) -> Rows:
    """The rows of a document: `items` as an object of rows, or a list of rows."""
    items = document.get("items") if isinstance(document, Mapping) else document
    if isinstance(items, list):
        items = {f"Q{place}": row for place, row in enumerate(items, start=1)}
    if not isinstance(items, Mapping) or not items:
        raise InvalidRecord(f"{path} must hold `items`, an object of item to metrics; got {type(document).__name__}")
    return {str(name): _row(row, f"{path}, item {name}") for name, row in items.items()}


def _row(row: Any, place: str) -> dict[str, float]:
    if not isinstance(row, Mapping):
        raise InvalidRecord(f"{place} must be an object of metrics, got {type(row).__name__}")
    return {str(name): _number(value, f"{place}, {name}") for name, value in row.items()}


def _number(value: Any, place: str) -> float:
    if value is None:
        return math.nan
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidRecord(f"{place} must be a number or null, got {str(value)[:40]!r}")
    return float(value)


def known(rows: Rows, metric: str) -> dict[str, float]:
    """Item to value, where there is one."""
    return {name: row[metric] for name, row in rows.items() if not math.isnan(row.get(metric, math.nan))}
