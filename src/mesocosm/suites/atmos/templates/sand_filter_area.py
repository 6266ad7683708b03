"""The area that a sand filter needs, by Darcy's law."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    outlet = (
        f"an outlet pipe keeps the water beneath the sand at a head of {p['outlet']:g} m above the sand's base"
        if "raised" in taken
        else f"the sand's base is open to the air, the outlet pipe of {p['outlet']:g} m head being out of use"
    )
    state = "long use, with a mud skin on the sand" if "skin" in taken else "cleaning, without the mud skin"
    season = "winter" if "winter" in taken else "summer"
    return (
        f"Water is to pass down a bed of saturated sand {p['sand']:g} m thick, under a pond {p['pond']:g} m deep, at "
        f"{p['flow']:g} m³ a day in all. The sand's conductivity is {p['summer']:g} m/day in summer and "
        f"{p['winter']:g} m/day in the cold water of winter. With use a mud skin {p['thick']:g} mm thick of "
        f"conductivity {p['mud']:g} m/day forms on its top, under a pond as deep as before. Here {outlet}. The area is "
        f"to suffice in {season} after {state}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    resistance = x["sand"] / x["winter" if "winter" in taken else "summer"]
    head = x["pond"] + x["sand"]
    if "skin" in taken:
        resistance += x["thick"] / x["mud"]
        head += x["thick"]
    if "raised" in taken:
        head -= x["outlet"]
    flux = head / resistance
    return {"A": x["flow"] / flux, "q": flux}


def _write(taken: Taken) -> str:
    outlet = " - h" if "raised" in taken else ""
    if "skin" in taken:
        return rf"\frac{{Q}}{{H + b + d{outlet}}} (\frac{{b}}{{K}} + \frac{{d}}{{k}})"
    return rf"\frac{{Q b}}{{K (H + b{outlet})}}"


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Freeze and Cherry (1979), Groundwater, Sections 2.1, 2.2 and 2.4",
    background=(
        "By Darcy's law the flux through layers in series is the fall of head divided by the sum of thickness over "
        "conductivity. Head is height plus water pressure as a height, so that the thickness of the bed itself counts."
    ),
    variables={
        "sand": Variable("m", 0.7, 1.1, 0.05),
        "pond": Variable("m", 0.8, 1.4, 0.05),
        "flow": Variable("m**3/day", 400, 1800, 20),
        "summer": Variable("m/day", 4.5, 6.5, 0.1),
        "winter": Variable("m/day", 2.8, 3.9, 0.1),
        "thick": Variable("mm", 5, 12, 0.5),
        "mud": Variable("m/day", 0.03, 0.06, 0.002),
        "outlet": Variable("m", 0.4, 0.7, 0.05),
    },
    constants=(),
    forks={
        "raised": Fork("subtracted the head of the outlet pipe", "let the sand drain freely", "reasoning"),
        "skin": Fork("added the resistance of the mud skin", "left out the resistance of the mud skin", "reasoning"),
        "winter": Fork("used the conductivity in winter", "used the conductivity in summer", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "A": Part("the area that the filter needs", "m**2", 15, 800),
        "q": Part("the flow through the filter per unit area", "m/day", 1, 20),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "Q": Symbol("the water that is to pass in a unit of time", lambda x, taken: x["flow"]),
            "b": Symbol("the thickness of the sand", lambda x, taken: x["sand"]),
            "K": Symbol(
                "the conductivity of the sand in that season",
                lambda x, taken: x["winter" if "winter" in taken else "summer"],
            ),
            "H": Symbol("the depth of the pond", lambda x, taken: x["pond"]),
            "d": Symbol("the thickness of the mud skin", lambda x, taken: x["thick"]),
            "k": Symbol("the conductivity of the mud skin", lambda x, taken: x["mud"]),
            "h": Symbol(
                "the head that the outlet pipe can keep, above the base of the sand", lambda x, taken: x["outlet"]
            ),
        },
        write=_write,
    ),
)
