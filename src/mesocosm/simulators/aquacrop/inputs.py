"""The inputs of an AquaCrop run: weather, soil, crop, initial water, irrigation and carbon dioxide."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from mesocosm.errors import did_you_mean
from mesocosm.simulators.aquacrop.tables import CROPS, NOT_USED, RANGES, TEXTURES
from mesocosm.simulators.simulator.daily_weather import DailyWeather, Days
from mesocosm.simulators.simulator.plausibility import refuse_outside
from mesocosm.types import Record

LONGEST_SEASON = 364
"""Days; the engine identifies the days of a season by month and day only."""
SHORTEST_SEASON = 30
COMPARTMENT_M = 0.1
Share = Annotated[float, Field(gt=0, lt=1)]


class Layer(Record):
    """A soil layer, in order from the top down; water contents are shares of the volume."""

    thickness_m: float = Field(ge=0.1, le=3.0)
    wilting_point: Share
    field_capacity: Share
    saturation: Share
    conductivity_mm_day: float = Field(gt=0, le=100_000)
    """Saturated hydraulic conductivity, in mm a day."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if not self.wilting_point < self.field_capacity < self.saturation:
            values = f"{self.wilting_point:g}, {self.field_capacity:g} and {self.saturation:g}"
            raise ValueError(f"wilting_point < field_capacity < saturation must hold, got {values}")
        parts = self.thickness_m / COMPARTMENT_M
        if abs(parts - round(parts)) > 1e-6:
            raise ValueError(f"thickness_m must be a multiple of {COMPARTMENT_M:g}, got {self.thickness_m:g}")
        return self


class Soil(Record):
    """A soil, given by its texture class or by its layers."""

    texture: str | None = None
    layers: tuple[Layer, ...] = Field(default=(), max_length=10)
    curve_number: float | None = Field(default=None, ge=0, le=100)
    """Curve number for runoff, with layers only; by default the engine takes it from the top layer's conductivity."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.texture is None) == (not self.layers):
            raise ValueError("soil must name a texture or list layers, and not both")
        if self.texture is not None and self.texture not in TEXTURES:
            raise ValueError(f"texture {_unknown(self.texture, tuple(TEXTURES))}")
        if self.texture is not None and self.curve_number is not None:
            raise ValueError("curve_number belongs to layers; a texture has its own")
        if sum(layer.thickness_m for layer in self.layers) > 3.0 + 1e-9:
            raise ValueError("layers must be at most 3 m thick together")
        return self

    @property
    def layer_count(self) -> int:
        return TEXTURES[self.texture] if self.texture else len(self.layers)


class InitialWater(Record):
    """Soil water on the first day: at a named point, as a share of what plants can use, or by depth."""

    at: Literal["wilting_point", "field_capacity", "saturation"] | None = None
    available_percent: float | None = Field(default=None, ge=0, le=100)
    """Share of the water that plants can use: 0 is the wilting point, 100 field capacity."""
    depth_m: tuple[float, ...] = Field(default=(), max_length=30)
    water_content: tuple[Share, ...] = Field(default=(), max_length=30)
    """Water content as a share of the volume at each depth, interpolated between depths."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = [self.at is not None, self.available_percent is not None, bool(self.depth_m or self.water_content)]
        if sum(ways) != 1:
            raise ValueError("initial_water must have one of: at; available_percent; depth_m with water_content")
        if len(self.depth_m) != len(self.water_content):
            raise ValueError(f"water_content must hold {len(self.depth_m)} values, holds {len(self.water_content)}")
        if list(self.depth_m) != sorted(set(self.depth_m)) or any(depth < 0 for depth in self.depth_m):
            raise ValueError(f"depth_m must rise from 0 m on, got {self.depth_m}")
        return self


class Irrigation(Record):
    """Irrigation: none, when the root zone falls below a share of its available water, or on given days."""

    method: Literal["rainfed", "threshold", "schedule"]
    threshold_percent: float | None = Field(default=None, gt=0, le=100)
    """Share of total available water below which the root zone is filled up, %."""
    dates: tuple[date, ...] = Field(default=(), max_length=LONGEST_SEASON)
    depth_mm: tuple[Annotated[float, Field(ge=0, le=500)], ...] = Field(default=(), max_length=LONGEST_SEASON)
    most_daily_mm: float = Field(default=500.0, gt=0, le=500)
    most_season_mm: float = Field(default=10_000.0, ge=0, le=10_000)

    @model_validator(mode="after")
    def _of_its_method(self) -> Self:
        if (self.method == "threshold") != (self.threshold_percent is not None):
            raise ValueError("threshold_percent must be given with method threshold, and with no other")
        if (self.method == "schedule") != bool(self.dates):
            raise ValueError("dates must be given with method schedule, and with no other")
        if len(self.dates) != len(self.depth_mm):
            raise ValueError(f"depth_mm must hold {len(self.dates)} values, one a date, holds {len(self.depth_mm)}")
        if len(set(self.dates)) != len(self.dates):
            raise ValueError("dates must not repeat")
        return self


class Inputs(Record):
    """One season of one crop on one field."""

    weather: DailyWeather
    crop: str
    crop_parameters: dict[str, Annotated[float, Field(ge=-1e7, le=1e7, allow_inf_nan=False)]] = Field(
        default_factory=dict
    )
    """Changes to the named crop, by the engine's own names, such as Maturity or Zmax."""
    planting_date: date
    soil: Soil
    initial_water: InitialWater
    """Water on the first day of the weather; the days until the planting date are simulated as fallow."""
    irrigation: Irrigation = Irrigation(method="rainfed")
    bund_height_m: float | None = Field(default=None, ge=0.01, le=1)
    """Height of the banks that keep water on the field, as for paddy rice, in metres."""
    co2_ppm: float | None = Field(default=None, ge=100, le=2000)
    """By default the engine's own yearly means: Mauna Loa, and a scenario for future years."""
    latitude: float | None = Field(default=None, ge=-90, le=90)
    """Degrees north; needed where the weather has no et0_mm."""
    elevation_m: float = Field(default=0.0, ge=-430, le=6000)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.crop not in CROPS:
            raise ValueError(f"crop {_unknown(self.crop, CROPS)}")
        for name, value in self.crop_parameters.items():
            if name not in RANGES:
                raise ValueError(f"crop_parameters {_unknown(name, tuple(RANGES))}")
            if value != NOT_USED:
                refuse_outside("crop_parameters", RANGES, name, (value,))
        _check_season(self.weather.date, self.planting_date)
        outside = [day for day in self.irrigation.dates if not self.planting_date <= day <= self.weather.date[-1]]
        if outside:
            raise ValueError(
                f"irrigation.dates must lie between planting and the last day of weather, got {outside[0]}"
            )
        if self.weather.et0_mm is not None and not any(self.weather.et0_mm):
            raise ValueError(
                "weather.et0_mm must be above 0 on some day, got 0 on all: nothing would evaporate or grow"
            )
        if self.weather.et0_mm is None and self.latitude is None:
            raise ValueError("latitude is needed to compute et0_mm, which the weather does not have")
        return self


def _check_season(days: Days, planting: date) -> None:
    last = planting + timedelta(days=LONGEST_SEASON)
    if not days[0] <= planting <= days[-1]:
        raise ValueError(f"planting_date must lie in the weather, {days[0]} to {days[-1]}, got {planting}")
    if (planting.month, planting.day) == (2, 29):
        raise ValueError("planting_date must not be 29 February, which the engine cannot read; take the day after")
    if (days[-1] - planting).days < SHORTEST_SEASON:
        raise ValueError(f"weather must last {SHORTEST_SEASON} days from planting, ends on {days[-1]}")
    if (planting - days[0]).days > LONGEST_SEASON:
        raise ValueError(f"weather must begin at most {LONGEST_SEASON} days before planting, begins on {days[0]}")
    if days[-1] > last:
        raise ValueError(f"weather must end within {LONGEST_SEASON} days of planting, by {last}, ends on {days[-1]}")


def _unknown(name: str, known: tuple[str, ...]) -> str:
    hint = did_you_mean(name, known)
    return f"must be one of the engine's, got {name!r}; {hint + ' ' if hint else ''}known: {', '.join(known)}"
