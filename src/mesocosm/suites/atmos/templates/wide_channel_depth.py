"""Depth of a wide river by Manning's formula."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    bed = "grown over" if "overgrown" in taken else "bare"
    flow = "flood" if "flood" in taken else "mean"
    course = "straightened" if "straightened" in taken else "winding"
    reach = "delta reach" if "delta" in taken else "gorge reach"
    return (
        f"A river carries a mean discharge of {p['mean']:g} m³/s and {p['flood']:g} m³/s in flood. Its bed is so wide "
        f"that the hydraulic radius may be set equal to the depth. The gorge reach is {p['gorge']:g} m wide, the delta "
        f"reach {p['delta']:g} m; the bed of both falls by {p['winding']:g} m per kilometre of river while it winds "
        f"and by {p['straight']:g} m per kilometre once it is straightened. Manning's coefficient is {p['bare']:g} "
        f"s/m^(1/3) where the bed is bare and {p['plants']:g} s/m^(1/3) where it is grown over. Consider uniform flow "
        f"at {flow} discharge in the {reach}, whose bed is {bed}, with the river {course}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    roughness = x["plants" if "overgrown" in taken else "bare"]
    flow = x["flood" if "flood" in taken else "mean"] / x["delta" if "delta" in taken else "gorge"]
    slope = x["straight" if "straightened" in taken else "winding"]
    depth = (roughness * flow / math.sqrt(slope)) ** 0.6
    return {"y": depth, "V": flow / depth}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Dingman (2009), Fluvial Hydraulics, Chapter 6",
    background=(
        "In a wide channel Manning's formula is V = y^(2/3) √S / n. With the discharge per width q = V y the depth is "
        "(n q/√S)^(3/5)."
    ),
    variables={
        "mean": Variable("m**3/s", 60, 100, 1),
        "flood": Variable("m**3/s", 200, 330, 5),
        "gorge": Variable("m", 40, 60, 1),
        "delta": Variable("m", 75, 110, 1),
        "winding": Variable("m/km", 0.2, 0.5, 0.02),
        "straight": Variable("m/km", 0.7, 1.2, 0.02),
        "bare": Variable("s/m**(1/3)", 0.026, 0.034, 0.001),
        "plants": Variable("s/m**(1/3)", 0.036, 0.055, 0.001),
    },
    constants=(),
    forks={
        "overgrown": Fork(
            "used the roughness of the overgrown bed", "used the roughness of the bare bed", "misreading"
        ),
        "straightened": Fork(
            "used the slope of the straightened river", "used the slope of the winding river", "misreading"
        ),
        "flood": Fork("used the flood discharge", "used the mean discharge", "misreading"),
        "delta": Fork("used the width of the delta reach", "used the width of the gorge reach", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "y": Part("the depth of the water", "m", 0.3, 10),
        "V": Part("the mean speed of the water", "m/s", 0.2, 5),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "n": Symbol(
                "Manning's coefficient of that bed", lambda x, taken: x["plants" if "overgrown" in taken else "bare"]
            ),
            "Q": Symbol("the discharge at that time", lambda x, taken: x["flood" if "flood" in taken else "mean"]),
            "B": Symbol("the width of that reach", lambda x, taken: x["delta" if "delta" in taken else "gorge"]),
            "S": Symbol(
                "the fall of the bed per distance in that state",
                lambda x, taken: x["straight" if "straightened" in taken else "winding"],
            ),
        },
        write=lambda taken: r"(\frac{n Q}{B \sqrt{S}})^{\frac{3}{5}}",
    ),
)
