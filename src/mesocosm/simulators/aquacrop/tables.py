"""AquaCrop's names of crops, soils and parameters, and the range of each parameter: `tables.toml`."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from mesocosm.simulators.simulator.plausibility import Range

_TABLES = tomllib.loads((files(__package__) / "tables.toml").read_text(encoding="utf-8"))


def _range(parameter: str | list[float]) -> Range:
    low, high = _TABLES["kinds"][parameter] if isinstance(parameter, str) else parameter
    return low, high


CROPS: tuple[str, ...] = tuple(_TABLES["crops"])
TEXTURES: dict[str, int] = _TABLES["soil_layers"]
"""Number of layers of each named soil."""
RANGES: dict[str, Range] = {name: _range(parameter) for name, parameter in _TABLES["parameters"].items()}
"""Ranges of the crop parameters that can be changed."""

NOT_USED = -9.0
"""Value in the engine's own crops of a parameter that does not apply."""
DRIVERS = ("WP", "HI0", "Kcb", "CCx")
"""Parameters whose product is roughly the yield."""
MOST_CHANGE = 1.5
"""Factor by which one of these may be changed without a warning."""
