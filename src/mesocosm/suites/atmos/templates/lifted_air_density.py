"""Density of air that is lifted."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    pressure = x["pressure"] + (x["excess"] if "balloon" in taken else 0.0)
    exponent = 0.0 if "isothermal" in taken else x["r_dry"] / x["cp_dry"]
    end = x["start"] * (pressure / x["ground"]) ** exponent
    return {"rho": pressure / (x["r_dry"] * end), "T": end}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 2.7.1",
    background=(
        "Dry air that exchanges no heat keeps T p^(-R/cp); its density is p / (R T). Air that keeps its temperature "
        "thins in proportion to its pressure."
    ),
    variables={
        "ground": Variable("hPa", 980, 1030, 1),
        "cold": Variable("degC", -30, -18, 1),
        "warm": Variable("degC", 26, 38, 1),
        "middle": Variable("hPa", 520, 600, 1),
        "high": Variable("hPa", 260, 360, 1),
        "excess": Variable("hPa", 110, 190, 1),
    },
    constants=("r_dry", "cp_dry"),
    forks={
        "warm": fork("used the temperature of the [warm|cold] day", start=("warm", "cold")),
        "high": fork("went up to the [lower|higher] pressure", pressure=("high", "middle")),
        "isothermal": fork("[kept the temperature|let the air cool adiabatically]", "knowledge"),
        "balloon": fork("[added|left out] the pressure of the balloon", "reasoning"),
    },
    question=(
        "At the ground, where the pressure is {ground} hPa, dry air has a temperature of {cold} °C on a cold day and "
        "of {warm} °C on a warm day. It is lifted from there to the level of {middle} hPa or to that of {high} hPa. "
        "Free air ends up at the pressure of its level; air in a tight balloon, which also starts at the pressure of "
        "the ground, ends up {excess} hPa above the pressure of its level. Take [balloon:air in the balloon|free air] "
        "on the [warm:warm|cold] day, lifted to the level of [high:{high}|{middle}] hPa so [isothermal:slowly that it "
        "keeps its temperature by taking up|fast that it exchanges no] heat."
    ),
    solve=_solve,
    parts={
        "rho": Part("the density of the lifted air", "kg/m**3", 0.2, 1.2),
        "T": Part("the temperature of the lifted air", "K", 150, 320, tolerance=0.01),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the temperature at the ground on that day", "start"),
            "p_0": Symbol("the pressure at the ground", "ground"),
            "p_1": Symbol("the pressure of the level it is lifted to", "pressure"),
            r"\delta": Symbol("the excess of pressure in the tight balloon", "excess"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
            "c_p": Symbol("the specific heat of dry air at constant pressure", "cp_dry"),
        },
        latex=(
            r"\frac{p_1[balloon: + \delta|]}{R T}[isothermal:| (\frac{p_0}{p_1[balloon: + \delta|]})^{\frac{R}{c_p}}]"
        ),
    ),
)
