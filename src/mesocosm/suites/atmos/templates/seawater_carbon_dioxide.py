"""Carbon dioxide of sea water from its carbon and alkalinity, and how it resists more carbon."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    alkalinity = x["alkalinity"]
    solubility, k1, k2 = (x[f"{'warm' if 'warm' in taken else 'cool'}{order}"] for order in range(3))
    linear, constant = k1 * (alkalinity - x["carbon"]), k1 * k2 * (alkalinity - 2 * x["carbon"])
    hydrogen = (-linear + math.sqrt(linear**2 - 4 * alkalinity * constant)) / (2 * alkalinity)
    species = hydrogen**2 + k1 * hydrogen + k1 * k2
    charge = k1 / (k1 * hydrogen + 2 * k1 * k2)
    revelle = (2 / hydrogen - charge) / ((2 * hydrogen + k1) / species - charge)
    return {"p": x["carbon"] * hydrogen**2 / species / solubility, "H": hydrogen, "R": revelle}


template = Template(
    category="physical oceanography",
    kind="reasoning",
    reference="Zeebe and Wolf-Gladrow (2001), CO2 in Seawater, Sections 1.1 and 1.5",
    background=(
        "With [CO₂] = C h²/(h² + K1 h + K1K2) and A = C (K1 h + 2 K1K2)/(h² + K1 h + K1K2) the hydrogen ion h solves "
        "a quadratic; pCO₂ = [CO₂]/K0, and the Revelle factor is d ln pCO₂/d ln C at constant alkalinity."
    ),
    variables={
        "summer": Variable("umol/kg", 1940, 1960, 2),
        "winter": Variable("umol/kg", 2020, 2040, 2),
        "coastal": Variable("umol/kg", 2160, 2180, 2),
        "offshore": Variable("umol/kg", 2206, 2220, 2),
        "cool0": Variable("mmol/kg/atm", 37.0, 40.0, 0.1),
        "cool1": Variable("umol/kg", 1.1, 1.2, 0.01),
        "cool2": Variable("nmol/kg", 0.74, 0.82, 0.01),
        "warm0": Variable("mmol/kg/atm", 27.5, 29.0, 0.1),
        "warm1": Variable("umol/kg", 1.38, 1.48, 0.01),
        "warm2": Variable("nmol/kg", 1.08, 1.2, 0.01),
    },
    constants=(),
    forks={
        "warm": fork("used the constants of [warm|cool] water"),
        "winter": fork("used the carbon of [winter|summer]", carbon=("winter", "summer")),
        "offshore": fork("used the alkalinity of the [offshore|coastal] station", alkalinity=("offshore", "coastal")),
    },
    question=(
        "Sea water holds {summer} µmol/kg of dissolved inorganic carbon in summer and {winter} µmol/kg in winter; its "
        "carbonate alkalinity (HCO₃⁻ plus twice CO₃²⁻) is {coastal} µmol/kg at the coastal and {offshore} µmol/kg at "
        "the offshore station. The solubility of CO₂ and the first and second dissociation constants of carbonic acid "
        "are {cool0} mmol/(kg atm), {cool1} µmol/kg and {cool2} nmol/kg in cool water, {warm0} mmol/(kg atm), {warm1} "
        "µmol/kg and {warm2} nmol/kg in warm water. Take the [winter:winter|summer] carbon, the "
        "[offshore:offshore|coastal] alkalinity and [warm:warm|cool] water."
    ),
    solve=_solve,
    parts={
        "p": Part("the partial pressure of carbon dioxide", "µatm", 100, 2000),
        "H": Part("the concentration of hydrogen ions", "nmol/kg", 2, 60),
        "R": Part("the Revelle factor at constant carbonate alkalinity", "", 6, 22),
    },
    collection="further",
)
