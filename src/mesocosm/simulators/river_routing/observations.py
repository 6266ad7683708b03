"""Observed discharge, and how well a simulated one fits it."""

from __future__ import annotations

import csv
import io
import math
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import InvalidRecord

Floats = NDArray[np.float64]
Objective = Literal["kge", "nse"]
LEAST_DAYS = 30
"""Observed days that a score requires."""


def read_observed(text: str, first_day: date, days: int) -> Floats:
    """Read the discharge of every day of a run in m³/s, NaN where none was observed, from CSV.

    Args:
        text: The file: a line of column names, then lines of a date such as 2001-05-01 and a discharge.
        first_day: First day of the run.
        days: Days of the run; other days of the file are ignored.
    """
    found = np.full(days, np.nan)
    rows = [row for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))) if row]
    for number, row in enumerate(rows[1:], start=2):
        at = (_day(row[0], number) - first_day).days
        if 0 <= at < days:
            found[at] = _flow(row[1] if len(row) > 1 else "", number)
    if np.isfinite(found).sum() < LEAST_DAYS:
        raise InvalidRecord(
            f"observed discharge must cover {LEAST_DAYS} days of the run from {first_day} on, "
            f"covers {int(np.isfinite(found).sum())}"
        )
    return found


def _day(text: str, number: int) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        raise InvalidRecord(f"line {number} must begin with a date such as 2001-05-01, got {text[:40]!r}") from error


def _flow(text: str, number: int) -> float:
    if text.strip().lower() in ("", "nan", "na"):
        return math.nan
    try:
        flow = float(text)
    except ValueError as error:
        raise InvalidRecord(f"line {number} must hold a discharge in m³/s, got {text[:40]!r}") from error
    if not 0 <= flow < math.inf:
        raise InvalidRecord(f"line {number} must hold a discharge of 0 m³/s or more, got {flow:g}")
    return flow


def nash_sutcliffe(simulated: Floats, observed: Floats) -> Floats:
    """Return the efficiency by Nash and Sutcliffe 1970 (J. Hydrol. 10, 282-290) of each column of `simulated`; 1 is
    perfect.
    """
    seen = observed[:, None]
    return np.asarray(1 - ((simulated - seen) ** 2).sum(axis=0) / ((seen - seen.mean()) ** 2).sum())


def kling_gupta(simulated: Floats, observed: Floats) -> Floats:
    """Return the efficiency by Gupta et al. 2009 (J. Hydrol. 377, 80-91, equation 9) of each column; 1 is perfect."""
    away, seen = simulated - simulated.mean(axis=0), observed - observed.mean()
    spread = np.maximum(simulated.std(axis=0), 1e-12)
    linear = (away * seen[:, None]).mean(axis=0) / spread / seen.std()
    ratio, bias = spread / seen.std(), simulated.mean(axis=0) / observed.mean()
    return np.asarray(1 - np.sqrt((linear - 1) ** 2 + (ratio - 1) ** 2 + (bias - 1) ** 2))


def scores(simulated: Floats, observed: Floats) -> dict[str, float]:
    """Return the scores of a period: `kge`, `nse`, `bias` (simulated over observed volume, less 1) and the observed
    `days`.
    """
    there = np.isfinite(observed)
    made, seen = simulated[there], observed[there]
    if there.sum() < LEAST_DAYS or seen.std() == 0:
        return {"kge": math.nan, "nse": math.nan, "bias": math.nan, "days": float(there.sum())}
    return {
        "kge": float(kling_gupta(made[:, None], seen)[0]),
        "nse": float(nash_sutcliffe(made[:, None], seen)[0]),
        "bias": float(made.mean() / seen.mean() - 1),
        "days": float(there.sum()),
    }
