"""The parameters of a catchment's stores: ranges, and the planet's values as defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, FiniteFloat, model_validator

from mesocosm.earth.planet.water.land import MM, Plot
from mesocosm.types import Record

Floats = NDArray[np.float64]
Share = Annotated[FiniteFloat, Field(ge=0, le=1)]


class Parameters(Record):
    """Parameters of HBV's stores; None: the planet's value."""

    soil_water_mm: Annotated[FiniteFloat, Field(ge=10, le=1000)] | None = None
    """Water that the soil holds for plants (HBV's FC); planet: 35 to 260 by soil."""
    beta: Annotated[FiniteFloat, Field(ge=0.3, le=10)] | None = None
    """Exponent of the soil wetness that decides the share of water let through; planet: 1.2 to 2.0 by soil."""
    percolation_mm_d: Annotated[FiniteFloat, Field(ge=0, le=30)] | None = None
    """Limit of daily percolation from the quick to the slow store (PERC); planet: 0.8 to 5 by soil."""
    interception_mm: Annotated[FiniteFloat, Field(ge=0, le=10)] | None = None
    """Daily rain that leaves intercept; planet: 0 to 1.8 by cover."""
    evaporation_factor: Annotated[FiniteFloat, Field(ge=0.1, le=3)] | None = None
    """Evaporation of land relative to the reference; planet: 0.4 to 1.1 by cover. Open water keeps its own factor."""
    sealed_share: Share | None = None
    """Share of rain that runs off at once; planet: 0 to 0.45 by cover."""
    free_wetness: Annotated[FiniteFloat, Field(gt=0, le=1)] | None = None
    """Wetness above which evaporation from soil meets the full demand (LP); planet: 0.75."""
    quick_share: Share | None = None
    """Daily outflow as a share of the quick store (K1); planet: 0.3."""
    slow_share: Share | None = None
    """Daily outflow as a share of the slow store (K2); planet: 0.035."""
    spill_above_mm: Annotated[FiniteFloat, Field(ge=0, le=500)] | None = None
    """Water in the quick store above which it spills (UZL); planet: no spill."""
    spill_share: Share | None = None
    """Additional daily outflow as a share of the water above that level (K0); planet: 0."""
    melt_mm_k: Annotated[FiniteFloat, Field(ge=0, le=20)] | None = None
    """Daily snowmelt per degree above 0 °C (CFMAX); planet: 3.2."""
    snow_below_c: Annotated[FiniteFloat, Field(ge=-5, le=5)] | None = None
    """Mean temperature up to which precipitation falls as snow (TT); default 0."""
    slow_start_mm: Annotated[FiniteFloat, Field(ge=0, le=1000)] | None = None
    """Water in the slow store before the first day; planet: 30."""

    @model_validator(mode="after")
    def _spills(self) -> Parameters:
        """Refuse one of the two spill parameters without the other, because it has no effect."""
        if (self.spill_share is None) != (self.spill_above_mm is None):
            alone, other = ("spill_share", "spill_above_mm")[:: 1 if self.spill_above_mm is None else -1]
            raise ValueError(
                f"{alone} is {getattr(self, alone):g} and has no effect without {other}: give both or none"
            )
        return self

    def set_values(self) -> dict[str, float]:
        """Return the parameters that are set."""
        return {name: value for name, value in self.model_dump().items() if value is not None}


CALIBRATED: dict[str, tuple[float, float]] = {
    "soil_water_mm": (30.0, 600.0),
    "beta": (0.5, 6.0),
    "percolation_mm_d": (0.0, 8.0),
    "evaporation_factor": (0.5, 1.6),
    "free_wetness": (0.3, 1.0),
    "quick_share": (0.03, 0.7),
    "slow_share": (0.001, 0.15),
    "spill_above_mm": (0.0, 60.0),
    "spill_share": (0.0, 0.7),
    "melt_mm_k": (1.0, 8.0),
    "snow_below_c": (-2.0, 3.0),
}
"""Parameters to search and their ranges, close to those of Seibert 1997 (Nord. Hydrol. 28, 247-262, table 1)."""
SCALED = {"soil_water_mm": "holds", "percolation_mm_d": "sinks", "interception_mm": "leaves",
          "spill_above_mm": "spill_above", "slow_start_mm": "slow_start"}  # fmt: skip
"""Depths, stored as whole m³ on a square kilometre."""
PLAIN = {
    "beta": "beta", "evaporation_factor": "demand", "sealed_share": "sealed", "free_wetness": "free_wetness",
    "quick_share": "quick", "slow_share": "slow", "spill_share": "spill", "melt_mm_k": "melt_mm_k",
}  # fmt: skip


def set_in(plot: Plot, values: Mapping[str, Floats | float]) -> Plot:
    """Return a plot with parameters set, as one number or one per cell; open water has neither soil nor leaves."""
    one = np.ones(plot.cells.size)
    given: dict[str, Any] = {PLAIN[name]: value * one for name, value in values.items() if name in PLAIN}
    depths = {SCALED[name]: np.round(value * MM * one) for name, value in values.items() if name in SCALED}
    given |= {name: depth if name == "spill_above" else depth.astype(np.int64) for name, depth in depths.items()}
    made = replace(plot, **given)
    dry = {name: np.where(plot.open_water, 0, getattr(made, name)) for name in ("holds", "leaves")}
    return replace(made, **dry)
