"""Days on kilometre cells, from the hours on the nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.air import Air
from mesocosm.earth.planet.sky.clock import Floats
from mesocosm.earth.planet.sky.evaporation import reference_evaporation
from mesocosm.earth.planet.sky.nodes import by_month, to_cells
from mesocosm.earth.planet.sky.rain import snow_share
from mesocosm.earth.planet.sky.surface_variables import NEAR_GROUND
from mesocosm.earth.planet.sky.tables import SURFACE


@dataclass(frozen=True)
class Days:
    """Whole days of a stretch of air; every public field is one of `tables.DAILY`, (days, rows, columns)."""

    ground: Ground
    air: Air
    known: Callable[[str], Floats] | None = None
    """Function that returns the hours of a variable near the ground, (hours, nodes), where they need not be computed.
    """

    @property
    def day_of_year(self) -> Floats:
        """Day of the year at noon."""
        return np.asarray(self.air.clock.day_of_year[::24] + 0.5)

    def _hours(self, name: str) -> Floats:
        """Return the hourly values of a quantity, (days, 24, nodes)."""
        values = self.known(name) if self.known else round_to_step(NEAR_GROUND[name](self.air), SURFACE[name].step)
        return values.reshape(-1, 24, values.shape[-1])

    def _cells(self, field: Floats) -> Floats:
        return to_cells(self.air.nodes, field)

    @cached_property
    def _normal(self) -> Floats:
        return by_month(self.ground.temperature_c, self.day_of_year)

    @cached_property
    def _warmth(self) -> Floats:
        """Deviation of the hourly temperature from the normal."""
        hours = self._hours("temperature_2m")
        return np.asarray(hours - self.air.normal_c.reshape(hours.shape))

    @cached_property
    def temperature_mean(self) -> Floats:
        return np.asarray(self._normal + self._cells(self._warmth.mean(axis=1)))

    @cached_property
    def temperature_min(self) -> Floats:
        return np.asarray(self._normal + self._cells(self._warmth.min(axis=1)))

    @cached_property
    def temperature_max(self) -> Floats:
        return np.asarray(self._normal + self._cells(self._warmth.max(axis=1)))

    @cached_property
    def dew_point(self) -> Floats:
        hours = self._hours("dew_point_2m") - self.air.normal_c.reshape(self._warmth.shape)
        return np.minimum(self._normal + self._cells(hours.mean(axis=1)), self.temperature_mean)

    @cached_property
    def shortwave(self) -> Floats:
        return self._cells(self._hours("shortwave").mean(axis=1))

    @cached_property
    def _speed(self) -> Floats:
        return np.asarray(np.hypot(self._hours("wind_east_10m"), self._hours("wind_north_10m")).mean(axis=1))

    @cached_property
    def wind_speed(self) -> Floats:
        return self._cells(self._speed)

    @cached_property
    def precipitation(self) -> Floats:
        """Precipitation, distributed within each node's square like the normals: more on windward slopes."""
        smooth = self._cells(by_month(self.air.nodes.rain_mm, self.day_of_year))
        pattern = by_month(self.ground.rain_mm, self.day_of_year) / np.maximum(smooth, 0.1)
        return np.asarray(self._cells(self._hours("precipitation").sum(axis=1)) * np.clip(pattern, 0.2, 5.0))

    @cached_property
    def snowfall(self) -> Floats:
        return np.asarray(self.precipitation * snow_share(self.temperature_mean))

    @cached_property
    def reference_evaporation(self) -> Floats:
        air = self.air
        temperature = self._hours("temperature_2m")
        return self._cells(
            reference_evaporation(
                temperature.min(axis=1),
                temperature.max(axis=1),
                self._hours("dew_point_2m").mean(axis=1),
                self._hours("shortwave").mean(axis=1),
                self._speed,
                air.clock_at_noon(),
                air.drivers.latitude,
                air.nodes.elevation_m,
            )
        )

    def fields(self, names: tuple[str, ...]) -> dict[str, Floats]:
        return {name: getattr(self, name) for name in names}
