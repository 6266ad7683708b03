"""The text around an outlook's GeoJSON in a file."""

from __future__ import annotations

from typing import Any

from mesocosm.earth.geo.geojson import Unreadable, parse

FENCE = "```"


def parse_amid_prose(text: str) -> tuple[Any, list[str]]:
    """Parse like `parse`, but also find one JSON object in a code fence or amid prose; return a note of it."""
    inside = _inside_fence(text.strip())
    if inside is not None:
        return parse(inside)[0], ["took the JSON out of its code fence"]
    start, end = text.find("{"), text.rfind("}")
    if not 0 <= start < end:
        raise Unreadable("the file holds no JSON object")
    return parse(text[start : end + 1])[0], ["took the JSON object out of the text around it"]


def _inside_fence(text: str) -> str | None:
    """Return the text between a first line of three backticks, with or without a word, and three at the end."""
    first, newline, rest = text.partition("\n")
    word = first.strip().removeprefix(FENCE)
    if not newline or not first.startswith(FENCE) or not rest.endswith(FENCE) or (word and not word.isalpha()):
        return None
    return rest.removesuffix(FENCE).strip()
