"""Potential vorticity of a column of air that climbs or leaves a plateau."""

from __future__ import annotations

import itertools
import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    spin = -x["spin"] if "anticyclonic" in taken else x["spin"]
    shallow = (x["lid"] - x["plateau"]) / x["lid"]
    stretch = 1 / shallow if "down" in taken else shallow
    absolute = (spin + 2 * x["earth_rotation"] * math.sin(x["start"])) * stretch
    return {"a": absolute, "z": absolute - 2 * x["earth_rotation"] * math.sin(x["end"])}


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
        "northern": fork("started at the [northern|southern] latitude", start=("north", "south")),
        "anticyclonic": fork("began with [anticyclonic|cyclonic] vorticity", "calculation"),
        "down": fork("let the column grow [deeper|shallower]", "reasoning"),
    },
    question=(
        "A column of air reaches from the ground to a lid at {lid} km above the lowland, and a plateau stands "
        "{plateau} km above the lowland. The column keeps its barotropic potential vorticity. Charts show columns that "
        "start at {south}° N or at {north}° N, with a relative vorticity of magnitude {spin} × 10⁻⁶ s⁻¹, and all "
        "arrive at {end}° N. This one starts at [northern:{north}|{south}]° N with "
        "[anticyclonic:anticyclonic|cyclonic] relative vorticity and moves from the [down:plateau down to the "
        "lowland|lowland up to the plateau]."
    ),
    solve=_solve,
    parts={
        "a": Part("the absolute vorticity of the column on arrival", "1/s", 2e-5, 3e-4),
        "z": Part("the relative vorticity of the column on arrival, positive if cyclonic", "1/s", -1.5e-4, 2e-4),
    },
    accept=_accept,
    formula=Formula(
        symbols={
            r"\zeta": Symbol("the magnitude of the relative vorticity at the start", "spin"),
            r"\phi": Symbol("the latitude where the column starts", "start"),
            "H": Symbol("the height of the lid above the lowland", "lid"),
            "h": Symbol("the height of the plateau above the lowland", "plateau"),
            r"\Omega": Symbol("the rate of the Earth's rotation", "earth_rotation"),
        },
        latex=r"(2 \Omega \sin(\phi) [anticyclonic:-|+] \zeta) [down:\frac{H}{H - h}|\frac{H - h}{H}]",
    ),
)
