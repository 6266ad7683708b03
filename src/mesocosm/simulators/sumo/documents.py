"""XML of strangers: checked before any program reads it.

A document type can name files and addresses to read in, and grow without end, so that one that has it is refused.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.parsers import expat

from mesocosm.errors import InvalidRecord

DECLARATION = re.compile(r"\A\ufeff?\s*<\?xml[^>]*\?>")
HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n'
ORDER = {"bounds": 0, "node": 1, "way": 2, "relation": 3}
"""Of the parts of a map: ways name nodes, and relations both."""
HEADER = re.compile(rb"<!-- generated on .*?-->\s*", re.DOTALL)


def check_document(field: str, text: str, roots: tuple[str, ...]) -> bytes:
    """A document as UTF-8, with a declaration that says so; it must be well-formed and begin with one of `roots`."""
    parser = expat.ParserCreate()
    opened: list[str] = []

    def note_root(name: str, _: dict[str, str]) -> None:
        opened.append(name)
        parser.StartElementHandler = None

    def refuse_type(*_: object) -> None:
        raise InvalidRecord(f"{field}: a document type (<!DOCTYPE ...>) is not allowed: it could read in other files")

    parser.StartElementHandler = note_root
    parser.StartDoctypeDeclHandler = refuse_type
    try:
        body = DECLARATION.sub("", text, count=1).encode()
        parser.Parse(HEAD + body, True)
    except (expat.ExpatError, UnicodeEncodeError) as error:
        raise InvalidRecord(f"{field}: not well-formed XML: {error}") from error
    if opened[0] not in roots:
        raise InvalidRecord(f"{field}: must begin with <{'> or <'.join(roots)}>, got <{opened[0]}>")
    return HEAD + body


def way_ids(osm: bytes) -> frozenset[str]:
    """The ids of all ways of a map, roads or not."""
    return frozenset(way.get("id", "") for way in ElementTree.fromstring(osm).iterfind("way"))


def in_order(osm: bytes) -> bytes:
    """A map with its nodes before its ways, as netconvert reads it; one that is so already is not touched."""
    way, node = osm.find(b"<way"), osm.rfind(b"<node")
    if not 0 <= way < node:
        return osm
    root = ElementTree.fromstring(osm)
    root[:] = sorted(root, key=lambda part: ORDER.get(part.tag, len(ORDER)))
    ordered: bytes = ElementTree.tostring(root, encoding="utf-8")
    return HEAD + ordered


def strip_run_details(document: bytes) -> bytes:
    """A document that SUMO wrote, without the comment that holds the date and the names of files."""
    return HEADER.sub(b"", document, count=1)
