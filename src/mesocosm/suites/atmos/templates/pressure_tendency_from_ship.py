"""Pressure tendency at a fixed place, from a barometer that moves."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    reading = "evening" if "evening" in taken else "morning"
    course = "towards higher pressure" if "rising" in taken else "towards lower pressure"
    track = "the oblique track" if "oblique" in taken else "the straight track"
    return (
        f"A ship sails at {p['speed']:g} km/h. On board the barometer fell by {p['morning']:g} hPa per hour in the "
        f"morning and by {p['evening']:g} hPa per hour in the evening. Along its gradient, the pressure changes by "
        f"{p['gradient']:g} hPa per 100 km. There are two tracks, a straight one along the gradient and an oblique one "
        f"at {p['angle']:g}° to it. At the time of the {reading} reading the ship followed {track}, {course}, and "
        "passed a moored buoy."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    aboard = x["evening" if "evening" in taken else "morning"]
    along = x["speed"] * math.cos(x["angle"]) if "oblique" in taken else x["speed"]
    passed = along * x["gradient"]
    return {"B": aboard + passed if "rising" in taken else aboard - passed, "A": passed}


def _write(taken: Taken) -> str:
    passed = r"U G \cos(\alpha)" if "oblique" in taken else "U G"
    return f"P {'+' if 'rising' in taken else '-'} {passed}"


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
        "evening": Fork("used the reading of the evening", "used the reading of the morning", "misreading"),
        "rising": Fork(
            "let the ship sail towards higher pressure", "let the ship sail towards lower pressure", "reasoning"
        ),
        "oblique": Fork(
            "projected the speed onto the gradient", "took the whole speed as along the gradient", "reasoning"
        ),
    },
    ask=_ask,
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
            "P": Symbol(
                "the rate at which the barometer fell on board at that time",
                lambda x, taken: x["evening" if "evening" in taken else "morning"],
            ),
            "U": Symbol("the speed of the ship", lambda x, taken: x["speed"]),
            "G": Symbol("the change of pressure per length along its gradient", lambda x, taken: x["gradient"]),
            r"\alpha": Symbol("the angle between the oblique track and the gradient", lambda x, taken: x["angle"]),
        },
        write=_write,
    ),
)
