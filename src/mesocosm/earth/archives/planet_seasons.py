"""Seasonal forecasts of a planet as fields, by the laws of `planet.forecasts`, with errors that a region shares.

    member = normal + bias + r (truth - normal) + sqrt(1 - r²) deviation (shared + ratio own) / sqrt(2)

`normal` is the monthly normal of the node; r and the bias are those of the law at the month of lead; the deviation is
1.4 K for temperature and 0.45 of the normal for rain; `shared` is the error of all members, `own` that of one member.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.forecast_fields import lasting_fields
from mesocosm.earth.planet.forecasts import SEASONAL, SeasonalLaw
from mesocosm.earth.planet.sky.nodes import Nodes, only
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.sky.tables import Variable
from mesocosm.seeding import generator

Floats = NDArray[np.float64]
MEMBERS = 25
LEADS = 6
"""Number of months of lead."""
WARM_DEVIATION_K, RAIN_DEVIATION = 1.4, 0.45
MONTH_H, LASTS_H = 730.0, 240.0
"""Length of a month, and the time for which an error lasts, in hours: errors of two months are nearly independent."""
SEASONED: dict[str, Variable] = {
    "temperature": Variable(units="degC", step=0.1, standard_name="air_temperature", cell_methods="time: mean"),
    "precipitation": Variable(
        units="mm", step=0.1, standard_name="lwe_thickness_of_precipitation_amount", cell_methods="time: sum"
    ),
}
Truth = Callable[[int, int], dict[str, Floats]]
"""A function of year and month that returns mean temperature and rain at the nodes, (rows, columns)."""


def month_truth(sky: Sky, at: tuple[Sequence[int], Sequence[int]], year: int, month: int) -> dict[str, Floats]:
    """Return the true mean temperature and rain of a month at nodes."""
    start, end = month_start(year, month), month_start(year, month + 1)
    hours = int((end - start).total_seconds() // 3600)
    hourly = sky.some(*at, start, hours, ("temperature_2m", "precipitation"))
    return {
        "temperature": hourly["temperature_2m"].astype(np.float64).mean(axis=0),
        "precipitation": hourly["precipitation"].astype(np.float64).sum(axis=0),
    }


def month_start(year: int, month: int) -> datetime:
    """Return the first day of a month; month numbers above 12 are in later years."""
    return datetime(year + (month - 1) // 12, (month - 1) % 12 + 1, 1, tzinfo=UTC)


def issue(
    sky: Sky, at: tuple[Sequence[int], Sequence[int]], year: int, month: int, lead: int, truth: Truth
) -> dict[str, Floats]:
    """Return the members of the forecast issued on the first of a month, for one month of lead, (members, rows,
    columns).
    """
    nodes = only(sky.nodes, *at)
    valid = month_start(year, month + lead - 1)
    observed = truth(valid.year, valid.month)
    made = {}
    for name, law in SEASONAL.items():
        normal, deviation = _climate(nodes, name, valid.month)
        noise = _noise(sky, nodes, law, f"{year}-{month:02d} {name}", lead)
        skill, bias = (float(value(np.array([float(lead)]))[0]) for value in (law.skill_at, law.bias_at))
        signal = normal + bias + skill * (observed[name] - normal)
        values = signal + np.sqrt(1 - skill**2) * deviation * noise
        made[name] = np.maximum(values, 0.0) if name == "precipitation" else values
    return made


def _climate(nodes: Nodes, name: str, month: int) -> tuple[Floats, Floats]:
    normals = nodes.temperature_c if name == "temperature" else nodes.rain_mm
    normal = normals[month - 1].reshape(nodes.rows, nodes.columns)
    return normal, np.full_like(normal, WARM_DEVIATION_K) if name == "temperature" else RAIN_DEVIATION * normal


def _noise(sky: Sky, nodes: Nodes, law: SeasonalLaw, stamp: str, lead: int) -> Floats:
    region = sky.ground.region
    draw = generator("planet", region.seed, "archive", region.key, "seasonal", stamp)
    wander = lasting_fields(draw, MEMBERS + 1, np.array([lead * MONTH_H]), (nodes.x, nodes.y), LASTS_H)
    wander = wander.reshape(MEMBERS + 1, nodes.rows, nodes.columns)
    return np.asarray((wander[0] + law.spread_ratio * wander[1:]) / np.sqrt(2))
