"""The water budget of an evaporation pan."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    rain = "stood open to the rain" if "rained" in taken else "had a roof over it whenever it rained"
    hand = "took out" if "bailed" in taken else "poured in"
    mend = "before" if "leaky" in taken else "after"
    body = "the lake" if "lake" in taken else "the pan"
    return (
        f"A round evaporation pan, {p['diameter']:g} cm across, stands beside a lake. In {p['days']:g} days the depth "
        f"of water in it sank from {p['start']:g} mm to {p['end']:g} mm. Rain gauges nearby caught {p['rain']:g} mm in "
        f"that time; the pan {rain}. Once the observer {hand} {p['litres']:g} litres. The lake is known to evaporate "
        f"{p['coefficient']:g} times the depth of water that the pan evaporates. Before it was mended, the pan leaked "
        f"{p['leak']:g} mm a day; these days lay {mend} the mending. Consider the evaporation of {body}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    hand = x["litres"] / (math.pi / 4 * x["diameter"] ** 2)
    loss = x["start"] - x["end"] + (-hand if "bailed" in taken else hand)
    if "rained" in taken:
        loss += x["rain"]
    if "leaky" in taken:
        loss -= x["leak"] * x["days"]
    if "lake" in taken:
        loss *= x["coefficient"]
    return {"E": loss / x["days"], "h": loss}


def _write(taken: Taken) -> str:
    hand = r"- \frac{4 V}{\pi d^2}" if "bailed" in taken else r"+ \frac{4 V}{\pi d^2}"
    rain = " + P" if "rained" in taken else ""
    rate = rf"\frac{{z_1 - z_2 {hand}{rain}}}{{t}}"
    if "leaky" in taken:
        rate += r" - \lambda"
    return rf"k \left({rate}\right)" if "lake" in taken else rate


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Dingman (2015), Physical Hydrology, Chapter 6",
    background=(
        "In depths of water, volumes being divided by the pan's area, what evaporates from a pan is the fall of its "
        "level plus the rain that fell into it plus what was poured in, minus what was taken out and what leaked. Lake "
        "evaporation is the pan's times a coefficient."
    ),
    variables={
        "diameter": Variable("cm", 115, 125, 1),
        "days": Variable("day", 7, 11, 1),
        "start": Variable("mm", 195, 210, 1),
        "end": Variable("mm", 155, 175, 1),
        "rain": Variable("mm", 20, 40, 1),
        "litres": Variable("litre", 4, 12, 0.5),
        "leak": Variable("mm/day", 0.8, 1.5, 0.1),
        "coefficient": Variable("", 0.65, 0.8, 0.01),
    },
    constants=(),
    forks={
        "rained": Fork("added the rain", "left out the rain that fell into the pan", "reasoning"),
        "bailed": Fork("subtracted what the observer poured in", "added what the observer took out", "reasoning"),
        "leaky": Fork("subtracted a leak that had been mended", "took what leaked out as evaporated", "reasoning"),
        "lake": Fork("applied the coefficient of the lake", "left out the coefficient of the lake", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "E": Part("the mean rate of this evaporation", "mm/day", 1, 20),
        "h": Part("the depth of water so evaporated in the whole time", "mm", 8, 120),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "z_1": Symbol("the depth of water in the pan at the start", lambda x, taken: x["start"]),
            "z_2": Symbol("the depth of water in the pan at the end", lambda x, taken: x["end"]),
            "t": Symbol("the length of that time", lambda x, taken: x["days"]),
            "P": Symbol("the depth of rain in the gauges", lambda x, taken: x["rain"]),
            "V": Symbol("the volume of water that the observer moved", lambda x, taken: x["litres"]),
            "d": Symbol("the diameter of the pan", lambda x, taken: x["diameter"]),
            r"\lambda": Symbol("the fall of the level per time by the leak", lambda x, taken: x["leak"]),
            "k": Symbol(
                "the ratio of the evaporation of the lake to that of the pan", lambda x, taken: x["coefficient"]
            ),
        },
        write=_write,
    ),
)
