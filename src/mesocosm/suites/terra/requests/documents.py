"""Documents of a request: what its library holds, and how a careful reader finds a number in it.

A document of the planet has a key of its subject, its kind and its number (`2031-06/weather bulletin/3`). Documents of
other authors are put together by `sheet`, with the errors that numbers suffer on the way into print.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from pydantic import JsonValue

from mesocosm.earth.planet.causal_graph import Story
from mesocosm.earth.planet.documents.document import KINDS, Document, write_from
from mesocosm.earth.planet.documents.facts import Facts, month
from mesocosm.earth.planet.documents.facts_cache import stored_facts
from mesocosm.earth.planet.documents.scene import Kind
from mesocosm.earth.planet.documents.stated_numbers import How, Reported
from mesocosm.earth.planet.documents.weather_facts import gather
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sky.events import SkyEvent
from mesocosm.seeding import generator
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land
from mesocosm.suites.terra.workflows.tool_runner import Hands, PlanFailed, Seen
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.types import Observation, ToolCall

MONTH = re.compile(r"(\d{4})-(\d{2})")
NUMBER = r"(-?[\d,]*\d(?:\.\d+)?)"
EDGE = 0.06
"""Degrees by which a district extends beyond its outermost towns, so that the cell nearest to each is in it."""
LEAST_SLIP = 0.15
"""Least error of a wrong number, as a share of the true number."""


@functools.lru_cache(maxsize=2)
def story_of(planet: Planet, region: str, year: int) -> Story:
    """Return the year of a region; its water is computed once for all documents about it."""
    return planet.story(region, year)


@functools.lru_cache(maxsize=48)
def facts_of(planet: Planet, region: str, about: str) -> Facts:
    """Return the facts that can be reported of a month (`2031-06`) or of an event, by its id."""
    match = MONTH.fullmatch(about)
    year = int(match[1]) if match else int(about.split(".")[2])
    subject = month(year, int(match[2])) if match else _event(planet, region, year, about)
    name = planet.stored_name(region, f"facts-{about}")
    return stored_facts(name, lambda: gather(story_of(planet, region, year), subject))


def _event(planet: Planet, region: str, year: int, name: str) -> SkyEvent:
    return next(event for event in planet.events(region, year) if event.id == name)


@functools.lru_cache(maxsize=256)
def _paper(planet: Planet, region: str, key: str) -> Document:
    about, kind, number = key.split("/")
    facts = facts_of(planet, region, about)
    known = next(each for each in KINDS if each == kind)
    return write_from(story_of(planet, region, facts.period.first.year), facts, known, int(number))


def paper(land: Land, key: str) -> Document:
    """Return the document of the planet with this key (`2031-06/weather bulletin/3`)."""
    return _paper(land.planet, land.region, key)


@dataclass(frozen=True)
class Said:
    """A number in a document, and its section."""

    value: float
    section: str


@dataclass(frozen=True)
class Passage:
    """A part of a document, as the reading tool shows it."""

    section: str
    table: bool
    text: str


def passages_of(document: Document) -> list[Passage]:
    """Return the parts of a document, for second ways."""
    from mesocosm.earth.documents.passages import passages

    return [Passage(part.section, part.table is not None, part.text) for part in passages(document.text)]


def reading(hands: Hands, document: str, *after: Seen) -> Generator[ToolCall, Observation, list[Passage]]:
    """Read a whole document."""
    whole = yield from hands.use("documents.read", document=document, after=after)
    return [
        Passage(str(part["section"]), part["table"] is not None, str(part["text"])) for part in whole.rows("passages")
    ]


def read_after_month(
    hands: Hands, month: str, words: str, kind: str
) -> Generator[ToolCall, Observation, list[tuple[str, list[Passage]]]]:
    """Find and read the documents of a kind that appeared soon after a month (`2031-06`): id and parts of each."""
    _, after = month_days(month)
    since, until = str(after - timedelta(days=1)), str(after + timedelta(days=12))
    hits = yield from hands.use("documents.search", words=words, kind=kind, since=since, until=until)
    documents = []
    for row in hits.rows("documents"):
        parts = yield from reading(hands, str(row["id"]))
        documents.append((str(row["id"]), parts))
    return documents


def rows_of(passage: Passage) -> list[dict[str, str]]:
    """Return the rows of a table, with cells by the name of their column."""
    lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in passage.text.split("\n")]
    return [dict(zip(lines[0], cells, strict=False)) for cells in lines[2:]]


def cell(parts: Sequence[Passage], head: str, row: str, column: str) -> Said | None:
    """Return the number in a row and a column of the first table whose first column has this head."""
    for part in parts:
        if part.table and part.text.split("|")[1].strip() == head:
            for cells in rows_of(part):
                if cells[head] == row and (number := as_number(cells.get(column, ""))) is not None:
                    return Said(number, part.section)
    return None


def stated_number(parts: Sequence[Passage], *patterns: str) -> Said | None:
    """Return the first group of the first pattern that matches, as a number; a space matches any white space."""
    for pattern in patterns:
        for part in parts:
            match = re.search(pattern.replace(" ", r"\s+"), part.text)
            if match and (number := as_number(match[1])) is not None:
                return Said(number, part.section)
    return None


def require_found(figure: Said | None) -> Said:
    """Return the figure; the plan fails if the reader has not found it."""
    if figure is None:
        raise PlanFailed("a number that the document states is not to be found in it")
    return figure


def as_number(text: str) -> float | None:
    """Return the number with which a printed text begins, if any."""
    match = re.match(NUMBER, text.strip())
    return float(match[1].replace(",", "")) if match else None


def reported_fact(document: Document, fact: str) -> Reported | None:
    """Return what a document of the planet says of a fact, by its id, if anything."""
    return next((each for each in document.reported if each.fact == fact), None)


def slip(value: float, decimals: int, *path: str | int) -> tuple[float, How]:
    """Return a number as it is printed: in one half of cases rounded, in the other wrong; the path alone decides."""
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
    """Make a document of another author; a claim is a true value, its printed text and the kind of its error."""
    reported = tuple(
        Reported(
            fact=f"{name}.{key}", what=key, place="", unit="", truth=truth, text=text_, offset=text.find(text_),
            stated=float(text_), how=how, step=0.001, by=round(float(text_) - truth, 6),
        )
        for key, (truth, text_, how) in claims.items()
    )  # fmt: skip
    return Document(id=name, kind=kind, title=title, date=day, author=author, about=name, text=text, reported=reported)


def district(land: Land) -> Box:
    """Return a box around all towns that fields cover."""
    longitudes, latitudes = ([place.longitude for place in land.places], [place.latitude for place in land.places])
    low, high = (min(longitudes) - EDGE, min(latitudes) - EDGE), (max(longitudes) + EDGE, max(latitudes) + EDGE)
    return [round(edge, 2) for edge in (*low, *high)]


def resolve_towns(
    hands: Hands, towns: Sequence[str]
) -> Generator[ToolCall, Observation, dict[str, tuple[list[float], Seen]]]:
    """Find the point of each town, with the step that found it."""
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


def month_days(month: str) -> tuple[date, date]:
    """Return the first day of a month (`2031-06`) and that of the next."""
    first = date.fromisoformat(f"{month}-01")
    return first, (first + timedelta(days=32)).replace(day=1)


def clear(gap: float, limit: float, share: float = 0.15) -> bool:
    """Return whether a gap is so far from a limit that no rounding changes the verdict."""
    return abs(abs(gap) - limit) > share * limit


def shuffle_numbers(chance: np.random.Generator, count: int) -> list[int]:
    """Return the numbers from 1 to `count` in random order."""
    return [int(each) + 1 for each in chance.permutation(count)]


def library_documents(land: Land, given: Mapping[str, JsonValue]) -> tuple[Document, ...]:
    """The documents of the planet that a request names in its `library`."""
    return tuple(paper(land, name) for name in texts(given, "library"))


def station_figures(
    parts: Sequence[Passage], towns: Sequence[str], heads: Mapping[str, str]
) -> dict[tuple[str, str], Said]:
    """Numbers of a table of stations by town and key; `heads` gives the head of the column of each key."""
    cells = {(town, key): cell(parts, "Station", town, head) for town in towns for key, head in heads.items()}
    return {at: figure for at, figure in cells.items() if figure is not None}
