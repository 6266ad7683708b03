"""Passages of a text with their places (page, section, table), so that answers can cite them.

The text is Markdown. A form feed begins a page, as programs that read PDF write it; a line that starts with `#` begins
a section; lines that start with `|` are a table; tables are numbered through the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mesocosm.types import Record

HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
BLOCKS = re.compile(r"(```.*?(?:```|\Z))", re.DOTALL)


class Passage(Record):
    """A paragraph, a list, a table or a fenced block."""

    page: int
    section: str
    """Heading of its section; empty before the first."""
    table: int | None
    """Number of the table, from 1; None for other passages."""
    text: str

    @property
    def place(self) -> str:
        """Place as a citation gives it."""
        section = [f"section {self.section!r}"] if self.section else []
        return ", ".join([f"page {self.page}", *section, *([f"table {self.table}"] if self.table else [])])


def passages(text: str) -> list[Passage]:
    """Return the passages of a text in order; headings are part of places and not passages."""
    made: list[Passage] = []
    section, tables = "", 0
    for number, page in enumerate(text.split("\f"), start=1):
        for block in _blocks(page):
            if (heading := HEADING.match(block.split("\n")[0])) is not None:
                section, block = heading[2], block.partition("\n")[2].strip("\n")
            if not block:
                continue
            is_table = block.startswith("|")
            tables += is_table
            made.append(Passage(page=number, section=section, table=tables if is_table else None, text=block))
    return made


def _blocks(page: str) -> list[str]:
    """Split a page at empty lines and before headings; fenced blocks stay whole."""
    parts = [[part] if part.startswith("```") else _plain(part) for part in BLOCKS.split(page)]
    return [block for part in parts for block in part if block.strip()]


def _plain(part: str) -> list[str]:
    return [block.strip("\n") for block in re.split(r"\n\s*\n|\n(?=#{1,6}\s)", part)]


def sections(held: Iterable[Passage]) -> list[str]:
    """Return the sections that contain passages, each once, in order."""
    return list(dict.fromkeys(passage.section for passage in held if passage.section))


def cite_passages(held: Iterable[Passage]) -> str:
    """Write passages as text, with the place before the first passage of each place."""
    lines, place = [], ""
    for passage in held:
        if passage.place != place:
            place = passage.place
            lines.append(f"[{place}]")
        lines.append(passage.text)
    return "\n".join(lines)
