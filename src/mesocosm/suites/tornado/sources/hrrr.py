"""HRRR runs in NOAA's open bucket: the index of a file, and the bytes of the wanted messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from mesocosm.errors import UserError
from mesocosm.sources.download import WHOLE
from mesocosm.sources.live import Moved, Remote
from mesocosm.sources.web import Span, Web
from mesocosm.suites.tornado.sources import NOAA, DayService

LINE = re.compile(r"(\d+(?:\.\d+)?):(\d+):d=(\d{10}):([^:]*):([^:]*):([^:]*):(.*)")
RUN_HOURS = range(49)
"""Forecast hours of the run of 00 UTC, which reaches 48 hours ahead."""
STRAY_BYTES = 8
"""Bytes between messages that readers skip: tools that take the end of a byte range as included leave one."""


class Message(NamedTuple):
    """One line of an index: `12:345:d=2025031400:CAPE:surface:12 hour fcst:`."""

    number: str
    """Number of the message; messages that share their bytes, as winds may, are numbered 5.1 and 5.2."""
    span: Span
    run: str
    variable: str
    level: str
    forecast: str

    @property
    def label(self) -> str:
        """Text that patterns are matched against."""
        return f":{self.variable}:{self.level}:{self.forecast}:"


class Hrrr(DayService):
    """Surface files of the HRRR run of 00 UTC in NOAA's open bucket, whole or only some of their messages."""

    example = "20250314/hrrr_maps/hrrr.t00z.wrfsfcf12.grib2"
    variable = "MESOCOSM_HRRR_URL"
    home = "https://noaa-hrrr-bdp-pds.s3.amazonaws.com"

    def __init__(
        self,
        web: Web | None = None,
        address: str | None = None,
        moved: Moved = lambda name, done, total: None,
        messages: Sequence[str] = (),
    ) -> None:
        """Set the patterns: if there are any, only messages that match one of them are fetched."""
        super().__init__(web, address, moved)
        self.messages = tuple(messages)

    def files(self, date: str) -> list[Remote]:
        return [self._surface_file(date, hour) for hour in RUN_HOURS]

    def _surface_file(self, date: str, hour: int) -> Remote:
        name = f"hrrr.t00z.wrfsfcf{hour:02d}.grib2"
        url = f"{self.address}/hrrr.{date}/conus/{name}"

        def spans(web: Web) -> Sequence[Span]:
            return message_spans(web, url, self.messages) if self.messages else WHOLE

        choice = f"messages {', '.join(self.messages)}" if self.messages else ""
        return Remote(surface_name(date, hour), url, grib_fault, NOAA, choice, spans)


source = Hrrr()


def surface_name(date: str, hour: int) -> str:
    """Return the name of a forecast hour's surface file."""
    return f"{date}/hrrr_maps/hrrr.t00z.wrfsfcf{hour:02d}.grib2"


def message_spans(web: Web, url: str, patterns: Sequence[str]) -> list[Span]:
    """Return the byte spans of the messages of a file that match, by its index beside it."""
    index = f"{url}.idx"
    messages = read_index(web.read(index).decode("utf-8", "replace"), index)
    return merge_spans(message.span for message in matching(messages, patterns, index))


def read_index(text: str, where: str = "the index") -> list[Message]:
    """Read the lines of an index in order; a message ends where the next other one starts, the last with the file."""
    messages = []
    for number, line in enumerate(text.splitlines(), 1):
        parts = LINE.fullmatch(line.strip())
        if not parts:
            raise UserError(
                f"{where}, line {number}, must read 'n:byte:d=YYYYMMDDHH:VAR:level:forecast:', got {line!r}"
            )
        messages.append(parts.groups())
    starts = sorted({int(start) for _, start, *_ in messages})
    stops: dict[int, int | None] = dict(zip(starts, [*starts[1:], None], strict=True))
    return [
        Message(number, Span(int(start), stops[int(start)]), run, variable, level, forecast)
        for number, start, run, variable, level, forecast, _ in messages
    ]


def matching(messages: Sequence[Message], patterns: Sequence[str], where: str = "the index") -> list[Message]:
    """Return messages whose `:VAR:level:forecast:` holds one of the patterns; a pattern that finds none is an error."""
    chosen: set[str] = set()
    for pattern in patterns:
        hits = {message.number for message in messages if _compile(pattern).search(message.label)}
        if not hits:
            known = ", ".join(dict.fromkeys(message.variable for message in messages))
            raise UserError(f"no message of {where} matches {pattern!r}; its variables: {known}")
        chosen |= hits
    return [message for message in messages if message.number in chosen]


def _compile(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise UserError(f"a message pattern must be a regular expression, got {pattern!r}: {error}") from error


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """Return the same bytes in as few spans as possible, in order."""
    joined: list[Span] = []
    for span in sorted(set(spans)):
        if joined and joined[-1].stop == span.start:
            joined[-1] = Span(joined[-1].start, span.stop)
        else:
            joined.append(span)
    return joined


def grib_fault(path: Path) -> str:
    """Say why a file is not a whole sequence of GRIB2 messages; empty if it is one."""
    size, at, count = path.stat().st_size, 0, 0
    with path.open("rb") as file:
        while at < size - (STRAY_BYTES if count else 0):
            file.seek(at)
            head = file.read(16 + STRAY_BYTES)
            head = head[max(0, head.find(b"GRIB", 0, 4 + STRAY_BYTES)) :] if count else head
            at = file.tell() - len(head)
            length = int.from_bytes(head[8:16], "big")
            if head[:4] != b"GRIB" or length < 20:
                return f"is not a GRIB2 file: message {count + 1} begins with {head[:4]!r} at byte {at:,}"
            file.seek(at + length - 4)
            if file.read(4) != b"7777":
                return f"is cut: message {count + 1} of {length:,} bytes does not end at byte {at + length:,}"
            at, count = at + length, count + 1
    return "" if count else "is empty"
