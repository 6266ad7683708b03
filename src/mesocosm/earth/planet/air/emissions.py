"""Emissions of people, by hour and source: nitrogen oxides (as NO₂) and fine particles, in milligrams.

Factors are of the size of national inventories of western Europe about 2010 (EMEP/EEA guidebook, tier 1 and 2): with
some 15 kg of nitrogen oxides and 3 kg of PM2.5 a year, a person of the planet emits what a person there did.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from mesocosm.earth.planet.air.tiles import PER_TILE, from_cells, from_nodes
from mesocosm.earth.planet.ground.ground import Floats, Ground
from mesocosm.earth.planet.people.settlement import Settlement
from mesocosm.earth.planet.people.settlement_builder import PEOPLE_PER_CELL
from mesocosm.earth.planet.sky.tables import SURFACE, Singles
from mesocosm.earth.planet.traffic.rhythm import hour_share, local_time
from mesocosm.earth.planet.traffic.roads import daily_vehicles

if TYPE_CHECKING:
    from datetime import datetime

Species = Literal["nox", "pm"]
SPECIES: tuple[Species, ...] = ("nox", "pm")
Source = Literal["roads", "heating", "industry", "port"]
ROAD_MG_KM = (760.0, 45.0)
"""Emission of a mean vehicle of a fleet with a tenth of lorries: exhaust, tyres, brakes and road dust."""
TOWN_KM = 12.0
"""Distance driven within towns, vehicle kilometres per inhabitant and day."""
HEATING_MG_K_H = (20.0, 32.0)
"""Emission per person and kelvin that the air is below `HEATED_C`, in the mean of a day: gas, oil and wood."""
HEATED_C = 15.0
FIRES_LIT = (3, 2, 2, 2, 3, 6, 10, 12, 11, 9, 8, 7, 7, 7, 8, 9, 11, 13, 14, 14, 12, 10, 7, 5)
"""Heating by hour of local time, in shares of the sum."""
INDUSTRY_MG_H = (430.0, 75.0)
"""Emission per person in working hours; less at night and on Sundays. It goes from stacks into the mixed layer."""
PORT_MG_H = (9.0e6, 0.45e6)
"""Emission of a port: the ships at its quays and its cranes."""


@dataclass(frozen=True)
class Emissions:
    """The emission sources of a region; arrays are of its tiles."""

    ground: Ground
    settlement: Settlement

    @cached_property
    def people(self) -> Floats:
        """Population of each tile."""
        rows, columns = np.divmod(np.arange(self.ground.sea.size), self.ground.sea.shape[1])
        free = (~self.ground.sea & ~self.ground.lake).ravel()
        density = np.zeros(free.size)
        for place in self.settlement.places:
            away = (rows - rows[place.cell]) ** 2 + (columns - columns[place.cell]) ** 2 + 1000 * ~free
            home = np.argsort(away, kind="stable")[: max(1, round(place.population / PEOPLE_PER_CELL))]
            density[home] += place.population / home.size
        return from_cells(density.reshape(self.ground.sea.shape))

    @cached_property
    def driven_km(self) -> Floats:
        """Vehicle kilometres of a mean day on each tile, between towns and within them."""
        daily = daily_vehicles(self.settlement)
        cells = np.zeros(self.ground.sea.size)
        for road in self.settlement.roads:
            if road.id in daily:
                share = round(road.line.length / 1000 / len(road.cells), 3)
                np.add.at(cells, np.array(road.cells), daily[road.id] * share)
        return np.asarray(from_cells(cells.reshape(self.ground.sea.shape)) + TOWN_KM * self.people)

    @cached_property
    def ports(self) -> Floats:
        """Number of ports on each tile."""
        field = np.zeros(self.ground.sea.shape)
        for place in self.settlement.places:
            field.ravel()[place.cell] += float(place.port)
        return from_cells(field)

    def hour(self, when: datetime, temperature_c: Floats) -> dict[Source, Floats]:
        """Return the emissions of every source in one hour at given temperatures, mg, (species, rows, columns)."""
        local = local_time(self.settlement.region, when)
        roads = self.driven_km * hour_share(local)
        cold = np.maximum(HEATED_C - temperature_c, 0.0) * (FIRES_LIT[local.hour] * 24 / sum(FIRES_LIT))
        works = 1.0 if 6 <= local.hour < 20 and local.weekday() < 6 else 0.55
        made: dict[Source, Floats] = {
            "roads": _both(ROAD_MG_KM, roads),
            "heating": _both(HEATING_MG_K_H, self.people * cold),
            "industry": _both(INDUSTRY_MG_H, self.people * works),
            "port": _both(PORT_MG_H, self.ports),
        }
        return made

    def hours(self, start: datetime, temperature: Singles) -> tuple[Floats, Floats]:
        """Return hourly emissions near the ground and from stacks, milligrams: (hours, species, rows, columns) each."""
        warmth = from_nodes(temperature, SURFACE["temperature_2m"].step)
        low = np.zeros((len(warmth), len(SPECIES), *warmth.shape[1:]))
        high = np.zeros_like(low)
        for number, field in enumerate(warmth):
            sources = self.hour(start + timedelta(hours=number), field)
            low[number] = sources["roads"] + sources["heating"]
            high[number] = sources["industry"] + sources["port"]
        return low, high


def _both(factors: tuple[float, float], amount: Floats) -> Floats:
    """Return whole milligrams of both species."""
    return np.rint(np.array(factors)[:, None, None] * amount)


def tiles_shape(ground: Ground) -> tuple[int, int]:
    """Return the number of rows and columns of tiles."""
    rows, columns = ground.sea.shape
    return rows // PER_TILE, columns // PER_TILE
