"""How long a field lasts between two waterings."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    crop = "maize" if "maize" in taken else "lettuce"
    season = "July" if "july" in taken else "May"
    use = (
        "in proportion to what is left above the wilting point, starting at the full potential rate"
        if "slowing" in taken
        else "at the full potential rate all the time"
    )
    return (
        f"A soil holds {p['capacity']:g} % of its volume as water at field capacity and {p['wilting']:g} % at the "
        f"wilting point; it is watered up to field capacity whenever it has dried to {p['critical']:g} % on "
        f"average over the depth of the roots. Lettuce roots reach {p['lettuce']:g} cm down, maize roots "
        f"{p['maize']:g} cm. Potential evapotranspiration is "
        f"{p['may']:g} mm a day in May and {p['july']:g} mm a day in July. The field grows {crop}, and it is {season}. "
        f"The crop takes water from that depth alone, {use}. No rain falls, and nothing drains."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    depth = x["maize" if "maize" in taken else "lettuce"]
    rate = x["july" if "july" in taken else "may"]
    dose = depth * (x["capacity"] - x["critical"])
    if "slowing" not in taken:
        return {"t": dose / rate, "h": dose}
    full, left = x["capacity"] - x["wilting"], x["critical"] - x["wilting"]
    return {"t": depth * full / rate * math.log(full / left), "h": dose}


def _write(taken: Taken) -> str:
    if "slowing" not in taken:
        return r"\frac{Z (\theta_1 - \theta_2)}{P}"
    return r"\frac{Z (\theta_1 - \theta_3)}{P} \ln\left(\frac{\theta_1 - \theta_3}{\theta_2 - \theta_3}\right)"


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
        "maize": Fork("used the root depth of maize", "used the root depth of lettuce", "misreading"),
        "july": Fork("used the evapotranspiration of July", "used the evapotranspiration of May", "misreading"),
        "slowing": Fork(
            "let the uptake slow down as the soil dried", "kept the uptake at the potential rate", "reasoning"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "t": Part("the time between two waterings", "day", 2, 90),
        "h": Part("the depth of water that each watering needs", "mm", 20, 250),
    },
    collection="extra",
    formula=Formula(
        symbols={
            r"\theta_1": Symbol("the water content by volume at field capacity", lambda x, taken: x["capacity"]),
            r"\theta_2": Symbol(
                "the water content by volume at which the soil is watered", lambda x, taken: x["critical"]
            ),
            r"\theta_3": Symbol("the water content by volume at the wilting point", lambda x, taken: x["wilting"]),
            "Z": Symbol(
                "the depth of the roots of that crop", lambda x, taken: x["maize" if "maize" in taken else "lettuce"]
            ),
            "P": Symbol(
                "the potential evapotranspiration of that month",
                lambda x, taken: x["july" if "july" in taken else "may"],
            ),
        },
        write=_write,
    ),
)
