"""Simulation of one river with many parameter sets at once: as many copies of it, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.water.channel_routing import (
    DAY_S,
    OVERBANK_SHARE,
    STEP_S,
    Course,
    OpenWater,
    make_channels,
    stored_at,
)
from mesocosm.earth.planet.water.land import Plot
from mesocosm.simulators.river_routing.inputs import RiverInputs
from mesocosm.simulators.river_routing.parameters import set_in
from mesocosm.simulators.river_routing.routing import (
    PARTS,
    SNOW_C,
    course_of,
    forcing,
    make_river,
    plot_of,
    route_blocks,
    shed_by,
    surface_of,
)

Floats = NDArray[np.float64]
WAVE = "wave_speed_m_s"


class Members:
    """A river that is run with many parameter sets."""

    def __init__(self, inputs: RiverInputs, reach: str) -> None:
        self.inputs, self.river = inputs, make_river(inputs)
        self.ordered = [inputs.reaches[number] for number in self.river.order.tolist()]
        self.at = next(at for at, one in enumerate(self.ordered) if one.id == reach)
        self.weather, self.surface = forcing(inputs, self.river), surface_of(inputs, self.river)
        self.plot = set_in(plot_of(inputs, self.river), inputs.parameters.set_values())
        self.course = course_of(inputs, self.ordered)

    def discharge(self, values: Mapping[str, Floats], days: int | None = None) -> Floats:
        """Return the discharge of the reach in m³/s, (days, members); `values` has one number per member."""
        count = len(next(iter(values.values())))
        each = {name: np.repeat(numbers, len(self.ordered)) for name, numbers in values.items()}
        area = np.tile(self.river.area, count)
        snow_c = each.get("snow_below_c", self.inputs.parameters.set_values().get("snow_below_c", SNOW_C))
        weather = self.weather[0][:days], self.weather[1][:days], self.weather[2][:days]
        shed = shed_by(set_in(_copies(self.plot, count), each), weather, area, snow_c)
        channels = make_channels(self._course(count, each.get(WAVE)), PARTS)
        initial = np.tile([one.initial_discharge_m3_s for one in self.ordered], count)
        stored = stored_at(channels, initial * STEP_S * PARTS)
        routed = route_blocks(channels, stored, shed.runoff, self._surface(count, days))
        return np.asarray(routed.outflow[:, self.at :: len(self.ordered)] / PARTS / DAY_S)

    def _surface(self, count: int, days: int | None) -> OpenWater | None:
        if self.surface is None:
            return None
        return OpenWater(*(np.tile(part[:days], count) for part in (self.surface.rain, self.surface.asked)))

    def _course(self, count: int, wave: Floats | None) -> Course:
        """Return copies of the river, each from the headwaters down; reaches keep speeds of their own."""
        course, size = self.course, len(self.ordered)
        below = np.concatenate(
            [np.where(course.below < 0, -1, course.below + number * size) for number in range(count)]
        )
        given: dict[str, Any] = {name: np.tile(getattr(course, name), count) for name in _ARRAYS}
        copies = replace(course, below=below, **given)
        if wave is None:
            return copies
        own_wave, own_over = self._own_speeds(count)
        speed = np.where(own_wave, copies.wave_m_s, wave)
        over = np.where(own_over, np.minimum(copies.overbank_m_s, speed), OVERBANK_SHARE * speed)
        return replace(copies, wave_m_s=speed, overbank_m_s=over)

    def _own_speeds(self, count: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return whether each reach of the copies has its own speed within its banks, and above them."""
        waves = [one.wave_speed_m_s is not None for one in self.ordered]
        overs = [one.overbank_wave_speed_m_s is not None for one in self.ordered]
        return np.tile(waves, count), np.tile(overs, count)


_ARRAYS = ("length_m", "bankfull_m3_s", "wave_m_s", "overbank_m_s", "lake_days")


def _copies(plot: Plot, count: int) -> Plot:
    each = {field.name: getattr(plot, field.name) for field in fields(plot)}
    return Plot(**{name: np.tile(value, count) if np.ndim(value) else value for name, value in each.items()})
