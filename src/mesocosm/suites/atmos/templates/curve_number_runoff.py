"""Storm runoff by the curve-number method, from a catchment of two covers."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    number = x["share"] * x["forest"] + (1 - x["share"]) * x["farm"]
    retention = x["scale"] * (100 / number - 1)
    beyond = x["rain"] - x["ratio"] * retention
    if beyond <= 0:
        raise ValueError("all rain is abstracted")
    runoff = beyond**2 / (beyond + retention)
    return {"Q": runoff, "S": retention, "c": runoff / x["rain"], "N": number}


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
        "autumn": fork("took the rain of the [autumn|spring] storm", rain=("autumn", "spring")),
        "lower": fork("used the covers of the [lower|upper] catchment", share=("below", "upper")),
        "revised": fork("used the [revised|usual] abstraction ratio", ratio=("revised", "usual")),
    },
    question=(
        "Forest (curve number {forest}) covers {upper} % of the upper and {below} % of the lower catchment; farmland "
        "(curve number {farm}) covers the rest. The potential retention is {scale} mm times (100/CN − 1), with CN the "
        "area-weighted mean curve number. A spring storm brings {spring} mm and an autumn storm {autumn} mm of rain. "
        "Tables give the initial abstraction as {usual} or, revised, as {revised} of this retention. Take the "
        "[autumn:autumn|spring] storm on the [lower:lower|upper] catchment with the ratio [revised:{revised}|{usual}]."
    ),
    solve=_solve,
    parts={
        "Q": Part("the depth of direct runoff", "mm", 3, 120),
        "S": Part("the potential retention", "mm", 30, 250),
        "c": Part("the share of the rain that runs off", "percent", 2, 95),
    },
    formula=Formula(
        symbols={
            "P": Symbol("the rain of that storm", "rain"),
            "N": Symbol("the area-weighted mean curve number of that catchment", "N"),
            "H": Symbol("the depth of 254 mm in the potential retention", "scale"),
            "r": Symbol("the ratio taken for the initial abstraction", "ratio"),
        },
        latex=r"\frac{(P - r H (\frac{100}{N} - 1))^2}{P + (1 - r) H (\frac{100}{N} - 1)}",
    ),
)
