"""The inputs of a heat-stress run: columns of weather, one row per time step."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from mesocosm.simulators.simulator.columns import Floats, Within, check_same_length
from mesocosm.types import Record

Index = Literal["utci", "wbgt_liljegren", "wbgt_simple", "heat_index"]

MOST_ROWS = 200_000
"""More than twenty years of hours."""

NEEDED: dict[Index, tuple[str, ...]] = {
    "utci": ("relative_humidity_percent", "wind_speed_10m_m_s", "mean_radiant_temperature_c"),
    "wbgt_liljegren": (
        "relative_humidity_percent",
        "wind_speed_10m_m_s",
        "pressure_hpa",
        "shortwave_w_m2",
        "direct_fraction",
        "cos_solar_zenith",
    ),
    "wbgt_simple": ("relative_humidity_percent",),
    "heat_index": ("relative_humidity_percent",),
}
"""Columns that each index needs besides the air temperature."""

Temperature = Annotated[Floats, Within(-90, 65, MOST_ROWS, celsius=True)]
RadiantTemperature = Annotated[Floats, Within(-120, 140, MOST_ROWS, celsius=True)]
Percent = Annotated[Floats, Within(0, 100, MOST_ROWS)]
WindSpeed = Annotated[Floats, Within(0, 110, MOST_ROWS)]
Pressure = Annotated[Floats, Within(300, 1100, MOST_ROWS)]
Radiation = Annotated[Floats, Within(0, 1500, MOST_ROWS)]
Share = Annotated[Floats, Within(0, 1, MOST_ROWS)]
Cosine = Annotated[Floats, Within(-1, 1, MOST_ROWS)]


class HeatStress(Record):
    """All inputs of a run; each requested index needs its columns."""

    indices: tuple[Index, ...] = Field(min_length=1, max_length=4)
    temperature_c: Temperature
    relative_humidity_percent: Percent | None = None
    wind_speed_10m_m_s: WindSpeed | None = None
    mean_radiant_temperature_c: RadiantTemperature | None = None
    pressure_hpa: Pressure | None = None
    shortwave_w_m2: Radiation | None = None
    direct_fraction: Share | None = None
    """Share of the shortwave radiation that is direct sunlight."""
    cos_solar_zenith: Cosine | None = None
    time: tuple[datetime, ...] | None = None
    """Times of the rows; optional."""
    step_hours: Annotated[float, Field(gt=0, le=24)] = 1.0
    """Duration of each row, for the hours above a threshold."""
    above_c: dict[Index, tuple[Annotated[float, Field(ge=-100, le=100)], ...]] = Field(default_factory=dict)
    """Thresholds above which hours are counted; by default the bounds of the categories of heat."""

    @model_validator(mode="after")
    def _columns_fit(self) -> Self:
        for index in self.indices:
            for name in NEEDED[index]:
                if getattr(self, name) is None:
                    raise ValueError(f"{name} is missing; {index} needs {', '.join(('temperature_c', *NEEDED[index]))}")
        optional = {name for names in NEEDED.values() for name in names} | {"time"}
        columns = {name: column for name in sorted(optional) if (column := getattr(self, name)) is not None}
        check_same_length({"temperature_c": self.temperature_c, **columns})
        return self
