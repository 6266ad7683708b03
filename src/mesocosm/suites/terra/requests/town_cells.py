"""Weather at the towns of a district, fetched with tools for plans and without them for second ways."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import pandas as pd
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.earth.archives.archive import Step
from mesocosm.earth.planet.sky.events import SkyEvent
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, box_of_points
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.suites.terra.workflows.workflow import Given, Unsuited
from mesocosm.types import Observation, ToolCall

FIRST_HOUR = datetime(2031, 1, 1, tzinfo=UTC)
"""Time from which the planet counts the hours of its events."""


@dataclass(frozen=True)
class Town:
    """A town that a plan has found."""

    name: str
    point: list[float]
    seen: Seen

    @property
    def box(self) -> Box:
        """Return a square around it, rounded to a hundredth of a degree."""
        return box_of_points([self.point])


def find_town(hands: Hands, name: str) -> Generator[ToolCall, Observation, Town]:
    """Find a town by its name."""
    place = yield from hands.use("gis.resolve_place", name=name)
    return Town(name, [place.number("place", "point", 0), place.number("place", "point", 1)], place)


def fetch_weather(
    hands: Hands, town: Town, variables: Sequence[str], step: str = "hour"
) -> Generator[ToolCall, Observation, Seen]:
    """Fetch the weather around a town over the days of the request."""
    weather = yield from hands.use(
        "archive.reanalysis",
        variables=list(variables),
        start=hands.text("start"),
        end=hands.text("end"),
        box=town.box,
        after=[town.seen],
        **({} if step == "hour" else {"step": step}),
    )
    return weather


def some_towns(land: Land, chance: Chance, most: int = 6) -> list[str]:
    """Draw at most so many towns of a region, in random order."""
    return [str(name) for name in chance.permutation([place.name for place in land.places])][:most]


def cells(land: Land, given: Given, variables: Sequence[str], step: Step = "hour") -> dict[str, pd.DataFrame]:
    """Return a table for each town of a request: its nearest cell over the days, one column for each variable."""
    places = [land.place(name) for name in texts(given, "towns")]
    span = date.fromisoformat(str(given["start"])), date.fromisoformat(str(given["end"]))
    box = box_of_points([(place.longitude, place.latitude) for place in places])
    fields = land.fetch(variables, span, box, step)
    tables = {}
    for place in places:
        cell = fields.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
        columns = {name: cell[name].values.astype(float) for name in variables}
        tables[place.name] = pd.DataFrame(columns, index=pd.DatetimeIndex(cell["time"].values))
    return tables


def moments(event: SkyEvent) -> tuple[datetime, datetime]:
    """Return the times at which an event begins and ends."""
    return FIRST_HOUR + timedelta(hours=event.start_hour), FIRST_HOUR + timedelta(hours=event.end_hour)


def day_words(moment: date | str) -> str:
    """Write a day in words, such as 4 March 2033."""
    day = date.fromisoformat(str(moment)[:10])
    return f"{day.day} {day:%B %Y}"


def draw_storm_days(land: Land, chance: Chance) -> Given:
    """Towns, and three days about the middle of a storm of the year before."""
    kinds = ("storm", "cyclone", "deluge")
    events = [event for event in land.planet.events(land.region, land.now.year - 1) if event.kind in kinds]
    if not events:
        raise Unsuited("no storm came that year")
    begin, end = moments(events[int(chance.integers(len(events)))])
    middle = (begin + (end - begin) / 2).date()
    towns = list[JsonValue](some_towns(land, chance))
    if middle + timedelta(days=2) > land.now.date():
        raise Unsuited("the storm is not over")
    return {"towns": towns, "start": str(middle - timedelta(days=1)), "end": str(middle + timedelta(days=2))}


def tabulate_towns(
    hands: Hands, variables: Sequence[str], code: str, **values: object
) -> Generator[ToolCall, Observation, tuple[list[Town], Seen]]:
    """Find the towns, fetch the weather about each, and run a program that makes tables of it."""
    towns, files = [], []
    for name in hands.texts("towns"):
        town = yield from find_town(hands, name)
        towns.append(town)
        files.append((yield from fetch_weather(hands, town, variables)))
    rows = [(town.name, file.path, *town.point) for town, file in zip(towns, files, strict=True)]
    code = code.format(towns=rows, **values)
    tables = yield from hands.use("execution.python", code=code, after=[*files, *(town.seen for town in towns)])
    return towns, tables
