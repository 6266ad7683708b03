"""Equatorial Kelvin and Rossby waves of Matsuno and Gill on a thermocline: how long they take and what is left."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    wave = (
        "long Rossby wave of the first meridional mode on its way to the western coast"
        if "rossby" in taken
        else "Kelvin wave on its way to the eastern coast"
    )
    layer = "deep" if "deep" in taken else "shallow"
    lower = "salty" if "salty" in taken else "fresh"
    drift = "drifting" if "drift" in taken else "resting"
    return (
        f"A wind burst on the equator starts waves {p['west']:g} km from the western and {p['east']:g} km from the "
        f"eastern coast of an ocean. The warm layer is {p['shallow']:g} m thick when shallow and {p['deep']:g} m when "
        f"deep; it is lighter than the deep resting water below, of {p['abyss']:g} kg/m³, by {p['salty']:g} kg/m³ when "
        f"salty and {p['fresh']:g} kg/m³ when fresh. Follow the {wave}, in a {drift} warm layer that is {layer} and "
        f"{lower}; a drifting layer carries all waves along, eastwards at {p['drift']:g} m/s. Friction damps "
        f"amplitudes with a time scale of {p['damping']:g} days."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    depth = x["deep" if "deep" in taken else "shallow"]
    contrast = x["salty" if "salty" in taken else "fresh"]
    drift = x["drift"] if "drift" in taken else 0.0
    speed = math.sqrt(x["g"] * contrast / x["abyss"] * depth)
    time = x["west"] / (speed / 3 - drift) if "rossby" in taken else x["east"] / (speed + drift)
    beta = 2 * x["earth_rotation"] / x["earth_radius"]
    return {"t": time, "L": math.sqrt(speed / beta), "A": math.exp(-time / x["damping"])}


def _write(taken: Taken) -> str:
    speed = r"\sqrt{\frac{g \sigma H}{\rho}}"
    if "rossby" in taken:
        speed = rf"\frac{{1}}{{3}} {speed}"
    drift = "" if "drift" not in taken else " - U" if "rossby" in taken else " + U"
    return rf"\frac{{X}}{{{speed}{drift}}}"


template = Template(
    category="physical oceanography",
    kind="reasoning",
    reference="Gill (1982), Atmosphere-Ocean Dynamics, Sections 11.5-11.8; Gill (1980), Q. J. R. Meteorol. Soc. 106",
    background=(
        "With the internal wave speed c = √(g Δρ/ρ H) equatorial Kelvin waves run eastwards at c and long Rossby "
        "waves of meridional mode n westwards at c/(2n+1). The equatorial Rossby radius used here is √(c/β), with "
        "β = 2Ω/a, and linear friction damps amplitudes as exp(−t/τ)."
    ),
    variables={
        "west": Variable("km", 3800, 4500, 100),
        "east": Variable("km", 8000, 9500, 100),
        "shallow": Variable("m", 80, 100, 5),
        "deep": Variable("m", 180, 210, 5),
        "fresh": Variable("kg/m**3", 5.5, 6.5, 0.1),
        "salty": Variable("kg/m**3", 3.5, 4.2, 0.1),
        "abyss": Variable("kg/m**3", 1024, 1030, 1),
        "drift": Variable("m/s", 0.2, 0.27, 0.01),
        "damping": Variable("day", 100, 300, 10),
    },
    constants=("g", "earth_rotation", "earth_radius"),
    forks={
        "rossby": Fork("followed the Rossby wave to the west", "followed the Kelvin wave to the east", "knowledge"),
        "deep": Fork("used the deep state of the warm layer", "used the shallow state of the warm layer", "misreading"),
        "salty": Fork(
            "used the density of the salty warm layer", "used the density of the fresh warm layer", "misreading"
        ),
        "drift": Fork("let the resting water carry the wave", "left out that the water carries the wave", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "t": Part("the travel time of the wave to the coast", "day", 10, 200),
        "L": Part(
            "the equatorial Rossby radius √(c/β), with c the speed of Kelvin waves in resting water", "km", 150, 600
        ),
        "A": Part("the share of the amplitude that is left on arrival", "", 0.05, 1),
    },
    collection="further",
    formula=Formula(
        symbols={
            "X": Symbol(
                "the distance to the coast that the wave runs to",
                lambda x, taken: x["west" if "rossby" in taken else "east"],
            ),
            "H": Symbol(
                "the thickness of the warm layer in that state",
                lambda x, taken: x["deep" if "deep" in taken else "shallow"],
            ),
            r"\sigma": Symbol(
                "the difference of density between that warm layer and the water below",
                lambda x, taken: x["salty" if "salty" in taken else "fresh"],
            ),
            r"\rho": Symbol("the density of the water below", lambda x, taken: x["abyss"]),
            "U": Symbol("the speed of a drifting layer", lambda x, taken: x["drift"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
