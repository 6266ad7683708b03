"""Inverse modelling: which minerals a recharge water met on its way to a well, from the two analyses alone."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

TRANSFERS = "Phase mole transfers:"
MAGNESITE = "PHASES\nMagnesite\n MgCO3 = Mg+2 + CO3-2\n log_k -8.03\n"
"""A mineral that phreeqc.dat lacks; only a mistake uses it, and its constant does not enter a mole balance."""


def transfer(r: Readings, phase: str) -> float:
    """Moles of a phase that go into solution in the one model found; two models would make the answer a choice."""
    _, *models = r.listing.text.split(TRANSFERS)
    if len(models) != 1:
        raise KeyError(f"{len(models)} models found instead of one")
    for line in models[0].splitlines()[1:]:
        words = line.split()
        if not words:
            break
        if words[0] == phase:
            return float(words[1])
    raise KeyError(f"no {phase} among the mole transfers")


def _draw_well(draw: Generator) -> Parameters:
    """Analyses in mg/L as a laboratory writes them: the well holds the recharge and drawn mmol/L of each phase."""
    halite, gypsum, dolomite = draw.uniform(0.15, 1.0), draw.uniform(0.5, 2.0), draw.uniform(0.3, 1.2)
    exchanged, calcite = draw.uniform(0.2, 0.8), draw.uniform(-0.8, 1.5)
    return {
        "temperature": int(draw.integers(8, 22)),
        "ph": round(float(draw.uniform(6.7, 7.4)), 2),
        "recharge_calcium": round(float(draw.uniform(1.0, 3.0)), 1),
        "recharge_magnesium": round(float(draw.uniform(0.2, 0.6)), 1),
        "recharge_chloride": round(float(draw.uniform(3.0, 9.0)), 1),
        "recharge_sulfate": round(float(draw.uniform(3.0, 8.0)), 1),
        "recharge_alkalinity": round(float(draw.uniform(8.0, 18.0)), 1),
        "calcium": round(40.08 * float(0.05 + gypsum + dolomite + calcite - exchanged / 2), 1),
        "magnesium": round(24.305 * float(0.02 + dolomite), 1),
        "chloride": round(35.453 * float(0.15 + halite), 1),
        "sulfate": round(96.06 * float(0.05 + gypsum), 1),
        "alkalinity": int(61.017 * float(0.2 + 2 * calcite + 4 * dolomite)),
    }


def _ask_well(p: Parameters) -> str:
    return (
        f"Recharge water (25 °C, pH 6.2) holds in mg/L: Ca {p['recharge_calcium']}, Mg {p['recharge_magnesium']}, Cl "
        f"{p['recharge_chloride']}, sulfate {p['recharge_sulfate']} (S(6) as SO4), alkalinity "
        f"{p['recharge_alkalinity']} (as HCO3). Down the flow path a well yields water ({p['temperature']} °C, pH "
        f"{p['ph']}) with Ca {p['calcium']}, Mg {p['magnesium']}, Cl {p['chloride']}, sulfate {p['sulfate']}, "
        f"alkalinity {p['alkalinity']}, in the same units. Sodium was not measured: in both waters it balances the "
        "charge. Use INVERSE_MODELING from the recharge to the well with an uncertainty of 0.01 and the phases "
        "Calcite, Dolomite, Gypsum, Halite, CO2(g), NaX and CaX2, the last two for exchange of sodium against calcium. "
        "How many moles of calcite dissolve per kilogram of water (negative if it precipitates)?"
    )


def _deck_well(p: Parameters, wrong: Wrong) -> str:
    quantity = "C(4)" if "alkalinity_as_carbon" in wrong else "Alkalinity"
    formula = "Ca.5(CO3).5" if "alkalinity_as_calcite" in wrong else "HCO3"
    # Without halite no phase holds chlorine, and the engine balances only the elements of phases unless told.
    chloride = " -balances\n  Cl\n" if "evaporation" in wrong else ""
    return f"""{MAGNESITE}{_recharge(p, wrong)}SOLUTION 2
 temp {p["temperature"]}
 pH {p["ph"]}
 units mg/L
 Ca {p["calcium"]}
 Mg {p["magnesium"]}
 Na 50 charge
 Cl {p["chloride"]}
 S(6) {p["sulfate"]} as SO4
 {quantity} {p["alkalinity"]} as {formula}
INVERSE_MODELING 1
 -solutions 1 2
 -uncertainty 0.01
 -phases
  Calcite
  {"Magnesite" if "magnesite" in wrong else "Dolomite"}
  Gypsum
  {"H2O(g)" if "evaporation" in wrong else "Halite"}
  CO2(g)
  NaX
  {"MgX2" if "magnesium_exchange" in wrong else "CaX2"}
{chloride}END
"""


def _recharge(p: Parameters, wrong: Wrong) -> str:
    if "pure_recharge" in wrong:
        return "SOLUTION 1\n temp 25\n pH 7 charge\n"
    return f"""SOLUTION 1
 temp 25
 pH 6.2
 units mg/L
 Ca {p["recharge_calcium"]}
 Mg {p["recharge_magnesium"]}
 Na 3 charge
 Cl {p["recharge_chloride"]}
 S(6) {p["recharge_sulfate"]} as SO4
 Alkalinity {p["recharge_alkalinity"]} as HCO3
"""


def _read_well(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "dolomite_read" in wrong:
        return transfer(r, "Magnesite" if "magnesite" in wrong else "Dolomite")
    return transfer(r, "Calcite")


well_water = Scenario(
    name="well_water",
    topic="inverse",
    database="phreeqc.dat",
    mistakes={
        "alkalinity_as_calcite": "took the well's alkalinity for mg/L of calcium carbonate",
        "alkalinity_as_carbon": "entered the well's alkalinity as total carbon",
        "magnesite": "took the magnesium from magnesite instead of dolomite",
        "magnesium_exchange": "exchanged the sodium against magnesium instead of calcium",
        "evaporation": "explained the chloride by evaporation instead of halite",
        "pure_recharge": "started from pure water instead of the recharge",
        "dolomite_read": "read the transfer of the magnesium mineral instead of calcite",
    },
    draw=_draw_well,
    ask=_ask_well,
    deck=_deck_well,
    read=_read_well,
    unit="mol",
    digits=4,
    style="scientific",
    low=-3e-3,
    high=5e-3,
)
