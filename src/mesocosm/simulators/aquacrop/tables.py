"""What AquaCrop calls its crops, soils and parameters, and between which numbers a parameter can lie: `tables.toml`."""

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
"""Named soils, and how many layers each has."""
RANGES: dict[str, Range] = {name: _range(parameter) for name, parameter in _TABLES["parameters"].items()}
"""Of the numbers of a crop that can be changed."""

NOT_USED = -9.0
"""What the engine's own crops have where a parameter does not apply."""
DRIVERS = ("WP", "HI0", "Kcb", "CCx")
"""What a yield is the product of, more or less."""
MOST_CHANGE = 1.5
"""By which factor one of them may be changed without a word."""
