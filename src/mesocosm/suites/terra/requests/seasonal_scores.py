"""Outlooks in thirds, each year judged by the terciles of the others, and their skill, by plain arithmetic."""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, datetime

import numpy as np

from mesocosm.suites.terra.requests.forecast_records import Floats, record, seasonal, weighted_mean
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land

MONTHS = 3


def _shares(year: int, first: int) -> Floats:
    """Of the days of a season, those of each month."""
    days = np.array([monthrange(year, first + step)[1] for step in range(MONTHS)], np.float64)
    return np.asarray(days / days.sum())


def season_means(land: Land, years: range, first: int, box: Box) -> Floats:
    """Temperature as it came, by year and cell, months from the `first` on by their days."""
    made = []
    for year in years:
        span = datetime(year, first, 1, tzinfo=UTC), datetime(year, first + MONTHS, 1, tzinfo=UTC)
        months = record(land, ["temperature_2m"], span, box, "month")["temperature_2m"]
        made.append(np.tensordot(_shares(year, first), np.asarray(months.values, np.float64), axes=1))
    return np.stack(made)


def season_outlooks(land: Land, years: range, first: int, lead: int, box: Box) -> Floats:
    """Temperature as it was forecast with the first month at a lead, by year, member and cell."""
    leads = tuple(range(lead, lead + MONTHS))
    field = seasonal(land, "temperature", first - lead + 1, (years[0], years[-1]), leads, box)
    weights = np.stack([_shares(year, first) for year in years])[:, None, :, None, None]
    return np.asarray((np.asarray(field.values, np.float64) * weights).sum(axis=2))


def terciles_of_others(values: Floats, year: int) -> Floats:
    """Lower and upper tercile in each cell of all years but one, all members together."""
    others = np.delete(values, year, axis=0)
    return np.asarray(np.quantile(others.reshape(-1, *values.shape[-2:]), [1 / 3, 2 / 3], axis=0))


def tercile_chances(members: Floats) -> Floats:
    """Shares of members below and above, (years, 2, rows, columns)."""
    made = []
    for year, told in enumerate(members):
        lower, upper = terciles_of_others(members, year)
        made.append(((told < lower).mean(axis=0), (told > upper).mean(axis=0)))
    return np.asarray(made)


def ranked_skill(chances: Floats, came: Floats, weights: Floats) -> float:
    """Ranked probability skill score against a third for each category.

    Args:
        chances: Of below and above, (years, 2, rows, columns).
        came: What came, (years, rows, columns).
        weights: Of the cells.
    """
    own, even = [], []
    for year, (below, above) in enumerate(chances):
        lower, upper = terciles_of_others(came, year)
        first, second = (came[year] < lower).astype(float), (came[year] <= upper).astype(float)
        own.append((below - first) ** 2 + (1 - above - second) ** 2)
        even.append((1 / 3 - first) ** 2 + (2 / 3 - second) ** 2)
    return 1 - weighted_mean(np.stack(own), weights) / weighted_mean(np.stack(even), weights)
