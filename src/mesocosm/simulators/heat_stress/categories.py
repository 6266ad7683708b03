"""Categories of heat stress: names, and the temperatures at which they begin."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mesocosm.simulators.heat_stress.inputs import Index
from mesocosm.simulators.simulator.columns import Floats

UTCI = (
    (-40.0, "very strong cold stress"),
    (-27.0, "strong cold stress"),
    (-13.0, "moderate cold stress"),
    (0.0, "slight cold stress"),
    (9.0, "no thermal stress"),
    (26.0, "moderate heat stress"),
    (32.0, "strong heat stress"),
    (38.0, "very strong heat stress"),
    (46.0, "extreme heat stress"),
)
"""Bröde et al. (2012), table 3; below the first: extreme cold stress."""

WBGT = ((27.8, "green flag"), (29.4, "yellow flag"), (31.1, "red flag"), (32.2, "black flag"))
"""Flags of the United States' armed forces (TB MED 507, 82, 85, 88 and 90 °F); below the first: no flag."""

HEAT_INDEX = ((26.7, "caution"), (32.2, "extreme caution"), (39.4, "danger"), (51.7, "extreme danger"))
"""National Weather Service, 80, 90, 103 and 125 °F; below the first: no category."""

CATEGORIES: dict[Index, tuple[tuple[float, str], ...]] = {
    "utci": UTCI,
    "wbgt_liljegren": WBGT,
    "wbgt_simple": WBGT,
    "heat_index": HEAT_INDEX,
}
BELOW: dict[Index, str] = {
    "utci": "extreme cold stress",
    "wbgt_liljegren": "no flag",
    "wbgt_simple": "no flag",
    "heat_index": "no category",
}


def categories(index: Index, values_c: Floats) -> list[str | None]:
    """Return the category of each value in °C; a bound belongs to the category above it, and NaN to none."""
    known = np.array([*names(index), None], dtype=object)
    categorised: list[str | None] = known[np.where(np.isnan(values_c), -1, _places(index, values_c))].tolist()
    return categorised


def count_categories(index: Index, values_c: Floats) -> dict[str, int]:
    """Count the values in each category."""
    counts = np.bincount(_places(index, values_c[~np.isnan(values_c)]), minlength=len(names(index)))
    return dict(zip(names(index), counts.tolist(), strict=True))


def _places(index: Index, values_c: Floats) -> NDArray[np.intp]:
    return np.searchsorted([bound for bound, _ in CATEGORIES[index]], values_c, side="right")


def names(index: Index) -> tuple[str, ...]:
    """Return all categories, from cold to hot."""
    return (BELOW[index], *(name for _, name in CATEGORIES[index]))


def heat_bounds(index: Index) -> tuple[float, ...]:
    """Return the temperatures in °C at which the categories of heat begin."""
    return tuple(bound for bound, name in CATEGORIES[index] if "cold" not in name and name != "no thermal stress")
