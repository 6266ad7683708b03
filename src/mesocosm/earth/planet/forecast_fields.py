"""Ensembles of whole fields: the laws of `forecasts`, with errors that are correlated over some hundred kilometres.

Successive forecasts of the same hour share the errors that all of them still have. The error of the centre is a sum
over the cycles between issue and that hour, of the error that each cycle will correct:

    e(t) = sum over cycles k of sqrt(sigma(t - k)^2 - sigma(t - k - 1)^2) x normal field of cycle k

with a field drawn once for each cycle, the same in every forecast. Its variance is sigma(t)^2, and an earlier forecast
is a later one with more errors added, which are independent of the later one's: two forecasts correlate by sigma(t1) /
sigma(t2), and no mean or other combination of issues is nearer to the truth than the latest alone.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.forecasts import LAWS, MEMBERS, UNITS, WAVES, Floats, Law, wind_speed_of
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.errors import UserError
from mesocosm.seeding import generator

if TYPE_CHECKING:
    import xarray as xr

REACH_M = 120_000.0
"""Correlation length of errors, m: the correlation falls as exp(-(distance / length)² / 2)."""
CYCLE_H = 12
"""Hours from one issue to the next, from 00 UTC on."""


def ensemble_fields(sky: Sky, issued: datetime, hours: int, every: int = 6, members: int = MEMBERS) -> xr.Dataset:
    """Forecast temperature, pressure and wind on all nodes, every few hours up to a lead, issued at 00 or 12 UTC.

    Dimensions member, lead_time, y, x. At every node, bias, error and spread are those of the law, which stands in the
    attributes; `truth_*` are the true values at those hours.
    """
    import xarray as xr

    if hours < every or every < 1 or members < 2:
        raise UserError(
            f"a forecast needs a step of 1 h, a lead of a step and 2 members, or more, got {every}, {hours}, {members}"
        )
    if issued.astimezone(UTC).hour % CYCLE_H or issued.minute or issued.second or issued.microsecond:
        raise UserError(
            f"`issued`: forecasts are issued at 00 and 12 UTC, got {issued.astimezone(UTC):%Y-%m-%dT%H:%MZ}"
        )
    lead = np.arange(every, hours + 1, every)
    weather = sky.hours(issued + timedelta(hours=1), hours, tuple(LAWS)).isel(time=lead - 1)
    made: dict[str, Floats] = {}
    truth = {name: weather[name].values.astype(float) for name in LAWS}
    for name, law in LAWS.items():
        draws = draw_errors(sky, issued, name)
        made[name] = added_fields(truth[name], law, lead.astype(float), (sky.nodes.x, sky.nodes.y), members, draws)
    for fields in (made, truth):
        fields["wind_speed_10m"] = wind_speed_of(fields["wind_east_10m"], fields["wind_north_10m"])
    variables: dict[str, object] = {}
    for name, values in made.items():
        law_text = LAWS[name].model_dump_json() if name in LAWS else "of wind_east_10m and wind_north_10m"
        attributes = {"units": UNITS[name], "law": law_text}
        variables[name] = (("member", "lead_time", "y", "x"), values.astype(np.float32), attributes)
        variables[f"truth_{name}"] = (("lead_time", "y", "x"), truth[name].astype(np.float32), {"units": UNITS[name]})
    coords = {"lead_time": ("lead_time", lead, {"units": "hours"}), "y": weather.y.values, "x": weather.x.values}
    return xr.Dataset(variables, coords, {"Conventions": "CF-1.11", "title": "Ensemble forecast of a region"})


Draw = Callable[[int], Generator]
"""Function that returns the generator of a cycle, counted from the issue on."""


def draw_errors(sky: Sky, issued: datetime, name: str) -> tuple[Draw, Draw]:
    """Return generators for the centre, the same in every forecast of a cycle, and for the members of this forecast."""
    region = sky.ground.region

    def keyed(*key: str | int) -> Generator:
        return generator("planet", region.seed, "forecasts", region.key, "fields", name, *key)

    def stamp(cycle: int) -> str:
        return (issued.astimezone(UTC) + timedelta(hours=CYCLE_H * cycle)).strftime("%Y-%m-%dT%H")

    return lambda cycle: keyed("centre", stamp(cycle)), lambda cycle: keyed("members", stamp(0), cycle)


def added_fields(
    truth: Floats, law: Law, lead_h: Floats, at: tuple[Floats, Floats], members: int, draws: tuple[Draw, Draw]
) -> Floats:
    """Return members of a field by its law, (members, leads, rows, columns); `at` is x and y of its nodes, metres."""
    error, scatter = (
        errors(law, lead_h, at, rows, draw).reshape(rows, *truth.shape)
        for rows, draw in zip((1, members), draws, strict=True)
    )
    centre = truth - error + law.bias_at(lead_h)[:, None, None]
    return round_to_step(centre + law.spread_ratio * scatter, law.step)


def errors(law: Law, lead_h: Floats, at: tuple[Floats, Floats], rows: int, draw: Draw) -> Floats:
    """Return independent errors of a forecast, (rows, leads, nodes): the sum of what later cycles will correct."""
    total = np.zeros((rows, lead_h.size, at[0].size))
    for cycle in range(int(np.ceil(lead_h.max() / CYCLE_H))):
        left = lead_h - CYCLE_H * cycle
        late = left > 0
        before, after = (law.error_at(np.maximum(left[late] - passed, 0.0)) for passed in (0, CYCLE_H))
        wander = lasting_fields(draw(cycle), rows, left[late], at, law.lasts_h)
        total[:, late] += np.sqrt(before**2 - after**2)[:, None] * wander
    return total


def lasting_fields(draw: Generator, rows: int, hour: Floats, at: tuple[Floats, Floats], lasts_h: float) -> Floats:
    """Return independent smooth random functions of time and place, (rows, hours, nodes).

    They are normal with variance 1; their correlation falls with hours over `lasts_h` and with distance over `REACH_M`.
    """
    frequency, east, north = (
        draw.standard_normal((3, rows, WAVES)) / np.array([lasts_h, REACH_M, REACH_M])[:, None, None]
    )
    even, odd = draw.standard_normal((2, rows, WAVES, 1))
    when = (frequency[..., None] * hour).transpose(0, 2, 1)
    where = east[..., None] * at[0] + north[..., None] * at[1]
    # even cos(when + where) + odd sin(when + where), with the sums of angles expanded
    cosine, sine = np.cos(where), np.sin(where)
    waves = np.cos(when) @ (even * cosine + odd * sine) + np.sin(when) @ (odd * cosine - even * sine)
    return np.asarray(waves / np.sqrt(WAVES))
