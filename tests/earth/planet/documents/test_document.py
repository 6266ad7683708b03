"""Documents agree with their records, differ by seed and number, and read as if a person had written them."""

import re
from dataclasses import replace

import pytest

from mesocosm.earth.planet.documents.document import KINDS, STYLES, write_document, write_from
from mesocosm.earth.planet.documents.scene import FAMILIES
from mesocosm.errors import UserError

CLUMSY = re.compile(
    r"[^|\n]  "  # doubled spaces
    r"|\b(?:1|[Oo]ne) (?:days|hours|minutes|roads)\b|\b(?:0|[2-9]|two|three) (?:day|road|minute)\b"
    r"|None|nan|inf\b|[{}\ue000\ue001]|\.\.|,\.|;\.| [,.;]|\(\)|\ba [aeiou]|:\s*$",
    re.MULTILINE,
)


def test_every_number_stands_at_its_place(documents):
    for document in documents:
        assert document.reported, document.id
        for number in document.reported:
            assert document.text[number.offset : number.offset + len(number.text)] == number.text


def test_nothing_reads_clumsily(documents):
    for document in documents:
        prose = re.sub(r"```.*?```", "", document.text, flags=re.DOTALL).replace(":\n\n", ".\n\n")
        match = CLUMSY.search(prose)
        assert match is None, (document.id, prose[max(match.start() - 40, 0) : match.end() + 20])
        document.text.encode("latin-1")


def test_series_are_numbered_by_the_week_that_ends_them(documents):
    """Week 44 of 2031 ends on 2 November."""
    weekly = [
        document for document in documents if document.kind == "weather bulletin" and "BULLETIN" in document.title
    ]
    numbers = {
        re.search(r"\d+", document.title)[0].lstrip("0") for document in weekly if document.about.endswith("2031-10")
    }
    assert numbers == {"44"}


def test_sentences_begin_with_a_capital(documents):
    for document in documents:
        assert not re.search(r"[a-z)]\. [a-z]", document.text.replace("no. ", "no ")), document.id


def test_every_kind_comes_in_four_layouts(documents):
    assert set(STYLES) == set(KINDS)
    assert all(len(set(styles)) >= 4 for styles in STYLES.values())
    for kind in KINDS:
        texts = [re.sub(r"[\d.,]+", "", document.text) for document in documents if document.kind == kind]
        assert len(set(texts)) >= 0.9 * len(texts), kind


def test_documents_are_written_after_what_they_tell(documents, all_facts):
    last = {facts.period.id: facts.period.last for facts in all_facts}
    assert all(document.date >= last[document.about] for document in documents)


def test_the_same_number_gives_the_same_text(flooded, storm_facts, documents):
    assert [write_from(flooded, storm_facts, kind, 1) for kind in reversed(KINDS)][::-1] == [
        document for document in documents if document.about == storm_facts.period.id and document.id.endswith(".1")
    ]


def test_facts_gathered_anew_tell_the_same(flooded, events, storm_facts, documents):
    again = write_document(flooded, "situation report", events[storm_facts.period.id], 1)
    assert again.model_dump_json() == documents[0].model_dump_json()


def test_another_seed_gives_another_text(flooded, storm_facts):
    """The same facts on a planet of another seed are written in other words, in every kind of document."""
    region = replace(flooded.ground.region, seed=4)
    other = replace(flooded, ground=replace(flooded.ground, region=region))
    for kind in KINDS:
        assert write_from(other, storm_facts, kind, 1).text != write_from(flooded, storm_facts, kind, 1).text


def test_a_number_said_twice_is_said_alike(documents):
    for document in documents:
        said = {}
        for number in document.reported:
            assert said.setdefault(number.fact, number.stated) == number.stated


def test_every_kind_of_event_has_a_way_of_telling(events):
    assert {event.kind for event in events.values()} <= set(FAMILIES)


def test_what_there_is_not_is_refused(flooded, storm_facts):
    with pytest.raises(UserError, match="kind must be one of situation report, .*, got 'poem'"):
        write_from(flooded, storm_facts, "poem", 1)
    with pytest.raises(UserError, match="number must be at least 1, got 0"):
        write_from(flooded, storm_facts, "road notice", 0)
