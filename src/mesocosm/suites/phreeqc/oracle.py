"""Solves every question as an honest agent would, from the scenario's own input; careless agents make one slip."""

from __future__ import annotations

import re

from mesocosm.episode.agent import Case, Script, call
from mesocosm.questions.forks import Taken, with_mistakes
from mesocosm.questions.letters import careless_mistake, nearest_letter
from mesocosm.questions.submission import hand_in_letter
from mesocosm.simulators.phreeqc.listing import Listing, Section
from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.catalogue import scenario
from mesocosm.suites.phreeqc.records import Data, Truth

SPAN = re.compile(r"listing in (\S+): (\d+) lines")
CONTENTS = re.compile(r"^ +(\d+) +(\d+)  (\S.*)$", re.MULTILINE)
LINES_AT_ONCE = 2000


def oracle(case: Case[Data, Truth]) -> Script:
    """Write the input, run it, read the listing, submit the option nearest to what stands there."""
    yield from solve(case, frozenset())


def careless(case: Case[Data, Truth]) -> Script:
    """One of the item's single mistakes, drawn by the agent's seed."""
    yield from solve(case, careless_mistake(case))


def forks_of(case: Case[Data, Truth], wrong: frozenset[str]) -> Taken:
    """Return the forks that an agent takes who makes these mistakes on the item."""
    return with_mistakes(case.reference.hidden.stated, wrong)


def solve(case: Case[Data, Truth], wrong: frozenset[str]) -> Script:
    """Solve the item honestly except for these mistakes; the answer comes from the listing, not the reference."""
    chosen, taken = scenario(case.item.data.scenario), forks_of(case, wrong)
    parameters = case.reference.hidden.parameters
    if "execute_phreeqc" not in case.tools:
        yield hand_in_letter(case, str(case.reference.answer))
        return
    yield call("write_file", path="input.pqi", content=chosen.deck(parameters, taken))
    seen = yield call("execute_phreeqc")
    pages = PartlyRead(seen.text)
    while True:
        try:
            value = chosen.read(Readings(pages), parameters, taken)
            break
        except Unread as unread:
            seen = yield call("read_file", path="output.out", start_line=unread.first, end_line=unread.last)
            pages.add(unread, seen.text)
    letter = nearest_letter(value, case.item.data.options)
    if "submit" in case.tools:
        yield call("submit", answer=letter)
    else:
        yield call("write_file", path="answer.txt", content=letter)


class Unread(Exception):
    """Raised when these lines of the listing are needed next."""

    def __init__(self, first: int, last: int) -> None:
        super().__init__(f"lines {first} to {last} are not read yet")
        self.first, self.last = first, last


class PartlyRead(Listing):
    """A listing of which only the table of contents is known; sections are read when they are needed.

    If there is no table of contents, or not all of it, the listing is read page by page from the start.
    """

    def __init__(self, text: str) -> None:
        span = SPAN.search(text)
        self._lines = int(span[2]) if span else 0
        rows = [Section(row[3], int(row[1]), int(row[2]), 0) for row in CONTENTS.finditer(text)]
        self._contents = () if not rows or "sections left out" in text else tuple(rows)
        self._read: dict[tuple[int, int], str] = {}

    @property
    def text(self) -> str:  # type: ignore[override]
        return self._whole().text

    @property
    def sections(self) -> tuple[Section, ...]:
        return self._contents or self._whole().sections

    def section(self, name: str, occurrence: int = -1) -> str:
        if not self._contents:
            return self._whole().section(name, occurrence)
        sections = [section for section in self._contents if section.name == name]
        if not sections or not -len(sections) <= occurrence < len(sections):
            raise KeyError(f"no section {name!r} number {occurrence}; there are {len(sections)}")
        return self._page(sections[occurrence].first_line, sections[occurrence].last_line)

    def add(self, unread: Unread, text: str) -> None:
        """Add the text of the lines that were asked for."""
        self._read[unread.first, unread.last] = text

    def _whole(self) -> Listing:
        starts = range(1, self._lines + 1, LINES_AT_ONCE)
        pages = [self._page(first, min(first + LINES_AT_ONCE - 1, self._lines)) for first in starts]
        return Listing("\n".join(pages) + "\n")

    def _page(self, first: int, last: int) -> str:
        if (first, last) not in self._read:
            raise Unread(first, last)
        return self._read[first, last]
