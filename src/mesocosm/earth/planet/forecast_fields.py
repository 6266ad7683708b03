"""Ensembles of whole fields: the laws of `forecasts`, with errors that are alike over some hundred kilometres."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.forecasts import LAWS, MEMBERS, UNITS, WAVES, Floats, Law, speed
from mesocosm.earth.planet.settling import settled
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.errors import UserError
from mesocosm.seeding import generator

if TYPE_CHECKING:
    import xarray as xr

REACH_M = 120_000.0
"""Over which an error is alike: its correlation falls as exp(-(distance / reach)² / 2)."""


def ensemble_fields(sky: Sky, issued: datetime, hours: int, every: int = 6, members: int = MEMBERS) -> xr.Dataset:
    """A forecast of temperature, pressure and wind on all nodes, every few hours up to a lead.

    Dimensions member, lead_time, y, x. At every node, bias, error and spread are those of the law, which stands in the
    attributes; `truth_*` are what the sky does at those hours.
    """
    import xarray as xr

    if hours < every or every < 1 or members < 2:
        raise UserError(f"a forecast needs a lead, a step and 2 members, got {hours}, {every} and {members}")
    lead = np.arange(every, hours + 1, every)
    told = sky.hours(issued + timedelta(hours=1), hours).isel(time=lead - 1)
    region, stamp = sky.ground.region, issued.astimezone(UTC).strftime("%Y-%m-%dT%H")
    made: dict[str, Floats] = {}
    truth = {name: told[name].values.astype(float) for name in LAWS}
    for name, law in LAWS.items():
        draw = generator("planet", region.seed, "forecasts", region.key, "fields", stamp, every, name)
        made[name] = added_fields(truth[name], law, lead.astype(float), (sky.nodes.x, sky.nodes.y), members, draw)
    for fields in (made, truth):
        fields["wind_speed_10m"] = speed(fields["wind_east_10m"], fields["wind_north_10m"])
    variables: dict[str, object] = {}
    for name, values in made.items():
        law_told = LAWS[name].model_dump_json() if name in LAWS else "of wind_east_10m and wind_north_10m"
        attributes = {"units": UNITS[name], "law": law_told}
        variables[name] = (("member", "lead_time", "y", "x"), values.astype(np.float32), attributes)
        variables[f"truth_{name}"] = (("lead_time", "y", "x"), truth[name].astype(np.float32), {"units": UNITS[name]})
    coords = {"lead_time": ("lead_time", lead, {"units": "hours"}), "y": told.y.values, "x": told.x.values}
    return xr.Dataset(variables, coords, {"Conventions": "CF-1.11", "title": "Ensemble forecast of a region"})


def added_fields(
    truth: Floats, law: Law, lead_h: Floats, at: tuple[Floats, Floats], members: int, draw: Generator
) -> Floats:
    """Members of a field by its law, (members, leads, rows, columns); `at`, x and y of its nodes, metres."""
    wander = lasting_fields(draw, members + 1, lead_h, at, law.lasts_h).reshape(members + 1, *truth.shape)
    size, bias = (values[:, None, None] for values in (law.error_at(lead_h), law.bias_at(lead_h)))
    centre = truth - size * wander[0] + bias
    return settled(centre + law.spread_ratio * size * wander[1:], law.step)


def lasting_fields(draw: Generator, rows: int, hour: Floats, at: tuple[Floats, Floats], lasts_h: float) -> Floats:
    """Independent smooth random functions of time and place, (rows, hours, nodes): normal with variance 1, and a
    correlation that falls with hours over `lasts_h` and with distance over `REACH_M`."""
    frequency, east, north = (
        draw.standard_normal((3, rows, WAVES)) / np.array([lasts_h, REACH_M, REACH_M])[:, None, None]
    )
    even, odd = draw.standard_normal((2, rows, WAVES, 1, 1))
    phase = frequency[..., None, None] * hour[:, None]
    phase = phase + (east[..., None] * at[0] + north[..., None] * at[1])[:, :, None, :]
    return np.asarray((even * np.cos(phase) + odd * np.sin(phase)).sum(axis=1) / np.sqrt(WAVES))
