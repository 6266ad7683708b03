"""Forecasts of the planet's weather with known errors, so that calibration has a true answer.

An ensemble is made backwards from the truth: its centre misses the truth by an error of the law's size, its members
scatter about that centre by the same size times the law's spread ratio, and a bias is added to all. With the bias
removed and the spread divided by its ratio, truth and members are draws of one distribution: the ensemble is
calibrated, its rank histogram flat, and its spread equal to its error. Errors of rain are a shift in time and a factor
instead of an addend.

Errors grow as sigma(t)^2 = limit^2 (1 - exp(-t / growth)), as in Lorenz (1982, Tellus 34, 505-513) near saturation, and
are correlated over hours, as smooth random functions.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.errors import UserError
from mesocosm.seeding import generator
from mesocosm.types import Record

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]


class Law(Record):
    """Law of one quantity's forecast: bias = `bias` + `drift` x days of lead; error and spread as in the module."""

    bias: float
    drift: float
    """Change of the bias per day of lead."""
    limit: float
    """Standard deviation of the error of a forecast without skill."""
    growth_days: float
    spread_ratio: float
    """Spread of the members over the error of their centre: below 1, the ensemble is overconfident."""
    lasts_h: float
    """Correlation time of errors, hours."""
    step: float

    def bias_at(self, lead_h: Floats) -> Floats:
        return np.asarray(self.bias + self.drift * lead_h / 24)

    def error_at(self, lead_h: Floats) -> Floats:
        """Return the standard deviation of the truth about the centre without bias."""
        return np.asarray(self.limit * np.sqrt(1 - np.exp(-lead_h / 24 / self.growth_days)))


LAWS: dict[str, Law] = {
    "temperature_2m": Law(bias=0.6, drift=0.08, limit=5.0, growth_days=6.0, spread_ratio=0.75, lasts_h=18.0, step=0.1),
    "pressure_msl": Law(bias=-0.3, drift=-0.05, limit=9.0, growth_days=7.0, spread_ratio=0.85, lasts_h=24.0, step=0.1),
    "wind_east_10m": Law(bias=-0.5, drift=0.0, limit=2.6, growth_days=4.0, spread_ratio=0.7, lasts_h=8.0, step=0.1),
    "wind_north_10m": Law(bias=0.2, drift=0.0, limit=2.6, growth_days=4.0, spread_ratio=0.7, lasts_h=8.0, step=0.1),
}
"""Laws by quantity. The wind's law is that of its components, which may have either sign; speed follows from them."""
RAIN_SHIFT_H = 1.5
"""Standard deviation of the shift of rain in time, hours per day of lead."""
RAIN_FACTOR, RAIN_SPREAD = 1.15, 0.35
"""Mean ratio of forecast to true rain, and the standard deviation of its logarithm."""
MEMBERS = 20
WAVES = 16
"""Number of waves whose sum is an error."""


def ensemble(sky: Sky, place: tuple[int, int], issued: datetime, hours: int, members: int = MEMBERS) -> xr.Dataset:
    """Forecast a node (row, column) hourly from `issued` on: dimensions member, lead_time; the laws are attributes.

    `truth_*` are the true values in those hours, for verification.
    """
    if hours < 1 or members < 2:
        raise UserError(f"a forecast needs at least 1 hour and 2 members, got {hours} and {members}")
    lead = np.arange(1, hours + 1, dtype=float)
    truth = _truth(sky, place, issued, hours)
    draw = _draw(sky, "ensemble", place, issued)
    fields = {name: perturb_members(truth[name], LAWS[name], lead, members, draw(name)) for name in LAWS}
    fields["wind_speed_10m"] = wind_speed_of(fields["wind_east_10m"], fields["wind_north_10m"])
    fields["precipitation"] = displace_rain(truth["rain_around"], hours, lead, members, draw("precipitation"))
    return _describe(fields, truth, lead, issued)


def _truth(sky: Sky, place: tuple[int, int], issued: datetime, hours: int) -> dict[str, Floats]:
    """Return the true hours of the forecast, and for rain as many hours again, since rain may be shifted."""
    weather = sky.place(*place, issued + timedelta(hours=1), 2 * hours)
    during = weather.isel(time=slice(0, hours))
    east, north = (during[f"wind_{way}_10m"].values.astype(float) for way in ("east", "north"))
    return {
        "temperature_2m": during["temperature_2m"].values.astype(float),
        "pressure_msl": during["pressure_msl"].values.astype(float),
        "wind_east_10m": east,
        "wind_north_10m": north,
        "wind_speed_10m": wind_speed_of(east, north),
        "precipitation": during["precipitation"].values.astype(float),
        "rain_around": weather["precipitation"].values.astype(float),
    }


def wind_speed_of(east: Floats, north: Floats) -> Floats:
    """Return the wind speed from the components, m/s in steps of 0.1."""
    return round_to_step(np.sqrt(east * east + north * north), 0.1)


def perturb_members(truth: Floats, law: Law, lead_h: Floats, members: int, draw: Generator) -> Floats:
    """Return members of a quantity by its law, (members, leads)."""
    wander = lasting(draw, members + 1, lead_h.size, law.lasts_h)
    size = law.error_at(lead_h)
    centre = truth - size * wander[0] + law.bias_at(lead_h)
    return round_to_step(centre + law.spread_ratio * size * wander[1:], law.step)


def lasting(draw: Generator, rows: int, steps: int, lasts: float) -> Floats:
    """Return independent smooth random functions, (rows, steps).

    They are normal with variance 1 at each step; the mean correlation between steps is exp(-(difference / lasts)² / 2).
    """
    frequency = draw.standard_normal((rows, WAVES, 1)) / lasts
    even, odd = draw.standard_normal((2, rows, WAVES, 1))
    phase = frequency * np.arange(steps)
    return np.asarray((even * np.cos(phase) + odd * np.sin(phase)).sum(axis=1) / np.sqrt(WAVES))


def displace_rain(around: Floats, hours: int, lead_h: Floats, members: int, draw: Generator) -> Floats:
    """Return rain of members, (members, leads): the true rain, shifted by hours that grow with lead, times a factor."""
    shift = draw.standard_normal((members + 1, 1)) * RAIN_SHIFT_H * lead_h / 24
    source = np.arange(hours) + np.round(shift[1:] - shift[0]).astype(int)
    factor = np.exp(RAIN_SPREAD * draw.standard_normal((members, 1)) - RAIN_SPREAD**2 / 2) * RAIN_FACTOR
    return round_to_step(around[np.clip(source, 0, around.size - 1)] * factor, 0.1)


def _draw(sky: Sky, kind: str, place: tuple[int, int], issued: datetime) -> Callable[[str], Generator]:
    region = sky.ground.region
    stamp = issued.astimezone(UTC).strftime("%Y-%m-%dT%H")

    def named(name: str) -> Generator:
        return generator("planet", region.seed, "forecasts", region.key, kind, *place, stamp, name)

    return named


def _describe(fields: dict[str, Floats], truth: dict[str, Floats], lead: Floats, issued: datetime) -> xr.Dataset:
    import xarray as xr

    variables: dict[str, object] = {}
    for name, values in fields.items():
        law = LAWS[name].model_dump_json() if name in LAWS else OTHER_LAWS[name]
        variables[name] = (("member", "lead_time"), values.astype(np.float32), {"units": UNITS[name], "law": law})
        variables[f"truth_{name}"] = (("lead_time",), truth[name].astype(np.float32), {"units": UNITS[name]})
    reference = np.datetime64(issued.astimezone(UTC).replace(tzinfo=None), "ns")
    coords = {"lead_time": ("lead_time", lead, {"units": "hours"}), "forecast_reference_time": reference}
    return xr.Dataset(variables, coords, attrs={"Conventions": "CF-1.11", "title": "Ensemble forecast of a place"})


UNITS = {"temperature_2m": "degC", "pressure_msl": "hPa", "precipitation": "mm"} | dict.fromkeys(
    ("wind_east_10m", "wind_north_10m", "wind_speed_10m"), "m s-1"
)
OTHER_LAWS = {
    "wind_speed_10m": "of wind_east_10m and wind_north_10m",
    "precipitation": f"shift {RAIN_SHIFT_H} h/d, factor {RAIN_FACTOR}",
}


class SeasonalLaw(Record):
    """Law of a seasonal forecast, signal plus noise: the correlation with the truth falls with the lead in months."""

    first_skill: float
    """Correlation of a single member's signal with the truth in the first month."""
    skill_kept: float
    """Share of the skill that is left with every further month."""
    bias: float
    drift: float
    """Change of the bias per month of lead."""
    spread_ratio: float
    step: float

    def skill_at(self, month: Floats) -> Floats:
        """Return the skill in a month of lead; months count from 1."""
        return np.asarray(self.first_skill * self.skill_kept ** (month - 1))

    def bias_at(self, month: Floats) -> Floats:
        return np.asarray(self.bias + self.drift * (month - 1))


SEASONAL: dict[str, SeasonalLaw] = {
    "temperature": SeasonalLaw(first_skill=0.75, skill_kept=0.8, bias=-0.5, drift=-0.15, spread_ratio=0.8, step=0.1),
    "precipitation": SeasonalLaw(first_skill=0.5, skill_kept=0.75, bias=12.0, drift=2.0, spread_ratio=0.85, step=0.1),
}


def seasonal(
    sky: Sky, place: tuple[int, int], month: int, years: range, leads: int = 6, members: int = 25
) -> xr.Dataset:
    """Return hindcasts of monthly means, all issued on the first of one month: dimensions year, member, lead_month.

    member = mean + bias + r (truth - mean) + sqrt(1 - r^2) x deviation x (shared + ratio x own) / sqrt(2), where `mean`
    and `deviation` are those of the truth over the years, and r is the law's skill.
    """
    import xarray as xr

    if not 1 <= month <= 12 or len(years) < 2 or leads < 1:
        raise UserError(
            f"hindcasts need a month of 1 to 12, two years and a month of lead, got {month}, {years}, {leads}"
        )
    truth = _monthly(sky, place, month, years, leads)
    variables: dict[str, object] = {}
    for name, law in SEASONAL.items():
        issued = datetime(years[0], month, 1, tzinfo=UTC)
        members_of = _signal(truth[name], law, members, _draw(sky, f"seasonal{len(years)}", place, issued)(name))
        variables[name] = (
            ("year", "member", "lead_month"),
            members_of.astype(np.float32),
            {"law": law.model_dump_json()},
        )
        variables[f"truth_{name}"] = (("year", "lead_month"), truth[name].astype(np.float32))
    return xr.Dataset(variables, {"year": list(years), "lead_month": np.arange(1, leads + 1)}, {"issued_month": month})


def _monthly(sky: Sky, place: tuple[int, int], month: int, years: range, leads: int) -> dict[str, Floats]:
    """Return monthly mean temperature and monthly rain, (years, leads)."""
    made: dict[str, list[list[float]]] = {"temperature": [], "precipitation": []}
    for year in years:
        starts = [
            datetime(year + (month - 1 + n) // 12, (month - 1 + n) % 12 + 1, 1, tzinfo=UTC) for n in range(leads + 1)
        ]
        hours = [int((b - a).total_seconds() // 3600) for a, b in itertools.pairwise(starts)]
        weather = sky.place(*place, starts[0], sum(hours), ("temperature_2m", "precipitation"))
        parts = np.split(np.arange(sum(hours)), np.cumsum(hours)[:-1])
        made["temperature"].append(
            [float(weather["temperature_2m"].values[part].astype(float).mean()) for part in parts]
        )
        made["precipitation"].append(
            [float(weather["precipitation"].values[part].astype(float).sum()) for part in parts]
        )
    return {name: round_to_step(values, 0.1) for name, values in made.items()}


def _signal(truth: Floats, law: SeasonalLaw, members: int, draw: Generator) -> Floats:
    """Return the members, (years, members, leads)."""
    years, leads = truth.shape
    month = np.arange(1, leads + 1, dtype=float)
    skill, mean, deviation = law.skill_at(month), truth.mean(axis=0), truth.std(axis=0)
    shared = draw.standard_normal((years, 1, leads))
    own = law.spread_ratio * draw.standard_normal((years, members, leads))
    noise = np.sqrt(1 - skill**2) * deviation * (shared + own) / np.sqrt(2)
    return round_to_step(mean + law.bias_at(month) + skill * (truth - mean)[:, None, :] + noise, law.step)
