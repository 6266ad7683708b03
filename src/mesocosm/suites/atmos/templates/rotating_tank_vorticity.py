"""Vorticity of a water column that is moved under the curved surface of a turning tank."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    run = "second" if "second_run" in taken else "first"
    ring = "outer" if "outer" in taken else "inner"
    way = f"from the {ring} mark to the axis" if "inwards" in taken else f"from the axis to the {ring} mark"
    depth = f"On the axis the turning water is {p['depth']:g} cm deep"
    if "at_rest" in taken:
        depth = f"Before the tank was set turning, the water was {p['depth']:g} cm deep"
    return (
        f"A cylindrical tank of {p['radius']:g} cm radius turns about its vertical axis, at {p['slow']:g} revolutions "
        f"per minute in a first run and at {p['fast']:g} in a second, until all its water turns with it under a curved "
        f"surface. {depth} in either run. An inner mark is {p['inner']:g} cm from the axis, an outer one "
        f"{p['outer']:g} cm. In the {run} run a water column, at first still relative to the tank, is moved {way} and "
        f"keeps its shallow-water potential vorticity."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    rotation = x["fast" if "second_run" in taken else "slow"]
    rise = rotation**2 / (2 * x["g"])
    axis = x["depth"] - (rise * x["radius"] ** 2 / 2 if "at_rest" in taken else 0)
    mark = axis + rise * x["outer" if "outer" in taken else "inner"] ** 2
    start, end = (mark, axis) if "inwards" in taken else (axis, mark)
    return {"zeta": 2 * rotation * abs(end / start - 1), "h": mark}


def _write(taken: Taken) -> str:
    depth = r"d - \frac{\Omega^2 a^2}{4 g}" if "at_rest" in taken else "d"
    if "inwards" in taken:
        depth += r" + \frac{\Omega^2 r^2}{2 g}"
    return rf"\frac{{\Omega^3 r^2}}{{g {depth if depth == 'd' else f'({depth})'}}}"


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
        "second_run": Fork("used the rotation of the second run", "used the rotation of the first run", "misreading"),
        "outer": Fork("used the distance of the outer mark", "used the distance of the inner mark", "misreading"),
        "inwards": Fork("moved the column to the axis", "moved the column away from the axis", "reasoning"),
        "at_rest": Fork(
            "took the depth for that before the tank turned", "took the depth for that on the axis", "reasoning"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "zeta": Part("the magnitude of the final vorticity of the column relative to the tank", "1/s", 0.1, 8),
        "h": Part("the depth of the water at that mark", "cm", 3, 40),
    },
    formula=Formula(
        symbols={
            "\\Omega": Symbol(
                "the angular speed of the tank in that run",
                lambda x, taken: x["fast" if "second_run" in taken else "slow"],
            ),
            "r": Symbol(
                "the distance of that mark from the axis", lambda x, taken: x["outer" if "outer" in taken else "inner"]
            ),
            "a": Symbol("the radius of the tank", lambda x, taken: x["radius"]),
            "d": Symbol("the given depth of the water", lambda x, taken: x["depth"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
