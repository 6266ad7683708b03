"""The water budget of an evaporation pan."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


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
        "rained": fork("[added the rain|left out the rain that fell into the pan]", "reasoning"),
        "bailed": fork("[subtracted what the observer poured in|added what the observer took out]", "reasoning"),
        "leaky": fork("[subtracted a leak that had been mended|took what leaked out as evaporated]", "reasoning"),
        "lake": fork("[applied|left out] the coefficient of the lake", "reasoning"),
    },
    question=(
        "A round evaporation pan, {diameter} cm across, stands beside a lake. In {days} days the depth of water in it "
        "sank from {start} mm to {end} mm. Rain gauges nearby caught {rain} mm in that time; the pan [rained:stood "
        "open to the rain|had a roof over it whenever it rained]. Once the observer [bailed:took out|poured in] "
        "{litres} litres. The lake is known to evaporate {coefficient} times the depth of water that the pan "
        "evaporates. Before it was mended, the pan leaked {leak} mm a day; these days lay [leaky:before|after] the "
        "mending. Consider the evaporation of the [lake:lake|pan]."
    ),
    solve=_solve,
    parts={
        "E": Part("the mean rate of this evaporation", "mm/day", 1, 20),
        "h": Part("the depth of water so evaporated in the whole time", "mm", 8, 120),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "z_1": Symbol("the depth of water in the pan at the start", "start"),
            "z_2": Symbol("the depth of water in the pan at the end", "end"),
            "t": Symbol("the length of that time", "days"),
            "P": Symbol("the depth of rain in the gauges", "rain"),
            "V": Symbol("the volume of water that the observer moved", "litres"),
            "d": Symbol("the diameter of the pan", "diameter"),
            r"\lambda": Symbol("the fall of the level per time by the leak", "leak"),
            "k": Symbol("the ratio of the evaporation of the lake to that of the pan", "coefficient"),
        },
        latex=(
            r"[lake:k \left(\frac{z_1 - z_2 [bailed:-|+] \frac{4 V}{\pi d^2}[rained: + P|]}{t}[leaky: - "
            r"\lambda|]\right)|\frac{z_1 - z_2 [bailed:-|+] \frac{4 V}{\pi d^2}[rained: + P|]}{t}[leaky: - \lambda|]]"
        ),
    ),
)
