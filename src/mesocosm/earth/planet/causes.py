"""What follows from what: the causal graph of the planet, and the world in which an event was otherwise.

Every layer names the layers it is made from, and is made from nothing else. So whoever changes an event of the sky
knows which layers can change, and that no other does: the answer to "what if" is computed, not judged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.consequences.heat import demand_mw, humidex
from mesocosm.earth.planet.consequences.roads import closed_roads, journey_minutes
from mesocosm.earth.planet.ground.ground import Floats, Ground
from mesocosm.earth.planet.people.settlement import Settlement
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.clock import year_hours
from mesocosm.earth.planet.sky.events import Changes
from mesocosm.earth.planet.sky.sky import Sky
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
    "demand": ("temperature",),
    "discomfort": ("temperature", "humidity"),
}
"""Layer to the layers it is made from."""


def graph() -> nx.DiGraph[str]:
    """The causal graph, causes pointing to effects."""
    import networkx as nx

    return nx.DiGraph([(cause, effect) for effect, causes in PARENTS.items() for cause in causes])


def effects_of(layer: str) -> frozenset[str]:
    """All layers that can change when one does, itself not among them."""
    import networkx as nx

    if layer not in PARENTS:
        raise UserError(f"layer must be one of {', '.join(PARENTS)}, got {layer!r}")
    return frozenset(nx.descendants(graph(), layer))


@dataclass(frozen=True)
class Story:
    """A region through one year, with some events of its sky otherwise than they were drawn."""

    ground: Ground
    settlement: Settlement
    year: int
    changes: Changes
    opening: WaterState | None = None
    """What the land holds before the first year; made where it is not given, the same for all changes."""

    def intervene(self, event: str, figures: Mapping[str, float] | None) -> Story:
        """The same region, had an event other figures, or with None had it never been."""
        opening = self.waters.state_before(FIRST_YEAR)
        return Story(self.ground, self.settlement, self.year, {**self.changes, event: figures}, opening)

    @cached_property
    def sky(self) -> Sky:
        return Sky(self.ground, self.changes)

    @cached_property
    def waters(self) -> Water:
        return Water(self.ground, self.sky, self.opening)

    @cached_property
    def water(self) -> WaterYear:
        return self.waters.year(self.year)

    @cached_property
    def weather(self) -> Mapping[str, NDArray[np.float32]]:
        """Hourly fields of the year, (hours, rows, columns)."""
        made = self.sky.hours(datetime(self.year, 1, 1, tzinfo=UTC), year_hours(self.year)[1])
        return {str(name): field.values for name, field in made.data_vars.items()}

    def layer(self, name: str) -> NDArray[np.generic]:
        """A layer of the year by its name in the graph; of layers with several fields, those fields stacked."""
        if name in FIELDS:
            return np.stack([self.weather[field] for field in FIELDS[name]])
        if name in WATERS:
            return np.asarray(getattr(self.water, WATERS[name]))
        if name not in MADE:
            raise UserError(f"layer must be one of {', '.join(LAYERS)}, got {name!r}")
        return MADE[name](self)

    def digests(self) -> dict[str, str]:
        """SHA-256 of every layer."""
        return {name: hashlib.sha256(np.ascontiguousarray(self.layer(name)).tobytes()).hexdigest() for name in LAYERS}


def _deepest(story: Story) -> Floats:
    """Depth of flood water on the day with most of it."""
    depth = story.water.flood_depth_m
    return np.asarray(depth[int(depth.sum(axis=(1, 2), dtype=np.float64).argmax())], np.float64)


def _closed(story: Story) -> Floats:
    """How many roads are closed on each day."""
    return np.array(
        [float(len(closed_roads(story.settlement, day))) for day in np.asarray(story.water.flood_depth_m, np.float64)]
    )


def _demand(story: Story) -> Floats:
    """Of the region, hourly, at its mean temperature."""
    population = sum(place.population for place in story.settlement.places)
    return demand_mw(story.weather["temperature_2m"].mean(axis=(1, 2), dtype=np.float64), population)


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
    "demand": _demand,
    "discomfort": lambda story: humidex(story.weather["temperature_2m"], story.weather["dew_point_2m"]),
}
LAYERS = tuple(name for name in PARENTS if name in {*FIELDS, *WATERS, *MADE})
"""Those of the graph that have values of their own."""
