"""The area that a sand filter needs, by Darcy's law."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    resistance = x["sand"] / x["conductivity"]
    head = x["pond"] + x["sand"]
    if "skin" in taken:
        resistance += x["thick"] / x["mud"]
        head += x["thick"]
    if "raised" in taken:
        head -= x["outlet"]
    flux = head / resistance
    return {"A": x["flow"] / flux, "q": flux}


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
        "raised": fork("[subtracted the head of the outlet pipe|let the sand drain freely]", "reasoning"),
        "skin": fork("[added|left out] the resistance of the mud skin", "reasoning"),
        "winter": fork("used the conductivity in [winter|summer]", conductivity=("winter", "summer")),
    },
    question=(
        "Water is to pass down a bed of saturated sand {sand} m thick, under a pond {pond} m deep, at {flow} m³ a day "
        "in all. The sand's conductivity is {summer} m/day in summer and {winter} m/day in the cold water of winter. "
        "With use a mud skin {thick} mm thick of conductivity {mud} m/day forms on its top, under a pond as deep as "
        "before. Here [raised:an outlet pipe keeps the water beneath the sand at a head of {outlet} m above the sand's "
        "base|the sand's base is open to the air, the outlet pipe of {outlet} m head being out of use]. The area is to "
        "suffice in [winter:winter|summer] after [skin:long use, with a mud skin on the sand|cleaning, without the mud "
        "skin]."
    ),
    solve=_solve,
    parts={
        "A": Part("the area that the filter needs", "m**2", 15, 800),
        "q": Part("the flow through the filter per unit area", "m/day", 1, 20),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "Q": Symbol("the water that is to pass in a unit of time", "flow"),
            "b": Symbol("the thickness of the sand", "sand"),
            "K": Symbol("the conductivity of the sand in that season", "conductivity"),
            "H": Symbol("the depth of the pond", "pond"),
            "d": Symbol("the thickness of the mud skin", "thick"),
            "k": Symbol("the conductivity of the mud skin", "mud"),
            "h": Symbol("the head that the outlet pipe can keep, above the base of the sand", "outlet"),
        },
        latex=(
            r"[skin:\frac{Q}{H + b + d[raised: - h|]} (\frac{b}{K} + \frac{d}{k})|\frac{Q b}{K (H + b[raised: - h|])}]"
        ),
    ),
)
