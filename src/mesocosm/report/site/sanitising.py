"""Text of others on a page: characters that steer or hide are spelled out, what is too long is cut and says so."""

from __future__ import annotations

import json
import re

from pydantic import JsonValue

from mesocosm.screen.untrusted_text import plain

LONGEST = 20_000
"""Characters of one text."""
SHORTEST = 200
"""Characters of a text where an episode has spoken so much that nothing is left."""
EPISODE = 1_000_000
"""Characters of all texts of an episode."""
MARKS = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def sanitise(text: object, limit: int = LONGEST) -> str:
    """The text as a page shows it."""
    given = str(text)
    if len(given) <= limit:
        return given if _is_harmless(given) else plain(given)
    return f"{plain(given[:limit])}\n… cut: {limit:,} of {len(given):,} characters are shown"


def short(text: object, limit: int = 120) -> str:
    """The beginning of a text on one line."""
    given = str(text)
    if len(given) <= limit and _is_harmless(given):
        return given
    line = " ".join(given[: 4 * limit].split())
    return plain(line if len(line) <= limit else f"{line[: limit - 1]}…")


def _is_harmless(text: str) -> bool:
    """Whether nothing in a text could be anything but shown: most are of such characters alone."""
    return text.isascii() and text.isprintable()


class Ration:
    """How much of an episode's texts is shown: each up to a length, all together up to another."""

    def __init__(self) -> None:
        self.left = EPISODE

    def text(self, given: object) -> str:
        """A text, cut where it is longer than may be."""
        whole = str(given)
        limit = max(SHORTEST, min(LONGEST, self.left))
        self.left -= min(len(whole), limit)
        return sanitise(whole, limit)

    def value(self, given: JsonValue) -> str:
        """A JSON value as people read it: a text as it is, all else indented."""
        return self.text(given if isinstance(given, str) else json.dumps(given, indent=2, ensure_ascii=False))


def script(key: str, value: object) -> str:
    """A data file: a call that hands a value to the page.

    Plain ASCII without angle brackets, so that no spelling of it ends a script or opens a comment, wherever it stands.
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    escaped = re.sub("[<>&]", lambda match: MARKS[match[0]], text)
    return f"mesocosm.receive({json.dumps(key)},{escaped});\n"
