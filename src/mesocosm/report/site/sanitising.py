"""Untrusted text on a page: control and hidden characters are spelled out, and long text is cut with a note.

Against HTML in it (XSS), templates escape the text, and `script` writes data without angle brackets.
"""

from __future__ import annotations

import json
import re

from pydantic import JsonValue

from mesocosm.screen.untrusted_text import plain

LONGEST = 20_000
"""Most characters of one text."""
SHORTEST = 200
"""Most characters of a text once the limit of the episode is used up."""
EPISODE = 1_000_000
"""Most characters of all texts of an episode."""
MARKS = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def sanitise(text: object, limit: int = LONGEST) -> str:
    """Return the text as a page shows it."""
    given = str(text)
    if len(given) <= limit:
        return given if _is_harmless(given) else plain(given)
    return f"{plain(given[:limit])}\n… cut: {limit:,} of {len(given):,} characters are shown"


def short(text: object, limit: int = 120) -> str:
    """Return the beginning of a text on one line."""
    given = str(text)
    if len(given) <= limit and _is_harmless(given):
        return given
    line = " ".join(given[: 4 * limit].split())
    return plain(line if len(line) <= limit else f"{line[: limit - 1]}…")


def _is_harmless(text: str) -> bool:
    """Return whether a text is printable ASCII, as most are, so that nothing in it must be spelled out."""
    return text.isascii() and text.isprintable()


class Ration:
    """Limit on an episode's texts: on the length of each, and on all together."""

    def __init__(self) -> None:
        self.left = EPISODE

    def text(self, given: object) -> str:
        """Return a text, cut if it is longer than allowed."""
        whole = str(given)
        limit = max(SHORTEST, min(LONGEST, self.left))
        self.left -= min(len(whole), limit)
        return sanitise(whole, limit)

    def value(self, given: JsonValue) -> str:
        """Return a JSON value for people: a text as it is, all else indented."""
        return self.text(given if isinstance(given, str) else json.dumps(given, indent=2, ensure_ascii=False))


def script(key: str, value: object) -> str:
    """Return a data file: a call that passes a value to the page.

    It is plain ASCII without angle brackets, so that no content ends a script or opens a comment.
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    escaped = re.sub("[<>&]", lambda match: MARKS[match[0]], text)
    return f"mesocosm.receive({json.dumps(key)},{escaped});\n"
