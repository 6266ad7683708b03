"""Finding the messages of a GRIB file, and splitting those with several fields.

Some centres put both wind components into one GRIB2 message. Libraries read such messages only in a mode that is global
to the process and has state per file; writing each field as its own message needs neither.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from mesocosm.errors import UserError

Bytes = memoryview
BITMAP_AS_BEFORE = 254
"""Value of GRIB2 table 6.0: the bitmap of an earlier field of the same message applies."""
SHORTEST = 16
"""Bytes of a message's first section, of edition 2."""
MOST_BYTES = 2**30
"""Most bytes of the fields of one message after the split: a hundred fields of ten million bytes."""


class Span(NamedTuple):
    """The position of a message in a file."""

    offset: int
    length: int


class Section(NamedTuple):
    """A section of a GRIB2 message."""

    number: int
    content: Bytes


def spans(data: Bytes, source: str) -> Iterator[Span]:
    """Yield every message of a file; bytes between messages are skipped."""
    offset = _next_start(data, 0)
    while offset >= 0:
        length = _length(data, offset, source)
        end = offset + length
        if length < SHORTEST or end > len(data) or bytes(data[end - 4 : end]) != b"7777":
            raise UserError(f"{source}: the GRIB message at byte {offset} is cut off or damaged")
        yield Span(offset, length)
        offset = _next_start(data, end)


def single_fields(message: Bytes) -> list[bytes]:
    """Return a message's fields, each as a separate message."""
    if message[7] == 1:
        return [bytes(message)]
    sections = list(_sections(message))
    count = sum(section.number == 7 for section in sections)
    if count == 1:
        return [bytes(message)]
    if count * len(message) > MOST_BYTES:  # each field repeats what all share
        raise UserError(f"a GRIB message of {len(message):,} bytes claims {count:,} fields, which it cannot have")
    return list(_separate(message, sections))


def _next_start(data: Bytes, start: int) -> int:
    """Return the offset of the next `GRIB`, or -1; searches window by window so that long files are not copied."""
    window = 1 << 16
    while start < len(data):
        at = bytes(data[start : start + window + 3]).find(b"GRIB")
        if at >= 0:
            return start + at
        start += window
    return -1


def _length(data: Bytes, offset: int, source: str) -> int:
    head = bytes(data[offset : offset + 16])
    edition = head[7] if len(head) == 16 else None
    if edition == 1:
        return int.from_bytes(head[4:7], "big")
    if edition == 2:
        return int(struct.unpack(">Q", head[8:16])[0])
    raise UserError(f"{source}: byte {offset} begins a message of GRIB edition {edition}; only 1 and 2 exist")


def _sections(message: Bytes) -> Iterator[Section]:
    position, end = 16, len(message) - 4
    while position < end:
        length, number = struct.unpack(">IB", message[position : position + 5])
        if length < 5 or position + length > end:
            raise UserError(f"section {number} of a GRIB message claims {length} bytes, which it cannot have")
        yield Section(number, message[position : position + length])
        position += length


def _separate(message: Bytes, sections: list[Section]) -> Iterator[bytes]:
    """Repeat what the fields share: sections 1 to 3 apply until given again, and so may the bitmap."""
    current: dict[int, Bytes] = {}
    bitmap: Bytes | None = None
    for number, content in sections:
        if number == 6 and content[5] == BITMAP_AS_BEFORE and bitmap is not None:
            content = bitmap
        elif number == 6 and content[5] == 0:
            bitmap = content
        current[number] = content
        if number == 7:
            body = b"".join(bytes(current[place]) for place in sorted(current))
            yield bytes(message[:8]) + struct.pack(">Q", 16 + len(body) + 4) + body + b"7777"
