"""The inputs of an event-loss run: events at points, assets, and the curves that turn intensity into damage."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Annotated, Self

from pydantic import Field, model_validator

from mesocosm.errors import did_you_mean
from mesocosm.simulators.simulator.columns import LONGEST, Finite, Latitude, Longitude, Share, check_same_length
from mesocosm.types import Record

MOST_STORED = 20_000_000
"""Largest number of intensities in a run."""
SHORTEST_PERIOD = 1 / 366
"""Years; no frequency may exceed 366 a year, so nothing returns more often than daily."""
Position = Annotated[int, Field(ge=0)]
Worth = Annotated[float, Field(ge=0, le=1e18, allow_inf_nan=False)]


class Intensity(Record):
    """The intensities above zero, each with the positions of its event and its point, counted from 0."""

    event: tuple[Position, ...] = Field(max_length=MOST_STORED)
    point: tuple[Position, ...] = Field(max_length=MOST_STORED)
    value: tuple[Finite, ...] = Field(max_length=MOST_STORED)
    fraction: tuple[Share, ...] | None = None
    """Share of the point's surroundings that is hit; 1 if not given."""

    @model_validator(mode="after")
    def _columns_fit(self) -> Self:
        if self.event or self.point or self.value:
            columns = {"event": self.event, "point": self.point, "value": self.value}
            check_same_length(columns if self.fraction is None else columns | {"fraction": self.fraction})
        return self


class Hazard(Record):
    """A set of events with yearly frequencies, on shared points."""

    intensity_unit: str = Field(min_length=1, max_length=40)
    latitude: tuple[Latitude, ...] = Field(min_length=1, max_length=LONGEST)
    longitude: tuple[Longitude, ...] = Field(min_length=1, max_length=LONGEST)
    frequency_per_year: tuple[Annotated[float, Field(ge=0, le=366)], ...] = Field(min_length=1, max_length=LONGEST)
    intensity: Intensity
    event_name: tuple[str, ...] | None = None
    negative_intensity: bool = False
    """Whether intensities may be negative, as for temperatures of cold spells; otherwise such values are refused."""

    @model_validator(mode="after")
    def _means_something(self) -> Self:
        lowest = min(self.intensity.value, default=0.0)
        if lowest < 0 and not self.negative_intensity:
            raise ValueError(
                f"intensity.value must not be negative, got {lowest:g}; "
                "for a hazard that can be, such as cold, give negative_intensity as true"
            )
        if not any(self.frequency_per_year):
            raise ValueError("frequency_per_year must be above 0 for at least one event, got 0 for all")
        return self

    @model_validator(mode="after")
    def _positions_fit(self) -> Self:
        check_same_length({"latitude": self.latitude, "longitude": self.longitude})
        if self.event_name is not None:
            check_same_length({"frequency_per_year": self.frequency_per_year, "event_name": self.event_name})
        _check_positions("event", self.intensity.event, len(self.frequency_per_year), "events")
        _check_positions("point", self.intensity.point, len(self.latitude), "points")
        return self


class Exposure(Record):
    """Assets: their locations, values and curves."""

    value_unit: str = Field(default="USD", min_length=1, max_length=40)
    latitude: tuple[Latitude, ...] = Field(min_length=1, max_length=LONGEST)
    longitude: tuple[Longitude, ...] = Field(min_length=1, max_length=LONGEST)
    value: tuple[Annotated[float, Field(ge=0, le=1e18, allow_inf_nan=False)], ...] = Field(
        min_length=1, max_length=LONGEST
    )
    curve: tuple[str, ...] = Field(min_length=1, max_length=LONGEST)
    point: tuple[Annotated[int, Field(ge=-1)], ...] | None = None
    """Positions of the hazard's points, -1 for none, if the caller has assigned them; otherwise the nearest is used."""

    @model_validator(mode="after")
    def _columns_fit(self) -> Self:
        columns = {"latitude": self.latitude, "longitude": self.longitude, "value": self.value, "curve": self.curve}
        check_same_length(columns if self.point is None else columns | {"point": self.point})
        return self


class Curve(Record):
    """Vulnerability: mean damage of an affected asset, and the share of assets affected, at each intensity.

    Both are linear between the given intensities, and constant beyond them.
    """

    intensity_unit: str = Field(min_length=1, max_length=40)
    intensity: tuple[Finite, ...] = Field(min_length=1, max_length=10_000)
    damage: tuple[Share, ...] = Field(min_length=1, max_length=10_000)
    affected: tuple[Share, ...] = Field(min_length=1, max_length=10_000)

    @model_validator(mode="after")
    def _intensities_rise(self) -> Self:
        check_same_length({"intensity": self.intensity, "damage": self.damage, "affected": self.affected})
        for before, after in pairwise(self.intensity):
            if not before < after:
                raise ValueError(f"intensity must rise, and {after:g} follows {before:g}")
        return self


class EventLoss(Record):
    """All inputs of a run."""

    hazard: Hazard
    exposure: Exposure
    curves: dict[str, Curve] = Field(min_length=1, max_length=10_000)
    greatest_distance_km: Annotated[float, Field(gt=0, le=20_100)] = 100.0
    """Assets further than this from every point are not hit; a warning counts them."""
    return_periods_years: tuple[Annotated[float, Field(ge=SHORTEST_PERIOD, le=1e6)], ...] = Field(
        default=(10.0, 50.0, 100.0, 250.0), max_length=100
    )
    """Without repetitions."""

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        twice = [years for years, count in Counter(self.return_periods_years).items() if count > 1]
        if twice:
            raise ValueError(f"return_periods_years must not repeat, got {twice[0]:g} twice")
        for name in sorted(set(self.exposure.curve) - self.curves.keys()):
            hint = did_you_mean(name, self.curves)
            raise ValueError(f"exposure.curve {name!r} is not among curves; {hint or ', '.join(self.curves)}")
        for name, curve in self.curves.items():
            if curve.intensity_unit != self.hazard.intensity_unit:
                units = f"{curve.intensity_unit!r}, and the hazard's is {self.hazard.intensity_unit!r}"
                raise ValueError(f"curves.{name}.intensity_unit is {units}; they must be the same")
        if self.exposure.point is not None:
            _check_positions("exposure.point", self.exposure.point, len(self.hazard.latitude), "points")
        return self


def _check_positions(name: str, positions: tuple[int, ...], count: int, things: str) -> None:
    highest = max(positions, default=0)
    if highest >= count:
        raise ValueError(f"{name} must lie in [0, {count - 1}], as there are {count} {things}, got {highest}")
