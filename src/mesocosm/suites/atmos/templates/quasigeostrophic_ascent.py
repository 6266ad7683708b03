"""Ascent that warm advection forces in quasi-geostrophic balance."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    length = "the long wave" if "long" in taken else "the short wave"
    place = "the higher latitude" if "higher" in taken else "the lower latitude"
    air = "saturated" if "saturated" in taken else "unsaturated"
    heat = "with the other heating" if "heated" in taken else "without other heating"
    return (
        "Warm and cold advection of potential temperature alternate like a chessboard: sinusoidal in both horizontal "
        f"directions with one wavelength, {p['short']:g} km or {p['long']:g} km, and like a half sine between the "
        f"ground and a rigid lid at {p['lid']:g} km. Advection warms by {p['advection']:g} K/h at the centre of a warm "
        f"cell, at mid-height; other diabatic heating, if any, adds {p['heating']:g} K/h in the same pattern. The "
        f"latitude is {p['south']:g}° N or {p['north']:g}° N, the buoyancy frequency {p['dry']:g} s⁻¹ in unsaturated "
        f"or {p['moist']:g} s⁻¹ in saturated air (lowered by latent heat), the reference potential temperature "
        f"{p['theta']:g} K. Take {length} at {place}, {air}, {heat}; use the Boussinesq omega equation on an f plane, "
        "without vorticity advection."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    horizontal = 2 * (2 * math.pi / x["long" if "long" in taken else "short"]) ** 2
    vertical = (math.pi / x["lid"]) ** 2
    stability = x["moist" if "saturated" in taken else "dry"] ** 2
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "higher" in taken else "south"])
    warming = x["advection"] + (x["heating"] if "heated" in taken else 0.0)
    gravity = x["g"] / x["theta"]
    ascent = gravity * warming * horizontal / (stability * horizontal + coriolis**2 * vertical)
    return {"w": ascent, "left": warming - stability * ascent / gravity}


def _write(taken: Taken) -> str:
    warming = "(A + Q)" if "heated" in taken else "A"
    return rf"\frac{{2 g {warming} H^2}}{{\theta (2 N^2 H^2 + \Omega^2 L^2 \sin^2(\phi))}}"


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
        "long": Fork("used the length of the long wave", "used the length of the short wave", "misreading"),
        "higher": Fork("used the higher latitude", "used the lower latitude", "misreading"),
        "saturated": Fork("used the stability of saturated air", "used the stability of unsaturated air", "misreading"),
        "heated": Fork("added other heating", "left the other heating out", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w": Part("the largest upward speed", "cm/s", 0.3, 15),
        "left": Part("the local rate of warming at that centre", "K/hour", 0.01, 1.5),
    },
    collection="further",
    formula=Formula(
        symbols={
            "L": Symbol(
                "the wavelength of that wave, the same in both directions",
                lambda x, taken: x["long" if "long" in taken else "short"],
            ),
            "H": Symbol("the height of the lid", lambda x, taken: x["lid"]),
            "A": Symbol("the rate of warming by advection at the centre", lambda x, taken: x["advection"]),
            "Q": Symbol("the rate of other heating at the centre, if any", lambda x, taken: x["heating"]),
            r"\phi": Symbol("that latitude", lambda x, taken: x["north" if "higher" in taken else "south"]),
            "N": Symbol(
                "the buoyancy frequency of that air", lambda x, taken: x["moist" if "saturated" in taken else "dry"]
            ),
            r"\theta": Symbol("the reference potential temperature", lambda x, taken: x["theta"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
            r"\Omega": Symbol("the rate of the Earth's rotation", lambda x, taken: x["earth_rotation"]),
        },
        write=_write,
    ),
)
