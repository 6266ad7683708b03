"""The inputs of the exposure engine: buildings, the value of a square metre of floor, and where people live."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, FiniteFloat, JsonValue, model_validator

from mesocosm.types import Record

LARGEST_TEXT = 40_000_000
UseClass = Literal["residential", "commercial", "industrial"]
CLASSES: tuple[UseClass, ...] = ("residential", "commercial", "industrial")
STOREYS: dict[UseClass, float] = {"residential": 2.0, "commercial": 2.0, "industrial": 1.0}
EURO = "EUR 2010"
"""Unit of values from `gdp_per_capita_usd_2010`."""

Share = Annotated[FiniteFloat, Field(ge=0, le=1e7)]
Storeys = Annotated[FiniteFloat, Field(gt=0, le=200)]


class Zone(Record):
    """An area and the people in it."""

    id: str = Field(min_length=1, max_length=120)
    people: FiniteFloat = Field(ge=0, le=1e9)
    area: dict[str, JsonValue]
    """A GeoJSON Polygon or MultiPolygon in degrees."""


class ExposureInputs(Record):
    """Buildings (`osm` or `buildings`), their values (`unit_values` or `gdp_per_capita_usd_2010`), and people."""

    osm: Annotated[str, Field(min_length=1, max_length=LARGEST_TEXT)] | None = None
    """OpenStreetMap XML: closed ways and multipolygons with `building`."""
    buildings: dict[str, JsonValue] | None = None
    """GeoJSON: polygons in degrees with `id`; `use` (one of the classes), `storeys` and `value` where known."""
    unit_values: dict[UseClass, Share] | None = None
    """Value of a square metre of floor by class, in `value_unit`."""
    value_unit: str | None = Field(default=None, min_length=1, max_length=30)
    gdp_per_capita_usd_2010: FiniteFloat | None = Field(default=None, ge=100, le=500_000)
    """Construction costs by Huizinga et al. (2017) from the country's GDP per head, in US$ of 2010."""
    with_contents: bool = False
    """Add the contents: 0.5, 1.0 and 1.5 times the value for homes, commerce and industry (same source)."""
    default_storeys: dict[UseClass, Storeys] = Field(default_factory=lambda: dict(STOREYS))
    """Storeys by class, for buildings with neither storeys nor a height."""
    unknown_use: UseClass | Literal["left out"] = "residential"
    """Use of buildings that the map calls only a building, or that have no `use`."""
    population: tuple[Zone, ...] = Field(default=(), max_length=100_000)
    """People by zone, distributed over the homes in each area by floor area."""
    curves: dict[UseClass, str] = Field(default_factory=dict)
    """Names of the loss engine's damage curves by class; by default the name of the class."""

    @model_validator(mode="after")
    def _is_whole(self) -> ExposureInputs:
        for names in (("osm", "buildings"), ("unit_values", "gdp_per_capita_usd_2010")):
            given = [name for name in names if getattr(self, name) is not None]
            if len(given) != 1:
                raise ValueError(
                    f"exactly one of {', '.join(names)} must be given, got {' and '.join(given) or 'none'}"
                )
        if self.unit_values is not None:
            if self.value_unit is None:
                raise ValueError("value_unit is needed with unit_values, such as USD or EUR 2010")
            if self.with_contents:
                raise ValueError("with_contents goes with gdp_per_capita_usd_2010; unit_values are taken as they are")
            for name in CLASSES:
                if name not in self.unit_values:
                    raise ValueError(f"unit_values lacks {name}")
        elif self.value_unit is not None:
            raise ValueError(f"value_unit is {EURO} with gdp_per_capita_usd_2010; leave it out")
        for name in CLASSES:
            if name not in self.default_storeys:
                raise ValueError(f"default_storeys lacks {name}")
        return self

    @property
    def unit(self) -> str:
        return self.value_unit or EURO
