"""A synthetic day as a forecast day: files are made when they are first used."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from pathlib import Path

from mesocosm.cache import Kind, code_version
from mesocosm.earth.weather.grib.writing import write_fields
from mesocosm.earth.weather.hrrr import coarse_hrrr
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.suites.tornado.days.day import HOURS
from mesocosm.suites.tornado.days.day_types import Drawn, day_type, draw_typed_day
from mesocosm.suites.tornado.days.hazard import Hazard
from mesocosm.suites.tornado.days.places import STEP_KM, Field
from mesocosm.suites.tornado.days.products.catalogue import product_fields
from mesocosm.suites.tornado.days.scenario import Scenario
from mesocosm.suites.tornado.days.soundings import stations, write_soundings
from mesocosm.suites.tornado.days.storms import Cells, draw_cells
from mesocosm.suites.tornado.days.synthetic_reports import Report

FILES = Kind(
    "tornado-days",
    "Forecast files of synthetic days",
    lambda: code_version("earth/weather", "suites/tornado/days"),
)


class SyntheticDay:
    """Day `index` of a seed, of the kind whose turn it is among forty.

    Maps and soundings are files of a forecast run and hold nothing of what happened. `hazard`, `reports` and `day_type`
    are the truth: they are for scoring and for forecasters that are meant to know it, and are never written to disk.
    """

    def __init__(self, seed: int, index: int) -> None:
        if index < 0:
            raise InvalidRecord(f"index must be 0 or more, got {index}")
        self.seed = seed
        self.index = index

    def __repr__(self) -> str:
        return f"SyntheticDay({self.seed}, {self.index})"

    # ------------------------------------------------------------ the forecast

    @property
    def run(self) -> datetime:
        """Start of the model run, UTC."""
        return datetime.combine(self.date, time(0), UTC)

    @property
    def date(self) -> date:
        """Day that the run belongs to."""
        return self.scenario.day

    def surface_file(self, hour: int) -> Path:
        """Return the GRIB2 file of a forecast hour with all published products."""
        if hour not in HOURS:
            raise InvalidRecord(f"hour must be a whole number from {HOURS[0]} to {HOURS[-1]}, got {hour!r}")
        name = f"{self.folder}/hrrr_maps/hrrr.t00z.wrfsfcf{hour:02d}.grib2"
        grid = coarse_hrrr(STEP_KM)
        return FILES.provide(name, lambda draft: write_fields(draft, grid, self.run, hour, self.fields(hour)))

    def stations(self) -> Sequence[Station]:
        """Return every station with soundings."""
        return stations()

    def sounding_file(self, station: str) -> Path:
        """Return the BUFKIT file of a station."""
        known = {place.id: place for place in stations()}
        if station not in known:
            raise UnknownName("station", station, known)
        name = f"{self.folder}/bufkit/hrrr_{station.lower()}.buf"
        return FILES.provide(name, lambda draft: write_soundings(draft, self.scenario, known[station], self.run))

    def fields(self, hour: int) -> dict[str, Field]:
        """Map product names to values on the nodes of the maps, in GRIB's units."""
        return product_fields(self.scenario, hour, self._cells)

    @property
    def folder(self) -> str:
        """Name of the day's folder in the cache."""
        return f"seed_{self.seed}/day_{self.index}"

    # ------------------------------------------------------------ the truth

    @property
    def day_type(self) -> int:
        """Highest risk of the published truth, per cent."""
        return day_type(self.seed, self.index)

    @property
    def hazard(self) -> Hazard:
        """Expected tornado reports per area and hour."""
        return self._drawn.hazard

    @property
    def reports(self) -> tuple[Report, ...]:
        """Places and times of the tornado reports."""
        return self._drawn.reports

    @property
    def scenario(self) -> Scenario:
        """Numbers behind the weather."""
        return self._drawn.scenario

    @property
    def _drawn(self) -> Drawn:
        return _draw(self.seed, self.index)

    @functools.cached_property
    def _cells(self) -> Cells:
        return draw_cells(self.scenario)


@functools.lru_cache(maxsize=48)
def _draw(seed: int, index: int) -> Drawn:
    """Draw a day; recent days are kept in memory, since drawing takes seconds."""
    return draw_typed_day(seed, index)
