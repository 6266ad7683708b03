"""Wide tables on narrow screens: parts of a table below each other, who it is about in front of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Column, Table

KEYS = ("agent", "run", "forecaster", "exploit", "item", "what", "name")
"""Headings of columns that say what a row is about."""
FRAME = 1
PADDING = 3
"""What a column takes beside its text: a space on each side and a line."""


def fitting(table: Table, console: Console) -> list[Table]:
    """The table itself where its numbers fit, else parts that do: the key column leads each, results come first."""
    columns = list(table.columns)
    widths = [_width(column, console) for column in columns]
    for column, width in zip(columns, widths, strict=True):
        column.overflow, column.min_width = "fold", width - PADDING
    if FRAME + sum(widths) <= console.width or len(columns) < 3:
        return [table]
    key = next((at for name in KEYS for at, column in enumerate(columns) if column.header == name), 0)
    parts: list[list[int]] = [[]]
    for at in range(len(columns)):
        if at == key:
            continue
        if parts[-1] and FRAME + widths[key] + sum(widths[other] for other in [*parts[-1], at]) > console.width:
            parts.append([])
        parts[-1].append(at)
    return [_part(table, [key, *part], first=part is parts[0], last=part is parts[-1]) for part in parts]


def _width(column: Column, console: Console) -> int:
    """What a column needs: numbers stay on one line, words too unless they are as long as a path."""
    from rich.measure import Measurement

    cells = [Measurement.get(console, console.options, cell) for cell in (column.header, *column.cells)]
    numbers = column.justify == "right"
    longest = max((cell.maximum if numbers else cell.minimum) for cell in cells)
    return PADDING + min(longest, console.width // 2)


def _part(table: Table, chosen: list[int], *, first: bool, last: bool) -> Table:
    from rich.table import Table

    part = Table(title=table.title if first else None, caption=table.caption if last else None)
    columns = [table.columns[at] for at in chosen]
    for column in columns:
        part.add_column(column.header, justify=column.justify, overflow=column.overflow, min_width=column.min_width)
    for row, *cells in zip(table.rows, *(column.cells for column in columns), strict=True):
        part.add_row(*cells, style=row.style)
    return part
