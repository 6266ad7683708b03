"""Tercile forecasts of seasons, with terciles of all other years, and their skill, by plain arithmetic."""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, datetime

import numpy as np

from mesocosm.suites.terra.requests.forecast_records import Floats, record, seasonal, weighted_mean
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land

MONTHS = 3


def _shares(year: int, first: int) -> Floats:
    """Return the share of each month in the days of a season."""
    days = np.array([monthrange(year, first + step)[1] for step in range(MONTHS)], np.float64)
    return np.asarray(days / days.sum())


def season_means(land: Land, years: range, first: int, box: Box) -> Floats:
    """Return the observed temperature of the season that begins with month `first`, by year and cell."""
    seasons = []
    for year in years:
        span = datetime(year, first, 1, tzinfo=UTC), datetime(year, first + MONTHS, 1, tzinfo=UTC)
        months = record(land, ["temperature_2m"], span, box, "month")["temperature_2m"]
        seasons.append(np.tensordot(_shares(year, first), np.asarray(months.values, np.float64), axes=1))
    return np.stack(seasons)


def season_outlooks(land: Land, years: range, first: int, lead: int, box: Box) -> Floats:
    """Return the forecast temperature of the season, with its first month at a lead, by year, member and cell."""
    leads = tuple(range(lead, lead + MONTHS))
    field = seasonal(land, "temperature", first - lead + 1, (years[0], years[-1]), leads, box)
    weights = np.stack([_shares(year, first) for year in years])[:, None, :, None, None]
    return np.asarray((np.asarray(field.values, np.float64) * weights).sum(axis=2))


def terciles_of_others(values: Floats, year: int) -> Floats:
    """Return the lower and upper tercile of all years but one in each cell, with all members together."""
    others = np.delete(values, year, axis=0)
    return np.asarray(np.quantile(others.reshape(-1, *values.shape[-2:]), [1 / 3, 2 / 3], axis=0))


def tercile_chances(members: Floats) -> Floats:
    """Return the shares of members below and above the terciles, (years, 2, rows, columns)."""
    shares = []
    for year, season in enumerate(members):
        lower, upper = terciles_of_others(members, year)
        shares.append(((season < lower).mean(axis=0), (season > upper).mean(axis=0)))
    return np.asarray(shares)


def ranked_skill(chances: Floats, came: Floats, weights: Floats) -> float:
    """Return the ranked probability skill score against a probability of one third for each category.

    Args:
        chances: Forecast probabilities of below and above, (years, 2, rows, columns).
        came: Observed values, (years, rows, columns).
        weights: Weights of the cells.
    """
    own, even = [], []
    for year, (below, above) in enumerate(chances):
        lower, upper = terciles_of_others(came, year)
        first, second = (came[year] < lower).astype(float), (came[year] <= upper).astype(float)
        own.append((below - first) ** 2 + (1 - above - second) ** 2)
        even.append((1 / 3 - first) ** 2 + (2 / 3 - second) ** 2)
    return 1 - weighted_mean(np.stack(own), weights) / weighted_mean(np.stack(even), weights)
