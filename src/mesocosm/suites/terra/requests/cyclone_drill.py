"""An invented cyclone that passes the towns of a region: how it is drawn, and what its fields show."""

from __future__ import annotations

import functools
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.requests.vortices import Fix, Frame, Vortex, distance_km, fields_of, fixes, frame_about
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.suites.terra.workflows.workflow import Given, Unsuited
from mesocosm.types import Observation, ToolCall

FURTHEST_LATITUDE = 41.5
TIMES, STEP_HOURS, CELL = 17, 6, 0.25
HALF = (10.0, 12.0)
"""Degrees by which fields extend to the north and south, and to the east and west, of the middle of a district."""
NAMES = ("Amara", "Belisar", "Corvane", "Deloria", "Eskander", "Fiammetta", "Galatea", "Hesper")
PRESSURE_HPA = 1010.0
"""Pressure from which the depth of a cyclone is counted."""


@dataclass(frozen=True)
class Drill:
    """The fields of a cyclone, and its positions in them."""

    frame: Frame
    surface: xr.Dataset
    fixes: list[Fix]

    def wind(self) -> xr.DataArray:
        """Return the wind speed at 10 m."""
        return (self.surface["u10"].astype(float) ** 2 + self.surface["v10"].astype(float) ** 2) ** 0.5


def draw_cyclone(land: Land, chance: Chance) -> Given:
    """Draw a cyclone that passes a district of low or middle latitudes and is strongest before it or over it."""
    box = land.box
    latitude, longitude = (box.south + box.north) / 2, (box.west + box.east) / 2
    if abs(latitude) > FURTHEST_LATITUDE:
        raise Unsuited("no tropical cyclone would come here")
    heading, speed = float(np.radians(chance.uniform(285, 350))), float(chance.uniform(10, 15))
    aside, sign = float(chance.uniform(-110, 110)), 1.0 if latitude >= 0 else -1.0
    vortex = Vortex(
        latitude=round(float(latitude + sign * aside * abs(np.sin(heading)) / 111), 3),
        longitude=round(float(longitude + aside * np.cos(heading) / 111 / np.cos(np.radians(latitude))), 3),
        east_km_h=round(float(speed * np.sin(heading)), 2),
        north_km_h=round(float(sign * speed * np.cos(heading)), 2),
        bend_km_h2=round(sign * float(chance.uniform(0, 0.06)), 3),
        middle_hour=float(chance.integers(46, 60)),
        depth_hpa=round(float(chance.uniform(32, 78)), 1),
        peak_hour=float(chance.integers(24, 52)),
        lasting_hours=float(chance.integers(28, 60)),
        radius_km=round(float(chance.uniform(42, 70)), 1),
    )
    month, day = int(chance.integers(1, 13)), int(chance.integers(1, 25))
    return {
        "towns": list[JsonValue](some_towns(land, chance)),
        "storm": vortex.model_dump(),
        "name": str(chance.choice(NAMES)),
        "first": f"{land.now.year - 1}-{month:02d}-{day:02d}T00:00:00",
    }


def vortex_of(given: Given) -> Vortex:
    return Vortex.model_validate(given["storm"])


def frame_of(land: Land, given: Given, step_hours: float = STEP_HOURS) -> Frame:
    """Return the cells and times of the fields, with the district in the middle."""
    box = land.box
    middle = (box.south + box.north) / 2, (box.west + box.east) / 2
    times = round((TIMES - 1) * STEP_HOURS / step_hours) + 1
    return frame_about(*middle, HALF, CELL, str(given["first"]), times, step_hours)


def rebuilt(land: Land, given: Given) -> Drill:
    """Make the fields of the drill, and find the cyclone in them."""
    return _rebuilt(vortex_of(given), frame_of(land, given).start.isoformat(), land.region, land)


@functools.lru_cache(maxsize=4)
def _rebuilt(vortex: Vortex, first: str, region: str, land: Land) -> Drill:
    frame = frame_of(land, {"first": first})
    surface, _ = fields_of([vortex], frame)
    return Drill(frame, surface, fixes(vortex, surface, frame))


def distances(land: Land, given: Given, track: list[Fix]) -> dict[str, np.ndarray]:
    """Return the kilometres from each town to each fix."""
    latitude, longitude = (np.array([getattr(fix, axis) for fix in track]) for axis in ("latitude", "longitude"))
    places = [land.place(name) for name in texts(given, "towns")]
    return {place.name: distance_km(place.latitude, place.longitude, latitude, longitude) for place in places}


def town_winds(land: Land, given: Given, wind: xr.DataArray) -> dict[str, np.ndarray]:
    """Return the wind in the cell nearest to each town at each time."""
    places = [land.place(name) for name in texts(given, "towns")]
    cells = [wind.sel(latitude=place.latitude, longitude=place.longitude, method="nearest") for place in places]
    return {place.name: cell.values for place, cell in zip(places, cells, strict=True)}


def read_track(hands: Hands, path: str) -> Generator[ToolCall, Observation, tuple[Seen, list[dict[str, str]]]]:
    """Read the rows of a table of tracks."""
    table = yield from hands.use("files.read_file", path=path)
    lines = [line.split(",") for line in table_lines(table.text)]
    return table, [dict(zip(lines[0], line, strict=False)) for line in lines[1:]]


def by_category(
    hands: Hands, tool: str, path: str, after: Sequence[Seen] = ()
) -> Generator[ToolCall, Observation, Seen]:
    """Run a tool on a table of tracks with ten-minute winds, on the Australian scale."""
    return (yield from hands.use(tool, path=path, scale="australian", averaging_minutes=10, after=after))


def table_lines(text: str) -> list[str]:
    """Return the lines of a table from the text of a tool that shows a file, without the lines around them."""
    return [line.strip() for line in text.splitlines() if line.count(",") > 2]
