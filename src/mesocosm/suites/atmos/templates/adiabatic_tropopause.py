"""Pressure where mixed air has cooled to the temperature of the stratosphere."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    season = "summer" if "summer" in taken else "winter"
    place = "on the plateau" if "plateau" in taken else "at the coast"
    mixing = "moist" if "moist" in taken else "dry"
    return (
        "Convection mixes the air from the ground up to the tropopause, where it is as cold as the stratosphere "
        f"above, which is at {p['above']:g} K throughout. The air at the ground is at {p['winter']:g} K in winter and "
        f"at {p['summer']:g} K in summer; the pressure there is {p['coast']:g} hPa at the coast and {p['plateau']:g} "
        "hPa on a plateau with the same temperatures. Dry convection keeps the potential temperature constant with "
        f"height, moist convection makes the temperature fall by {p['lapse']:g} K per kilometre. Consider {season} "
        f"{place}, where convection is {mixing}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    ground = x["summer" if "summer" in taken else "winter"]
    above = x["above"]
    lapse = x["lapse"] if "moist" in taken else x["g"] / x["cp_dry"]
    pressure = x["plateau" if "plateau" in taken else "coast"]
    return {
        "p": pressure * (above / ground) ** (x["g"] / (x["r_dry"] * lapse)),
        "z": (ground - above) / lapse,
    }


def _write(taken: Taken) -> str:
    exponent = r"\frac{g}{R \Gamma}" if "moist" in taken else r"\frac{c_p}{R}"
    return rf"p_0 (\frac{{T}}{{T_0}})^{{{exponent}}}"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Wallace and Hobbs (2006), Atmospheric Science, Sections 3.2 and 3.4",
    background=(
        "With a lapse rate Γ the pressure follows p = p0 (T/T0)^(g/(R Γ)); air of constant potential temperature has Γ "
        "= g/cp, so the exponent is cp/R."
    ),
    variables={
        "above": Variable("K", 200, 222, 1),
        "winter": Variable("K", 272, 280, 1),
        "summer": Variable("K", 300, 310, 1),
        "coast": Variable("hPa", 1005, 1025, 1),
        "plateau": Variable("hPa", 600, 660, 5),
        "lapse": Variable("K/km", 5.3, 6.2, 0.1),
    },
    constants=("g", "cp_dry", "r_dry"),
    forks={
        "summer": Fork("used the temperature of summer", "used the temperature of winter", "misreading"),
        "plateau": Fork("used the pressure on the plateau", "used the pressure at the coast", "misreading"),
        "moist": Fork("used the lapse rate of moist convection", "used the dry-adiabatic lapse rate", "knowledge"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "p": Part("the pressure at the tropopause", "hPa", 50, 600),
        "z": Part("the height of the tropopause above the ground", "km", 4, 20),
    },
    formula=Formula(
        symbols={
            "p_0": Symbol(
                "the pressure at the ground there", lambda x, taken: x["plateau" if "plateau" in taken else "coast"]
            ),
            "T_0": Symbol(
                "the temperature at the ground in that season",
                lambda x, taken: x["summer" if "summer" in taken else "winter"],
            ),
            "T": Symbol("the temperature of the stratosphere", lambda x, taken: x["above"]),
            r"\Gamma": Symbol("the lapse rate of moist convection", lambda x, taken: x["lapse"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
            "c_p": Symbol("the specific heat of dry air at constant pressure", lambda x, taken: x["cp_dry"]),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
        },
        write=_write,
    ),
)
