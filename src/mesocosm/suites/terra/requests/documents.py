"""Documents of a request: what its library holds, and how a careful reader finds a number in it.

A document of the planet is told by what it is about, its kind and its number (`2031-06/weather bulletin/3`). Those of
other makers are put together by `sheet`, with the slips that numbers suffer between the desk and the print.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from pydantic import JsonValue

from mesocosm.earth.planet.causal_graph import Story
from mesocosm.earth.planet.documents.document import KINDS, Document, write_from
from mesocosm.earth.planet.documents.facts import Facts, month
from mesocosm.earth.planet.documents.scene import Kind
from mesocosm.earth.planet.documents.stated_numbers import How, Reported
from mesocosm.earth.planet.documents.weather_facts import gather
from mesocosm.earth.planet.planet import Planet
from mesocosm.seeding import generator
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land
from mesocosm.suites.terra.workflows.tool_runner import Hands, PlanFailed, Seen
from mesocosm.types import Observation, ToolCall

MONTH = re.compile(r"(\d{4})-(\d{2})")
NUMBER = r"(-?[\d,]*\d(?:\.\d+)?)"
EDGE = 0.06
"""Degrees beyond the outermost towns that belong to a district: so the cell nearest to each is in it."""
LEAST_SLIP = 0.15
"""Share of the true number by which a slip is off, at least."""


@functools.lru_cache(maxsize=2)
def story_of(planet: Planet, region: str, year: int) -> Story:
    """A region through a year, whose water is run once for all that is written of it."""
    return planet.story(region, year)


@functools.lru_cache(maxsize=48)
def facts_of(planet: Planet, region: str, about: str) -> Facts:
    """What can be reported of a month (`2031-06`) or of an event, by its id."""
    told = MONTH.fullmatch(about)
    year = int(told[1]) if told else int(about.split(".")[2])
    story = story_of(planet, region, year)
    if told:
        return gather(story, month(year, int(told[2])))
    return gather(story, next(event for event in planet.events(region, year) if event.id == about))


@functools.lru_cache(maxsize=256)
def _paper(planet: Planet, region: str, told: str) -> Document:
    about, kind, number = told.split("/")
    facts = facts_of(planet, region, about)
    known = next(each for each in KINDS if each == kind)
    return write_from(story_of(planet, region, facts.period.first.year), facts, known, int(number))


def paper(land: Land, told: str) -> Document:
    """A document of the planet by what it is about, its kind and its number."""
    return _paper(land.planet, land.region, told)


@dataclass(frozen=True)
class Said:
    """A number of a document, and where it stands."""

    value: float
    section: str


@dataclass(frozen=True)
class Passage:
    """A part of a document, as reading shows it."""

    section: str
    table: bool
    text: str


def passages_of(document: Document) -> list[Passage]:
    """The parts of a document, for second ways."""
    from mesocosm.earth.documents.passages import passages

    return [Passage(part.section, part.table is not None, part.text) for part in passages(document.text)]


def reading(hands: Hands, document: str, *after: Seen) -> Generator[ToolCall, Observation, list[Passage]]:
    """Read a document whole."""
    seen = yield from hands.use("documents.read", document=document, after=after)
    return [
        Passage(str(part["section"]), part["table"] is not None, str(part["text"])) for part in seen.rows("passages")
    ]


def rows_of(passage: Passage) -> list[dict[str, str]]:
    """The rows of a table by its heads."""
    lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in passage.text.split("\n")]
    return [dict(zip(lines[0], cells, strict=False)) for cells in lines[2:]]


def cell(parts: Sequence[Passage], head: str, row: str, column: str) -> Said | None:
    """A number of the first table with this head, by the row that begins with a name."""
    for part in parts:
        if part.table and part.text.split("|")[1].strip() == head:
            for cells in rows_of(part):
                if cells[head] == row and (number := as_number(cells.get(column, ""))) is not None:
                    return Said(number, part.section)
    return None


def stated_number(parts: Sequence[Passage], *patterns: str) -> Said | None:
    """The number that the first matching pattern holds in its first group; spaces stand for any white space."""
    for pattern in patterns:
        for part in parts:
            told = re.search(pattern.replace(" ", r"\s+"), part.text)
            if told and (number := as_number(told[1])) is not None:
                return Said(number, part.section)
    return None


def require_found(said: Said | None) -> Said:
    """What a reader must find, or the plan fails."""
    if said is None:
        raise PlanFailed("a number that the document states is not to be found in it")
    return said


def as_number(text: str) -> float | None:
    """A number as print has it, or none."""
    told = re.match(NUMBER, text.strip())
    return float(told[1].replace(",", "")) if told else None


def reported_fact(document: Document, fact: str) -> Reported | None:
    """What a document of the planet says of a fact, by its id, if anything."""
    return next((each for each in document.reported if each.fact == fact), None)


def slip(value: float, decimals: int, *path: str | int) -> tuple[float, How]:
    """A number as print has it: half of them true to their decimals, half wrong; which, hangs on the path alone."""
    draw = generator("terra", "slip", *path)
    true = round(value, decimals)
    if draw.random() < 0.5:
        rough = round(value, decimals - 1) if decimals else true
        return (rough, "rounded") if abs(rough - value) < LEAST_SLIP / 4 * abs(value) else (true, "rounded")
    digits = f"{true:.{decimals}f}"
    swaps = [digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :] for at in _swappable(digits)]
    far = [float(text) for text in swaps if abs(float(text) - true) >= LEAST_SLIP * abs(true)]
    if far and draw.random() < 0.6:
        return far[int(draw.integers(len(far)))], "transposed digits"
    return round(true * (0.72 if draw.random() < 0.5 else 1.35), decimals), "stale"


def _swappable(digits: str) -> list[int]:
    pairs = [(at, digits[at : at + 2]) for at in range(len(digits) - 1)]
    return [at for at, pair in pairs if pair.isdigit() and pair[0] != pair[1] and not (at == 0 and pair[1] == "0")]


def sheet(
    name: str, kind: Kind, title: str, day: date, author: str, text: str, claims: Mapping[str, tuple[float, str, How]]
) -> Document:
    """A document of another maker; claims are the true value of each, as printed, and how it came to be."""
    told = tuple(
        Reported(
            fact=f"{name}.{key}", what=key, place="", unit="", truth=truth, text=text_, offset=text.find(text_),
            stated=float(text_), how=how, step=0.001, by=round(float(text_) - truth, 6),
        )
        for key, (truth, text_, how) in claims.items()
    )  # fmt: skip
    return Document(id=name, kind=kind, title=title, date=day, author=author, about=name, text=text, reported=told)


def district(land: Land) -> Box:
    """A box about all towns that fields cover."""
    longitudes, latitudes = ([place.longitude for place in land.places], [place.latitude for place in land.places])
    low, high = (min(longitudes) - EDGE, min(latitudes) - EDGE), (max(longitudes) + EDGE, max(latitudes) + EDGE)
    return [round(edge, 2) for edge in (*low, *high)]


def resolve_towns(
    hands: Hands, towns: Sequence[str]
) -> Generator[ToolCall, Observation, dict[str, tuple[list[float], Seen]]]:
    """The point of each town, and the step that told it."""
    points: dict[str, tuple[list[float], Seen]] = {}
    for town in towns:
        place = yield from hands.use("gis.resolve_place", name=town)
        points[town] = place.numbers("place", "point"), place
    return points


def text(given: Mapping[str, JsonValue], key: str) -> str:
    return str(given[key])


def number(given: Mapping[str, JsonValue], key: str) -> float:
    return float(str(given[key]))


def numbers(given: Mapping[str, JsonValue], key: str) -> list[float]:
    value = given[key]
    return [float(str(member)) for member in value] if isinstance(value, list) else [float(str(value))]


def month_and_year(month: str) -> str:
    """`June 2031` for `2031-06`."""
    return f"{date.fromisoformat(f'{month}-01'):%B %Y}"


def clear(gap: float, limit: float, share: float = 0.15) -> bool:
    """Whether a gap lies so far from a limit that its verdict hangs on no rounding."""
    return abs(abs(gap) - limit) > share * limit


def shuffle_numbers(chance: np.random.Generator, count: int) -> list[int]:
    """1 to a count in an order of chance."""
    return [int(each) + 1 for each in chance.permutation(count)]
