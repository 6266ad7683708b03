"""Equatorial Kelvin and Rossby waves of Matsuno and Gill on a thermocline: how long they take and what is left."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    drift = x["drift"] if "drift" in taken else 0.0
    speed = math.sqrt(x["g"] * x["contrast"] / x["abyss"] * x["depth"])
    time = x["west"] / (speed / 3 - drift) if "rossby" in taken else x["east"] / (speed + drift)
    beta = 2 * x["earth_rotation"] / x["earth_radius"]
    return {"t": time, "L": math.sqrt(speed / beta), "A": math.exp(-time / x["damping"])}


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
        "rossby": fork(
            "followed the [Rossby wave to the west|Kelvin wave to the east]", "knowledge", distance=("west", "east")
        ),
        "deep": fork("used the [deep|shallow] state of the warm layer", depth=("deep", "shallow")),
        "salty": fork("used the density of the [salty|fresh] warm layer", contrast=("salty", "fresh")),
        "drift": fork("[let the resting water carry|left out that the water carries] the wave", "reasoning"),
    },
    question=(
        "A wind burst on the equator starts waves {west} km from the western and {east} km from the eastern coast of "
        "an ocean. The warm layer is {shallow} m thick when shallow and {deep} m when deep; it is lighter than the "
        "deep resting water below, of {abyss} kg/m³, by {salty} kg/m³ when salty and {fresh} kg/m³ when fresh. Follow "
        "the [rossby:long Rossby wave of the first meridional mode on its way to the western|Kelvin wave on its way to "
        "the eastern] coast, in a [drift:drifting|resting] warm layer that is [deep:deep|shallow] and "
        "[salty:salty|fresh]; a drifting layer carries all waves along, eastwards at {drift} m/s. Friction damps "
        "amplitudes with a time scale of {damping} days."
    ),
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
            "X": Symbol("the distance to the coast that the wave runs to", "distance"),
            "H": Symbol("the thickness of the warm layer in that state", "depth"),
            r"\sigma": Symbol("the difference of density between that warm layer and the water below", "contrast"),
            r"\rho": Symbol("the density of the water below", "abyss"),
            "U": Symbol("the speed of a drifting layer", "drift"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=(
            r"\frac{X}{[rossby:\frac{1}{3} \sqrt{\frac{g \sigma H}{\rho}}|\sqrt{\frac{g \sigma H}{\rho}}][drift: "
            "[rossby:-|+] U|]}"
        ),
    ),
)
