"""A building described by a few figures, as agents give it and building engines take it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, JsonValue

from mesocosm.types import Record

Transmittance = Annotated[float, Field(ge=0.02, le=4.5)]
Glazed = Annotated[float, Field(ge=0, le=0.95)]
Celsius = Annotated[float, Field(ge=-10, le=60)]


class Glass(Record):
    """Share of each wall that is window."""

    north: Glazed = 0.0
    east: Glazed = 0.0
    south: Glazed = 0.0
    west: Glazed = 0.0


class House(Record):
    """A box-shaped building with its long side to the south, one zone, ideal heating and cooling."""

    floor_area_m2: float = Field(ge=4, le=200_000, description="Of all storeys.")
    storeys: int = Field(default=1, ge=1, le=60)
    length_to_depth: float = Field(default=1.0, ge=0.1, le=10)
    wall_u_w_m2k: Transmittance
    roof_u_w_m2k: Transmittance
    floor_u_w_m2k: Transmittance
    heat_capacity_kj_m2k: float = Field(default=110.0, ge=1, le=1000, description="50 light, 110 medium, 250 heavy.")
    window_share: Glass
    window_u_w_m2k: float = Field(default=1.3, ge=0.3, le=5.8)
    window_g: float = Field(default=0.6, ge=0.05, le=0.9)
    infiltration_per_h: float = Field(default=0.3, ge=0, le=20)
    ventilation_per_h: float = Field(default=0.0, ge=0, le=50)
    gains_w_m2: float = Field(default=4.0, ge=0, le=500)
    heating_setpoint_c: Celsius | None = Field(default=20.0, description="None: not heated.")
    cooling_setpoint_c: Celsius | None = 26.0

    def inputs(self) -> dict[str, JsonValue]:
        """Return the inputs of both building engines."""
        plain = self.model_dump(
            mode="json",
            exclude={"wall_u_w_m2k", "roof_u_w_m2k", "floor_u_w_m2k", "heat_capacity_kj_m2k", "window_share",
                     "window_u_w_m2k", "window_g"},
        )  # fmt: skip
        fabric = {"walls": self.wall_u_w_m2k, "roof": self.roof_u_w_m2k, "ground_floor": self.floor_u_w_m2k}
        parts: dict[str, JsonValue] = {
            name: {"u_w_m2k": value, "capacity_kj_m2k": self.heat_capacity_kj_m2k} for name, value in fabric.items()
        }
        glass: dict[str, JsonValue] = {"u_w_m2k": self.window_u_w_m2k, "g": self.window_g}
        return plain | parts | {"windows": glass | self.window_share.model_dump()}
