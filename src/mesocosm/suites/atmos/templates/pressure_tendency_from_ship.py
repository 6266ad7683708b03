"""Pressure tendency at a fixed place, from a barometer that moves."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    along = x["speed"] * math.cos(x["angle"]) if "oblique" in taken else x["speed"]
    passed = along * x["gradient"]
    return {"B": x["aboard"] + passed if "rising" in taken else x["aboard"] - passed, "A": passed}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 2.1",
    background=(
        "A barometer carried along with velocity V shows dp/dt = ∂p/∂t + V·∇p. The tendency at a fixed place is what "
        "it shows less the change through its own motion, which is the speed along the gradient times the gradient."
    ),
    variables={
        "speed": Variable("km/hour", 26, 38, 1),
        "gradient": Variable("Pa/km", 1.6, 2.4, 0.1),
        "angle": Variable("degree", 55, 66, 1),
        "morning": Variable("hPa/hour", 1.2, 1.6, 0.05),
        "evening": Variable("hPa/hour", 2.2, 2.9, 0.05),
    },
    constants=(),
    forks={
        "evening": fork("used the reading of the [evening|morning]", aboard=("evening", "morning")),
        "rising": fork("let the ship sail towards [higher|lower] pressure", "reasoning"),
        "oblique": fork("[projected the speed onto|took the whole speed as along] the gradient", "reasoning"),
    },
    question=(
        "A ship sails at {speed} km/h. On board the barometer fell by {morning} hPa per hour in the morning and by "
        "{evening} hPa per hour in the evening. Along its gradient, the pressure changes by {gradient} hPa per 100 km. "
        "There are two tracks, a straight one along the gradient and an oblique one at {angle}° to it. At the time of "
        "the [evening:evening|morning] reading the ship followed the [oblique:oblique|straight] track, towards "
        "[rising:higher|lower] pressure, and passed a moored buoy."
    ),
    solve=_solve,
    parts={
        "B": Part("the rate at which the pressure falls at the buoy", "hPa/hour", 0.2, 6),
        "A": Part(
            "the magnitude of the rate of pressure change on board that the ship's motion alone would cause",
            "hPa/hour",
            0.1,
            2,
        ),
    },
    formula=Formula(
        symbols={
            "P": Symbol("the rate at which the barometer fell on board at that time", "aboard"),
            "U": Symbol("the speed of the ship", "speed"),
            "G": Symbol("the change of pressure per length along its gradient", "gradient"),
            r"\alpha": Symbol("the angle between the oblique track and the gradient", "angle"),
        },
        latex=r"P [rising:+|-] U G[oblique: \cos(\alpha)|]",
    ),
)
