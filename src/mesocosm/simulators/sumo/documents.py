"""XML from untrusted sources, checked before any program reads it.

A document type can name files and addresses to read, and can grow without end, so documents with one are refused.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.parsers import expat

from mesocosm.errors import InvalidRecord

DECLARATION = re.compile(r"\A\ufeff?\s*<\?xml[^>]*\?>")
HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n'
ORDER = {"bounds": 0, "node": 1, "way": 2, "relation": 3}
"""Order of the parts of a map: ways refer to nodes, and relations to both."""
HEADER = re.compile(rb"<!-- generated on .*?-->\s*", re.DOTALL)


def check_document(field: str, text: str, roots: tuple[str, ...]) -> bytes:
    """Return a document as UTF-8 with a declaration that says so; refuse one that is malformed or has another root."""
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
    """Return the ids of all ways of a map, including those that are not roads."""
    return frozenset(way.get("id", "") for way in ElementTree.fromstring(osm).iterfind("way"))


def in_order(osm: bytes) -> bytes:
    """Return a map with its nodes before its ways, as netconvert requires; leave it unchanged if it is so already."""
    way, node = osm.find(b"<way"), osm.rfind(b"<node")
    if not 0 <= way < node:
        return osm
    root = ElementTree.fromstring(osm)
    root[:] = sorted(root, key=lambda part: ORDER.get(part.tag, len(ORDER)))
    ordered: bytes = ElementTree.tostring(root, encoding="utf-8")
    return HEAD + ordered


def strip_run_details(document: bytes) -> bytes:
    """Return a document of SUMO without the comment that holds the date and the names of files."""
    return HEADER.sub(b"", document, count=1)
