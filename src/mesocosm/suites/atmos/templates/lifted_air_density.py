"""Density of air that is lifted."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    day = "warm" if "warm" in taken else "cold"
    top = p["high" if "high" in taken else "middle"]
    what = "air in the balloon" if "balloon" in taken else "free air"
    way = (
        "so slowly that it keeps its temperature by taking up heat"
        if "isothermal" in taken
        else "so fast that it exchanges no heat"
    )
    return (
        f"At the ground, where the pressure is {p['ground']:g} hPa, dry air has a temperature of {p['cold']:g} °C on a "
        f"cold day and of {p['warm']:g} °C on a warm day. It is lifted from there to the level of {p['middle']:g} hPa "
        f"or to that of {p['high']:g} hPa. Free air ends up at the pressure of its level; air in a tight balloon, "
        f"which also starts at the pressure of the ground, ends up {p['excess']:g} hPa above the pressure of its "
        f"level. Take {what} on the {day} day, lifted to the level of {top:g} hPa {way}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    start = x["warm" if "warm" in taken else "cold"]
    pressure = x["high" if "high" in taken else "middle"] + (x["excess"] if "balloon" in taken else 0.0)
    exponent = 0.0 if "isothermal" in taken else x["r_dry"] / x["cp_dry"]
    end = start * (pressure / x["ground"]) ** exponent
    return {"rho": pressure / (x["r_dry"] * end), "T": end}


def _write(taken: Taken) -> str:
    pressure = r"p_1 + \delta" if "balloon" in taken else "p_1"
    cooling = "" if "isothermal" in taken else rf" (\frac{{p_0}}{{{pressure}}})^{{\frac{{R}}{{c_p}}}}"
    return rf"\frac{{{pressure}}}{{R T}}{cooling}"


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
        "warm": Fork("used the temperature of the warm day", "used the temperature of the cold day", "misreading"),
        "high": Fork("went up to the lower pressure", "went up to the higher pressure", "misreading"),
        "isothermal": Fork("kept the temperature", "let the air cool adiabatically", "knowledge"),
        "balloon": Fork("added the pressure of the balloon", "left out the pressure of the balloon", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "rho": Part("the density of the lifted air", "kg/m**3", 0.2, 1.2),
        "T": Part("the temperature of the lifted air", "K", 150, 320, tolerance=0.01),
    },
    formula=Formula(
        symbols={
            "T": Symbol(
                "the temperature at the ground on that day", lambda x, taken: x["warm" if "warm" in taken else "cold"]
            ),
            "p_0": Symbol("the pressure at the ground", lambda x, taken: x["ground"]),
            "p_1": Symbol(
                "the pressure of the level it is lifted to", lambda x, taken: x["high" if "high" in taken else "middle"]
            ),
            r"\delta": Symbol("the excess of pressure in the tight balloon", lambda x, taken: x["excess"]),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
            "c_p": Symbol("the specific heat of dry air at constant pressure", lambda x, taken: x["cp_dry"]),
        },
        write=_write,
    ),
)
