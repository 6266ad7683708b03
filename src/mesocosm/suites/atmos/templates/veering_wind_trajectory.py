"""Radius of the air's path from the turning of a wind vane."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    turned = "veered, that is turned clockwise" if "veering" in taken else "backed, that is turned anticlockwise"
    station = "western" if "western" in taken else "eastern"
    time = "evening" if "evening" in taken else "morning"
    return (
        f"North of the equator the air flows anticlockwise around a low at {p['wind']:g} m/s. The streamlines have a "
        f"radius of curvature of {p['eastern']:g} km over an eastern station and of {p['western']:g} km over a western "
        f"one. The wind vanes of both stations {turned}, by {p['morning']:g}° per hour in the morning and by "
        f"{p['evening']:g}° per hour in the evening. Consider the air that passes the {station} station in the {time}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    turning = x["evening" if "evening" in taken else "morning"] * (-1 if "veering" in taken else 1)
    curvature = 1 / x["western" if "western" in taken else "eastern"] + turning / x["wind"]
    return {"R": 1 / curvature, "a": x["wind"] ** 2 * curvature}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 3.3 (Blaton)",
    background=(
        "The direction β of the wind, counted anticlockwise, turns at a fixed place by dβ/dt = V (1/Rt - 1/Rs), with "
        "Rt the radius of curvature of the trajectory and Rs that of the streamline (Blaton's equation)."
    ),
    variables={
        "wind": Variable("m/s", 14, 20, 0.5),
        "eastern": Variable("km", 450, 560, 10),
        "western": Variable("km", 680, 860, 10),
        "morning": Variable("degree/hour", 0.9, 1.3, 0.1),
        "evening": Variable("degree/hour", 2.0, 2.6, 0.1),
    },
    constants=(),
    forks={
        "veering": Fork("let the wind veer", "let the wind back", "calculation"),
        "western": Fork(
            "used the streamlines of the western station", "used the streamlines of the eastern station", "misreading"
        ),
        "evening": Fork("used the turning of the evening", "used the turning of the morning", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "R": Part("the radius of curvature of the air's trajectory", "km", 200, 4000),
        "a": Part("the centripetal acceleration of the air", "m/s**2", 5e-5, 2e-3),
    },
    formula=Formula(
        symbols={
            "V": Symbol("the speed of the wind", lambda x, taken: x["wind"]),
            "r": Symbol(
                "the radius of curvature of the streamlines over that station",
                lambda x, taken: x["western" if "western" in taken else "eastern"],
            ),
            "\\omega": Symbol(
                "the magnitude of the rate at which the vane turned at that time",
                lambda x, taken: x["evening" if "evening" in taken else "morning"],
            ),
        },
        write=lambda taken: rf"\frac{{1}}{{\frac{{1}}{{r}} {'-' if 'veering' in taken else '+'} \frac{{\omega}}{{V}}}}",
    ),
)
