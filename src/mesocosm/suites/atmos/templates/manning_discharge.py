"""Discharge of a uniform open channel by Manning's formula."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    season = "autumn, when weeds have grown" if "weedy" in taken else "spring, when the bed is clean"
    week = "rainy" if "rainy" in taken else "dry"
    banks = f"lean outwards by {p['bank']:g} m for each metre of height" if "sloping" in taken else "are upright walls"
    other = (
        "upright walls" if "sloping" in taken else f"sides that lean outwards by {p['bank']:g} m per metre of height"
    )
    surface = "a floating sheet of ice as rough as the bed covers" if "ice" in taken else "open air lies above"
    return (
        f"A straight canal has a flat bed {p['width']:g} m wide that falls by {p['slope']:g} m per kilometre. The "
        f"water is {p['low']:g} m deep in a dry week and {p['high']:g} m in a rainy week. Manning's coefficient of bed "
        f"and sides is {p['clean']:g} s/m^(1/3) in spring and {p['weeds']:g} s/m^(1/3) in autumn. In the reach of "
        f"interest the sides {banks}; the next reach has {other}. It is a {week} week in {season}, and {surface} the "
        "water, which flows uniformly."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    bank = x["bank"] if "sloping" in taken else 0.0
    depth = x["high" if "rainy" in taken else "low"]
    roughness = x["weeds" if "weedy" in taken else "clean"]
    top = x["width"] + 2 * bank * depth
    area = (x["width"] + bank * depth) * depth
    wetted = x["width"] + 2 * depth * math.hypot(1, bank) + (top if "ice" in taken else 0.0)
    speed = (area / wetted) ** (2 / 3) * math.sqrt(x["slope"]) / roughness
    return {"Q": area * speed, "V": speed}


def _write(taken: Taken) -> str:
    area = "(b + m h) h" if "sloping" in taken else "b h"
    sides = r"2 h \sqrt{1 + m^2}" if "sloping" in taken else "2 h"
    top = " + b + 2 m h" if "sloping" in taken else " + b"
    wetted = f"b + {sides}{top if 'ice' in taken else ''}"
    return rf"\frac{{\sqrt{{S}}}}{{n}} \frac{{({area})^{{5/3}}}}{{({wetted})^{{2/3}}}}"


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Chow (1959), Open-Channel Hydraulics, Chapters 5 and 6",
    background=(
        "Manning's formula gives the mean speed V = R^(2/3) √S / n, with the hydraulic radius R, the flow's area "
        "divided by its wetted perimeter, and the bed's slope S. A cover of ice belongs to the wetted perimeter; a "
        "free surface does not."
    ),
    variables={
        "width": Variable("m", 3, 8, 0.1),
        "low": Variable("m", 1.0, 1.3, 0.05),
        "high": Variable("m", 1.45, 1.8, 0.05),
        "slope": Variable("m/km", 0.2, 1.5, 0.05),
        "clean": Variable("s/m**(1/3)", 0.020, 0.026, 0.001),
        "weeds": Variable("s/m**(1/3)", 0.045, 0.070, 0.001),
        "bank": Variable("", 1.2, 2.5, 0.1),
    },
    constants=(),
    forks={
        "weedy": Fork("used the roughness of autumn", "used the roughness of spring", "misreading"),
        "rainy": Fork("used the depth of the rainy week", "used the depth of the dry week", "misreading"),
        "sloping": Fork("let the sides slope", "let the sides stand upright", "misreading"),
        "ice": Fork(
            "let the surface brake the flow as ice does", "left the ice out of the wetted perimeter", "knowledge"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "Q": Part("the discharge", "m**3/s", 0.3, 80),
        "V": Part("the mean speed of the water", "m/s", 0.1, 4),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "b": Symbol("the width of the bed", lambda x, taken: x["width"]),
            "h": Symbol("the depth in that week", lambda x, taken: x["high" if "rainy" in taken else "low"]),
            "S": Symbol("the fall of the bed per length", lambda x, taken: x["slope"]),
            "n": Symbol(
                "Manning's coefficient in that season", lambda x, taken: x["weeds" if "weedy" in taken else "clean"]
            ),
            "m": Symbol("the outward lean of sloping sides per height", lambda x, taken: x["bank"]),
        },
        write=_write,
    ),
)
