"""Warmth of the equator that holds up the wind of a slowly turning planet."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    probe = "later" if "later" in taken else "first"
    level = "haze top" if "haze" in taken else "cloud top"
    gas = "mixed" if "mixed" in taken else "pure"
    where = "landing site" if "part_way" in taken else "pole"
    return (
        f"On a planet that hardly rotates the air is calm at the ground, at {p['ground']:g} bar. Higher up it circles "
        f"the axis in cyclostrophic balance, with a wind proportional to the cosine of latitude. At the {level} the "
        f"first probe measured {p['first']:g} m/s over the equator, a later one {p['later']:g} m/s; trust the {probe} "
        f"one. The cloud top lies at {p['cloud']:g} bar, the haze top at {p['haze']:g} bar. The gas constant is "
        f"{p['pure']:g} J/kg/K for pure and {p['mixed']:g} J/kg/K for mixed gas; take {gas} gas. A landing site lies "
        f"at latitude {p['latitude']:g}°. Compare the air over the equator with that over the {where}, in the mean "
        f"over the logarithm of pressure from the ground to the {level}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    wind = x["later" if "later" in taken else "first"]
    depth = math.log(x["ground"] / x["haze" if "haze" in taken else "cloud"])
    share = math.sin(x["latitude"]) ** 2 if "part_way" in taken else 1.0
    geopotential = wind**2 * share / 2
    return {"dT": geopotential / (x["mixed" if "mixed" in taken else "pure"] * depth), "dPhi": geopotential}


def _write(taken: Taken) -> str:
    share = r" \sin^2 \phi" if "part_way" in taken else ""
    return rf"\frac{{U^2{share}}}{{2 R \ln \frac{{p_0}}{{p_1}}}}"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 3.2.4 and 3.4",
    background=(
        "Cyclostrophic balance on a sphere is u² tan(φ) = -dΦ/dφ on a pressure surface, and the thickness is R T "
        "ln(p0/p1). With u = U cos(φ) the temperature difference from the equator to latitude φ is U² sin²(φ) / (2 R "
        "ln(p0/p1))."
    ),
    variables={
        "ground": Variable("bar", 60, 95, 1),
        "first": Variable("m/s", 80, 95, 1),
        "later": Variable("m/s", 112, 128, 1),
        "cloud": Variable("bar", 0.9, 1.6, 0.1),
        "haze": Variable("bar", 0.05, 0.12, 0.01),
        "pure": Variable("J/kg/K", 186, 192, 1),
        "mixed": Variable("J/kg/K", 228, 245, 1),
        "latitude": Variable("degree", 44, 52, 1),
    },
    constants=(),
    forks={
        "later": Fork("used the wind of the later probe", "used the wind of the first probe", "misreading"),
        "haze": Fork("used the pressure of the haze top", "used the pressure of the cloud top", "misreading"),
        "mixed": Fork("used the gas constant of mixed gas", "used the gas constant of pure gas", "misreading"),
        "part_way": Fork("went from the equator to the landing site", "went from the equator to the pole", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "dT": Part("the temperature excess of the equator in that mean", "K", 0.5, 20),
        "dPhi": Part("the geopotential of that top over the equator less that over the other place", "J/kg", 500, 1e4),
    },
    formula=Formula(
        symbols={
            "U": Symbol(
                "the wind speed over the equator by that probe",
                lambda x, taken: x["later" if "later" in taken else "first"],
            ),
            "p_0": Symbol("the pressure at the ground", lambda x, taken: x["ground"]),
            "p_1": Symbol("the pressure at that top", lambda x, taken: x["haze" if "haze" in taken else "cloud"]),
            "R": Symbol("the gas constant of that gas", lambda x, taken: x["mixed" if "mixed" in taken else "pure"]),
            "\\phi": Symbol("the latitude of the landing site", lambda x, taken: x["latitude"]),
        },
        write=_write,
    ),
)
