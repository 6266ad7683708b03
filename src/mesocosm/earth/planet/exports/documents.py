"""Documents about a region's year, as Markdown and PDF, and in a separate file the truth of their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from mesocosm.earth.planet.causal_graph import Story
from mesocosm.earth.planet.documents.document import Document, write_from
from mesocosm.earth.planet.documents.facts import month
from mesocosm.earth.planet.documents.pdf import pdf_bytes
from mesocosm.earth.planet.documents.scene import Kind
from mesocosm.earth.planet.documents.weather_facts import gather
from mesocosm.earth.planet.exports import File
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sky.clock import hour_of, year_hours
from mesocosm.earth.planet.sky.events import SkyEvent
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.water.water import WaterYear
from mesocosm.files import spell_json
from mesocosm.types import TimeInterval

OF_EVENTS: tuple[Kind, ...] = ("situation report", "newspaper brief", "study section", "road notice")
OF_MONTHS: tuple[Kind, ...] = ("weather bulletin", "hydrological bulletin", "station log")
EVENTS, MONTHS = 2, (1, 7)
"""Number of events in each year, and the months, that documents are about."""
NUMBER = 1
"""Number of the document of each kind about an event or month; `documents.document` can write others."""


@dataclass(frozen=True)
class KeptStory(Story):
    """A story that reuses the sky and the water of the planet's cache."""

    planet: Planet | None = None

    @cached_property
    def sky(self) -> Sky:
        return self._planet.sky(self.ground.region.key)

    @cached_property
    def water(self) -> WaterYear:
        return self._planet.water_year(self.ground.region.key, self.year)

    @property
    def _planet(self) -> Planet:
        return self.planet or Planet(self.ground.region.seed)


def parts(planet: Planet, region: Region) -> list[str]:
    years = (year for year in planet.years if planet.settlement(region.key).places)
    return [str(year) for year in years if subjects(planet, region, year)]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    written = list(documents(planet, region, int(part)))
    for document in written:
        yield f"documents/{document.id}.md", document.text.encode()
        yield f"documents/{document.id}.pdf", pdf_bytes(document)
    truth = {document.id: [figure.model_dump(mode="json") for figure in document.reported] for document in written}
    yield f"truth/documents-{part}.json", (spell_json(truth) + "\n").encode()


def documents(planet: Planet, region: Region, year: int) -> Iterator[Document]:
    """Yield the documents of a region's year."""
    ground, settlement = planet.ground(region.key), planet.settlement(region.key)
    changes = {name: figures for name, figures in planet.changes.items() if name.startswith(f"{region.key}.")}
    story = KeptStory(ground, settlement, year, changes, planet=planet)
    for about in subjects(planet, region, year):
        facts = gather(story, about)
        for kind in OF_EVENTS if isinstance(about, SkyEvent) else OF_MONTHS:
            yield write_from(story, facts, kind, NUMBER)


def subjects(planet: Planet, region: Region, year: int) -> list[SkyEvent | TimeInterval]:
    """Return the first events of a year, and some months, that end before the planet's days do."""
    start, length = year_hours(year)
    last = min(start + length, 24 * planet.size.days)
    events = [event for event in planet.events(region.key, year) if event.end_hour < last]
    months = [month(year, number) for number in MONTHS]
    return [*events[:EVENTS], *(each for each in months if hour_of(each.end) <= last)]
