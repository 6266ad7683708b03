"""Ascent that warm advection forces in quasi-geostrophic balance."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    horizontal = 2 * (2 * math.pi / x["wavelength"]) ** 2
    vertical = (math.pi / x["lid"]) ** 2
    stability = x["stability"] ** 2
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    warming = x["advection"] + (x["heating"] if "heated" in taken else 0.0)
    gravity = x["g"] / x["theta"]
    ascent = gravity * warming * horizontal / (stability * horizontal + coriolis**2 * vertical)
    return {"w": ascent, "left": warming - stability * ascent / gravity}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference=(
        "Hoskins, Draghici and Davies (1978), Q. J. R. Meteorol. Soc. 104, 31; Holton and Hakim (2013), Chapter 6"
    ),
    background=(
        "The Boussinesq omega equation N² ∇²w + f² ∂²w/∂z² = (g/θ₀) ∇²(warming) holds without vorticity advection. For "
        "sines with horizontal wavenumbers k and l and vertical wavenumber m it gives "
        "w = (g/θ₀) warming (k² + l²) / (N² (k² + l²) + f² m²); what is left of the warming is warming − (θ₀/g) N² w."
    ),
    variables={
        "short": Variable("km", 2200, 2700, 50),
        "long": Variable("km", 3900, 4600, 50),
        "lid": Variable("km", 8.5, 10.5, 0.1),
        "advection": Variable("K/hour", 0.50, 0.90, 0.02),
        "heating": Variable("K/hour", 0.15, 0.35, 0.01),
        "south": Variable("degree", 32, 38, 1),
        "north": Variable("degree", 54, 62, 1),
        "dry": Variable("1/s", 0.0115, 0.0130, 0.0001),
        "moist": Variable("1/s", 0.0070, 0.0084, 0.0001),
        "theta": Variable("K", 290, 310, 1),
    },
    constants=("g", "earth_rotation"),
    forks={
        "long": fork("used the length of the [long|short] wave", wavelength=("long", "short")),
        "higher": fork("used the [higher|lower] latitude", latitude=("north", "south")),
        "saturated": fork("used the stability of [saturated|unsaturated] air", stability=("moist", "dry")),
        "heated": fork("[added other heating|left the other heating out]", "reasoning"),
    },
    question=(
        "Warm and cold advection of potential temperature alternate like a chessboard: sinusoidal in both horizontal "
        "directions with one wavelength, {short} km or {long} km, and like a half sine between the ground and a rigid "
        "lid at {lid} km. Advection warms by {advection} K/h at the centre of a warm cell, at mid-height; other "
        "diabatic heating, if any, adds {heating} K/h in the same pattern. The latitude is {south}° N or {north}° N, "
        "the buoyancy frequency {dry} s⁻¹ in unsaturated or {moist} s⁻¹ in saturated air (lowered by latent heat), the "
        "reference potential temperature {theta} K. Take the [long:long|short] wave at the [higher:higher|lower] "
        "latitude, [saturated:saturated|unsaturated], [heated:with the|without] other heating; use the Boussinesq "
        "omega equation on an f plane, without vorticity advection."
    ),
    solve=_solve,
    parts={
        "w": Part("the largest upward speed", "cm/s", 0.3, 15),
        "left": Part("the local rate of warming at that centre", "K/hour", 0.01, 1.5),
    },
    collection="further",
    formula=Formula(
        symbols={
            "L": Symbol("the wavelength of that wave, the same in both directions", "wavelength"),
            "H": Symbol("the height of the lid", "lid"),
            "A": Symbol("the rate of warming by advection at the centre", "advection"),
            "Q": Symbol("the rate of other heating at the centre, if any", "heating"),
            r"\phi": Symbol("that latitude", "latitude"),
            "N": Symbol("the buoyancy frequency of that air", "stability"),
            r"\theta": Symbol("the reference potential temperature", "theta"),
            "g": Symbol("the acceleration of gravity", "g"),
            r"\Omega": Symbol("the rate of the Earth's rotation", "earth_rotation"),
        },
        latex=r"\frac{2 g [heated:(A + Q)|A] H^2}{\theta (2 N^2 H^2 + \Omega^2 L^2 \sin^2(\phi))}",
    ),
)
