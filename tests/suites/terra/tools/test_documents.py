"""Searching and reading documents of a library."""

import contextlib
from datetime import date

import pytest

from mesocosm.earth.documents.library import Library
from mesocosm.earth.planet.documents.document import Document
from mesocosm.earth.planet.documents.index import DocumentIndex
from mesocosm.earth.planet.documents.library import PlanetLibrary
from mesocosm.errors import ToolError
from mesocosm.seeding import generator
from mesocosm.suites.terra.tools import documents
from mesocosm.tools.sampling import sample
from mesocosm.tools.tool import make

TEXT = (
    "# Bulletin\n\nThe river Aru rose.\n\n## Gauges\n\n| gauge | m |\n| --- | --- |\n| Aru | 2.5 |\n\n"
    "\f## Outlook\n\nRain ends on Friday.\n"
)


def document(name, day, text=TEXT, kind="weather bulletin"):
    return Document(
        id=name, kind=kind, title=f"On {name}", date=day, author="A. Writer", about="x", text=text, reported=()
    )


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    index = DocumentIndex.create(tmp_path_factory.mktemp("index"))
    long = "\n\n".join(f"Paragraph {number} of rain. " + "word " * 300 for number in range(12))
    index.add([document("early", date(2031, 7, 1)), document("later", date(2031, 8, 1), kind="road notice"),
               document("hidden", date(2031, 9, 1)), document("long", date(2031, 7, 2), long)])  # fmt: skip
    return PlanetLibrary(index, before=date(2031, 9, 1))


def test_a_search_tells_id_date_kind_title_and_snippet(library):
    found = documents.search(library, "river gauges")
    assert [row["id"] for row in found.data["documents"]] == ["early", "later"]
    assert "early (2031-07-01, weather bulletin): On early\n" in found.text
    assert "river Aru rose" in found.text


def test_a_search_by_kind_and_day(library):
    assert [row["id"] for row in documents.search(library, "river", kind="road notice").data["documents"]] == ["later"]
    found = documents.search(library, "rain", until="2031-07-02").data["documents"]
    assert [row["id"] for row in found] == ["early"]


def test_a_kind_is_found_by_its_words(library):
    assert [row["id"] for row in documents.search(library, "road notice").data["documents"]] == ["later"]


def test_without_words_the_latest_are_listed(library):
    assert [row["id"] for row in documents.search(library).data["documents"]] == ["later", "long", "early"]
    found = documents.search(library, kind="weather bulletin", most=1).data["documents"]
    assert [row["id"] for row in found] == ["long"]


def test_documents_of_later_days_are_not_there(library):
    assert "hidden" not in documents.search(library, "river", since="2031-08-15").text
    with pytest.raises(ToolError, match="no document of the index is called 'hidden'"):
        documents.read(library, "hidden")


def test_reading_names_the_places(library):
    seen = documents.read(library, "early")
    assert seen.text.startswith(
        "On early (2031-07-01, weather bulletin): 2 pages; sections: Bulletin, Gauges, Outlook\n"
    )
    assert "[page 1, section 'Gauges', table 1]\n| gauge | m |" in seen.text
    assert "[page 2, section 'Outlook']\nRain ends on Friday." in seen.text
    assert len(seen.inputs["early"]) == 64


def test_reading_a_section_or_a_page(library):
    assert [each["page"] for each in documents.read(library, "early", "OUTLOOK").data["passages"]] == [2]
    assert [each["section"] for each in documents.read(library, "early", last_page=1).data["passages"]] == [
        "Bulletin", "Gauges",
    ]  # fmt: skip


def test_a_long_document_is_read_in_parts(library):
    first = documents.read(library, "long")
    assert len(first.text) < 9000
    assert "[passages 1 to 5 of 12; go on at 6]" in first.text
    assert "Paragraph 5 of rain" in documents.read(library, "long", start=6).text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"document": "none"}, "no document of the index is called 'none'; a search of the library gives ids"),
        ({"document": "early", "section": "Sun"}, "`section` must be one of Bulletin, Gauges, Outlook; got 'Sun'"),
        ({"document": "early", "first_page": 3}, "must overlap the pages 1 to 2, got 3 and None"),
        ({"document": "early", "start": 9}, r"`start` must lie in \[1, 3\]"),
    ],
)
def test_what_is_not_there_is_told(library, arguments, message):
    with pytest.raises(ToolError, match=message):
        documents.read(library, **arguments)


def test_a_search_without_letters_and_one_without_results(library):
    with pytest.raises(ToolError, match="words must hold a letter"):
        documents.search(library, "?!")
    with pytest.raises(ToolError, match="kind must be one of"):
        documents.search(library, "rain", kind="poem")
    with pytest.raises(ToolError, match="`since` must be a day"):
        documents.search(library, "rain", since="2031-13-01")
    assert "no document holds all of these words" in documents.search(library, "unicorn").text


@pytest.mark.parametrize("draws", [4, pytest.param(100, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("name", ["search", "read"])
def test_random_arguments_are_answered_or_refused(library, name, draws):
    tool = make(f"documents.{name}", getattr(documents, name))
    draw = generator("fuzz", tool.id)
    for _ in range(draws):
        arguments = sample(tool, draw)
        for given in (arguments, {**arguments, "document": "early"}) if name == "read" else (arguments,):
            with contextlib.suppress(ToolError):
                assert tool.function(library, **tool.check(given)).text


def test_a_planets_library_is_a_library(library):
    assert Library in type(library).__mro__
