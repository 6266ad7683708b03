"""Daily results of a run, as a CSV file that has the same bytes on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mesocosm.simulators.simulator.contract import Value
from mesocosm.simulators.simulator.csv_tables import as_sheet
from mesocosm.simulators.simulator.rounding import DIGITS, round_digits


def unsigned_zero(number: float) -> float:
    """Round a number to nine significant digits, without a minus sign before zero."""
    return round_digits(number) + 0.0


def rounded_values(values: Mapping[str, tuple[float, str]]) -> dict[str, Value]:
    """Return rounded values by name from pairs of magnitude and unit."""
    return {name: Value(magnitude=unsigned_zero(number), unit=unit) for name, (number, unit) in values.items()}


def as_csv(headings: Sequence[str], rows: Iterable[Sequence[str | float]]) -> bytes:
    """Return rows as CSV with numbers to nine significant digits."""
    return as_sheet(headings, ([_cell(value) for value in row] for row in rows))


def _cell(value: str | float) -> str:
    return value if isinstance(value, str) else f"{unsigned_zero(value):.{DIGITS}g}"
