"""Cloud cover over each town of a region at the hour when satellites pass, a year at a time.

Hourly weather of a whole region takes seconds a month; here it is made for one hour of each day and for the nodes of
the towns alone, which is all that the index of an archive needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.archive.missions import SUNNY_HOUR
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import CELL_M, Region
from mesocosm.earth.planet.sky.air import Air, Drivers
from mesocosm.earth.planet.sky.clock import Clock, year_hours
from mesocosm.earth.planet.sky.events import SkyEvent, events_within
from mesocosm.earth.planet.sky.nodes import CELLS, Nodes
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.sky.tables import SURFACE
from mesocosm.earth.planet.sky.vortices import Vortex, vortex

Percents = NDArray[np.int64]
Hours = NDArray[np.int64]


def pass_hour(region: Region) -> int:
    """Return the whole hour of UTC nearest to the pass, 0 to 23."""
    return round(SUNNY_HOUR - region.longitude / 15.0) % 24


def town_clouds(sky: Sky, places: Sequence[Place], year: int) -> Percents:
    """Return the cloud cover over each town at the hour of the pass, whole percent: (days of the year, towns)."""
    region = sky.ground.region
    start, length = year_hours(year)
    hours = start + np.arange(0, length, 24, dtype=np.int64) + pass_hour(region)
    nodes = _nodes(sky.nodes, [_node(sky.nodes, region, place) for place in places])
    events = events_within(region, int(hours[0]), int(hours[-1]) + 1, sky.changes)
    felt = [part for event in events if (part := _felt(event, hours, nodes)) is not None]
    air = Air(Drivers(region, nodes), nodes, Clock(hours, region.longitude), tuple(felt))
    share = round_to_step(air.cover, SURFACE["cloud_cover"].step)
    return np.asarray(np.round(share * 100.0), np.int64)


def _node(nodes: Nodes, region: Region, place: Place) -> int:
    """Return the node in whose square a town lies."""
    west, south, _, _ = region.grid.edges
    row, column = (int((along - edge) // (CELL_M * CELLS)) for along, edge in ((place.y, south), (place.x, west)))
    return min(max(row, 0), nodes.rows - 1) * nodes.columns + min(max(column, 0), nodes.columns - 1)


def _nodes(nodes: Nodes, at: list[int]) -> Nodes:
    """Return some nodes as one row."""
    return Nodes(1, len(at), **{field.name: getattr(nodes, field.name)[..., at] for field in fields(Nodes)[2:]})


def _felt(event: SkyEvent, hours: Hours, nodes: Nodes) -> Vortex | None:
    """Return the vortex of an event at those of the hours that it covers, which are not consecutive."""
    first, last = (int(at) for at in np.searchsorted(hours, (event.start_hour, event.end_hour + 1)))
    if first == last:
        return None
    return replace(vortex(event, hours[first:last], nodes.x, nodes.y), hours=slice(first, last))
