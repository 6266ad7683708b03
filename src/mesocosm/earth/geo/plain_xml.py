"""Untrusted XML, parsed without document types, which can include other files and expand without limit."""

from __future__ import annotations

from xml.etree import ElementTree

from mesocosm.errors import InvalidRecord


def parse_plain_xml(document: bytes | str, name: str) -> ElementTree.Element:
    """Parse a document in any encoding and return its root; refuse a document type before it is expanded.

    Args:
        document: The whole text.
        name: Name of the document in messages.
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
        """Refuse a document type; the parser calls this where one begins."""
        raise InvalidRecord(f"{self._name}: a document type (<!DOCTYPE ...>) is not allowed; write plain XML")
