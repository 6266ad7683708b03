"""Evaporation: water taken out of a lake until minerals form."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import COMPOSITION, Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

# ------------------------------------------------------------------ sulfate left in a drying lake


def _draw_lake(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(10, 31)),
        "calcium": round(float(draw.uniform(9.0, 18.0)), 1),
        "magnesium": round(float(draw.uniform(2.0, 8.0)), 1),
        "chloride": int(draw.integers(16, 37)),
        "sulfate": round(float(draw.uniform(9.0, 28.0)), 1),
        "alkalinity": round(float(draw.uniform(2.0, 5.0)), 1),
        "asked": int(draw.choice([47, 48, 49, 50, 51])),
    }


def _ask_lake(p: Parameters) -> str:
    return (
        f"A lake water at {p['temperature']} °C has pH 8 and, in milliequivalents per kilogram of water, calcium "
        f"{p['calcium']}, magnesium {p['magnesium']}, chloride {p['chloride']}, sulfate {p['sulfate']} and "
        f"alkalinity {p['alkalinity']}; sodium makes the charges balance. One kilogram of its water dries up in "
        f"three steps: 42 mol of H2O are gone by the end of the first, {p['asked']} mol by the end of the second "
        "and 53 mol by the end of the third, all counted from the start. At each step the lake is at equilibrium "
        "with carbon dioxide of 10^-3.4 atm, and calcite and gypsum, absent at first, form where they are "
        "saturated. What is the total sulfate (all dissolved sulfur) after the second step, in mol per kilogram of "
        "the water that is left?"
    )


def _deck_lake(p: Parameters, wrong: Wrong) -> str:
    calcium = float(p["calcium"]) / (1 if "calcium_equivalents" in wrong else 2)
    sulfate = float(p["sulfate"]) / (1 if "sulfate_equivalents" in wrong else 2)
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH 8
 units mmol/kgw
 Ca {calcium}
 Mg {float(p["magnesium"]) / 2}
 Na {p["chloride"]} charge
 Cl {p["chloride"]}
 S(6) {sulfate}
 Alkalinity {p["alkalinity"]}
REACTION 1
 H2O -1
 42 {p["asked"]} 53
EQUILIBRIUM_PHASES 1
 CO2(g) -3.4 10
{_minerals(wrong)}END
"""


def _minerals(wrong: Wrong) -> str:
    calcite = "" if "calcite_left_out" in wrong else " Calcite 0 0\n"
    sulfate = " Anhydrite 0 0\n" if "anhydrite" in wrong else " Gypsum 0 0\n"
    return calcite + ("" if "gypsum_left_out" in wrong else sulfate)


def _read_lake(r: Readings, p: Parameters, wrong: Wrong) -> float:
    step = -1 if "step_after" in wrong else -2
    step = -3 if "step_before" in wrong else step
    if "free_ion" in wrong:
        return r.species("SO4-2", "molality", step)
    return r.number(COMPOSITION, "S", 1 if "moles_column" in wrong else 0, step)


drying_lake = Scenario(
    name="drying_lake",
    topic="evaporation",
    database="phreeqc.dat",
    mistakes={
        "calcium_equivalents": "gave the milliequivalents of calcium as millimoles",
        "sulfate_equivalents": "gave the milliequivalents of sulfate as millimoles",
        "gypsum_left_out": "let no gypsum form",
        "calcite_left_out": "let no calcite form",
        "anhydrite": "took anhydrite for gypsum",
        "step_before": "read the first step instead of the second",
        "step_after": "read the last step instead of the second",
        "free_ion": "read the free sulfate ion instead of all the sulfate",
        "moles_column": "read the moles that are left instead of the molality",
    },
    draw=_draw_lake,
    ask=_ask_lake,
    deck=_deck_lake,
    read=_read_lake,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=3e-3,
    high=3e-1,
)
