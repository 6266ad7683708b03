"""Months of a climate model over years, and the correction of its bias: for second ways and for plans."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import UTC, datetime

import numpy as np

from mesocosm.suites.terra.requests.forecast_records import Floats, at, projected_days, record
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, box_about
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.types import Observation, ToolCall

CELL = 0.11
"""Degrees around a town that hold its nearest cell and the neighbours of that cell."""
SHARES = (np.arange(100) + 0.5) / 100
"""Shares of the quantiles of the mapping, as requests state them."""
OTHER_SHARES = ((np.arange(20) + 0.5) / 20, (np.arange(250) + 0.5) / 250, np.linspace(0.0, 1.0, 101))
"""Shares that textbooks and packages use as well: few, about one for each day, and with both ends. They change totals
of corrected rain by some percent, and the wettest day by more, so a request states its own, and must ask for nothing
that is named differently by one of them."""
MAPPED = (
    "The mapping uses the hundred quantiles at 0.5 %, 1.5 % and so on up to 99.5 % (linear between the sorted days) of "
    "the reanalysis and of the historical run; a day's own quantile is (rank - 0.5) / n among the n days of the period "
    "that is corrected, equal days sharing their mean rank; between the hundred the {change} is linear, and beyond the "
    "outermost it is that of the outermost"
)
"""Part of the question."""


def month_span(year: int, month: int) -> tuple[datetime, datetime]:
    """Return the first day of a month and that of the next."""
    end = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    return datetime(year, month, 1, tzinfo=UTC), end


def town_box(land: Land, town: str) -> Box:
    """Return the box around a town for which data are fetched."""
    return box_about(land.place(town), CELL)


def model_days(land: Land, town: str, variable: str, model: str, scenario: str, years: range, month: int) -> Floats:
    """Return the modelled days of one month of each year at the cell nearest to a town, (years, days)."""
    place, box = land.place(town), town_box(land, town)
    return np.stack(
        [at(projected_days(land, variable, model, scenario, month_span(year, month), box), place) for year in years]
    )


def observed_days(land: Land, town: str, variable: str, years: range, month: int, way: str) -> Floats:
    """Return the same by the reanalysis: of each day the highest hour (`max`) or the sum of hours (`sum`)."""
    place, box, days = land.place(town), town_box(land, town), []
    for year in years:
        hours = at(record(land, [variable], month_span(year, month), box, "hour")[variable], place).reshape(-1, 24)
        days.append(hours.max(axis=1) if way == "max" else hours.sum(axis=1))
    return np.stack(days)


def delta_mapped(future: Floats, observed: Floats, past: Floats, kind: str, shares: Floats = SHARES) -> Floats:
    """Correct pooled days by quantile delta mapping: shift or scale each value by the bias of the model at its rank."""
    truth, model = np.quantile(observed.ravel(), shares), np.quantile(past.ravel(), shares)
    flat = future.ravel()
    ordered = np.sort(flat)
    first, last = np.searchsorted(ordered, flat, "left"), np.searchsorted(ordered, flat, "right")
    ranks = (first + last) / 2 / flat.size
    if kind == "additive":
        return np.asarray(flat + np.interp(ranks, shares, truth - model)).reshape(future.shape)
    factor = np.ones(len(shares))
    factor[model > 0] = np.clip(truth[model > 0] / model[model > 0], 0.0, 10.0)
    return np.asarray(flat * np.interp(ranks, shares, factor)).reshape(future.shape)


def gev_level(maxima: Floats, years: float) -> float:
    """Return level of yearly maxima, by a generalised extreme value distribution fitted with L-moments (Hosking)."""
    from math import gamma, log

    x = np.sort(maxima)
    n, rank = len(x), np.arange(len(x))
    b0, b1 = x.mean(), (rank * x).sum() / n / (n - 1)
    b2 = (rank * (rank - 1) * x).sum() / n / (n - 1) / (n - 2)
    second, third = 2 * b1 - b0, 6 * b2 - 6 * b1 + b0
    c = 2 / (3 + third / second) - log(2) / log(3)
    k = 7.8590 * c + 2.9554 * c * c
    scale = second * k / ((1 - 2.0**-k) * gamma(1 + k))
    location = b0 - scale * (1 - gamma(1 + k)) / k
    return float(location + scale * (1 - (-np.log(1 - 1 / years)) ** k) / k)


def fetched_months(
    hands: Hands, tool: str, years: Sequence[int], month: int, after: Seen, **arguments: object
) -> Generator[ToolCall, Observation, Seen]:
    """Fetch one month of each year, and join them in one file."""
    parts = []
    for year in years:
        start, end = month_span(year, month)
        parts.append(
            (yield from hands.use(tool, start=f"{start:%Y-%m-%d}", end=f"{end:%Y-%m-%d}", after=[after], **arguments))
        )
    joined = yield from hands.use("reanalysis.join", paths=[part.path for part in parts])
    return joined
