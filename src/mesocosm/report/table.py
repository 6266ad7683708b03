"""Results on the screen."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mesocosm.report.results import ResultRow

if TYPE_CHECKING:
    from rich.table import Table


def results_table(rows: list[ResultRow]) -> Table:
    """Agents as rows, best first; what we broke and what an agent left unanswered stand apart."""
    from rich.table import Table

    table = Table(title="Results", caption="± is the standard error; success with its 95 % Wilson interval")
    for heading in ("suite", "profile", "agent"):
        table.add_column(heading)
    for heading in ("score", "success", "episodes", "unanswered", "broken", "steps", "refused", "tokens"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(*_cells(row))
    return table


def _cells(row: ResultRow) -> list[str]:
    return [
        f"{row.suite} {row.version}",
        row.profile,
        row.agent,
        f"{number(row.score)} ± {number(row.stderr)}",
        f"{number(row.success)} [{number(row.success_low)}, {number(row.success_high)}]",
        str(row.episodes),
        str(row.unanswered),
        str(row.broken),
        number(row.steps, 1),
        number(row.refused, 1),
        f"{row.tokens:,}",
    ]


def number(value: float, digits: int = 3) -> str:
    """A number for people; a dash where there is no data."""
    return "–" if math.isnan(value) else f"{value + 0.0:.{digits}f}"
