"""What a writer needs: the facts, the names of towns and rivers, the author and the date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Literal

from mesocosm.earth.planet.causal_graph import Story
from mesocosm.earth.planet.documents.facts import AFTERMATH_DAYS, Fact, Facts
from mesocosm.earth.planet.documents.text_renderer import MONTHS, Pen, write_date
from mesocosm.earth.planet.documents.water_facts import gauged_towns, river_name
from mesocosm.earth.planet.names import place_names
from mesocosm.earth.planet.people.settlement import Place, Road

Kind = Literal[
    "situation report",
    "weather bulletin",
    "hydrological bulletin",
    "study section",
    "station log",
    "newspaper brief",
    "road notice",
]
Family = Literal["wet", "hot", "cold", "dry", "month"]
FAMILIES: dict[str, Family] = {
    "storm": "wet",
    "cyclone": "wet",
    "deluge": "wet",
    "heat_wave": "hot",
    "cold_spell": "cold",
    "drought": "dry",
    "month": "month",
}
NOUNS = {
    "storm": ("storm", "depression", "storm"),
    "cyclone": ("cyclone", "cyclone", "tropical cyclone"),
    "deluge": ("deluge", "cloudburst", "rainstorm"),
    "heat_wave": ("heat wave", "hot spell", "heat wave"),
    "cold_spell": ("cold spell", "cold snap", "cold spell"),
    "drought": ("drought", "dry spell", "drought"),
}
DELAYS: dict[Kind, tuple[int, int]] = {
    "situation report": (1, 2),
    "weather bulletin": (1, 3),
    "hydrological bulletin": (1, 4),
    "study section": (120, 420),
    "station log": (0, 1),
    "newspaper brief": (1, 3),
    "road notice": (1, 2),
}
"""Days from the last day that is described to the day of writing: least and most."""


@dataclass(frozen=True)
class Scene:
    """The circumstances of one document."""

    story: Story
    facts: Facts
    pen: Pen
    kind: Kind
    number: int

    @cached_property
    def family(self) -> Family:
        return FAMILIES[self.facts.period.kind]

    @cached_property
    def noun(self) -> str:
        """Word for the event, the same throughout a document."""
        return "" if self.family == "month" else self.pen.pick(*NOUNS[self.facts.period.kind])

    @cached_property
    def issued(self) -> date:
        """The day of writing."""
        least, most = DELAYS[self.kind]
        after = 0 if self.family == "month" else AFTERMATH_DAYS
        return self.facts.period.last + timedelta(days=after + int(self.pen.draw.integers(least, most + 1)))

    @property
    def issue(self) -> int:
        """Number of the document in a weekly series: it rises through the year."""
        return self.facts.period.last.isocalendar().week

    @property
    def dated(self) -> str:
        """The day of writing, with its year."""
        day = write_date(self.issued, self.pen.date_style)
        return (
            f"{day}, {self.issued.year}" if self.pen.date_style.startswith("{month}") else f"{day} {self.issued.year}"
        )

    @property
    def month(self) -> str:
        return MONTHS[self.facts.period.first.month - 1]

    @property
    def months(self) -> str:
        """Months of the period: `June`, or `June to September` if it spans several."""
        last = MONTHS[self.facts.period.last.month - 1]
        return self.month if last == self.month else f"{self.month} to {last}"

    @property
    def towns(self) -> tuple[Place, ...]:
        return self.story.settlement.places

    @property
    def capital(self) -> str:
        return self.towns[0].name

    @cached_property
    def gauges(self) -> list[Place]:
        return gauged_towns(self.story.settlement, self.story.ground)

    def river(self, place: Place) -> str:
        return river_name(self.story.ground, place.river_cell)

    def at(self, measured: str, place: Place) -> Fact:
        return self.facts.get(measured, place.id)

    def ranked(self, measured: str, *, lowest: bool = False) -> list[Place]:
        """Return towns by a measured value, the highest or the lowest first."""
        places = [place for place in self.towns if self.facts.has(measured, place.id)]
        sign = 1 if lowest else -1
        return sorted(places, key=lambda place: (sign * self.at(measured, place).value, place.id))

    @cached_property
    def shut(self) -> list[Road]:
        """Closed roads, one stretch of each name, the longest closed first."""
        by_name: dict[str, Road] = {}
        for road in self.story.settlement.roads:
            if self.facts.has("shut days", road.id):
                best = by_name.setdefault(road.name, road)
                if self.facts.get("shut days", road.id).value > self.facts.get("shut days", best.id).value:
                    by_name[road.name] = road
        return sorted(by_name.values(), key=lambda road: (-self.facts.get("shut days", road.id).value, road.id))

    @cached_property
    def severed(self) -> list[Place]:
        """Towns whose roads to the largest town were all closed."""
        return [place for place in self.towns if self.facts.has("cut off", place.id)]

    def person(self, rank: int) -> str:
        """Return an invented name; the same rank is the same person in all documents of a region."""
        surname = place_names(self.story.ground.region, "hill", rank + 1, within="people")[rank]
        return f"{'ABDEFGHIJKLMNOPRSTV'[(7 * rank + self.story.ground.region.index) % 19]}. {surname}"


def join_words(words: list[str]) -> str:
    """Join words: `a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def sentence(text: str) -> str:
    """Return the text with a capital letter, if it begins with a letter."""
    return text[:1].upper() + text[1:]
