"""Months of a climate model over years, with its bias taken out: as data for second ways, and as steps of plans."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import UTC, datetime

import numpy as np

from mesocosm.suites.terra.requests.forecast_records import Floats, at, projected_days, record
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, box_about
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.types import Observation, ToolCall

CELL = 0.11
"""Degrees about a town: its nearest cell and its neighbours."""
NODES = 100


def month_span(year: int, month: int) -> tuple[datetime, datetime]:
    """The first of a month and of the next."""
    end = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    return datetime(year, month, 1, tzinfo=UTC), end


def town_box(land: Land, town: str) -> Box:
    """The box that is fetched about a town."""
    return box_about(land.place(town), CELL)


def model_days(land: Land, town: str, variable: str, model: str, scenario: str, years: range, month: int) -> Floats:
    """Days of one month of each year, (years, days), at a town's nearest cell."""
    place, box = land.place(town), town_box(land, town)
    return np.stack(
        [at(projected_days(land, variable, model, scenario, month_span(year, month), box), place) for year in years]
    )


def observed_days(land: Land, town: str, variable: str, years: range, month: int, way: str) -> Floats:
    """Days of one month of each year by the record, (years, days): the highest hour, or the sum of hours."""
    place, box, made = land.place(town), town_box(land, town), []
    for year in years:
        hours = at(record(land, [variable], month_span(year, month), box, "hour")[variable], place).reshape(-1, 24)
        made.append(hours.max(axis=1) if way == "max" else hours.sum(axis=1))
    return np.stack(made)


def delta_mapped(future: Floats, observed: Floats, past: Floats, kind: str) -> Floats:
    """Quantile delta mapping of pooled days: each value is moved by what the record differs at its own rank."""
    shares = (np.arange(NODES) + 0.5) / NODES
    truth, model = np.quantile(observed.ravel(), shares), np.quantile(past.ravel(), shares)
    flat = future.ravel()
    ordered = np.sort(flat)
    first, last = np.searchsorted(ordered, flat, "left"), np.searchsorted(ordered, flat, "right")
    ranks = (first + last) / 2 / flat.size
    if kind == "additive":
        return np.asarray(flat + np.interp(ranks, shares, truth - model)).reshape(future.shape)
    factor = np.ones(NODES)
    factor[model > 0] = np.clip(truth[model > 0] / model[model > 0], 0.0, 10.0)
    return np.asarray(flat * np.interp(ranks, shares, factor)).reshape(future.shape)


def gev_level(maxima: Floats, years: float) -> float:
    """Return level of yearly maxima by L-moments, as Hosking fits the generalised extreme value distribution."""
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
    hands: Hands, tool: str, years: Sequence[int], month: int, after: Seen, **asked: object
) -> Generator[ToolCall, Observation, Seen]:
    """One month of each year, in one file."""
    parts = []
    for year in years:
        start, end = month_span(year, month)
        parts.append(
            (yield from hands.use(tool, start=f"{start:%Y-%m-%d}", end=f"{end:%Y-%m-%d}", after=[after], **asked))
        )
    joined = yield from hands.use("reanalysis.join", paths=[part.path for part in parts])
    return joined
