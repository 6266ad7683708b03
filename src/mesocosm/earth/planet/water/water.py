"""The water of a region, year by year from the first; each year begins with the state at the end of the last."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.clock import year_hours
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.water.channel_routing import DAY_S, Counts, route
from mesocosm.earth.planet.water.floods import flood_depth, make_plains
from mesocosm.earth.planet.water.land import MM, Fluxes, LandState, first_state, make_plot, step
from mesocosm.earth.planet.water.reaches import STEPS, make_reaches

if TYPE_CHECKING:
    import xarray as xr

Singles = NDArray[np.float32]
Tenths = dict[str, NDArray[np.int16]]
"""Tenths of millimetres and degrees, by name."""
NEEDED = ("precipitation", "snowfall", "temperature_mean", "reference_evaporation")


@dataclass(frozen=True)
class WaterState:
    """All water on land at the end of a day."""

    land: LandState
    river: Counts
    """Water in each cell of the channels and on its banks, m³."""

    @property
    def total(self) -> int:
        return self.land.total + int(self.river.sum())


@dataclass(frozen=True)
class Balance:
    """Balance of a year, m³: in = evaporation + out + change, to the cubic metre."""

    rain: int
    evaporation: int
    out: int
    """Outflow by rivers, to the sea and over the region's edge."""
    change: int
    """Change of the water in snow, soil, stores and rivers."""


@dataclass(frozen=True)
class WaterYear:
    """Daily fields of a year, (days, rows, columns), the balance, and the state at the end."""

    year: int
    soil_wetness: Singles
    """Share of the water that the soil can hold for plants, 0 to 1; `snow_mm` is as water; `runoff_mm` is the cell's
    own.
    """
    snow_mm: Singles
    evaporation_mm: Singles
    demand_mm: Singles
    """Evaporation if there were enough water."""
    runoff_mm: Singles
    discharge_m3_s: Singles
    flood_depth_m: Singles
    balance: Balance
    state: WaterState

    def dataset(self, ground: Ground) -> xr.Dataset:
        """Return the fields with their attributes, after the CF conventions."""
        import xarray as xr

        grid = ground.region.grid
        times = np.datetime64(f"{self.year}-01-01") + np.arange(len(self.snow_mm))
        fields = {
            name: (("time", "y", "x"), getattr(self, name), {"units": unit, "long_name": long_name})
            for name, (unit, long_name) in ATTRIBUTES.items()
        }
        coords = {"time": times.astype("datetime64[ns]"), "y": grid.y(), "x": grid.x()}
        return xr.Dataset(fields, coords, attrs={"Conventions": "CF-1.11", "title": "Water, daily"})


ATTRIBUTES = {
    "soil_wetness": ("1", "share of plant-available soil water"),
    "snow_mm": ("mm", "snow on the ground, as water"),
    "evaporation_mm": ("mm", "evaporation in the day"),
    "demand_mm": ("mm", "evaporation in the day, had there been water enough"),
    "runoff_mm": ("mm", "runoff of the cell's own in the day"),
    "discharge_m3_s": ("m3 s-1", "mean discharge of the day through the cell"),
    "flood_depth_m": ("m", "depth of flood water, mean of the cell, at the end of the day"),
}


class Water:
    """The water of a ground under a sky.

    `left` is the state of the land at the end of years that were simulated; further years are added to it. Where the
    state before the first year is not known, a year of the sky without any change is simulated from a guess: a change
    of an event has no effect before that event.
    """

    def __init__(self, ground: Ground, sky: Sky, left: MutableMapping[int, WaterState] | None = None) -> None:
        self.ground, self.sky = ground, sky
        self.plot = make_plot(ground)
        self.reaches = make_reaches(ground)
        self.plains = make_plains(ground, self.reaches)
        self._levels = self._level_cells()
        self._kept: dict[int, list[Tenths]] = {}
        self._left: MutableMapping[int, WaterState] = {} if left is None else left

    def year(self, year: int) -> WaterYear:
        """Return a year of water; the years before it are simulated first, once."""
        year_hours(year)
        made = self._run(year, self.state_before(year), self.sky)
        self._left[year] = made.state
        return made

    def state_before(self, year: int) -> WaterState:
        """Return the state of the land when a year begins."""
        last = year - 1
        if last not in self._left:
            if last < FIRST_YEAR:
                self._left[last] = self._run(FIRST_YEAR, self.guess(), Sky(self.ground, cached=self.sky.cached)).state
            else:
                self.year(last)
        return self._left[last]

    def left_before(self, year: int) -> dict[int, WaterState]:
        """Return the states at the end of the years before one, as far as they were simulated."""
        return {last: state for last, state in self._left.items() if last < year}

    def guess(self) -> WaterState:
        """Return half-wet soil and empty rivers, from which the time before the first year is simulated."""
        return WaterState(first_state(self.plot), np.zeros(self.reaches.channels.reach.size, np.int64))

    def _run(self, year: int, state: WaterState, sky: Sky) -> WaterYear:
        book = _Book(self, year_hours(year)[1] // 24, state)
        for weather in self._weather(year, sky):
            book.month(weather)
        return book.close(year)

    def _weather(self, year: int, sky: Sky) -> Iterator[Tenths]:
        """Yield months of precipitation and potential evaporation on each cell of land.

        The year before the first has the weather of the first under a sky without changes. If nothing is changed, this
        weather is cached until it is used again, since making it takes longer than simulating the water.
        """
        if sky.changes == {} and year in self._kept:
            yield from self._kept.pop(year)
            return
        months: list[Tenths] = []
        for fields in sky.daily_fields(date(year, 1, 1), year_hours(year)[1] // 24, NEEDED):
            months.append({name: self._tenths(fields[name]) for name in NEEDED})
            yield months[-1]
            if sky is self.sky or self.sky.changes or sky.cached:
                months.clear()
        if months:
            self._kept[year] = months

    def _tenths(self, field: NDArray[np.float64]) -> NDArray[np.int16]:
        """Return days of a field on the cells of land, in tenths."""
        on_land = field.reshape(len(field), -1)[:, self.plot.cells]
        return np.asarray(np.round(on_land / 0.1), np.int16)

    def _level_cells(self) -> list[Counts]:
        """Return land cells by their distance from the outlet, farthest first."""
        steps = self.reaches.steps_down[self.ground.order]
        ordered = self.ground.order[np.argsort(-steps, kind="stable")]
        return np.split(ordered, np.flatnonzero(np.diff(self.reaches.steps_down[ordered])) + 1)

    def passed_m3(self, runoff: Counts, outflow: Counts) -> Counts:
        """Return the water that flows out of every cell, (days, all cells): its own and that from above."""
        passing = np.ascontiguousarray(runoff.T)
        ends, downstream = self.reaches.ends, self.ground.downstream.ravel()
        end_of = np.full(passing.shape[0], -1)
        end_of[ends] = np.arange(ends.size)
        for cells in self._levels:
            if self.reaches.steps_down[cells[0]] % STEPS == 0:
                passing[cells] = outflow.T[end_of[cells]]
            to = downstream[cells]
            if to[0] >= 0:
                np.add.at(passing, to, passing[cells])
        return np.asarray(passing.T)


class _Book:
    """The days of a year as they are simulated."""

    def __init__(self, water: Water, days: int, state: WaterState) -> None:
        self.water, self.state, self.opening = water, state, state.total
        size = water.ground.sea.size
        self.fields = {name: np.zeros((days, size), np.float32) for name in ATTRIBUTES}
        self.runoff = np.zeros((days, size), np.int64)
        self.outflow = np.zeros((days, water.reaches.ends.size), np.int64)
        self.rain = self.evaporation = self.out = 0
        self.at = 0

    def month(self, weather: Tenths) -> None:
        """Simulate days of the land, then of the rivers that its runoff feeds."""
        first = self.at
        for day in range(len(weather["precipitation"])):
            self._land({name: tenths[day] for name, tenths in weather.items()})
        self._rivers(first)

    def _land(self, weather: Tenths) -> None:
        total = weather["precipitation"].astype(np.int64) * (MM // 10)
        snowfall = np.minimum(weather["snowfall"].astype(np.int64) * (MM // 10), total)
        mean_c, asked = (
            weather[name].astype(np.float64) * 0.1 for name in ("temperature_mean", "reference_evaporation")
        )
        land, fluxes = step(self.water.plot, self.state.land, total - snowfall, snowfall, mean_c, asked)
        self.state = replace(self.state, land=land)
        self.rain += int(total.sum())
        self.evaporation += int(fluxes.evaporation.sum())
        self._keep(land, fluxes)

    def _keep(self, land: LandState, fluxes: Fluxes) -> None:
        day, cells, plot = self.at, self.water.plot.cells, self.water.plot
        self.fields["soil_wetness"][day, cells] = np.where(plot.holds > 0, land.soil / np.maximum(plot.holds, 1), 1.0)
        self.fields["snow_mm"][day, cells] = land.snow / MM
        self.fields["evaporation_mm"][day, cells] = fluxes.evaporation / MM
        self.fields["demand_mm"][day, cells] = fluxes.asked / MM
        self.fields["runoff_mm"][day, cells] = fluxes.runoff / MM
        self.runoff[day, cells] = fluxes.runoff
        self.at += 1

    def _rivers(self, first: int) -> None:
        """Simulate rivers from a day to the last day of the land."""
        reaches, cells = self.water.reaches, self.water.plot.cells
        local = np.zeros((reaches.ends.size, self.at - first), np.int64)
        np.add.at(local, reaches.reach[cells], self.runoff[first : self.at, cells].T)
        days = route(reaches.channels, self.state.river, local.T)
        self.state = replace(self.state, river=days.stored)
        self.outflow[first : self.at] = days.outflow
        self.out += int(days.outflow[:, reaches.below < 0].sum())
        for day in np.flatnonzero(days.banks.any(axis=1)).tolist():
            depth = flood_depth(self.water.plains, days.banks[day], self.water.ground.sea.size)
            self.fields["flood_depth_m"][first + day] = depth

    def close(self, year: int) -> WaterYear:
        water = self.water
        self.fields["discharge_m3_s"][:] = round_to_step(water.passed_m3(self.runoff, self.outflow) / DAY_S, 0.001)
        shape = (-1, *water.ground.sea.shape)
        balance = Balance(self.rain, self.evaporation, self.out, self.state.total - self.opening)
        fields = {name: field.reshape(shape) for name, field in self.fields.items()}
        return WaterYear(year, balance=balance, state=self.state, **fields)
