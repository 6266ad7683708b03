"""The causal graph of the planet, and the planet with one event changed or removed.

Every layer names the layers it is made from, and is made from nothing else. So it is known which layers a changed event
of the sky can change, and which not: the answer to "what if" is computed, not judged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.air.airshed import Airshed
from mesocosm.earth.planet.consequences.heat import demand_mw, humidex
from mesocosm.earth.planet.consequences.roads import closed_roads, journey_minutes
from mesocosm.earth.planet.ground.ground import Floats, Ground
from mesocosm.earth.planet.people.settlement import Settlement
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sky.clock import year_hours
from mesocosm.earth.planet.sky.events import Changes, check_changes
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.traffic.roads import daily_vehicles, delay_vehicle_hours
from mesocosm.earth.planet.vegetation.fires import Fire, check_fire_changes, with_changes, year_fires
from mesocosm.earth.planet.water.water import Water, WaterState, WaterYear
from mesocosm.errors import UserError

if TYPE_CHECKING:
    import networkx as nx

PARENTS: dict[str, tuple[str, ...]] = {
    "terrain": (),
    "land cover": ("terrain",),
    "roads": ("terrain", "land cover"),
    "events": (),
    "pressure": ("events",),
    "wind": ("pressure", "terrain"),
    "temperature": ("events", "terrain"),
    "humidity": ("events", "temperature"),
    "cloud": ("events", "humidity"),
    "sunshine": ("cloud",),
    "rain": ("events", "terrain"),
    "snow": ("rain", "temperature"),
    "evaporation": ("temperature", "wind", "humidity", "sunshine", "rain"),
    "soil water": ("rain", "snow", "evaporation", "land cover"),
    "runoff": ("soil water", "rain", "snow"),
    "discharge": ("runoff", "terrain"),
    "flood": ("discharge", "terrain"),
    "closed roads": ("flood", "roads"),
    "journeys": ("closed roads", "roads"),
    "delays": ("journeys", "roads"),
    "traffic": ("closed roads", "roads"),
    "demand": ("temperature",),
    "discomfort": ("temperature", "humidity"),
    "emissions": ("temperature", "roads", "land cover"),
    "fires": ("temperature", "humidity", "wind", "rain", "snow", "soil water", "land cover", "terrain"),
    "smoke": ("fires", "wind", "rain", "sunshine"),
    "air quality": ("emissions", "smoke", "wind", "rain", "sunshine"),
}
"""The layers that each layer is made from."""


def graph() -> nx.DiGraph[str]:
    """Return the causal graph, with edges from causes to effects."""
    import networkx as nx

    return nx.DiGraph([(cause, effect) for effect, causes in PARENTS.items() for cause in causes])


def effects_of(layer: str) -> frozenset[str]:
    """Return all layers that can change when one layer does, without that layer itself."""
    import networkx as nx

    if layer not in PARENTS:
        raise UserError(f"layer must be one of {', '.join(PARENTS)}, got {layer!r}")
    return frozenset(nx.descendants(graph(), layer))


@dataclass(frozen=True)
class Story:
    """A region through one year, with some events changed or removed."""

    ground: Ground
    settlement: Settlement
    year: int
    changes: Changes
    left: MutableMapping[int, WaterState] = field(default_factory=dict, compare=False, repr=False)
    """State of the land at the end of years that were run already."""
    cached: bool = False
    """Whether weather, water and air are stored on disk for all processes."""

    def intervene(self, event: str, figures: Mapping[str, float] | None) -> Story:
        """Return the same region with other figures for an event of the sky or a fire; None removes the event.

        Where a fire alone is changed, this story's sky and water are reused.
        """
        if event.split(".")[1:2] == ["fire"]:
            check_all_changes(self.ground.region, {event: figures})
            changed = replace(self, changes={**self.changes, event: figures})
            for name in ("sky", "waters", "water", "weather", "drawn_fires"):
                if name in self.__dict__:
                    changed.__dict__[name] = self.__dict__[name]
            return changed
        begins = min(year_of(event), self.year)
        self.waters.state_before(begins)
        left = self.waters.left_before(begins)
        return Story(self.ground, self.settlement, self.year, {**self.changes, event: figures}, left, self.cached)

    @cached_property
    def sky(self) -> Sky:
        return Sky(self.ground, of_sky(self.changes), cached=self.cached)

    @cached_property
    def waters(self) -> Water:
        return Water(self.ground, self.sky, self.left)

    @cached_property
    def water(self) -> WaterYear:
        return self.waters.year(self.year)

    @cached_property
    def weather(self) -> Mapping[str, NDArray[np.float32]]:
        """Hourly fields of the year, (hours, rows, columns)."""
        made = self.sky.hours(datetime(self.year, 1, 1, tzinfo=UTC), year_hours(self.year)[1])
        return {str(name): field.values for name, field in made.data_vars.items()}

    @cached_property
    def drawn_fires(self) -> tuple[Fire, ...]:
        """Fires as weather and chance make them, before changes."""
        return year_fires(self.ground, self.sky, self.water)

    @cached_property
    def fires(self) -> tuple[Fire, ...]:
        return with_changes(self.drawn_fires, of_fires(self.changes))

    @cached_property
    def air(self) -> Airshed:
        """The air of the year, computed for the hours that are needed. Fires of other years are left out."""
        return Airshed(self.ground, self.settlement, self.sky, lambda year: self.fires if year == self.year else ())

    def layer(self, name: str) -> NDArray[np.generic]:
        """Return a layer of the year by its name in the graph; layers with several fields are stacked."""
        if name in FIELDS:
            return np.stack([self.weather[field] for field in FIELDS[name]])
        if name in WATERS:
            return np.asarray(getattr(self.water, WATERS[name]))
        if name not in MADE:
            raise UserError(f"layer must be one of {', '.join(LAYERS)}, got {name!r}")
        return MADE[name](self)

    def digests(self, names: Iterable[str] | None = None) -> dict[str, str]:
        """Return the SHA-256 of every layer, or of those named.

        The air of a year takes longer than all other layers together.
        """
        chosen = LAYERS if names is None else tuple(names)
        return {name: hashlib.sha256(np.ascontiguousarray(self.layer(name)).tobytes()).hexdigest() for name in chosen}


def _deepest(story: Story) -> Floats:
    """Return the depth of flood water on the day with most of it."""
    depth = story.water.flood_depth_m
    return np.asarray(depth[int(depth.sum(axis=(1, 2), dtype=np.float64).argmax())], np.float64)


def _closed(story: Story) -> Floats:
    """Return the number of closed roads on each day."""
    return np.array(
        [float(len(closed_roads(story.settlement, day))) for day in np.asarray(story.water.flood_depth_m, np.float64)]
    )


def _demand(story: Story) -> Floats:
    """Return the hourly power demand of the region at its mean temperature."""
    population = sum(place.population for place in story.settlement.places)
    return demand_mw(story.weather["temperature_2m"].mean(axis=(1, 2), dtype=np.float64), population)


def _delays(story: Story) -> Floats:
    """Return vehicle hours lost and trips not made if a mean day's traffic met the deepest flood."""
    return np.array(delay_vehicle_hours(story.settlement, _deepest(story)), np.float64)


def _traffic(story: Story) -> Floats:
    """Return the vehicles of a mean day on each road, in the order of `Settlement.roads`, in the deepest flood."""
    daily = daily_vehicles(story.settlement, _deepest(story))
    return np.array([float(daily.get(road.id, 0)) for road in story.settlement.roads])


def _burnt(story: Story) -> Floats:
    """Return the hectares burnt by the fires that begin on each day."""
    burnt = np.zeros(year_hours(story.year)[1] // 24)
    for fire in story.fires:
        burnt[int(fire.id.rpartition(".")[2])] += fire.burnt_ha
    return burnt


def _days(story: Story, hourly: Callable[[datetime, int], Floats]) -> Floats:
    """Return daily means of hourly fields of the air, (days, ...), made a week at a time, in steps of 0.01."""
    hours = year_hours(story.year)[1]
    weeks = [slice(first, min(first + 168, hours)) for first in range(0, hours, 168)]
    start = datetime(story.year, 1, 1, tzinfo=UTC)
    parts = [hourly(start + timedelta(hours=week.start), week.stop - week.start) for week in weeks]
    return np.concatenate([round_to_step(part.reshape(-1, 24, *part.shape[1:]).mean(axis=1), 0.01) for part in parts])


def _smoke(story: Story) -> Floats:
    """Return daily means of PM2.5 from fires on tiles."""
    return _days(story, story.air.smoke)


def _quality(story: Story) -> Floats:
    """Return daily means of nitrogen dioxide, ozone and PM2.5 on tiles, (days, 3, rows, columns)."""

    def hourly(start: datetime, count: int) -> Floats:
        gases = story.air.hours(start, count)
        fields = [gases[name].values for name in ("nitrogen_dioxide", "ozone", "pm2p5")]
        return np.stack(fields, axis=1).astype(np.float64)

    return _days(story, hourly)


def _emit(story: Story) -> Floats:
    """Return the tonnes of nitrogen oxides and PM2.5 that people emit on each day, (days, 2)."""
    hours = np.arange(year_hours(story.year)[1])
    start, warmth = datetime(story.year, 1, 1, tzinfo=UTC), story.weather["temperature_2m"]
    made = np.zeros((hours.size // 24, 2))
    for day in range(len(made)):
        low, high = story.air.emissions.hours(start + timedelta(days=day), warmth[24 * day : 24 * day + 24])
        made[day] = (low + high).sum(axis=(0, 2, 3)) / 1e9
    return round_to_step(made, 0.001)


def year_of(event: str) -> int:
    """Return the year in which an event begins, by its id."""
    return int(event.split(".")[2])


def of_sky(changes: Changes) -> Changes:
    """Return the changes of events of the sky."""
    return {name: figures for name, figures in changes.items() if name.split(".")[1:2] != ["fire"]}


def of_fires(changes: Changes) -> Changes:
    """Return the changes of fires."""
    return {name: figures for name, figures in changes.items() if name.split(".")[1:2] == ["fire"]}


def check_all_changes(region: Region, changes: Changes) -> None:
    """Refuse changes of unknown events, and of figures that an event does not have."""
    check_changes(region, of_sky(changes))
    check_fire_changes(region, of_fires(changes))


FIELDS = {
    "pressure": ("pressure_msl",),
    "wind": ("wind_east_10m", "wind_north_10m"),
    "temperature": ("temperature_2m",),
    "humidity": ("dew_point_2m",),
    "cloud": ("cloud_cover",),
    "sunshine": ("shortwave",),
    "rain": ("precipitation",),
}
WATERS = {
    "snow": "snow_mm",
    "evaporation": "evaporation_mm",
    "soil water": "soil_wetness",
    "runoff": "runoff_mm",
    "discharge": "discharge_m3_s",
    "flood": "flood_depth_m",
}
MADE: dict[str, Callable[[Story], NDArray[np.generic]]] = {
    "terrain": lambda story: story.ground.elevation_m,
    "land cover": lambda story: story.settlement.cover,
    "roads": lambda story: journey_minutes(story.settlement),
    "closed roads": _closed,
    "journeys": lambda story: journey_minutes(story.settlement, _deepest(story)),
    "delays": _delays,
    "traffic": _traffic,
    "demand": _demand,
    "discomfort": lambda story: humidex(story.weather["temperature_2m"], story.weather["dew_point_2m"]),
    "emissions": _emit,
    "fires": _burnt,
    "smoke": _smoke,
    "air quality": _quality,
}
LAYERS = tuple(name for name in PARENTS if name in {*FIELDS, *WATERS, *MADE})
"""Layers of the graph that have values of their own."""
