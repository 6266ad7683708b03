"""Numbers and tables as the analyses write them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report.table import number
from mesocosm.stats.proportion import Proportion

if TYPE_CHECKING:
    from rich.table import Table


def percent(value: float) -> str:
    """A share as a percentage with one digit; a dash where there is no data."""
    return "–" if math.isnan(value) else f"{100 * value + 0.0:.1f} %"


def points(value: float) -> str:
    """A difference of shares in percentage points, with its sign."""
    return "–" if math.isnan(value) else f"{100 * value + 0.0:+.1f}"


def interval(share: float, low: float, high: float) -> str:
    """A share and its interval; a dash where there is no data."""
    if math.isnan(share):
        return "–"
    return f"{percent(share)} [{_bound(low)}, {_bound(high)}]"


def difference(value: float, low: float, high: float) -> str:
    """A difference of shares in percentage points and its interval; a dash where there is no data."""
    return "–" if math.isnan(value) else f"{points(value)} [{points(low)}, {points(high)}]"


def p_value(value: float) -> str:
    """A p-value with four digits; a dash where there is no data."""
    return "<0.0001" if value < 0.0001 else number(value, 4)


def proportion(value: Proportion) -> str:
    """A proportion and its interval."""
    return interval(value.share, value.low, value.high)


def whole(value: float) -> str:
    """A large number to its units, thousands apart."""
    return "–" if math.isnan(value) else f"{value:,.0f}"


def known_first(value: float) -> float:
    """A value to sort by, so that what has no data comes last among the largest first."""
    return -math.inf if math.isnan(value) else value


def make_table(
    title: str, left: Sequence[str], right: Sequence[str], rows: Iterable[Sequence[str]], caption: str = ""
) -> Table:
    """A table whose first columns are words and whose others are numbers."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(title), caption=escape(caption) or None)
    for heading in left:
        table.add_column(escape(heading))
    for heading in right:
        table.add_column(escape(heading), justify="right")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    return table


def check_common(n: int, *runs: str) -> None:
    """Refuse a comparison of runs that have no item in common."""
    if n == 0:
        raise InvalidRecord(f"{' and '.join(runs)} have no counted item in common; compare runs of the same seed")


def _bound(value: float) -> str:
    return "–" if math.isnan(value) else f"{100 * value + 0.0:.1f}"
