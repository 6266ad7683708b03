"""Potential vorticity of a column of air that climbs or leaves a plateau."""

from __future__ import annotations

import itertools
import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    start = p["north"] if "northern" in taken else p["south"]
    turn = "anticyclonic" if "anticyclonic" in taken else "cyclonic"
    path = "from the plateau down to the lowland" if "down" in taken else "from the lowland up to the plateau"
    return (
        f"A column of air reaches from the ground to a lid at {p['lid']:g} km above the lowland, and a plateau stands "
        f"{p['plateau']:g} km above the lowland. The column keeps its barotropic potential vorticity. Charts show "
        f"columns that start at {p['south']:g}° N or at {p['north']:g}° N, with a relative vorticity of magnitude "
        f"{p['spin']:g} × 10⁻⁶ s⁻¹, and all arrive at {p['end']:g}° N. This one starts at {start:g}° N with {turn} "
        f"relative vorticity and moves {path}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    start = x["north" if "northern" in taken else "south"]
    spin = -x["spin"] if "anticyclonic" in taken else x["spin"]
    shallow = (x["lid"] - x["plateau"]) / x["lid"]
    stretch = 1 / shallow if "down" in taken else shallow
    absolute = (spin + 2 * x["earth_rotation"] * math.sin(start)) * stretch
    return {"a": absolute, "z": absolute - 2 * x["earth_rotation"] * math.sin(x["end"])}


def _write(taken: Taken) -> str:
    stretch = r"\frac{H}{H - h}" if "down" in taken else r"\frac{H - h}{H}"
    return rf"(2 \Omega \sin(\phi) {'-' if 'anticyclonic' in taken else '+'} \zeta) {stretch}"


def _accept(p: Printed) -> bool:
    """Leave out draws where the relative vorticity on arrival is a tiny difference of large numbers."""
    ways = (frozenset(some) for size in range(4) for some in itertools.combinations(template.forks, size))
    return all(abs(template.values(p, taken)["z"]) > 3e-6 for taken in ways)


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Chapter 4 (potential vorticity)",
    background=(
        "A column of depth H in barotropic flow keeps (ζ + f)/H, with f = 2 Ω sin(latitude). Where it becomes "
        "shallower its absolute vorticity ζ + f shrinks in proportion, where deeper it grows."
    ),
    variables={
        "lid": Variable("km", 10, 12, 0.5),
        "plateau": Variable("km", 2.6, 3.6, 0.1),
        "south": Variable("degree", 32, 36, 1),
        "north": Variable("degree", 53, 60, 1),
        "end": Variable("degree", 42, 48, 1),
        "spin": Variable("1/Ms", 9, 14, 0.5),
    },
    constants=("earth_rotation",),
    forks={
        "northern": Fork("started at the northern latitude", "started at the southern latitude", "misreading"),
        "anticyclonic": Fork("began with anticyclonic vorticity", "began with cyclonic vorticity", "calculation"),
        "down": Fork("let the column grow deeper", "let the column grow shallower", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "a": Part("the absolute vorticity of the column on arrival", "1/s", 2e-5, 3e-4),
        "z": Part("the relative vorticity of the column on arrival, positive if cyclonic", "1/s", -1.5e-4, 2e-4),
    },
    accept=_accept,
    formula=Formula(
        symbols={
            r"\zeta": Symbol("the magnitude of the relative vorticity at the start", lambda x, taken: x["spin"]),
            r"\phi": Symbol(
                "the latitude where the column starts", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            "H": Symbol("the height of the lid above the lowland", lambda x, taken: x["lid"]),
            "h": Symbol("the height of the plateau above the lowland", lambda x, taken: x["plateau"]),
            r"\Omega": Symbol("the rate of the Earth's rotation", lambda x, taken: x["earth_rotation"]),
        },
        write=_write,
    ),
)
