"""Documents are found by their words, their kind and their date."""

from datetime import date

import pytest

from mesocosm.earth.planet.documents.index import FILE, DocumentIndex
from mesocosm.errors import InvalidRecord, UserError


@pytest.fixture(scope="module")
def index(documents, tmp_path_factory):
    made = DocumentIndex.create(tmp_path_factory.mktemp("documents"))
    made.add(documents)
    return made


def test_a_flood_is_found_by_the_name_of_the_town(index, flooded, storm_facts):
    town = next(place for place in flooded.settlement.places if storm_facts.has("cut off", place.id))
    hits = index.search(f"flood {town.name}", 5)
    assert hits
    assert hits[0].document.startswith(storm_facts.period.id)
    for hit in hits:
        assert town.name in index.text(hit.document)
        assert "flood" in index.text(hit.document).lower()


def test_all_words_must_stand_in_a_document(index, documents):
    hits = index.search("humidex", 1000)
    assert {hit.document for hit in hits} == {
        document.id for document in documents if "humidex" in document.text.lower()
    }
    assert index.search("humidex zzyzx") == []


def test_the_best_comes_first_and_again(index):
    hits = index.search("road", 40)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert index.search("road", 40) == hits


def test_kind_and_dates_narrow_a_search(index):
    hits = index.search("2031", 1000, kind="road notice", since=date(2031, 3, 1), until=date(2031, 4, 1))
    assert hits
    assert all(hit.kind == "road notice" and hit.date.month == 3 for hit in hits)
    assert index.search("2031", until=date(2031, 1, 1)) == []


def test_the_order_of_adding_does_not_matter(index, documents, tmp_path):
    other = DocumentIndex.create(tmp_path)
    other.add(documents[::-1])
    other.add(documents[:3])
    assert len(other) == len(documents)
    assert other.search("storm", 30) == index.search("storm", 30)


def test_signs_are_no_commands(index):
    assert index.search('storm" OR "x*', 3) == index.search("storm OR x", 3)
    with pytest.raises(UserError, match="words must hold a letter or a digit, got '\\*'"):
        index.search("*")
    with pytest.raises(UserError, match="limit must be at least 1, got 0"):
        index.search("storm", 0)
    with pytest.raises(UserError, match="kind must be one of .*, got 'poem'"):
        index.search("storm", kind="poem")


def test_a_broken_index_says_so(tmp_path):
    DocumentIndex.create(tmp_path)
    with pytest.raises(UserError, match="already holds an index of documents"):
        DocumentIndex.create(tmp_path)
    (tmp_path / FILE).write_bytes(b"no database" * 400)
    with pytest.raises(InvalidRecord, match=r"documents\.sqlite is damaged \(file is not a database\); build it again"):
        DocumentIndex(tmp_path)
    with pytest.raises(UserError, match="nowhere holds no index of documents; make one"):
        DocumentIndex(tmp_path / "nowhere")


def test_an_index_cut_short_says_so(documents, tmp_path):
    DocumentIndex.create(tmp_path).add(documents[:40])
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InvalidRecord, match="is damaged"):
        DocumentIndex(tmp_path).search("storm", 1000)
