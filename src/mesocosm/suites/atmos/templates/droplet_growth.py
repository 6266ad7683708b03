"""Growth of a cloud droplet by condensation."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    temperature = x["temperature"]
    exponent = x["magnus_slope"] * (temperature - x["freezing"]) / (temperature - x["magnus_temperature"])
    pressure = x["magnus_pressure"] * math.exp(exponent)
    vapour = x["water_density"] * x["r_vapour"] * temperature / (x["diffusivity"] * pressure)
    latent = x["latent_vaporisation"]
    slope = latent / (x["r_vapour"] * temperature) - 1
    heat = slope * latent * x["water_density"] / (x["conductivity"] * temperature)
    growth = 1 / (vapour if "cool" in taken else vapour + heat)
    time = (x["end"] ** 2 - x["start"] ** 2) / (2 * growth * x["supersaturation"])
    return {"t": time, "G": growth}


template = Template(
    category="clouds and aerosol",
    kind="reasoning",
    reference="Rogers and Yau (1989), A Short Course in Cloud Physics, Chapter 7",
    background=(
        "By condensation r dr/dt = s / (F_k + F_d), with supersaturation s as a fraction, F_d = ρ_w R_v T / (D e_s) "
        "for the diffusion of vapour and F_k = (L / (R_v T) − 1) L ρ_w / (K T) for the conduction of latent heat."
    ),
    variables={
        "core": Variable("percent", 0.50, 0.70, 0.01),
        "edge": Variable("percent", 0.30, 0.38, 0.01),
        "low": Variable("degC", 13, 18, 1),
        "high": Variable("degC", 1, 6, 1),
        "diffusivity": Variable("mm**2/s", 22.0, 25.0, 0.1),
        "conductivity": Variable("W/m/K", 0.0240, 0.0260, 0.0001),
        "small": Variable("um", 2, 4, 0.5),
        "large": Variable("um", 7, 9, 0.5),
        "end": Variable("um", 11, 14, 0.5),
    },
    constants=(
        "water_density",
        "r_vapour",
        "latent_vaporisation",
        "freezing",
        "magnus_pressure",
        "magnus_slope",
        "magnus_temperature",
    ),
    forks={
        "edge": fork("used the supersaturation [near the edge|of the core]", supersaturation=("edge", "core")),
        "upper": fork("used the temperature of the [upper|lower] level", temperature=("high", "low")),
        "large": fork("began with the [larger|smaller] radius", start=("large", "small")),
        "cool": fork("[left the warming of the droplet out|let latent heat warm the droplet]", "reasoning"),
    },
    question=(
        "A cloud is supersaturated by {core} % in its core and by {edge} % near its edge; its temperature is {low} °C "
        "at a lower and {high} °C at an upper level. The diffusivity of vapour is {diffusivity} mm²/s, the thermal "
        "conductivity of air {conductivity} W/m/K. Droplets begin with a radius of {small} µm or {large} µm and grow "
        "to {end} µm by condensation. Take a droplet [edge:near the edge|in the core] at the [upper:upper|lower] level "
        "that begins with [large:{large}|{small}] µm. [cool:Suppose that it keeps|It is warmed by the latent heat that "
        "it releases; linearise the saturation vapour density about] the temperature of the air. Neglect curvature, "
        "solute and ventilation."
    ),
    solve=_solve,
    parts={
        "t": Part("the time that this growth takes", "s", 10, 1500),
        "G": Part("the growth parameter, r dr/dt divided by the supersaturation as a fraction", "um**2/s", 20, 500),
    },
    collection="further",
)
