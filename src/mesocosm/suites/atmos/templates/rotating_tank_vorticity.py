"""Vorticity of a water column that is moved under the curved surface of a turning tank."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    rise = x["rotation"] ** 2 / (2 * x["g"])
    axis = x["depth"] - (rise * x["radius"] ** 2 / 2 if "at_rest" in taken else 0)
    mark = axis + rise * x["distance"] ** 2
    start, end = (mark, axis) if "inwards" in taken else (axis, mark)
    return {"zeta": 2 * x["rotation"] * abs(end / start - 1), "h": mark}


template = Template(
    category="physical oceanography",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 4.5 (shallow water)",
    background=(
        "The surface of water turning at Ω rises from the axis by Ω² r² / (2 g), and half of its rise at the wall lies "
        "below the level at rest. A column keeps (2 Ω + ζ)/h, so it gains ζ = 2 Ω (h_end/h_start - 1)."
    ),
    variables={
        "radius": Variable("cm", 21, 26, 0.5),
        "slow": Variable("rpm", 38, 42, 1),
        "fast": Variable("rpm", 47, 52, 1),
        "depth": Variable("cm", 11, 15, 0.5),
        "inner": Variable("cm", 9, 11, 0.5),
        "outer": Variable("cm", 13, 15, 0.5),
    },
    constants=("g",),
    forks={
        "second_run": fork("used the rotation of the [second|first] run", rotation=("fast", "slow")),
        "outer": fork("used the distance of the [outer|inner] mark", distance=("outer", "inner")),
        "inwards": fork("moved the column [to|away from] the axis", "reasoning"),
        "at_rest": fork("took the depth for that [before the tank turned|on the axis]", "reasoning"),
    },
    question=(
        "A cylindrical tank of {radius} cm radius turns about its vertical axis, at {slow} revolutions per minute in a "
        "first run and at {fast} in a second, until all its water turns with it under a curved surface. "
        "[at_rest:Before the tank was set turning, the water was|On the axis the turning water is] {depth} cm deep in "
        "either run. An inner mark is {inner} cm from the axis, an outer one {outer} cm. In the "
        "[second_run:second|first] run a water column, at first still relative to the tank, is moved from the "
        "[inwards:[outer:outer|inner] mark to the axis|axis to the [outer:outer|inner] mark] and keeps its "
        "shallow-water potential vorticity."
    ),
    solve=_solve,
    parts={
        "zeta": Part("the magnitude of the final vorticity of the column relative to the tank", "1/s", 0.1, 8),
        "h": Part("the depth of the water at that mark", "cm", 3, 40),
    },
    formula=Formula(
        symbols={
            "\\Omega": Symbol("the angular speed of the tank in that run", "rotation"),
            "r": Symbol("the distance of that mark from the axis", "distance"),
            "a": Symbol("the radius of the tank", "radius"),
            "d": Symbol("the given depth of the water", "depth"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=(
            r"\frac{\Omega^3 r^2}{g [at_rest:(d - \frac{\Omega^2 a^2}{4 g}[inwards: + \frac{\Omega^2 r^2}{2 g}|])|"
            r"[inwards:(d + \frac{\Omega^2 r^2}{2 g})|d]]}"
        ),
    ),
)
