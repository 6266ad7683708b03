"""The air quality of a region at any hour: nitrogen dioxide, ozone, fine particles and the smoke in them.

Each week is a run of its own, which starts from clean air two days earlier: so a week is the same whichever hours were
computed before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.air.background import background
from mesocosm.earth.planet.air.chemistry import nitrogen_dioxide_and_ozone
from mesocosm.earth.planet.air.emissions import SPECIES, Emissions
from mesocosm.earth.planet.air.simulation import OF_THE_SKY, Ledger, Run, Weather, weather_of
from mesocosm.earth.planet.air.smoke import GLOWS, RISES, smoke_hours
from mesocosm.earth.planet.air.tiles import tile_axes
from mesocosm.earth.planet.ground.ground import Floats, Ground
from mesocosm.earth.planet.people.settlement import Settlement
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.clock import EPOCH, Clock, hour_of
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.sky.tables import Singles, Variable, dataset, round_fields
from mesocosm.earth.planet.vegetation.fires import MOST_HOURS, Fire
from mesocosm.errors import UserError

if TYPE_CHECKING:
    import xarray as xr

WEEK_H, BEFORE_H, WARMING_H = 168, 48, 24
"""Hours of a run: the week itself, the hours before it, and the earlier hours whose sunshine warms the ground."""
KEPT = 6
"""Number of weeks in the cache, for each kind of run."""
FIRST = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
AIR: dict[str, Variable] = {
    "nitrogen_dioxide": Variable(
        units="ug m-3",
        step=0.1,
        standard_name="mass_concentration_of_nitrogen_dioxide_in_air",
        cell_methods="time: mean",
    ),
    "ozone": Variable(
        units="ug m-3", step=0.1, standard_name="mass_concentration_of_ozone_in_air", cell_methods="time: mean"
    ),
    "pm2p5": Variable(
        units="ug m-3",
        step=0.1,
        standard_name="mass_concentration_of_pm2p5_ambient_aerosol_particles_in_air",
        cell_methods="time: mean",
    ),
    "pm2p5_of_smoke": Variable(
        units="ug m-3",
        step=0.1,
        standard_name="mass_concentration_of_biomass_burning_dry_aerosol_particles_in_air",
        cell_methods="time: mean",
    ),
}
"""Variables of the air near the ground."""
GASES = frozenset({"nitrogen_dioxide", "ozone"})
"""Variables to which fires add nothing."""


class Airshed:
    """The air of a region under a sky, with the fires of its years."""

    def __init__(
        self, ground: Ground, settlement: Settlement, sky: Sky, fires: Callable[[int], tuple[Fire, ...]]
    ) -> None:
        self.ground, self.sky, self._fires = ground, sky, fires
        self.emissions = Emissions(ground, settlement)
        self._weeks: dict[tuple[str, int], _Week] = {}
        self._weathers: dict[int, Weather] = {}

    def hours(self, start: datetime, count: int, names: Collection[str] = tuple(AIR)) -> xr.Dataset:
        """Return hourly means near the ground, from people, fires and beyond the region: dimensions time, y, x; µg/m³.

        Where `names` has gases alone, the fires of the year, which take longer, are not computed.
        """
        first = _check(start, count)
        people = self._hours("people", first, count)
        smoky = not GASES.issuperset(names)
        smoke = self._hours("smoke", first, count)[:, 0] if smoky else np.zeros(1)
        clock = Clock(np.arange(first, first + count, dtype=np.int64), self.ground.region.longitude)
        particles, nox, ozone = (series[:, None, None] for series in background(self.ground.region, clock))
        dioxide, ozone = nitrogen_dioxide_and_ozone(nox + people[:, 0], ozone, people[:, 2])
        fields = {
            "nitrogen_dioxide": dioxide,
            "ozone": ozone,
            "pm2p5": particles + people[:, 1] + smoke,
            "pm2p5_of_smoke": smoke,
        }
        fields = {name: values for name, values in fields.items() if name in names}
        title = "Air quality near the ground, hourly means"
        return dataset(round_fields(fields, AIR), AIR, ("time", "y", "x"), self._coords(first, count), title)

    def smoke(self, start: datetime, count: int) -> Floats:
        """Return fine particles of fires alone, µg/m³, (hours, rows, columns)."""
        return self._hours("smoke", _check(start, count), count)[:, 0]

    def ledger(self, kind: str, week: int) -> tuple[Ledger, ...]:
        """Return the balance of a week's run: `people` (NOₓ and particles) or `smoke`; weeks count from 0."""
        return self._week(kind, week).ledgers()

    def _hours(self, kind: str, first: int, count: int) -> Floats:
        """Return hours of the runs, (hours, tracers, rows, columns)."""
        parts = []
        for week in range(first // WEEK_H, (first + count - 1) // WEEK_H + 1):
            since = week * WEEK_H
            last = min(first + count - since, WEEK_H)
            parts.append(self._week(kind, week).until(last)[max(first - since, 0) :])
        return np.concatenate(parts).astype(np.float64)

    def _week(self, kind: str, week: int) -> _Week:
        if (kind, week) not in self._weeks:
            made = self._run_people(week) if kind == "people" else self._run_smoke(week)
            while len(self._weeks) >= 2 * KEPT:
                del self._weeks[next(iter(self._weeks))]
            self._weeks[kind, week] = made
        return self._weeks[kind, week]

    def _run_people(self, week: int) -> _Week:
        """Run nitrogen oxides and particles of people for a week; add the sunshine that the chemistry needs."""
        begin = max(week * WEEK_H - BEFORE_H, 0)
        weather = self._weather(week)
        warm = self.sky.hours(FIRST + timedelta(hours=begin), len(weather.sun), ["temperature_2m"])
        low, high = self.emissions.hours(FIRST + timedelta(hours=begin), warm.temperature_2m.values)
        sources = np.zeros((*low.shape[:2], 3, *low.shape[2:]))
        sources[:, :, 0], sources[:, :, 1] = low, high
        return _Week(week * WEEK_H - begin, Run(weather, sources, SPECIES), weather.sun[:, None].astype(np.float32))

    def _run_smoke(self, week: int) -> _Week:
        """Run the smoke of a week; where there is none, return zeros without a run."""
        begin, end = max(week * WEEK_H - BEFORE_H, 0), (week + 1) * WEEK_H
        risen = smoke_hours(self.ground, self._fires_about(begin, end), FIRST + timedelta(hours=begin), end - begin)
        if not risen.any():
            return _Week(0, None, np.zeros((WEEK_H, 1, *risen.shape[1:]), np.float32))
        sources = np.stack([np.rint(share * risen) for share in RISES], axis=1)[:, None]
        return _Week(week * WEEK_H - begin, Run(self._weather(week), sources, ("smoke",)))

    def _fires_about(self, begin: int, end: int) -> tuple[Fire, ...]:
        """Return the fires of all years that a run touches, with those that may still smoulder when it begins."""
        first, last = (FIRST + timedelta(hours=hour) for hour in (max(begin - MOST_HOURS - len(GLOWS), 0), end - 1))
        return tuple(fire for year in range(first.year, last.year + 1) for fire in self._fires(year))

    def _weather(self, week: int) -> Weather:
        if week not in self._weathers:
            begin = max(week * WEEK_H - BEFORE_H, 0)
            earlier = min(WARMING_H, begin)
            count = (week + 1) * WEEK_H - begin + earlier
            weather = self.sky.hours(FIRST + timedelta(hours=begin - earlier), count, OF_THE_SKY)
            self._weathers.clear()
            self._weathers[week] = weather_of({str(name): weather[name].values for name in weather.data_vars}, earlier)
        return self._weathers[week]

    def _coords(self, first: int, count: int) -> dict[str, object]:
        x, y = tile_axes(self.ground.region)
        return {"time": (EPOCH + np.arange(first, first + count)).astype("datetime64[ns]"), "y": y, "x": x}


@dataclass(frozen=True)
class _Week:
    """A week of air quality, simulated as far as needed."""

    before_h: int
    """Hours of the run before the week."""
    run: Run | None
    """The simulation; None where nothing is emitted."""
    beside: Singles | None = None
    """Further fields of the run, by hour, appended to the tracers."""

    def until(self, hours: int) -> Singles:
        """Return the first hours of the week, (hours, tracers, rows, columns)."""
        last = self.before_h + hours
        parts = [] if self.run is None else [self.run.until(last)]
        parts += [] if self.beside is None else [self.beside[:last]]
        return np.concatenate(parts, axis=1)[self.before_h :]

    def ledgers(self) -> tuple[Ledger, ...]:
        return (Ledger(0, 0, 0, 0, 0, 0),) if self.run is None else self.run.ledgers()


def _check(start: datetime, count: int) -> int:
    if count < 1:
        raise UserError(f"count must be at least 1, got {count}")
    return hour_of(start)
