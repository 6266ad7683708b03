"""The inputs of a WOFOST run: weather with radiation, a crop, a soil, initial water and irrigation."""

from __future__ import annotations

import math
from datetime import date
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from mesocosm.errors import did_you_mean
from mesocosm.simulators.simulator.daily_weather import (
    DailyWeather,
    Evaporation,
    Radiation,
    VapourPressure,
    Wind,
)
from mesocosm.simulators.simulator.plausibility import refuse_outside
from mesocosm.simulators.wofost.names import CROPS, NUMBERS, PARAMETERS, TABLES, TEXTURES, WITHOUT_EMERGENCE
from mesocosm.simulators.wofost.ranges import NOT_USED, RANGES
from mesocosm.types import Record

MOST_RAIN_MM = 250.0
"""The engine's own limit of daily rain."""
SLACK_MM = 0.1
"""Rounding of the water that a soil holds."""
LONGEST_SEASON = 365
LONGEST_TABLE = 60
EVAPORATIONS = ("et0_mm", "e0_mm", "es0_mm")
Share = Annotated[float, Field(gt=0, lt=1)]


class Weather(DailyWeather):
    """Daily weather with all that photosynthesis and evaporation need."""

    radiation_mj_m2: Radiation
    vapour_pressure_kpa: VapourPressure
    wind_m_s: Wind
    e0_mm: Evaporation | None = None
    """Evaporation of open water, in mm a day."""
    es0_mm: Evaporation | None = None
    """Evaporation of wet bare soil, in mm a day."""

    @model_validator(mode="after")
    def _suits_the_engine(self) -> Self:
        given = [name for name in EVAPORATIONS if getattr(self, name) is not None]
        if len(given) not in (0, len(EVAPORATIONS)):
            raise ValueError(f"{', '.join(EVAPORATIONS)} must come together or not at all, got {', '.join(given)}")
        for place, depth in enumerate(self.rain_mm):
            if depth > MOST_RAIN_MM:
                raise ValueError(f"rain_mm: row {place + 1} must be at most {MOST_RAIN_MM:g} mm, got {depth:g}")
        return self


class Soil(Record):
    """One uniform, freely draining layer: by its texture class, or by its water contents (shares of the volume)."""

    texture: str | None = None
    wilting_point: Share | None = None
    field_capacity: Share | None = None
    saturation: Share | None = None
    percolation_mm_day: float | None = Field(default=None, gt=0, le=100_000)
    """Limit of water that leaves the root zone and the subsoil; by default the texture's saturated conductivity."""
    critical_air_content: float = Field(default=0.06, ge=0, lt=1)
    """Air content that roots need, as a share of the volume."""
    depth_m: float = Field(ge=0.1, le=5.0)
    """Largest depth of roots."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        own = (self.wilting_point, self.field_capacity, self.saturation, self.percolation_mm_day)
        if self.texture is None:
            if None in own:
                raise ValueError(
                    "soil needs a texture, or all of: wilting_point, field_capacity, saturation, percolation_mm_day"
                )
        elif own[:3] != (None, None, None):
            raise ValueError("soil must name a texture or give its water contents, and not both")
        elif self.texture not in TEXTURES:
            raise ValueError(
                f"texture must be one of {', '.join(TEXTURES)}, got {_near(self.texture, tuple(TEXTURES))}"
            )
        low, middle, high, _ = self.hydraulics
        if not low < middle < high:
            got = f"{low:g}, {middle:g} and {high:g}"
            raise ValueError(f"wilting_point < field_capacity < saturation must hold, got {got}")
        return self

    @property
    def hydraulics(self) -> tuple[float, float, float, float]:
        """Return wilting point, field capacity, saturation, and percolation in mm a day."""
        if self.texture is not None:
            low, middle, high, rate = TEXTURES[self.texture]
            return low, middle, high, self.percolation_mm_day or rate
        return (
            self.wilting_point or 0.0,
            self.field_capacity or 0.0,
            self.saturation or 0.0,
            self.percolation_mm_day or 0.0,
        )


class Irrigation(Record):
    """Irrigation: none, on given days, or a fixed depth when the root zone dries to a share of its available water."""

    method: Literal["rainfed", "threshold", "schedule"]
    threshold_percent: float | None = Field(default=None, gt=0, lt=100)
    amount_mm: float | None = Field(default=None, gt=0, le=250)
    """Depth of each application, with method threshold."""
    dates: tuple[date, ...] = Field(default=(), max_length=LONGEST_SEASON)
    depth_mm: tuple[Annotated[float, Field(ge=0, le=250)], ...] = Field(default=(), max_length=LONGEST_SEASON)

    @model_validator(mode="after")
    def _of_its_method(self) -> Self:
        threshold = (self.threshold_percent is not None, self.amount_mm is not None)
        if threshold != (self.method == "threshold",) * 2:
            raise ValueError("threshold_percent and amount_mm must be given with method threshold, and with no other")
        if (self.method == "schedule") != bool(self.dates):
            raise ValueError("dates must be given with method schedule, and with no other")
        if len(self.dates) != len(self.depth_mm) or len(set(self.dates)) != len(self.dates):
            raise ValueError("depth_mm must hold one value a date, and no date twice")
        return self


class Inputs(Record):
    """One season of one crop on one field."""

    mode: Literal["potential", "water_limited"]
    weather: Weather
    latitude: float = Field(ge=-66, le=66)
    """Degrees north; closer to the poles, the engine has no sunrise on some days."""
    elevation_m: float = Field(default=0.0, ge=-300, le=6000)
    crop: str | None = None
    crop_parameters: dict[str, float | tuple[float, ...]] = Field(default_factory=dict)
    """Parameters by WOFOST's own names: changes to the named crop, or a complete crop of your own."""
    planting_date: date
    starts_at: Literal["sowing", "emergence"] = "sowing"
    """Event on the planting date."""
    soil: Soil | None = None
    """Required for water_limited; potential growth does not depend on it."""
    initial_available_mm: float | None = Field(default=None, ge=0, le=5000)
    """Water above the wilting point on the first day of the weather, over the depth of the soil."""
    initial_topsoil_limit: Share | None = None
    """Limit of water in the upper 10 cm on the first day, as a share of the volume; by default field capacity."""
    irrigation: Irrigation = Irrigation(method="rainfed")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        _check_crop(self)
        first, last = self.weather.date[0], self.weather.date[-1]
        if not first <= self.planting_date < last:
            raise ValueError(f"planting_date must lie in the weather, {first} to {last}, got {self.planting_date}")
        if (last - self.planting_date).days > LONGEST_SEASON:
            raise ValueError(f"weather must end within {LONGEST_SEASON} days of planting, ends on {last}")
        outside = [day for day in self.irrigation.dates if not first <= day <= last]
        if outside:
            raise ValueError(f"irrigation.dates must lie in the weather, {first} to {last}, got {outside[0]}")
        if self.mode == "water_limited" and (self.soil is None or self.initial_available_mm is None):
            raise ValueError("soil and initial_available_mm are needed for water_limited")
        if self.mode == "water_limited" and self.soil is not None and self.initial_available_mm is not None:
            _check_water(self.soil, self.initial_available_mm)
        if self.mode == "potential" and self.irrigation.method != "rainfed":
            raise ValueError("irrigation belongs to water_limited; potential growth never lacks water")
        return self


def _check_water(soil: Soil, available_mm: float) -> None:
    """Refuse more water than the pores of the soil hold above the wilting point."""
    wilting, _, saturation, _ = soil.hydraulics
    most = 1000 * (saturation - wilting) * soil.depth_m
    if available_mm > most + SLACK_MM:
        raise ValueError(
            f"initial_available_mm must lie in [0, {most:.4g}] mm, what {soil.depth_m:g} m of this soil hold between "
            f"the wilting point ({wilting:g}) and saturation ({saturation:g}), got {available_mm:g}"
        )


def _check_crop(inputs: Inputs) -> None:
    from_sowing = inputs.starts_at == "sowing" and "TSUMEM" not in inputs.crop_parameters
    if inputs.crop in WITHOUT_EMERGENCE and from_sowing:
        raise ValueError(
            f"starts_at must be emergence for {inputs.crop}, whose parameters hold no temperature sum from sowing to "
            "emergence; or give TSUMEM in crop_parameters"
        )
    if inputs.crop is not None and inputs.crop not in CROPS:
        raise ValueError(f"crop must be one of {', '.join(CROPS)}, got {_near(inputs.crop, tuple(CROPS))}")
    for name, value in inputs.crop_parameters.items():
        if name not in PARAMETERS:
            raise ValueError(f"crop_parameters: {_near(name, PARAMETERS)} is not a parameter of WOFOST 7.2")
        _check_parameter(name, value)
    missing = [name for name in (*NUMBERS, *TABLES) if name not in inputs.crop_parameters]
    if inputs.crop is None and missing:
        raise ValueError(
            f"crop is missing; without it crop_parameters must be complete, and lacks {', '.join(missing)}"
        )


def _check_parameter(name: str, value: float | tuple[float, ...]) -> None:
    cells = value if isinstance(value, tuple) else (value,)
    if not all(map(math.isfinite, cells)):
        raise ValueError(f"crop_parameters.{name} must be finite, got {value}")
    if isinstance(value, tuple) != (name.endswith("TB")):
        kind = "a table of x, y, x, y" if name.endswith("TB") else "a number"
        raise ValueError(f"crop_parameters.{name} must be {kind}, got {value}")
    if isinstance(value, tuple) and (len(value) % 2 or not 4 <= len(value) <= LONGEST_TABLE):
        raise ValueError(f"crop_parameters.{name} must hold 2 to {LONGEST_TABLE // 2} pairs, holds {len(value)} cells")
    numbers = value[1::2] if isinstance(value, tuple) else value
    if numbers != NOT_USED:
        refuse_outside("crop_parameters", RANGES, name, numbers if isinstance(numbers, tuple) else (numbers,))


def _near(name: str, known: tuple[str, ...]) -> str:
    hint = did_you_mean(name, known)
    return f"{name!r}; {hint}" if hint else repr(name)
