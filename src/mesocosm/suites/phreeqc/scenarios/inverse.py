"""Inverse modelling: which minerals a recharge water met on its way to a well, from the two analyses alone."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong


def _draw_well(draw: Generator) -> Parameters:
    """Analyses in mg/L as a laboratory writes them: the well water is recharge plus drawn amounts of each phase."""
    halite, gypsum, dolomite = draw.uniform(0.3, 3.0), draw.uniform(0.3, 2.0), draw.uniform(0.3, 1.5)
    exchanged = draw.uniform(0.3, 1.5)
    calcite = draw.uniform(0.2, 1.5)
    carbonate = calcite + 2 * dolomite
    return {
        "temperature": int(draw.integers(8, 22)),
        "rain_calcium": round(float(draw.uniform(3.0, 10.0)), 1),
        "rain_magnesium": round(float(draw.uniform(0.5, 2.0)), 1),
        "rain_chloride": round(float(draw.uniform(2.0, 8.0)), 1),
        "rain_sulfate": round(float(draw.uniform(2.0, 8.0)), 1),
        "rain_alkalinity": round(float(draw.uniform(12.0, 30.0)), 1),
        "ph": round(float(draw.uniform(6.9, 7.6)), 2),
        "calcium": round(float(40.08 * (0.2 + gypsum + dolomite + calcite - exchanged / 2)), 0),
        "magnesium": round(float(24.305 * (0.05 + dolomite)), 1),
        "sodium": round(float(22.99 * (0.15 + halite + exchanged) * draw.uniform(0.93, 1.07)), 0),
        "chloride": round(float(35.453 * (0.15 + halite)), 0),
        "sulfate": round(float(96.06 * (0.05 + gypsum)), 0),
        "alkalinity": round(float(61.017 * (0.3 + 2 * carbonate)), 0),
    }


def _ask_well(p: Parameters) -> str:
    return (
        f"Recharge water (25 °C, pH 6.2) holds in mg/L: Ca {p['rain_calcium']}, Mg {p['rain_magnesium']}, Cl "
        f"{p['rain_chloride']}, sulfate {p['rain_sulfate']} (S(6) as SO4), alkalinity {p['rain_alkalinity']} (as HCO3), "
        f"and sodium to balance the charge. Further on, a well yields water ({p['temperature']} °C, pH {p['ph']}) with "
        f"Ca {p['calcium']:.0f}, Mg {p['magnesium']}, Cl {p['chloride']:.0f}, sulfate {p['sulfate']:.0f}, alkalinity "
        f"{p['alkalinity']:.0f}, the same units, and sodium, {p['sodium']:.0f} by analysis, adjusted to balance the "
        "charge. Use INVERSE_MODELING from the recharge to the well water with an uncertainty of 1 percent and the "
        "phases calcite, dolomite, gypsum, halite, CO2(g), CaX2 and NaX (Na for Ca exchange). How many moles of calcite "
        "go into solution per kilogram of water (negative: precipitate)?"
    )


def _waters(p: Parameters, wrong: Wrong) -> str:
    carbonate = "CaCO3" if "alkalinity_as_calcite" in wrong else "HCO3"
    sulfate = "S" if "sulfate_as_sulfur" in wrong else "SO4"
    sodium, chloride = ("", " charge") if "charge_on_chloride" in wrong else (" charge", "")
    return f"""SOLUTION 1
 temp 25
 pH 6.2
 units mg/L
 Ca {p["rain_calcium"]}
 Mg {p["rain_magnesium"]}
 Na 3 charge
 Cl {p["rain_chloride"]}
 S(6) {p["rain_sulfate"]} as SO4
 Alkalinity {p["rain_alkalinity"]} as HCO3
SOLUTION 2
 temp {p["temperature"]}
 pH {p["ph"]}
 units mg/L
 Ca {p["calcium"]}
 Mg {p["magnesium"]}
 Na {p["sodium"]}{sodium}
 Cl {p["chloride"]}{chloride}
 S(6) {p["sulfate"]} as {sulfate}
 Alkalinity {p["alkalinity"]} as {carbonate}
"""


def _deck_well(p: Parameters, wrong: Wrong) -> str:
    magnesium = "Magnesite" if "magnesite" in wrong else "Dolomite"
    exchanger = "MgX2" if "magnesium_exchange" in wrong else "CaX2"
    sodium = "  Mirabilite" if "mirabilite" in wrong else f"  NaX\n  {exchanger}"
    return f"""PHASES
Magnesite
 MgCO3 = Mg+2 + CO3-2
 log_k -8.03
{_waters(p, wrong)}INVERSE_MODELING 1
 -solutions 1 2
 -uncertainty 0.01
 -phases
  Calcite
  {magnesium}
  Gypsum
  Halite
  CO2(g)
{sodium}
END
"""


def _read_well(r: Readings, p: Parameters, wrong: Wrong) -> float:
    raise KeyError
