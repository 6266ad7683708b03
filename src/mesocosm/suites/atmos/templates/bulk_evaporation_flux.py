"""Latent and sensible heat that the sea loses, by bulk formulas."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _saturated(x: SI, temperature: float) -> float:
    exponent = x["magnus_slope"] * (temperature - x["freezing"]) / (temperature - x["magnus_temperature"])
    return x["magnus_pressure"] * math.exp(exponent)


def _humidity(x: SI, vapour: float) -> float:
    ratio = x["r_dry"] / x["r_vapour"]
    return ratio * vapour / (x["pressure"] - (1 - ratio) * vapour)


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    exchange = x["density"] * x["coefficient"] * x["wind"]
    excess = _humidity(x, 0.98 * _saturated(x, x["sea"])) - _humidity(x, x["relative"] * _saturated(x, x["air"]))
    return {
        "E": exchange * x["latent_vaporisation"] * excess,
        "H": exchange * x["cp_dry"] * (x["sea"] - x["air"]),
        "e": exchange * excess / x["water_density"],
    }


template = Template(
    category="boundary layer",
    kind="reasoning",
    reference="Stewart (2008), Introduction to Physical Oceanography, Section 5.4",
    background=(
        "Bulk formulas: latent heat flux ρ L C U (q_sea − q_air) and sensible heat flux ρ cp C U (T_sea − T_air), "
        "with specific humidity q = ε e/(p − (1 − ε) e), ε = 0.622, and e at the sea surface 98 % of saturation."
    ),
    variables={
        "cold": Variable("degC", 20.0, 21.0, 0.1),
        "warm": Variable("degC", 24.5, 26.0, 0.1),
        "air": Variable("degC", 17.5, 19.0, 0.1),
        "pressure": Variable("hPa", 1005, 1025, 1),
        "density": Variable("kg/m**3", 1.18, 1.22, 0.01),
        "dry": Variable("percent", 60, 67, 1),
        "moist": Variable("percent", 80, 86, 1),
        "light": Variable("m/s", 6.0, 7.0, 0.1),
        "strong": Variable("m/s", 8.0, 9.0, 0.1),
        "coefficient": Variable("", 0.0011, 0.0014, 0.0001),
    },
    constants=(
        "magnus_slope",
        "magnus_pressure",
        "magnus_temperature",
        "freezing",
        "r_dry",
        "r_vapour",
        "latent_vaporisation",
        "cp_dry",
        "water_density",
    ),
    forks={
        "warm": fork("used the sea surface of the [warm|cold] side", sea=("warm", "cold")),
        "dry": fork("used the relative humidity of [dry|moist] air", relative=("dry", "moist")),
        "strong": fork("used the [strong|light] wind", wind=("strong", "light")),
    },
    question=(
        "The sea surface is at {cold} °C on the cold and at {warm} °C on the warm side of an ocean front; the vapour "
        "pressure right at the surface is 98 % of saturation over fresh water. The air is at {air} °C and {pressure} "
        "hPa, with a density of {density} kg/m³; its relative humidity is {dry} % when dry and {moist} % when moist. "
        "The wind blows at {light} m/s when light and {strong} m/s when strong. The bulk transfer coefficients of heat "
        "and vapour are both {coefficient}; specific humidity is 0.622 e/(p − 0.378 e) for a vapour pressure e. Take "
        "the [warm:warm|cold] side with [dry:dry|moist] air and [strong:strong|light] wind."
    ),
    solve=_solve,
    parts={
        "E": Part("the latent heat flux from sea to air", "W/m**2", 20, 600),
        "H": Part("the sensible heat flux from sea to air", "W/m**2", 2, 200),
        "e": Part("the evaporation rate, as a depth of liquid water per day", "mm/day", 0.5, 25),
    },
    collection="further",
)
