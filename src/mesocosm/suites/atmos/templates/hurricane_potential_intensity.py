"""The greatest wind that the heat engine of a hurricane can keep up."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    vapour = x["saturated"] - x["humidity"]
    enthalpy = x["cp_dry"] * x["cooler"] + x["latent_vaporisation"] * vapour
    efficiency = (x["sea"] - x["outflow"]) / x["divisor"]
    return {"V": math.sqrt(x["ratio"] * efficiency * enthalpy), "k": enthalpy, "e": efficiency}


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
        "dissipative": fork(
            "[gave the dissipated energy back as heat|let the dissipated energy be lost]",
            "knowledge",
            divisor=("outflow", "sea"),
        ),
        "dry": fork("used the humidity of the [dry|moist] spell", humidity=("dry", "moist")),
        "rough": fork("used the exchange ratio of the [rough|smooth] sea", ratio=("rough", "smooth")),
    },
    question=(
        "A hurricane works as a Carnot engine between a sea at {sea} °C and an outflow at {outflow} °C; its potential "
        "intensity is the greatest wind speed that this allows. Air at the sea surface is saturated and holds "
        "{saturated} g/kg of vapour; the air above is {cooler} K cooler than the sea and holds {moist} g/kg in a moist "
        "spell, {dry} g/kg in a dry spell. The exchange coefficient of enthalpy is {smooth} times that of momentum "
        "over a smooth and {rough} times over a rough sea. Take the [dry:dry|moist] spell and the [rough:rough|smooth] "
        "sea; the energy that friction dissipates at the surface is [dissipative:given back to the inflowing air as "
        "heat|lost to the engine]."
    ),
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
            "T_1": Symbol("the absolute temperature of the sea", "sea"),
            "T_2": Symbol("the absolute temperature of the outflow", "outflow"),
            "D": Symbol("the temperature difference between sea and air", "cooler"),
            "q_1": Symbol("the mass of vapour per mass of saturated air at the sea surface", "saturated"),
            "q_2": Symbol("the mass of vapour per mass of the air above in that spell", "humidity"),
            "C": Symbol("the exchange coefficient of enthalpy over that sea, divided by that of momentum", "ratio"),
            "c_p": Symbol("the specific heat of dry air at constant pressure", "cp_dry"),
            "L": Symbol("the latent heat of vaporisation", "latent_vaporisation"),
        },
        latex=r"\sqrt{C \frac{T_1 - T_2}{[dissipative:T_2|T_1]} \left(c_p D + L (q_1 - q_2)\right)}",
    ),
)
