"""The greatest wind that the heat engine of a hurricane can keep up."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    heating = "is given back to the inflowing air as heat" if "dissipative" in taken else "is lost to the engine"
    spell = "dry" if "dry" in taken else "moist"
    sea = "rough" if "rough" in taken else "smooth"
    return (
        f"A hurricane works as a Carnot engine between a sea at {p['sea']:g} °C and an outflow at {p['outflow']:g} °C; "
        f"its potential intensity is the greatest wind speed that this allows. Air at the sea surface is saturated and "
        f"holds {p['saturated']:g} g/kg of vapour; the air above is {p['cooler']:g} K cooler than the sea and holds "
        f"{p['moist']:g} g/kg in a moist spell, {p['dry']:g} g/kg in a dry spell. The exchange coefficient of enthalpy "
        f"is {p['smooth']:g} times that of momentum over a smooth and {p['rough']:g} times over a rough sea. Take the "
        f"{spell} spell and the {sea} sea; the energy that friction dissipates at the surface {heating}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    vapour = x["saturated"] - x["dry" if "dry" in taken else "moist"]
    enthalpy = x["cp_dry"] * x["cooler"] + x["latent_vaporisation"] * vapour
    ratio = x["rough" if "rough" in taken else "smooth"]
    efficiency = (x["sea"] - x["outflow"]) / x["outflow" if "dissipative" in taken else "sea"]
    return {"V": math.sqrt(ratio * efficiency * enthalpy), "k": enthalpy, "e": efficiency}


def _write(taken: Taken) -> str:
    divisor = "T_2" if "dissipative" in taken else "T_1"
    return rf"\sqrt{{C \frac{{T_1 - T_2}}{{{divisor}}} \left(c_p D + L (q_1 - q_2)\right)}}"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Bister and Emanuel (1998), Dissipative heating and hurricane intensity, Meteorol. Atmos. Phys. 65",
    background=(
        "The potential intensity is V² = (Ck/CD) ε (k* − k), where k* − k = cp ΔT + L Δq is the enthalpy "
        "disequilibrium at the surface and ε = (Ts − To)/Ts, or (Ts − To)/To where dissipative heating is recycled."
    ),
    variables={
        "sea": Variable("degC", 28.0, 28.8, 0.1),
        "outflow": Variable("degC", -80, -60, 1),
        "saturated": Variable("g/kg", 24.3, 25.5, 0.1),
        "cooler": Variable("delta_degC", 0.5, 1.5, 0.1),
        "moist": Variable("g/kg", 20.5, 21.5, 0.1),
        "dry": Variable("g/kg", 15.5, 17.0, 0.1),
        "smooth": Variable("", 0.85, 1.0, 0.01),
        "rough": Variable("", 0.46, 0.52, 0.01),
    },
    constants=("cp_dry", "latent_vaporisation"),
    forks={
        "dissipative": Fork(
            "gave the dissipated energy back as heat", "let the dissipated energy be lost", "knowledge"
        ),
        "dry": Fork("used the humidity of the dry spell", "used the humidity of the moist spell", "misreading"),
        "rough": Fork(
            "used the exchange ratio of the rough sea", "used the exchange ratio of the smooth sea", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "V": Part("the potential intensity", "m/s", 20, 120),
        "k": Part("the enthalpy disequilibrium between sea surface and air", "kJ/kg", 3, 40),
        "e": Part(
            "the factor with which the temperatures of sea and outflow enter the square of the potential intensity",
            "",
            0.1,
            0.8,
        ),
    },
    collection="further",
    formula=Formula(
        symbols={
            "T_1": Symbol("the absolute temperature of the sea", lambda x, taken: x["sea"]),
            "T_2": Symbol("the absolute temperature of the outflow", lambda x, taken: x["outflow"]),
            "D": Symbol("the temperature difference between sea and air", lambda x, taken: x["cooler"]),
            "q_1": Symbol(
                "the mass of vapour per mass of saturated air at the sea surface", lambda x, taken: x["saturated"]
            ),
            "q_2": Symbol(
                "the mass of vapour per mass of the air above in that spell",
                lambda x, taken: x["dry" if "dry" in taken else "moist"],
            ),
            "C": Symbol(
                "the exchange coefficient of enthalpy over that sea, divided by that of momentum",
                lambda x, taken: x["rough" if "rough" in taken else "smooth"],
            ),
            "c_p": Symbol("the specific heat of dry air at constant pressure", lambda x, taken: x["cp_dry"]),
            "L": Symbol("the latent heat of vaporisation", lambda x, taken: x["latent_vaporisation"]),
        },
        write=_write,
    ),
)
