"""What a run gives a day, as a CSV file that has the same bytes on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mesocosm.simulators.simulator.contract import Value
from mesocosm.simulators.simulator.csv_tables import as_sheet
from mesocosm.simulators.simulator.rounding import DIGITS, round_digits


def unsigned_zero(number: float) -> float:
    """A number to nine significant digits, and no minus sign before a zero."""
    return round_digits(number) + 0.0


def rounded_values(values: Mapping[str, tuple[float, str]]) -> dict[str, Value]:
    """Values by name from pairs of a magnitude and its unit."""
    return {name: Value(magnitude=unsigned_zero(number), unit=unit) for name, (number, unit) in values.items()}


def as_csv(headings: Sequence[str], rows: Iterable[Sequence[str | float]]) -> bytes:
    """Lines of cells; numbers to nine significant digits."""
    return as_sheet(headings, ([_cell(value) for value in row] for row in rows))


def _cell(value: str | float) -> str:
    return value if isinstance(value, str) else f"{unsigned_zero(value):.{DIGITS}g}"
