"""Water that a crop gives off, from its energy balance and its resistances."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    span = x["temperature"] - x["magnus_temperature"]
    exponent = x["magnus_slope"] * (x["temperature"] - x["freezing"]) / span
    saturated = x["magnus_pressure"] * math.exp(exponent)
    steepness = saturated * x["magnus_slope"] * (x["freezing"] - x["magnus_temperature"]) / span**2
    energy = x["net"] - x["ground"]
    deficit = saturated * (1 - x["humidity"])
    psychrometric = x["cp_dry"] * x["pressure"] * x["r_vapour"] / (x["r_dry"] * x["latent_vaporisation"])
    density = x["pressure"] / (x["r_dry"] * x["temperature"])
    supply = steepness * energy + density * x["cp_dry"] * deficit / x["aerodynamic"]
    latent = supply / (steepness + psychrometric * (1 + x["surface"] / x["aerodynamic"]))
    return {"E": latent / (x["latent_vaporisation"] * x["water_density"]), "L": latent, "D": steepness}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Monteith and Unsworth (2013), Principles of Environmental Physics, Section 13.5",
    background=(
        "Penman-Monteith: λE = [Δ (Rn − G) + ρ cp (es − e)/ra]/[Δ + γ (1 + rs/ra)], with Δ the slope of the saturation "
        "vapour pressure at air temperature, ρ = p/(R T) and γ = cp p/(0.622 λ)."
    ),
    variables={
        "overcast": Variable("W/m**2", 170, 210, 5),
        "sunny": Variable("W/m**2", 380, 440, 5),
        "ground": Variable("W/m**2", 15, 30, 1),
        "temperature": Variable("degC", 20.0, 25.0, 0.5),
        "pressure": Variable("hPa", 960, 1015, 5),
        "humid": Variable("percent", 74, 80, 1),
        "dry": Variable("percent", 36, 42, 1),
        "aerodynamic": Variable("s/m", 48, 64, 1),
        "irrigated": Variable("s/m", 40, 55, 1),
        "parched": Variable("s/m", 130, 160, 1),
    },
    constants=(
        "magnus_slope",
        "magnus_pressure",
        "magnus_temperature",
        "freezing",
        "r_dry",
        "r_vapour",
        "cp_dry",
        "latent_vaporisation",
        "water_density",
    ),
    forks={
        "sunny": fork("used the net radiation under [a sunny|an overcast] sky", net=("sunny", "overcast")),
        "dry": fork("used the humidity of [dry|humid] air", humidity=("dry", "humid")),
        "stressed": fork("used the resistance of [a parched|an irrigated] field", surface=("parched", "irrigated")),
    },
    question=(
        "Around noon a field receives {overcast} W/m² of net radiation under an overcast and {sunny} W/m² under a "
        "sunny sky; either way {ground} W/m² of it enter the ground. The air is at {temperature} °C and {pressure} "
        "hPa, with a relative humidity of {humid} % when humid and {dry} % when dry; take its density and specific "
        "heat as without vapour. The aerodynamic resistance is {aerodynamic} s/m, the surface resistance {irrigated} "
        "s/m if the field is irrigated and {parched} s/m if it is parched. Apply the Penman-Monteith equation to the "
        "[stressed:parched|irrigated] field under the [sunny:sunny|overcast] sky with [dry:dry|humid] air."
    ),
    solve=_solve,
    parts={
        "E": Part("the evaporation rate, as a depth of water per time", "mm/hour", 0.02, 0.8),
        "L": Part("the latent heat flux", "W/m**2", 20, 500),
        "D": Part("the slope of the saturation vapour pressure curve at the temperature of the air", "Pa/K", 50, 500),
    },
    collection="further",
)
