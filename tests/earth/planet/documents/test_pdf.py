"""A PDF holds the text of its document, and the same document always gives the same PDF."""

import io

import pytest

from mesocosm.earth.planet.documents.pdf import pdf_bytes

pytest.importorskip("fpdf", reason="needs fpdf2: pip install fpdf2")
pypdf = pytest.importorskip("pypdf", reason="needs pypdf: pip install pypdf")


@pytest.fixture(scope="module")
def some(documents):
    """Return two documents of each kind."""
    return documents[::8][:7] + documents[5::8][:7]


def _words(pdf):
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_the_numbers_can_be_read_back_in_their_order(some):
    assert {document.kind for document in some} == {document.kind for document in some[:7]}
    for document in some:
        words, at = _words(pdf_bytes(document)), 0
        for number in document.reported:
            at = words.index(number.text, at) + len(number.text)


def test_all_words_can_be_read_back(some):
    for document in some:
        plain = document.text.replace("**", "").replace("```", "")
        plain = "\n".join(line for line in plain.split("\n") if not line.startswith("| ---"))
        plain = plain.replace("|", " ").replace("#", " ").replace("*", " ")
        assert _words(pdf_bytes(document)).split() == plain.split()


def test_one_document_makes_the_same_bytes(some):
    assert pdf_bytes(some[0]) == pdf_bytes(some[0])
    assert pdf_bytes(some[0]) != pdf_bytes(some[1])


def test_the_date_is_that_of_the_document(some):
    reader = pypdf.PdfReader(io.BytesIO(pdf_bytes(some[0])))
    assert reader.metadata.creation_date.date() == some[0].date
    assert reader.metadata.title == some[0].title
