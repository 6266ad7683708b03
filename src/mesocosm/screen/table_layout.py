"""Wide tables on narrow screens: the table is split into parts below each other, each with the key column first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Column, Table

KEYS = ("agent", "run", "forecaster", "exploit", "item", "what", "name")
"""Headings of columns that say what a row is about."""
FRAME = 1
PADDING = 3
"""Characters that a column takes beside its text: a space on each side and a line."""


def fitting(table: Table, console: Console) -> list[Table]:
    """Return the table if its numbers fit, else parts that fit: the key column leads each, results come first."""
    columns = list(table.columns)
    least, most = ([_width(column, console, whole) for column in columns] for whole in (False, True))
    if FRAME + sum(most) <= console.width or len(columns) < 3:
        return [table]
    key = next((at for name in KEYS for at, column in enumerate(columns) if column.header == name), 0)
    parts: list[list[int]] = [[]]
    for at in range(len(columns)):
        if at == key:
            continue
        if parts[-1] and FRAME + least[key] + sum(least[other] for other in [*parts[-1], at]) > console.width:
            parts.append([])
        parts[-1].append(at)
    drawn = []
    for part in parts:
        chosen = [key, *part] if len(parts) > 1 else list(range(len(columns)))
        widths = _shared_out([least[at] for at in chosen], [most[at] for at in chosen], console.width - FRAME)
        drawn.append(_part(table, chosen, widths, first=part is parts[0], last=part is parts[-1]))
    return drawn


def _width(column: Column, console: Console, whole: bool) -> int:
    """Return the width that a column needs, frame included; words may be broken between lines unless `whole`."""
    from rich.measure import Measurement

    cells = [Measurement.get(console, console.options, cell) for cell in (column.header, *column.cells)]
    whole = whole or column.justify == "right"  # a number that is cut is another number
    longest = max((cell.maximum if whole else cell.minimum) for cell in cells)
    return PADDING + min(longest, console.width // 2)


def _shared_out(least: list[int], most: list[int], room: int) -> list[int]:
    """Give each column the width that it needs; remaining room goes to the columns in order, up to what each would
    like.
    """
    spare = max(room - sum(least), 0)
    widths = []
    for need, wish in zip(least, most, strict=True):
        extra = min(wish - need, spare)
        widths.append(need + extra)
        spare -= extra
    return widths


def _part(table: Table, chosen: list[int], widths: list[int], *, first: bool, last: bool) -> Table:
    """Return some of the columns as a table. Each width is set: otherwise rich cuts numbers before it wraps words."""
    from rich.table import Table

    part = Table(title=table.title if first else None, caption=table.caption if last else None)
    columns = [table.columns[at] for at in chosen]
    for column, width in zip(columns, widths, strict=True):
        part.add_column(column.header, justify=column.justify, overflow="fold", width=width - PADDING)
    for row, *cells in zip(table.rows, *(column.cells for column in columns), strict=True):
        part.add_row(*cells, style=row.style)
    return part
