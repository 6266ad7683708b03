"""Every number of the published tables beside the number computed here, for baselines too."""

from __future__ import annotations

import math
from collections.abc import Mapping

from mesocosm.errors import UserError
from mesocosm.report.number_format import NO_DATA
from mesocosm.suites.tornado.report.standings import Standing, Standings
from mesocosm.types import Record

Published = Mapping[str, Mapping[str, float]]
"""Forecasters, each with numbers by name, as `read_published` reads them."""


class Beside(Record):
    """A table: `7.26 (5.63)` is computed and, in brackets, published; a dash for what only one side has."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def beside(standings: Standings, published: Published) -> Beside:
    """Compare everyone in the order of the standings; a published name that no forecaster has is refused."""
    known = {row.name for row in standings.forecasters}
    if strange := sorted(published.keys() - known):
        raise UserError(
            f"published numbers name {strange[0]!r}, who is not among the forecasters: {', '.join(sorted(known))}"
        )
    numbers = tuple(dict.fromkeys(name for row in published.values() for name in row))
    rows = [_row(row, standings, published.get(row.name, {}), numbers) for row in standings.forecasters]
    return Beside(headings=("forecaster", *numbers), rows=tuple(rows))


def _row(
    row: Standing, standings: Standings, published: Mapping[str, float], numbers: tuple[str, ...]
) -> tuple[str, ...]:
    computed = row.profiles[standings.profile].model_dump()
    return row.name, *(_cell(computed.get(name, math.nan), published.get(name, math.nan)) for name in numbers)


def _cell(computed: float, published: float) -> str:
    text = _digits(computed)
    return text if math.isnan(published) else f"{text} ({_digits(published)})"


def _digits(value: float) -> str:
    return NO_DATA if math.isnan(value) else f"{value:.4g}"
