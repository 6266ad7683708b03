"""The part of a question that asks: shown in lists, where the whole would be too long."""

from __future__ import annotations

import re

from mesocosm.report.site.sanitising import short

LONGEST = 300
LIST = re.compile(r"^\s*(?:[-*•]|[A-Z]\)|\d+[.)])\s", re.MULTILINE)
"""Line of a list, such as an option or a field of the answer."""
SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=\S)")


def request_of(prompt: str) -> str:
    """Return the question on one line: whole if it is short, else its last sentence that asks, else its end.

    A list after the question, such as its options, is left out.
    """
    paragraphs = _before_list([part for part in re.split(r"\n\s*\n", prompt) if part.strip()])
    whole = _line("\n".join(paragraphs))
    if len(whole) <= LONGEST:
        return short(whole, LONGEST)
    asking = [sentence for part in paragraphs for sentence in _sentences(part) if sentence.endswith("?")]
    return f"… {short(asking[-1] if asking else _end(paragraphs[-1]), LONGEST)}"


def _before_list(paragraphs: list[str]) -> list[str]:
    """Return the paragraphs above the first list; all of them if the list comes first."""
    listed = next((place for place, part in enumerate(paragraphs) if LIST.search(part)), len(paragraphs))
    return paragraphs[:listed] or paragraphs


def _end(paragraph: str) -> str:
    """Return the paragraph if it is short, else its last sentence."""
    line = _line(paragraph)
    return line if len(line) <= LONGEST else _sentences(paragraph)[-1]


def _sentences(text: str) -> list[str]:
    return SENTENCE_END.split(_line(text))


def _line(text: str) -> str:
    return " ".join(text.split())
