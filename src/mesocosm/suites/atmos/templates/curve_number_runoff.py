"""Storm runoff by the curve-number method, from a catchment of two covers."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    storm = "the autumn storm" if "autumn" in taken else "the spring storm"
    place = "the lower catchment" if "lower" in taken else "the upper catchment"
    ratio = p["revised"] if "revised" in taken else p["usual"]
    return (
        f"Forest (curve number {p['forest']:g}) covers {p['upper']:g} % of the upper and {p['below']:g} % of the lower "
        f"catchment; farmland (curve number {p['farm']:g}) covers the rest. The potential retention is {p['scale']:g} "
        f"mm times (100/CN − 1), with CN the area-weighted mean curve number. A spring storm brings {p['spring']:g} mm "
        f"and an autumn storm {p['autumn']:g} mm of rain. Tables give the initial abstraction as {p['usual']:g} or, "
        f"revised, as {p['revised']:g} of this retention. Take {storm} on {place} with the ratio {ratio:g}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    rain = x["autumn" if "autumn" in taken else "spring"]
    ratio = x["revised" if "revised" in taken else "usual"]
    retention = x["scale"] * (100 / _number(x, taken) - 1)
    beyond = rain - ratio * retention
    if beyond <= 0:
        raise ValueError("all rain is abstracted")
    runoff = beyond**2 / (beyond + retention)
    return {"Q": runoff, "S": retention, "c": runoff / rain}


def _number(x: SI, taken: Taken) -> float:
    share = x["below" if "lower" in taken else "upper"]
    return share * x["forest"] + (1 - share) * x["farm"]


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="USDA-NRCS (2004), National Engineering Handbook, Part 630, Chapter 10",
    background=(
        "Curve-number method: with retention S = 254 mm (100/CN - 1) and initial abstraction Ia = r S, a rain P > Ia "
        "gives the runoff depth Q = (P - Ia)² / (P - Ia + S). Curve numbers are averaged by area first."
    ),
    variables={
        "forest": Variable("", 56, 63, 1),
        "farm": Variable("", 80, 86, 1),
        "upper": Variable("percent", 62, 76, 1),
        "below": Variable("percent", 18, 34, 1),
        "scale": Variable("mm", 254, 254, 1),
        "spring": Variable("mm", 88, 104, 1),
        "autumn": Variable("mm", 118, 138, 1),
        "usual": Variable("", 0.2, 0.2, 0.01),
        "revised": Variable("", 0.04, 0.07, 0.01),
    },
    constants=(),
    forks={
        "autumn": Fork("took the rain of the autumn storm", "took the rain of the spring storm", "misreading"),
        "lower": Fork("used the covers of the lower catchment", "used the covers of the upper catchment", "misreading"),
        "revised": Fork("used the revised abstraction ratio", "used the usual abstraction ratio", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "Q": Part("the depth of direct runoff", "mm", 3, 120),
        "S": Part("the potential retention", "mm", 30, 250),
        "c": Part("the share of the rain that runs off", "percent", 2, 95),
    },
    formula=Formula(
        symbols={
            "P": Symbol("the rain of that storm", lambda x, taken: x["autumn" if "autumn" in taken else "spring"]),
            "N": Symbol("the area-weighted mean curve number of that catchment", _number),
            "H": Symbol("the depth of 254 mm in the potential retention", lambda x, taken: x["scale"]),
            "r": Symbol(
                "the ratio taken for the initial abstraction",
                lambda x, taken: x["revised" if "revised" in taken else "usual"],
            ),
        },
        write=lambda taken: r"\frac{(P - r H (\frac{100}{N} - 1))^2}{P + (1 - r) H (\frac{100}{N} - 1)}",
    ),
)
