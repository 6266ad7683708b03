"""XML of strangers: parsed without document types, which can read in other files and grow without end."""

from __future__ import annotations

from xml.etree import ElementTree

from mesocosm.errors import InvalidRecord


def parse_plain_xml(document: bytes | str, name: str) -> ElementTree.Element:
    """The root of a document, whatever its encoding; one with a document type is refused before it is unfolded.

    Args:
        document: The whole text.
        name: What to call it in messages.
    """
    parser = ElementTree.XMLParser(target=_Plain(name))
    try:
        return ElementTree.fromstring(document, parser)
    except ElementTree.ParseError as error:
        raise InvalidRecord(f"{name} is not XML: {error}") from error


class _Plain(ElementTree.TreeBuilder):
    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def doctype(self, *_: object) -> None:
        """Called by the parser where a document type begins."""
        raise InvalidRecord(f"{self._name}: a document type (<!DOCTYPE ...>) is not allowed; write plain XML")
