"""The part of a published key, and the box of a response, that belong to each sub-question, as published."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_lowercase

LETTER = re.compile(r"\(([A-Za-z])\)")
WORD = re.compile(r"\bpart\s+([a-z])\b[:.)]?", re.IGNORECASE)
LABELLED_BOX = re.compile(r"\(([A-Za-z])\)\s*+:?\s*+\\boxed\{")
BOX = "\\boxed{"
BRACE = re.compile(r"[{}]")
LONGEST_RESPONSE = 300_000
"""The most characters of a response that are read, from its end, where answers are."""
LONGEST_KEY = 50_000
"""The most characters of a key that has parts."""


def split_published(key: str) -> dict[str, str]:
    """Sub-label to sub-key: cut at every "(letter)", else at "part letter", else the whole text is `a`.

    As published, arguments of functions cut too ("T(z)=…" becomes sub-key z), labels in bold do not, and of equal
    sub-keys only the first stays.
    """
    labels = list(LETTER.finditer(key)) or list(WORD.finditer(key)) if len(key) <= LONGEST_KEY else []
    if not labels:
        return {"a": key.strip()}
    ends = [label.start() for label in labels[1:]] + [len(key)]
    parts = {label[1]: key[label.end() : end].strip().rstrip(",.") for label, end in zip(labels, ends, strict=True)}
    return _without_repeats(parts)


def _without_repeats(parts: dict[str, str]) -> dict[str, str]:
    unique: dict[str, str] = {}
    for label, part in parts.items():
        if part not in unique.values():
            unique[label] = part
    return unique


def boxes_published(response: str, labels: Iterable[str]) -> dict[str, str | None]:
    """Each sub-label with its box: by letter, then the other boxes in order; `None` if no box is left.

    As published, the i-th label "(x) \\boxed" names the i-th box, whether it stands before it or not; without such
    labels the boxes are a, b, c … in order. Boxes beyond the labels are dropped, and an empty response has one empty
    box.
    """
    named = _named_boxes(response[-LONGEST_RESPONSE:])
    paired: dict[str, str | None] = {label: named.pop(label, None) for label in labels}
    rest = iter(named.values())
    return {label: next(rest, None) if box is None else box for label, box in paired.items()}


def _named_boxes(response: str) -> dict[str, str]:
    if not response:
        return {"a": ""}
    contents = _contents(response)
    names = [match[1].lower() for match in LABELLED_BOX.finditer(response)]
    return dict(zip(names or ascii_lowercase, contents, strict=False))


def _contents(response: str) -> list[str]:
    """Every box up to the first that is never closed; a box inside a box is not counted."""
    contents: list[str] = []
    start = response.find(BOX)
    while start >= 0:
        content = start + len(BOX)
        end = _closing(response, content)
        if end is None:
            break
        contents.append(response[content:end].strip())
        start = response.find(BOX, end)
    return contents


def _closing(response: str, content: int) -> int | None:
    depth = 1
    for brace in BRACE.finditer(response, content):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.start()
    return None
