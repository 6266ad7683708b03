"""The `<final_json>` answer inside a conversation.

default       the final assistant message alone; its last block counts; fences are accepted, inside or instead of
              the tags; a tag left open is read to the end; the request's template is never an answer
public_code   every record from last to first, whoever speaks; its first block that is a JSON list or object, read
              without fences; as published, so that a run without an answer is given the template of the request
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mesocosm.suites.terra.scoring.json_text import LONGEST_ANSWER, parse_answer
from mesocosm.suites.terra.scoring.profiles import Profile
from mesocosm.types import Record

OPEN, CLOSE = "<final_json>", "</final_json>"
FENCE = "```"
FENCE_NAME = re.compile(r"[A-Za-z0-9_+-]*[ \t]*\r?\n?")
SPEAKERS = frozenset({"assistant", "answer"})


class Extracted(Record):
    """Content of an answer; `problem` says why there is none."""

    payload: Any = None
    problem: str = ""


def extract(records: Sequence[Any], profile: Profile = "default") -> Extracted:
    """Return the answer of a list of messages or trajectory records."""
    if profile == "public_code":
        return _public(records)
    for record in reversed(records):
        if isinstance(record, Mapping) and SPEAKERS & {record.get("type"), record.get("role")}:
            return extract_text(_text(record.get("content")))
    return Extracted(problem="no assistant message")


def extract_text(text: str) -> Extracted:
    """Return the answer of one message."""
    blocks = list(_tag(text))
    if not blocks:
        blocks = list(_fence(text)) or ([text] if text.strip()[:1] in ("[", "{") else [])
    if not blocks:
        return Extracted(problem="no final_json block in the final message")
    return _parse(blocks[-1])


def _parse(block: str) -> Extracted:
    if len(block) > LONGEST_ANSWER:
        return Extracted(problem=f"an answer of {len(block):,} characters; at most {LONGEST_ANSWER:,} are read")
    inside = next(_fence(block), block)
    try:
        payload = parse_answer(inside.strip())
    except ValueError as error:
        return Extracted(problem=str(error))
    if not isinstance(payload, list | dict):
        return Extracted(problem=f"an answer must be a list or an object, got {type(payload).__name__}")
    return Extracted(payload=payload)


def _tag(text: str, *, closed: bool = False) -> Iterator[str]:
    """Return the text between tags, in any case of letters; the last may lack its end, unless all must be closed."""
    lower = text.lower() if len(text.lower()) == len(text) else text
    start = lower.find(OPEN)
    while start >= 0:
        begin = start + len(OPEN)
        end = lower.find(CLOSE, begin)
        if end >= 0 or not closed:
            yield text[begin:end] if end >= 0 else text[begin:]
        start = lower.find(OPEN, end) if end >= 0 else -1


def _fence(text: str) -> Iterator[str]:
    """Return the text in fences; the last may lack its end."""
    for block in text.split(FENCE)[1::2]:
        name = FENCE_NAME.match(block)
        yield block[name.end() :] if name else block


def _public(records: Sequence[Any]) -> Extracted:
    for record in reversed(records):
        content = record.get("content") if isinstance(record, Mapping) else None
        for block in _tag(content, closed=True) if isinstance(content, str) else ():
            payload = _list_or_object(block)
            if payload is not None:
                return Extracted(payload=payload)
    return Extracted(problem="no final_json block")


def _list_or_object(block: str) -> Any:
    try:
        payload = json.loads(block)
    except (ValueError, RecursionError):
        return None
    return payload if isinstance(payload, list | dict) else None


def _text(content: Any) -> str:
    """Return a message's text; of parts, those that are text."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text") if isinstance(part, Mapping) else part for part in parts]
    return "\n".join(text for text in texts if isinstance(text, str))
