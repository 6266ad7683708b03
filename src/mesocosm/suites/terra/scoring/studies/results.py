"""Scored items of several agents: files that `mesocosm terra grade --folder -o` writes, or logs of runs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.scoring import json_text
from mesocosm.suites.terra.scoring.item import BESIDE, NAMES

Rows = dict[str, dict[str, float]]
"""Item to metric to value; an unknown value is NaN."""


def read_results(folder: Path) -> dict[str, Rows]:
    """Return agent to its rows: one JSON file for each agent, named after it; or the logs of runs."""
    if any(folder.rglob("*.eval")):
        return logged_rows(folder)
    files = sorted(folder.glob("*.json"))
    if not files:
        raise InvalidRecord(
            f"{folder} has neither logs of runs nor *.json of scored items as `mesocosm terra grade --folder -o` writes"
        )
    return {path.stem: rows_of(json_text.read(path), path) for path in files}


def logged_rows(folder: Path) -> dict[str, Rows]:
    """Return run to its rows, by the metrics stored with every episode of this suite, without broken episodes."""
    from mesocosm.report.episodes import read_episodes
    from mesocosm.stats.episode import counted
    from mesocosm.stats.runs import split_runs

    own = [episode for episode in counted(read_episodes([folder])) if episode.suite == "terra"]
    if not own:
        raise InvalidRecord(f"{folder} has no finished episode of terra")
    return {
        run: {
            f"{episode.item} {episode.epoch}": {
                paper: episode.metrics.get(name, math.nan) for paper, name in {**NAMES, **BESIDE}.items()
            }
            for episode in episodes
        }
        for run, episodes in split_runs(own).items()
    }


def rows_of(document: Any, path: Path) -> Rows:
    """Return the rows of a document: `items` as an object of rows, or a list of rows."""
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


def known_values(rows: Rows, metric: str) -> dict[str, float]:
    """Return item to value, if there is one."""
    return {name: row[metric] for name, row in rows.items() if not math.isnan(row.get(metric, math.nan))}
