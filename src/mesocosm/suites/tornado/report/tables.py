"""The standings as a table: the same cells on the screen and on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.report.number_format import NO_DATA, format_signed, number, points
from mesocosm.suites.tornado.report.standings import Standing, Standings
from mesocosm.suites.tornado.verification.comparison import Summary

if TYPE_CHECKING:
    from rich.table import Table

HEADINGS = (
    "forecaster",
    "default %",
    "published %",
    "ahead of empty",
    "days",
    "false alarms",
    "hard",
    "under/ match/ over %",
    "km apart",
    "Brier skill",
    "ROC area",
    "valid/ repaired/ rejected/ missing",
)
CAPTION = (
    "default and published: TornadoBench by either profile, with the 95 % interval of days drawn again. The other "
    "numbers go by the {profile} profile: ahead of empty, in points, with the interval of days drawn together for "
    "both; false alarms {asked}; hard: mean weight of outlooks that met no truth; highest level under, at or over the "
    "truth's; kilometres between the middles of all risk, and of the "
    "highest level. Brier skill is over climatology, it and the ROC area on the "
    "forecaster's own days with known reports."
)
ASKED = {
    "default": "as a share of the quiet days with an outlook",
    "published": "on quiet days, as a share of all days with an outlook",
}


def caption(standings: Standings) -> str:
    """Describe the columns of the table."""
    return CAPTION.format(profile=standings.profile, asked=ASKED[standings.profile])


def cells(row: Standing, standings: Standings) -> list[str]:
    """Return one row, in the order of the headings."""
    own, ahead, statuses = row.profiles[standings.profile], row.ahead_of_empty, row.statuses
    return [
        row.name,
        _score(row.profiles["default"]),
        _score(row.profiles["published"]),
        f"{points(ahead.value)} {_between(points(ahead.low), points(ahead.high))}",
        str(own.days),
        number(own.simple, 2),
        number(own.hard, 2),
        "/".join(number(100 * share, 0) for share in (own.under, own.match, own.over)),
        f"{number(own.centroid_km, 0)}/{number(own.max_centroid_km, 0)}",
        format_signed(row.verification.climatology_skill, 3),
        number(row.verification.roc_area),
        "/".join(str(statuses[status]) for status in ("valid", "repaired", "rejected", "missing")),
    ]


def _score(summary: Summary) -> str:
    low, high = number(100 * summary.low, 1), number(100 * summary.high, 1)
    return f"{number(100 * summary.tornadobench, 2)} {_between(low, high)}"


def _between(low: str, high: str) -> str:
    return "" if NO_DATA in (low, high) else f"[{low}, {high}]"


def screen_table(standings: Standings) -> Table:
    """Return the standings as a table for a terminal."""
    from rich.table import Table

    from mesocosm.screen.untrusted_text import cell

    table = Table(title="Standings", caption=caption(standings))
    for place, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="right" if place else "left", overflow="fold")
    for row in standings.forecasters:
        table.add_row(*(cell(text) for text in cells(row, standings)))
    return table
