"""The content of a message in any format: text, pictures, thoughts or plain data."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from pydantic import JsonValue

from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.foreign.document import fields
from mesocosm.trace.schema import Blob

TEXT = {"text": "text", "input_text": "text", "output_text": "text", "refusal": "refusal"}
"""Type of a part to the field of its text."""
THOUGHT = {"reasoning": "reasoning", "thinking": "thinking"}
PICTURE = frozenset({"image", "image_url", "input_image"})
NOT_KEPT = {
    "audio": "audio",
    "input_audio": "input_audio",
    "video": "video",
    "document": "document",
    "file": "file",
    "data": "data",
    "tool_use": "tool_type",
}
"""Parts that a trace cannot store, each with the field that distinguishes it from plain data of the same `type`."""

ADDRESS_LENGTH = 200
"""Characters that are stored of the address of a picture that is not in the trace."""

Note = Callable[[str], None]


class Content(NamedTuple):
    text: str = ""
    images: tuple[Blob, ...] = ()
    thoughts: str = ""
    data: JsonValue = None
    """The value itself, if it is neither text nor parts."""


def read_content(value: JsonValue, blobs: BlobStore, note: Note) -> Content:
    """Read the content of one message or result; pictures go to the store, and `note` reports what is lost."""
    if value is None or isinstance(value, str):
        return Content(text=value or "")
    parts: list[JsonValue] = value if isinstance(value, list) else [value]
    if not parts or any(_is_part(part) for part in parts):
        return _join(parts, blobs, note)
    return Content(text=json.dumps(value, ensure_ascii=False), data=value)


def _is_part(part: JsonValue) -> bool:
    record = fields(part)
    kind = str(record.get("type"))
    if kind in PICTURE:
        return bool(_address(record))
    return any(isinstance(record.get(table.get(kind, "")), str) for table in (TEXT, THOUGHT)) or _is_lost(record)


def _is_lost(record: dict[str, Any]) -> bool:
    return NOT_KEPT.get(str(record.get("type")), "") in record


def _join(parts: list[JsonValue], blobs: BlobStore, note: Note) -> Content:
    texts: list[str] = []
    thoughts: list[str] = []
    images: list[Blob] = []
    for part in parts:
        record = fields(part)
        kind = str(record.get("type"))
        if isinstance(text := record.get(TEXT.get(kind, "")), str):
            texts.append(text)
        elif isinstance(thought := record.get(THOUGHT.get(kind, "")), str):
            thoughts.append(thought)
        elif kind in PICTURE and (address := _address(record)):
            images += _picture(address, blobs, note)
            texts += [] if address.startswith("data:") else [f"[image: {address[:ADDRESS_LENGTH]}]"]
        elif _is_lost(record):
            note(f"a content part of type {kind!r} is not kept")
        else:
            texts.append(part if isinstance(part, str) else json.dumps(part, ensure_ascii=False))
    return Content("\n".join(texts), tuple(images), "\n".join(thoughts))


def _picture(address: str, blobs: BlobStore, note: Note) -> list[Blob]:
    if not address.startswith("data:"):
        note(f"a picture that is not in the trace: {address[:ADDRESS_LENGTH]!r}")
        return []
    header, _, payload = address.removeprefix("data:").partition(",")
    try:
        data = _decode(payload) if header.endswith(";base64") else unquote_to_bytes(payload)
    except (binascii.Error, ValueError) as error:
        note(f"a picture that is not base64: {error}")
        return []
    return [blobs.put(data, header.partition(";")[0].lower() or "application/octet-stream")]


def _address(part: dict[str, Any]) -> str:
    """Return the data URI or address of a picture: OpenAI's `image_url`, Inspect's `image`, AgentScope's `source`."""
    source = fields(part.get("source"))
    if source.get("type") == "base64":
        return f"data:{source.get('media_type', '')};base64,{source.get('data', '')}"
    candidates = (part.get("image_url"), fields(part.get("image_url")).get("url"), part.get("image"), source.get("url"))
    return next((address for address in candidates if isinstance(address, str)), "")


def _decode(payload: str) -> bytes:
    return base64.b64decode("".join(payload.split()), validate=True)
