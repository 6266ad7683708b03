"""Pressure where mixed air has cooled to the temperature of the stratosphere."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    above = x["above"]
    lapse = x["lapse"] if "moist" in taken else x["g"] / x["cp_dry"]
    return {
        "p": x["pressure"] * (above / x["ground"]) ** (x["g"] / (x["r_dry"] * lapse)),
        "z": (x["ground"] - above) / lapse,
    }


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
        "summer": fork("used the temperature of [summer|winter]", ground=("summer", "winter")),
        "plateau": fork("used the pressure [on the plateau|at the coast]", pressure=("plateau", "coast")),
        "moist": fork("used the [lapse rate of moist convection|dry-adiabatic lapse rate]", "knowledge"),
    },
    question=(
        "Convection mixes the air from the ground up to the tropopause, where it is as cold as the stratosphere above, "
        "which is at {above} K throughout. The air at the ground is at {winter} K in winter and at {summer} K in "
        "summer; the pressure there is {coast} hPa at the coast and {plateau} hPa on a plateau with the same "
        "temperatures. Dry convection keeps the potential temperature constant with height, moist convection makes the "
        "temperature fall by {lapse} K per kilometre. Consider [summer:summer|winter] "
        "[plateau:on the plateau|at the coast], where convection is [moist:moist|dry]."
    ),
    solve=_solve,
    parts={
        "p": Part("the pressure at the tropopause", "hPa", 50, 600),
        "z": Part("the height of the tropopause above the ground", "km", 4, 20),
    },
    formula=Formula(
        symbols={
            "p_0": Symbol("the pressure at the ground there", "pressure"),
            "T_0": Symbol("the temperature at the ground in that season", "ground"),
            "T": Symbol("the temperature of the stratosphere", "above"),
            r"\Gamma": Symbol("the lapse rate of moist convection", "lapse"),
            "g": Symbol("the acceleration of gravity", "g"),
            "c_p": Symbol("the specific heat of dry air at constant pressure", "cp_dry"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
        },
        latex=r"p_0 (\frac{T}{T_0})^{[moist:\frac{g}{R \Gamma}|\frac{c_p}{R}]}",
    ),
)
