"""Tables of analyses as plain text in cells: for a page, for a spreadsheet and for a paper."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mesocosm.report.site.sanitising import sanitise

LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "…": r"\ldots{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
LONGEST_CELL = 500


@dataclass(frozen=True)
class PlainTable:
    """A table without any markup."""

    title: str
    caption: str
    headings: tuple[str, ...]
    numeric: tuple[bool, ...]
    """Whether each column holds numbers and is aligned to the right."""
    rows: tuple[tuple[str, ...], ...]


def tables_in(drawn: Any) -> Iterator[PlainTable]:
    """Yield every table in what an analysis draws for the screen."""
    from rich.console import Group
    from rich.table import Table

    if isinstance(drawn, Table):
        yield _plain(drawn)
    elif isinstance(drawn, Group):
        for part in drawn.renderables:
            yield from tables_in(part)


def _plain(table: Any) -> PlainTable:
    columns = [[_text(cell) for cell in column.cells] for column in table.columns]
    return PlainTable(
        title=_text(table.title or ""),
        caption=_text(table.caption or ""),
        headings=tuple(_text(column.header) for column in table.columns),
        numeric=tuple(column.justify == "right" for column in table.columns),
        rows=tuple(zip(*columns, strict=True)),
    )


def _text(cell: Any) -> str:
    from rich.text import Text

    text = Text.from_markup(cell).plain if isinstance(cell, str) else getattr(cell, "plain", str(cell))
    return sanitise(text, LONGEST_CELL)


def csv_of(table: PlainTable) -> str:
    """Write the table for a spreadsheet."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([_inert(text) for text in table.headings])
    writer.writerows([_inert(text) for text in row] for row in table.rows)
    return file.getvalue()


def _inert(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: an agent chooses its name, and more."""
    signed = text[:1] in ("+", "-") and not text[1:2].isdigit()
    return f"'{text}" if text[:1] in ("=", "@", "\t") or signed else text


def latex_of(table: PlainTable) -> str:
    """Write the table for a paper, with the rules of the package booktabs."""
    columns = "".join("r" if right else "l" for right in table.numeric)
    lines = [
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        _latex_row(table.headings),
        r"\midrule",
        *(_latex_row(row) for row in table.rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    title = [f"% {line}" for line in f"{table.title}\n{table.caption}".splitlines() if line]
    return "\n".join([*title, *lines]) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join("".join(LATEX.get(sign, sign) for sign in " ".join(cell.split())) for cell in cells) + r" \\"
