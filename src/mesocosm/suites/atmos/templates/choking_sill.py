"""The lowest sill that chokes a channel's flow."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    gate = "half closed" if "deep" in taken else "open"
    flow = "flood" if "flood" in taken else "ordinary"
    plan = "narrows the channel" if "narrow" in taken else "keeps its width"
    return (
        f"A rectangular channel {p['width']:g} m wide carries an ordinary discharge of {p['ordinary']:g} m³/s and a "
        f"flood discharge of {p['flood']:g} m³/s. At either discharge the water is {p['shallow']:g} m deep with the "
        f"gate downstream open and {p['deep']:g} m with the gate half closed. A smooth sill is planned across the bed; "
        f"one design narrows the channel to {p['throat']:g} m over the sill, another keeps its width. Take the {flow} "
        f"discharge with the gate {gate} and the design that {plan}. Neglect losses. The sill is to be just so high "
        f"that the flow over it becomes critical while the water ahead of it keeps its depth."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    discharge = x["flood" if "flood" in taken else "ordinary"]
    depth = x["deep" if "deep" in taken else "shallow"]
    over = discharge / x["throat" if "narrow" in taken else "width"]
    speed = discharge / (x["width"] * depth)
    critical = (over**2 / x["g"]) ** (1 / 3)
    energy = depth + speed**2 / (2 * x["g"])
    return {"z": energy - 1.5 * critical, "yc": critical, "Fr": speed / math.sqrt(x["g"] * depth)}


def _write(taken: Taken) -> str:
    over = "b_2" if "narrow" in taken else "b_1"
    critical = rf"(\frac{{Q^2}}{{g {over}^2}})^{{\frac{{1}}{{3}}}}"
    return rf"y + \frac{{Q^2}}{{2 g b_1^2 y^2}} - \frac{{3}}{{2}} {critical}"


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Henderson (1966), Open Channel Flow, Chapter 2",
    background=(
        "Without losses the specific energy y + v²/2g falls by the height of the sill. It cannot fall below 3/2 of the "
        "critical depth (q²/g)^(1/3), with q the discharge per width over the sill: there the sill chokes the flow."
    ),
    variables={
        "width": Variable("m", 6, 8, 0.1),
        "throat": Variable("m", 3.2, 3.7, 0.1),
        "ordinary": Variable("m**3/s", 6.2, 7.6, 0.1),
        "flood": Variable("m**3/s", 10, 11.2, 0.1),
        "shallow": Variable("m", 1.6, 1.9, 0.05),
        "deep": Variable("m", 2.4, 2.8, 0.05),
    },
    constants=("g",),
    forks={
        "flood": Fork("used the flood discharge", "used the ordinary discharge", "misreading"),
        "deep": Fork("used the depth with the gate half closed", "used the depth with the gate open", "misreading"),
        "narrow": Fork("let the channel narrow over the sill", "kept the full width over the sill", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "z": Part("the height of the sill", "m", 0.1, 3),
        "yc": Part("the critical depth over the sill", "m", 0.2, 2),
        "Fr": Part("the Froude number ahead of the sill", "", 0.02, 0.9),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "Q": Symbol("that discharge", lambda x, taken: x["flood" if "flood" in taken else "ordinary"]),
            "y": Symbol(
                "the depth of the water ahead of the sill at that setting of the gate",
                lambda x, taken: x["deep" if "deep" in taken else "shallow"],
            ),
            "b_1": Symbol("the width of the channel", lambda x, taken: x["width"]),
            "b_2": Symbol("the width over the sill in the narrow design", lambda x, taken: x["throat"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
