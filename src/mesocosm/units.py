"""One unit registry, and arguments of tools that carry a unit.

A tool declares `depth_m: Annotated[float, In("m")]`; the agent may then send `350`, `"350 m"` or `"0.35 km"`, and
the function always gets metres. A wrong dimension is refused with the unit wanted and the unit given.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pint import UnitRegistry
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema

QUANTITY = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*)", re.DOTALL)
LONGEST_QUANTITY = 200
"""Characters; a longer text is not read as a quantity, since parsing it would only cost time."""

UNIT = re.compile(
    r"""(?: [^\W\d][\w⁻]*+ | [°%‰Δ][\w°]*+           # a name, as in m, km, m², °C; read once, or time would double
          | 1(?![\w.]) | [*/·()] | \s                # 1/s, products, brackets
          | (?: \*\* | \^ ) \s*                      # a small power, and no power of it
            (?: [+-]?\d{1,2}(?:\.\d{1,4})? | \([+-]?\d{1,2}(?:[./]\d{1,4})?\) )
            (?! [\w.] | \s*(?:\*\*|\^) )
        )+""",
    re.VERBOSE,
)
"""Names, products and small powers. Pint evaluates the text, and a power such as 9**9**9 would never end."""

GLUED = re.compile(r"(?<![\w*^.)])([^\W\d_]+)(-?[1-9])(?![\w.])")
"""A power without a sign for it, as in m3/s and m s-1."""


@functools.cache
def registry() -> UnitRegistry[Any]:
    """Return the only pint registry of the process."""
    import pint

    units: UnitRegistry[Any] = pint.UnitRegistry(autoconvert_offset_to_baseunit=True)
    units.define("microgal = 1e-8 m / s**2 = µGal")
    for name, share in (("ppb", "1e-9"), ("ppt", "1e-12")):  # parts of a volume; pint itself knows ppm
        if name not in units:
            units.define(f"{name} = {share}")
    return units


def parse(text: str, example: str = "3.5 km/h") -> Any:
    """Read a pint quantity from text such as `"3.5 km/h"`; an error shows the example."""
    match = QUANTITY.fullmatch(text.strip()) if len(text) <= LONGEST_QUANTITY else None
    if match is None:
        raise ValueError(f"{text[:40]!r} is not a quantity; write a number and a unit, such as '{example}'")
    try:
        return quantity(float(match[1]), match[2] or "dimensionless")
    except ValueError as error:
        raise ValueError(f"{text!r} has no known unit: {match[2]!r}{usual_unit(match[2])}") from error


def quantity(number: float, unit: str) -> Any:
    """Return a pint quantity in a unit that an agent wrote; raise `ValueError` if the text is not a unit."""
    unit = GLUED.sub(r"\1**\2", unit[: LONGEST_QUANTITY + 1])
    if len(unit) > LONGEST_QUANTITY or UNIT.fullmatch(unit) is None:
        raise ValueError(f"{unit[:40]!r} is not a unit; write one such as 'km/hour' or 'W/m**2'")
    try:
        return registry().Quantity(number, unit)
    except Exception as error:  # pint raises many kinds of errors on text that is not a unit
        raise ValueError(f"{unit[:40]!r} is not a known unit{usual_unit(unit)}") from error


USUAL_UNITS = (
    "hPa", "kPa", "MPa", "Pa", "mbar", "degC", "degF", "K", "m/s", "km/h", "km", "cm", "mm", "mm/day", "mm/hour", "kg",
    "mg/L", "µg/L", "mol/L", "mmol/L", "W", "kW", "MW", "GW", "kWh", "MWh", "GWh", "W/m**2", "MJ/m**2", "J/kg", "kJ/kg",
    "mGal", "µGal", "m**3/s", "Hz", "ppm", "ppb",
)  # fmt: skip
"""Units of the suites, which are compared with a unit in another case or spelling."""
OTHER_SPELLINGS = {"kmh": "km/h", "kph": "km/h", "ms": "m/s", "mps": "m/s", "mb": "mbar", "mbars": "mbar"}
OTHER_SPELLINGS |= {
    spelling.format(scale): f"deg{scale.upper()}"
    for scale in "cf"
    for spelling in ("{}", "deg {}", "degree {}", "degrees {}", "degrees{}")
}


def meant_unit(answer: object, wanted: str, unit: str = "") -> str:
    """Ask whether a usual unit was meant, if it has the right dimension; empty if none is near.

    The unit is the one beside an answer, or else the one that follows the number in its text.
    """
    given = QUANTITY.fullmatch(answer.strip()) if isinstance(answer, str) else None
    asked = usual_unit(unit or (given[2] if given is not None else ""))
    usual = asked.removeprefix("; did you mean ").removesuffix("?")
    return asked if usual and registry().Unit(usual).is_compatible_with(registry().Unit(wanted)) else ""


def usual_unit(unit: str) -> str:
    """Ask whether a usual unit was meant, in another case or spelling; empty if none is near."""
    plain = unit.strip().replace("**", "").replace("*", "").lower()
    alike = {usual.replace("**", "").lower(): usual for usual in USUAL_UNITS} | OTHER_SPELLINGS
    return f"; did you mean {alike[plain]}?" if plain in alike else ""


def convert(value: float, given: str, wanted: str) -> float:
    """Convert a number from one unit to another."""
    return float(registry().Quantity(value, given).to(wanted).magnitude)


SCALES = {"degree_Celsius": "degC", "degree_Fahrenheit": "degF"}
"""Temperature scales whose zero is arbitrary, so that sums and quotients on them are ambiguous."""


def is_scale(value: Any) -> bool:
    """Whether a value is a temperature on a scale whose zero is arbitrary."""
    return hasattr(value, "magnitude") and str(value.units) in SCALES


def has_dimension(value: Any) -> bool:
    """Whether a value has a dimension."""
    return hasattr(value, "magnitude") and not value.dimensionless


def as_difference(value: Any) -> Any:
    """Return the number of degrees as a difference of two temperatures."""
    return registry().Quantity(value.magnitude, f"delta_{SCALES[str(value.units)]}")


def misfit(error: Exception) -> str:
    """Say what to write after an error of pint about units; pint's own message names a web address."""
    names = [str(unit) for unit in (getattr(error, "units1", ""), getattr(error, "units2", "")) if unit]
    if not names:
        return str(error)
    scale = next((SCALES[name] for name in names if name in SCALES), "")
    units = " and ".join(names)
    if not scale or not (set(names) <= {*SCALES, "kelvin", "dimensionless"}):
        return units
    return f"{units}; write a difference as delta_{scale}, as in 20*{scale} + 3*delta_{scale}, and all else in K"


@dataclass(frozen=True)
class In:
    """Annotation: a number in this unit; text with another unit of the same dimension is converted."""

    unit: str
    ge: float | None = None
    le: float | None = None

    def read(self, value: Any) -> float:
        """Return the magnitude in `unit`, checked against the range."""
        magnitude = self._magnitude(value)
        low, high = self.ge, self.le
        if (low is not None and magnitude < low) or (high is not None and magnitude > high):
            raise ValueError(f"must lie in {self._range()} {self.unit}, got {magnitude:g}")
        return magnitude

    def _magnitude(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError(f"must be a number in {self.unit} or a text such as '1.5 {self.unit}', got {value!r}")
        if not isinstance(value, str):
            return _as_float(value)
        import pint

        quantity = parse(value, example=self._example())
        if quantity.units == registry().dimensionless:
            return float(quantity.magnitude)
        try:
            return float(quantity.to(self.unit).magnitude)
        except pint.DimensionalityError:
            raise ValueError(
                f"must be in a unit like {self.unit}, got {value!r}{meant_unit(value, self.unit)}"
            ) from None

    def _range(self) -> str:
        low = "-inf" if self.ge is None else f"{self.ge:g}"
        high = "inf" if self.le is None else f"{self.le:g}"
        return f"[{low}, {high}]"

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self.read, core_schema.float_schema(allow_inf_nan=False))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        number: dict[str, Any] = {"type": "number", "description": f"in {self.unit}"}
        if self.ge is not None:
            number["minimum"] = self.ge
        if self.le is not None:
            number["maximum"] = self.le
        return {"anyOf": [number, {"type": "string", "description": "with a unit", "examples": [self._example()]}]}

    def _example(self) -> str:
        number = 1.5 if self.ge is None else max(1.5, self.ge)
        return f"{number if self.le is None else min(number, self.le):g} {self.unit}"


def _as_float(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        raise ValueError("is too large a number") from None
