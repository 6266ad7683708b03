"""How long a field lasts between two waterings."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    dose = x["depth"] * (x["capacity"] - x["critical"])
    if "slowing" not in taken:
        return {"t": dose / x["rate"], "h": dose}
    full, left = x["capacity"] - x["wilting"], x["critical"] - x["wilting"]
    return {"t": x["depth"] * full / x["rate"] * math.log(full / left), "h": dose}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Allen et al. (1998), Crop Evapotranspiration, FAO Irrigation and Drainage Paper 56, Chapter 8",
    background=(
        "At a constant rate E the water Z (θ1 - θ2) of the root zone lasts Z (θ1 - θ2)/E. If uptake falls in "
        "proportion to the water above the wilting point θw, the time is Z (θ1 - θw)/E times ln[(θ1 - θw)/(θ2 - θw)]."
    ),
    variables={
        "capacity": Variable("percent", 28, 34, 1),
        "critical": Variable("percent", 16, 20, 0.5),
        "wilting": Variable("percent", 9, 12, 0.5),
        "lettuce": Variable("cm", 30, 45, 1),
        "maize": Variable("cm", 65, 95, 1),
        "may": Variable("mm/day", 3.4, 4.6, 0.1),
        "july": Variable("mm/day", 5.8, 7.5, 0.1),
    },
    constants=(),
    forks={
        "maize": fork("used the root depth of [maize|lettuce]", depth=("maize", "lettuce")),
        "july": fork("used the evapotranspiration of [July|May]", rate=("july", "may")),
        "slowing": fork(
            "[let the uptake slow down as the soil dried|kept the uptake at the potential rate]", "reasoning"
        ),
    },
    question=(
        "A soil holds {capacity} % of its volume as water at field capacity and {wilting} % at the wilting point; it "
        "is watered up to field capacity whenever it has dried to {critical} % on average over the depth of the roots. "
        "Lettuce roots reach {lettuce} cm down, maize roots {maize} cm. Potential evapotranspiration is {may} mm a day "
        "in May and {july} mm a day in July. The field grows [maize:maize|lettuce], and it is [july:July|May]. The "
        "crop takes water from that depth alone, [slowing:in proportion to what is left above the wilting point, "
        "starting at the full potential rate|at the full potential rate all the time]. No rain falls, and nothing "
        "drains."
    ),
    solve=_solve,
    parts={
        "t": Part("the time between two waterings", "day", 2, 90),
        "h": Part("the depth of water that each watering needs", "mm", 20, 250),
    },
    collection="extra",
    formula=Formula(
        symbols={
            r"\theta_1": Symbol("the water content by volume at field capacity", "capacity"),
            r"\theta_2": Symbol("the water content by volume at which the soil is watered", "critical"),
            r"\theta_3": Symbol("the water content by volume at the wilting point", "wilting"),
            "Z": Symbol("the depth of the roots of that crop", "depth"),
            "P": Symbol("the potential evapotranspiration of that month", "rate"),
        },
        latex=(
            r"[slowing:\frac{Z (\theta_1 - \theta_3)}{P} \ln\left(\frac{\theta_1 - \theta_3}{\theta_2 - "
            r"\theta_3}\right)|\frac{Z (\theta_1 - \theta_2)}{P}]"
        ),
    ),
)
