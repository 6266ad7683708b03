"""Temperature change at a place: heating and advection by an oblique wind."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    wind = "after" if "veered" in taken else "before"
    sky = "a clear" if "clear" in taken else "an overcast"
    map_ = "the upper map" if "upper" in taken else "the surface map"
    return (
        f"A wind of {p['speed']:g} m/s blows from {p['early']:g}° and, after it has veered, from {p['late']:g}° "
        f"(directions count clockwise from north). From place to place, temperature decreases most steeply, by "
        f"{p['gradient']:g} K per 1000 km, towards {p['surface']:g}° on the surface map and towards {p['upper']:g}° on "
        f"the upper map (a few hundred metres higher). The air moves level, and the sun-heated ground warms it on its "
        f"way by {p['overcast']:g} K per hour under an overcast and by {p['clear']:g} K per hour under a clear sky. "
        f"Use {map_}, the wind {wind} it veered, and {sky} sky."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    source = x["late" if "veered" in taken else "early"]
    colder = x["upper" if "upper" in taken else "surface"]
    heating = x["clear" if "clear" in taken else "overcast"]
    downwind = math.cos(source + math.pi - colder)
    advection = x["speed"] * downwind * x["gradient"]
    return {"T": heating + advection, "A": advection}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 2.1",
    background=(
        "At a fixed place ∂T/∂t = dT/dt - V·∇T: the heating of the moving air, plus the wind speed times the decrease "
        "of temperature per distance downwind. A wind is named by the direction it comes from, so it blows towards "
        "that direction plus 180°."
    ),
    variables={
        "speed": Variable("m/s", 14, 20, 0.5),
        "gradient": Variable("K/Mm", 15, 22, 0.5),
        "early": Variable("degree", 202, 208, 1),
        "late": Variable("degree", 240, 244, 1),
        "surface": Variable("degree", 336, 341, 1),
        "upper": Variable("degree", 3, 9, 1),
        "overcast": Variable("K/hour", 0.3, 0.45, 0.05),
        "clear": Variable("K/hour", 1.1, 1.4, 0.05),
    },
    constants=(),
    forks={
        "veered": Fork(
            "used the wind direction after the veer", "used the wind direction before the veer", "misreading"
        ),
        "upper": Fork(
            "took the cold direction from the upper map",
            "took the cold direction from the surface map",
            "misreading",
        ),
        "clear": Fork("used the heating under a clear sky", "used the heating under an overcast", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "T": Part("the rate of warming at a fixed place", "K/hour", 0.2, 5),
        "A": Part("the rate of warming there by advection alone", "K/hour", 0.02, 4),
    },
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the wind", lambda x, taken: x["speed"]),
            "G": Symbol(
                "the decrease of temperature per length in its steepest direction", lambda x, taken: x["gradient"]
            ),
            r"\alpha": Symbol(
                "the direction from which that wind blows", lambda x, taken: x["late" if "veered" in taken else "early"]
            ),
            r"\beta": Symbol(
                "the direction of the steepest decrease of temperature on that map",
                lambda x, taken: x["upper" if "upper" in taken else "surface"],
            ),
            "H": Symbol(
                "the warming rate of the moving air under that sky",
                lambda x, taken: x["clear" if "clear" in taken else "overcast"],
            ),
        },
        write=lambda taken: r"H - U G \cos(\alpha - \beta)",
    ),
)
