"""Documents of a build: texts, their PDFs, and their truth in a separate file."""

import json

import pytest

from mesocosm.earth.planet.exports import documents
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size

pytest.importorskip("fpdf", reason="install the extra planet")
MONTH = Size(regions=1, cells=40, towns=1, days=31)


@pytest.fixture(scope="module")
def planet():
    return Planet(1, MONTH)


@pytest.fixture(scope="module")
def written(planet):
    return dict(documents.files(planet, planet.region("r000"), "2031"))


def test_every_text_has_its_pdf_and_its_truth(written):
    texts = {path.removesuffix(".md") for path in written if path.endswith(".md")}
    assert {path.removesuffix(".pdf") for path in written if path.endswith(".pdf")} == texts
    assert all(written[f"{text}.pdf"].startswith(b"%PDF-") for text in texts)
    truth = json.loads(written["truth/documents-2031.json"])
    assert {f"documents/{name}" for name in truth} == texts
    assert {"weather-bulletin", "hydrological-bulletin", "station-log"} <= {text.split(".")[-2] for text in texts}


def test_the_truth_stays_out_of_the_texts(written):
    truth = json.loads(written["truth/documents-2031.json"])
    for name, figures in truth.items():
        assert figures
        assert b'"true"' not in written[f"documents/{name}.md"]


def test_nothing_is_written_of_what_the_planet_does_not_reach():
    planet = Planet(1, Size(regions=1, cells=40, towns=1, days=10))
    assert documents.parts(planet, planet.region("r000")) == []


def test_stories_use_the_water_that_the_planet_keeps(planet):
    ground, settlement = planet.ground("r000"), planet.settlement("r000")
    story = documents.KeptStory(ground, settlement, 2031, {}, planet=planet)
    assert story.water is planet.water_year("r000", 2031)
    assert story.sky is planet.sky("r000")
