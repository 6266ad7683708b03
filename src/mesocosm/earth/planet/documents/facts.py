"""True facts of an event or a month, as people measure them: the numbers that documents report."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cached_property

import numpy as np

from mesocosm.earth.planet.causal_graph import Story
from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.clock import EPOCH
from mesocosm.earth.planet.sky.events import SkyEvent
from mesocosm.errors import UserError
from mesocosm.types import Record, TimeInterval

AFTERMATH_DAYS = 6
"""Days after an event for which rivers are observed too."""


class Fact(Record):
    """A true fact of the planet that can be put into a number."""

    id: str
    """Subject, measured quantity and place: `r005.storm.2031.1.rain.r005-p00`."""
    what: str
    place: str
    span: TimeInterval
    value: float
    unit: str
    """Unit; `day of year` counts the first of January as 1."""
    step: float
    """Step: the value is a whole multiple of it."""
    earlier: float | None = None
    """An earlier, incomplete figure that could have been published, such as the sum before the last wet day."""


@dataclass(frozen=True)
class Period:
    """Whole days (UTC) of the story's year that a document covers."""

    id: str
    kind: str
    """Kind of the event, or `month`."""
    first: date
    last: date

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def span(self) -> TimeInterval:
        return TimeInterval(start=_midnight(self.first), end=_midnight(self.last + timedelta(days=1)))


@dataclass(frozen=True)
class Facts:
    """All facts of a period, by measured quantity (`rain`) and place (the id of a place, road or pair)."""

    period: Period
    by_key: dict[tuple[str, str], Fact]

    def get(self, measured: str, where: str = "") -> Fact:
        """Return a fact, which must exist."""
        return self.by_key[measured, where]

    def has(self, measured: str, where: str = "") -> bool:
        return (measured, where) in self.by_key

    def all(self, measured: str) -> list[Fact]:
        """Return the facts of a quantity for all places, the largest value first."""
        facts = [fact for (name, _), fact in self.by_key.items() if name == measured]
        return sorted(facts, key=lambda fact: (-fact.value, fact.id))

    def beside(self, fact: Fact) -> list[Fact]:
        """Return the same quantity at other places, where its value differs."""
        return [other for other in self.by_key.values() if other.what == fact.what and other.value != fact.value]


def period_of(story: Story, about: SkyEvent | TimeInterval) -> Period:
    """Return the days of an event or interval that lie in the story's year."""
    if isinstance(about, SkyEvent):
        start, end = (_moment(hour) for hour in (about.start_hour, about.end_hour))
        name, kind = about.id, str(about.kind)
    else:
        start, end = about.start, about.end
        name, kind = f"{story.ground.region.key}.month.{start:%Y-%m}", "month"
    first = max(start.date(), date(story.year, 1, 1))
    last = min((end - timedelta(seconds=1)).date(), date(story.year, 12, 31))
    if first > last:
        raise UserError(f"the subject of a document must lie in {story.year}, got {start:%Y-%m-%d} to {end:%Y-%m-%d}")
    return Period(name, kind, first, last)


def month(year: int, number: int) -> TimeInterval:
    """Return a month of a year; months count from 1."""
    after = date(year + number // 12, number % 12 + 1, 1)
    return TimeInterval(start=_midnight(date(year, number, 1)), end=_midnight(after))


@dataclass(frozen=True)
class Watch:
    """Weather and water of a period, from which facts are measured."""

    story: Story
    period: Period

    @cached_property
    def daily(self) -> dict[str, Floats]:
        """Daily weather on kilometre cells."""
        made = self.story.sky.days(self.period.first, self.period.days)
        return {str(name): np.asarray(field.values, np.float64) for name, field in made.data_vars.items()}

    @cached_property
    def hourly(self) -> dict[str, Floats]:
        """Hourly weather, (hours, nodes)."""
        made = self.story.sky.hours(_midnight(self.period.first), 24 * self.period.days)
        return {
            str(name): np.asarray(field.values, np.float64).reshape(24 * self.period.days, -1)
            for name, field in made.data_vars.items()
        }

    @property
    def first_day(self) -> int:
        """First day of the period, counted from 0 at the beginning of the year."""
        return (self.period.first - date(self.story.year, 1, 1)).days

    @cached_property
    def wet_days(self) -> slice:
        """Days of the year on which rivers are observed."""
        after = 0 if self.period.kind == "month" else AFTERMATH_DAYS
        return slice(self.first_day, self.first_day + self.period.days + after)

    def node(self, place: Place) -> int:
        """Return the node of the hourly weather in whose square a place lies."""
        nodes = self.story.sky.nodes
        rows, columns = self.story.ground.sea.shape
        row, column = divmod(place.cell, columns)
        return int(row * nodes.rows // rows * nodes.columns + column * nodes.columns // columns)


class Notebook:
    """A collection of facts that is being written."""

    def __init__(self, period: Period, by_key: dict[tuple[str, str], Fact] | None = None) -> None:
        self.period = period
        self.by_key: dict[tuple[str, str], Fact] = {} if by_key is None else by_key

    def on(self, day: date) -> Notebook:
        """Return a notebook for one day of the period, which writes into the same collection."""
        return Notebook(replace(self.period, first=day, last=day), self.by_key)

    def note(
        self, key: tuple[str, str], what: str, place: str, value: float, scale: tuple[str, float], *earlier: float
    ) -> None:
        """Record a value in (unit, step), rounded to the step, and the earlier figure if there is one."""
        unit, step = scale
        value, *before = (round(float(round_to_step(number, step)), 6) + 0.0 for number in (value, *earlier))
        self.by_key[key] = Fact(
            id=".".join(part for part in (self.period.id, *key) if part),
            what=what,
            place=place,
            span=self.period.span,
            value=value,
            unit=unit,
            step=step,
            earlier=before[0] if before and before[0] != value else None,
        )

    def day(self, key: tuple[str, str], what: str, place: str, day: int) -> None:
        """Record a day of the year, counted from 0."""
        self.note(key, what, place, day + 1, ("day of year", 1.0))

    def close(self) -> Facts:
        return Facts(self.period, self.by_key)


def _moment(hour: int) -> datetime:
    naive: datetime = (EPOCH + np.timedelta64(hour, "h")).astype(datetime)
    return naive.replace(tzinfo=UTC)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
