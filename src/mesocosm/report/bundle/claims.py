"""What a bundle claims about one run, read from its members."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from mesocosm.errors import InvalidRecord, TraceError
from mesocosm.report.bundle.bundle_file import Bundle
from mesocosm.report.bundle.layout import episodes_member, run_member, trace_member
from mesocosm.report.bundle.names import check_name
from mesocosm.report.bundle.records import LONGEST_NAME, EpisodeClaim
from mesocosm.report.results import ResultRow
from mesocosm.trace.reader import explain, parse_line
from mesocosm.trace.schema import AnyEvent, Trace, Unread
from mesocosm.types import Record

Claim = TypeVar("Claim", bound=Record)
MOST_SETTINGS = 100


class RunClaims(NamedTuple):
    """A run as its bundle describes it; traces are read one by one."""

    bundle: Bundle
    number: int
    row: ResultRow
    episodes: tuple[EpisodeClaim, ...]

    @property
    def members(self) -> set[str]:
        """Members that belong to the run."""
        traces = {trace_member(self.number, place) for place in range(len(self.episodes))}
        return {run_member(self.number), episodes_member(self.number), *traces}

    def trace(self, place: int) -> Trace:
        """Return the trace of an episode by its place among the episodes; one that cannot be read completely is
        refused.
        """
        lines = text_of(self.bundle, trace_member(self.number, place)).encode().split(b"\n")
        return Trace(events=tuple(_event(number, line) for number, line in enumerate(lines, start=1) if line.strip()))


def _event(number: int, line: bytes) -> AnyEvent:
    """Parse the event of a line; reading stops at the first line that cannot be read."""
    try:
        event = parse_line(line)
    except TraceError as error:
        raise InvalidRecord(f"its trace cannot be read: line {number}: {error}") from error
    if isinstance(event, Unread):
        raise InvalidRecord(f"its trace cannot be read: line {number}: no event is of the kind {event.kind[:40]!r}")
    return event


def read_claims(bundle: Bundle, number: int) -> RunClaims:
    """Read what the bundle claims about the run of that number."""
    name = run_member(number)
    row = parse_claim(ResultRow, text_of(bundle, name), name)
    _check_legible(row, name)
    name = episodes_member(number)
    lines = text_of(bundle, name).removesuffix("\n").split("\n")  # agents may write the other line ends
    episodes = (parse_claim(EpisodeClaim, line, f"{name}, line {place}") for place, line in enumerate(lines, start=1))
    return RunClaims(bundle, number, row, tuple(episodes))


def _check_legible(row: ResultRow, name: str) -> None:
    """Refuse names that would flood a table, and names that nobody could read in one."""
    for kind in ("agent", "model"):
        check_name(getattr(row, kind), f"{name}: {kind}")
    settings = [text for pair in row.settings.items() for text in pair]
    longest = max(len(text) for text in (row.suite, row.version, row.profile, row.agent, row.model, *settings))
    if longest > LONGEST_NAME or len(row.settings) > MOST_SETTINGS:
        raise InvalidRecord(f"{name}: a name has at most {LONGEST_NAME} characters, a run {MOST_SETTINGS} settings")


def parse_claim(kind: type[Claim], text: str, place: str) -> Claim:
    """Parse a record from its JSON; `InvalidRecord` names its place and what is wrong."""
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        raise InvalidRecord(f"{place}: {explain(error)[:1000]}") from error


def text_of(bundle: Bundle, name: str) -> str:
    """Return the text of a member."""
    try:
        return bundle.read(name).decode()
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{name} is not UTF-8 at byte {error.start}") from error
