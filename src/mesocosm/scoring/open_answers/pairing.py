"""Keys and responses taken apart: which part of a key belongs to which boxed answer."""

from __future__ import annotations

import re

KEY_LABEL = re.compile(
    r"(?<![A-Za-z0-9}_)|\\])\s*\((?:\\mathbf\{|\\text\{|\\mathrm\{)?([a-l])\}?\)|\(\\mathbf\{([b-l])\}\)"
)
ANSWER_LABEL = re.compile(
    r"(?:\(([a-l])\)|\b([a-l])\)|\b[Pp]art\s+\(?([a-l])\b\)?)[\s*:.=$-]*(?:[A-Za-z ]{0,40}[:=])?[\s*$]*$"
)
LABEL_WINDOW = 80
TOKEN = re.compile(r"(?P<box>\\(?:boxed|fbox)\s*\{)|\\.|(?P<open>\{)|(?P<close>\})", re.DOTALL)
MOST_BOXES = 40
LONGEST_RESPONSE = 500_000
"""Characters; only the end of a longer response is read, since answers stand at the end."""


def split_key(text: str) -> list[tuple[str, str]]:
    """The labelled parts of a key; one part `a` where there are no labels."""
    parts: list[tuple[str, str]] = []
    start, label = 0, ""
    for match in KEY_LABEL.finditer(text):
        letter = match[1] or match[2]
        if (label and letter <= label) or _in_table(text, match.start()):
            continue
        if label:
            parts.append((label, text[start : match.start()].strip()))
        elif text[: match.start()].strip(" $\\quad\n") and match[2]:
            parts.append((chr(ord(letter) - 1), text[: match.start()].strip()))
        start, label = match.end(), letter
    parts.append((label or "a", text[start:].strip()))
    return parts


def _in_table(text: str, place: int) -> bool:
    line_start = text.rfind("\n", 0, place) + 1
    return text[line_start:].lstrip().startswith("|")


def answers_in(response: str) -> list[tuple[str, str]]:
    """Every outermost boxed content with its label (or ""), in order."""
    response = response[-LONGEST_RESPONSE:]
    kept = [
        (_label(response, start), response[content:end].strip())
        for start, content, end in boxes(response)[-MOST_BOXES:]
    ]
    if len(kept) == 1 and len(inner := _labelled_inside(kept[0][1])) > 1:
        return inner
    return _without_repeats(kept)


def boxes(response: str) -> list[tuple[int, int, int]]:
    """The outermost closed boxes: where each starts, where its content starts and where that ends; one pass."""
    closed: list[tuple[int, int, int]] = []
    opened: list[tuple[int, int] | None] = []
    for token in TOKEN.finditer(response):
        if token["box"]:
            opened.append((token.start(), token.end()))
        elif token["open"]:
            opened.append(None)
        elif token["close"] and opened:
            box = opened.pop()
            if box is not None:
                while closed and closed[-1][0] > box[0]:
                    closed.pop()
                closed.append((*box, token.start()))
    return closed


def _label(response: str, place: int) -> str:
    before = response[max(0, place - LABEL_WINDOW) : place].rpartition("\n\n")[2]
    match = ANSWER_LABEL.search(before)
    return next((group for group in match.groups() if group), "") if match else ""


def _labelled_inside(content: str) -> list[tuple[str, str]]:
    """The parts of one box that holds all of them: `(a) 3 m, (b) 4 s`."""
    parts = split_key(content)
    labels = [label for label, _ in parts]
    return [(label, part.strip(" ,;\\")) for label, part in parts] if len(parts) > 1 and labels[0] == "a" else []


def _without_repeats(answers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A labelled answer given again counts once, and so does a whole list of answers; two parts may well be equal."""
    half = len(answers) // 2
    if len(answers) > 1 and len(answers) % 2 == 0 and answers[:half] == answers[half:] and (half > 1 or answers[0][0]):
        answers = answers[:half]
    return [answer for place, answer in enumerate(answers) if not answer[0] or answer not in answers[:place]]


def pair(keys: list[tuple[str, str]], answers: list[tuple[str, str]]) -> list[tuple[str, str, str | None]]:
    """Each key with its answer: by label, then in order; the last key gets all that is left over."""
    labels = [label for label, _ in keys]
    answers = _by_letter(labels, answers)
    taken: dict[str, list[str]] = {}
    rest: list[str] = []
    for label, content in answers:
        if label in labels:
            taken.setdefault(label, []).append(content)
        else:
            rest.append(content)
    open_labels = [label for label in labels if label not in taken]
    for place, label in enumerate(open_labels):
        last = place == len(open_labels) - 1
        share = rest[place:] if last else rest[place : place + 1]
        if share:
            taken[label] = share
    if not open_labels and rest and len(keys) == 1:
        taken[labels[0]].extend(rest)
    return [(label, key, "\n".join(taken[label]) if label in taken else None) for label, key in keys]


def _by_letter(labels: list[str], answers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Unlabelled answers named a, b, c … where the keys leave letters out and the answers do not."""
    letters = "abcdefghijkl"[: len(answers)]
    complete = len(answers) > len(labels) > 0 and len(letters) == len(answers) and max(labels) == letters[-1]
    if not complete or any(label for label, _ in answers):
        return answers
    return [(letter, content) for letter, (_, content) in zip(letters, answers, strict=True)]
