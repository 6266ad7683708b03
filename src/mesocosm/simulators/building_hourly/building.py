"""A building as a box with one air zone: the input of both building engines."""

from __future__ import annotations

import math
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from mesocosm.types import Record

HOURS_OF_DAY = 24
MONTHS = 12
KELVIN_FROM = 200.0

MassPlace = Literal["inside", "outside", "both", "spread", "middle"]
Orientation = Literal["north", "east", "south", "west"]
ORIENTATIONS: tuple[Orientation, ...] = ("north", "east", "south", "west")
AZIMUTH_DEG = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
INSIDE_RESISTANCE = {"wall": 0.13, "roof": 0.10, "floor": 0.17, "window": 0.13}
"""Resistance between the air and the inner surface, in m² K/W: ISO 6946, table 7."""
OUTSIDE_RESISTANCE = 0.04
"""Resistance at the outer surface, in m² K/W: ISO 6946, table 7."""


def _celsius(value: float) -> float:
    if value >= KELVIN_FROM:
        raise ValueError(f"must be in °C, and {value:g} looks like kelvin")
    if not -10.0 <= value <= 60.0:
        raise ValueError("must lie in [-10, 60] °C")
    return value


def _all_hours(value: object) -> object:
    """Repeat a single number for each hour of the day."""
    return (value,) * HOURS_OF_DAY if isinstance(value, int | float) and not isinstance(value, bool) else value


Finite = Annotated[float, Field(allow_inf_nan=False)]
Celsius = Annotated[Finite, AfterValidator(_celsius)]
Share = Annotated[Finite, Field(ge=0, le=1)]
DayOfShares = Annotated[
    tuple[Share, ...],
    BeforeValidator(_all_hours),
    Field(min_length=HOURS_OF_DAY, max_length=HOURS_OF_DAY),
]
DayOfCelsius = Annotated[
    tuple[Celsius, ...],
    BeforeValidator(_all_hours),
    Field(min_length=HOURS_OF_DAY, max_length=HOURS_OF_DAY),
]


class Opaque(Record):
    """A wall, a roof or a floor."""

    u_w_m2k: Finite = Field(ge=0.02, le=4.5)
    """Thermal transmittance with the surface resistances of ISO 6946."""
    capacity_kj_m2k: Finite = Field(default=75.0, ge=1.0, le=1000.0)
    """Heat that one square metre stores per kelvin: 50 is very light, 110 medium, 250 very heavy."""
    mass: MassPlace = "spread"
    """Where the capacity lies, as the classes I, E, IE, D and M of ISO 52016-1."""
    solar_absorptance: Share = 0.6

    def resistance(self, part: Literal["wall", "roof", "floor"]) -> float:
        """Return the resistance between the two surfaces, in m² K/W."""
        return 1 / self.u_w_m2k - INSIDE_RESISTANCE[part] - OUTSIDE_RESISTANCE


class Windows(Record):
    """Windows in the four walls, as shares of the wall areas."""

    north: Finite = Field(default=0.0, ge=0.0, le=0.95)
    east: Finite = Field(default=0.0, ge=0.0, le=0.95)
    south: Finite = Field(default=0.0, ge=0.0, le=0.95)
    west: Finite = Field(default=0.0, ge=0.0, le=0.95)
    u_w_m2k: Finite = Field(default=1.3, ge=0.3, le=5.8)
    g: Finite = Field(default=0.6, ge=0.05, le=0.9)
    """Share of perpendicular sunshine that enters, directly or as heat from the warmed glass."""
    panes: int = Field(default=2, ge=1, le=3)


class Building(Record):
    """A box with its long side facing south, one air zone, ideal heating and cooling."""

    floor_area_m2: Finite = Field(ge=4.0, le=200_000.0)
    """Area of all storeys together."""
    storeys: int = Field(default=1, ge=1, le=60)
    storey_height_m: Finite = Field(default=3.0, ge=2.0, le=15.0)
    length_to_depth: Finite = Field(default=1.0, ge=0.1, le=10.0)
    """Ratio of the east-west side to the north-south side."""
    walls: Opaque
    roof: Opaque
    ground_floor: Opaque
    windows: Windows = Windows()
    internal_floor_kj_m2k: Finite = Field(default=150.0, ge=2.0, le=1000.0)
    """Heat capacity of a floor between storeys."""
    furniture_kj_m2k: Finite = Field(default=10.0, ge=0.0, le=200.0)
    """Heat capacity of the furniture, by floor area; ISO 52016-1 takes 10, including the air."""
    infiltration_per_h: Finite = Field(default=0.3, ge=0.0, le=20.0)
    ventilation_per_h: Finite = Field(default=0.0, ge=0.0, le=50.0)
    """Air changes by ventilation, besides infiltration, with untreated outdoor air."""
    ventilation_profile: DayOfShares = (1.0,) * HOURS_OF_DAY
    gains_w_m2: Finite = Field(default=4.0, ge=0.0, le=500.0)
    """Sensible heat of people, lights and devices, per floor area."""
    gains_profile: DayOfShares = (1.0,) * HOURS_OF_DAY
    gains_radiant_share: Share = 0.5
    heating_setpoint_c: DayOfCelsius | None = (20.0,) * HOURS_OF_DAY
    """Set point of the air for each hour of the day; without it the building is not heated."""
    cooling_setpoint_c: DayOfCelsius | None = (26.0,) * HOURS_OF_DAY
    heating_limit_w_m2: Finite | None = Field(default=None, gt=0.0, le=2000.0)
    cooling_limit_w_m2: Finite | None = Field(default=None, gt=0.0, le=2000.0)
    ground_temperature_c: Annotated[tuple[Celsius, ...], Field(min_length=MONTHS, max_length=MONTHS)] | None = None
    """Temperature beneath the floor by month; by default computed by ISO 13370 from the year's air temperatures."""
    ground_albedo: Share = 0.2

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.storeys * 4.0 > self.floor_area_m2:
            raise ValueError(f"floor_area_m2 must be 4 m² a storey at least, got {self.floor_area_m2:g}")
        heat, cool = self.heating_setpoint_c, self.cooling_setpoint_c
        if heat and cool and any(warm > cold for warm, cold in zip(heat, cool, strict=True)):
            hour = next(at for at in range(HOURS_OF_DAY) if heat[at] > cool[at])
            got = f"got {heat[hour]:g} and {cool[hour]:g} °C in hour {hour}"
            raise ValueError(f"heating_setpoint_c must not be above cooling_setpoint_c, {got}")
        for name in ("walls", "roof", "ground_floor"):
            part = getattr(self, name)
            kind: Literal["wall", "roof", "floor"] = "floor" if name == "ground_floor" else part_kind(name)
            if part.resistance(kind) < 0.01:
                raise ValueError(f"{name}.u_w_m2k is more than its surfaces let through, got {part.u_w_m2k:g}")
        return self

    @property
    def footprint_m2(self) -> float:
        return self.floor_area_m2 / self.storeys

    @property
    def length_m(self) -> float:
        """East-west length."""
        return math.sqrt(self.footprint_m2 * self.length_to_depth)

    @property
    def depth_m(self) -> float:
        """North-south length."""
        return self.footprint_m2 / self.length_m

    @property
    def height_m(self) -> float:
        return self.storeys * self.storey_height_m

    @property
    def volume_m3(self) -> float:
        return self.footprint_m2 * self.height_m

    @property
    def perimeter_m(self) -> float:
        return 2 * (self.length_m + self.depth_m)

    def facade_m2(self, orientation: Orientation) -> float:
        """Return the area of a whole wall including its windows."""
        return (self.length_m if orientation in ("north", "south") else self.depth_m) * self.height_m

    def window_m2(self, orientation: Orientation) -> float:
        return float(getattr(self.windows, orientation)) * self.facade_m2(orientation)


def part_kind(name: str) -> Literal["wall", "roof"]:
    """Return the kind of a part that decides its surface resistances."""
    return "roof" if name == "roof" else "wall"
