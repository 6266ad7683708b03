"""Radius of the air's path from the turning of a wind vane."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    turning = x["turning"] * (-1 if "veering" in taken else 1)
    curvature = 1 / x["radius"] + turning / x["wind"]
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
        "veering": fork("let the wind [veer|back]", "calculation"),
        "western": fork("used the streamlines of the [western|eastern] station", radius=("western", "eastern")),
        "evening": fork("used the turning of the [evening|morning]", turning=("evening", "morning")),
    },
    question=(
        "North of the equator the air flows anticlockwise around a low at {wind} m/s. The streamlines have a radius of "
        "curvature of {eastern} km over an eastern station and of {western} km over a western one. The wind vanes of "
        "both stations [veering:veered, that is turned clockwise|backed, that is turned anticlockwise], by {morning}° "
        "per hour in the morning and by {evening}° per hour in the evening. Consider the air that passes the "
        "[western:western|eastern] station in the [evening:evening|morning]."
    ),
    solve=_solve,
    parts={
        "R": Part("the radius of curvature of the air's trajectory", "km", 200, 4000),
        "a": Part("the centripetal acceleration of the air", "m/s**2", 5e-5, 2e-3),
    },
    formula=Formula(
        symbols={
            "V": Symbol("the speed of the wind", "wind"),
            "r": Symbol("the radius of curvature of the streamlines over that station", "radius"),
            "\\omega": Symbol("the magnitude of the rate at which the vane turned at that time", "turning"),
        },
        latex=r"\frac{1}{\frac{1}{r} [veering:-|+] \frac{\omega}{V}}",
    ),
)
