"""Evaporation: water taken out of a lake until minerals form."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

# ------------------------------------------------------------------ what is left in a drying lake


def _draw_lake(draw: Generator) -> Parameters:
    calcium = round(float(draw.uniform(9.0, 18.0)), 1)
    magnesium = round(float(draw.uniform(2.0, 8.0)), 1)
    sulfate = round(float(draw.uniform(9.0, 28.0)), 1)
    # Sodium balances the charges and must stay above zero even where the numbers are millimoles.
    least_chloride = max(16.0, 2 * (calcium + magnesium - sulfate) + 4)
    return {
        "temperature": int(draw.integers(10, 31)),
        "calcium": calcium,
        "magnesium": magnesium,
        "chloride": round(least_chloride + float(draw.uniform(0.0, 20.0))),
        "sulfate": sulfate,
        "alkalinity": round(float(draw.uniform(2.0, 5.0)), 1),
        "asked": int(draw.choice([47, 48, 49, 50])),
        "last": int(draw.choice([52, 53])),
    }


def _ask_lake(p: Parameters, taken: Taken) -> str:
    counted = "millimoles" if "millimoles" in taken else "milliequivalents"
    mineral = "anhydrite" if "anhydrite" in taken else "gypsum"
    forming = (
        f"{mineral.capitalize()}, absent at first, forms where it is saturated, and no other mineral does"
        if "calcite_held_back" in taken
        else f"Calcite and {mineral}, absent at first, form where they are saturated, and no other mineral does"
    )
    step = "second" if "second_step" in taken else "first"
    return (
        f"A lake water at {p['temperature']} °C has pH 8 and holds, in {counted} per kilogram of water, calcium "
        f"{p['calcium']}, magnesium {p['magnesium']}, chloride {p['chloride']} and sulfate {p['sulfate']}; its "
        f"alkalinity is {p['alkalinity']} milliequivalents, and sodium makes the charges balance. One kilogram of its "
        f"water dries up in two steps: {p['asked']} mol of H2O are gone by the end of the first and {p['last']} mol by "
        "the end of the second, both counted from the start. At each step the lake is at equilibrium with carbon "
        f"dioxide of 10^-3.4 atm. {forming}. What is the {_wanted_lake(taken)} after the {step} step, in mol per "
        "kilogram of the water that is left?"
    )


def _wanted_lake(taken: Taken) -> str:
    if "calcium" in taken:
        return "molality of the free calcium ion Ca+2" if "free_ion" in taken else "total dissolved calcium"
    return "molality of the free sulfate ion SO4-2" if "free_ion" in taken else "total sulfate (all dissolved sulfur)"


def _deck_lake(p: Parameters, taken: Taken) -> str:
    charge = 1 if "millimoles" in taken else 2
    calcite = "" if "calcite_held_back" in taken else " Calcite 0 0\n"
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH 8
 units mmol/kgw
 Ca {float(p["calcium"]) / charge}
 Mg {float(p["magnesium"]) / charge}
 Na {p["chloride"]} charge
 Cl {p["chloride"]}
 S(6) {float(p["sulfate"]) / charge}
 Alkalinity {p["alkalinity"]}
REACTION 1
 H2O -1
 {p["asked"]} {p["last"]}
EQUILIBRIUM_PHASES 1
 CO2(g) -3.4 10
{calcite} {"Anhydrite" if "anhydrite" in taken else "Gypsum"} 0 0
END
"""


def _read_lake(r: Readings, p: Parameters, taken: Taken) -> float:
    step = -1 if "second_step" in taken else -2
    element, ion = ("Ca", "Ca+2") if "calcium" in taken else ("S", "SO4-2")
    return r.species(ion, "molality", step) if "free_ion" in taken else r.total(element, step)


drying_lake = Scenario(
    name="drying_lake",
    topic="evaporation",
    database="phreeqc.dat",
    forks={
        "millimoles": Fork("gave the milliequivalents as millimoles", "gave the millimoles as milliequivalents"),
        "anhydrite": Fork("took anhydrite for gypsum", "took gypsum for anhydrite"),
        "calcite_held_back": Fork("let no calcite form", "let calcite form as well"),
        "second_step": Fork("read the second step instead of the first", "read the first step instead of the second"),
        "free_ion": Fork("read the free ion instead of the total", "read the total instead of the free ion"),
        "calcium": Fork("read calcium instead of sulfate", "read sulfate instead of calcium"),
    },
    draw=_draw_lake,
    ask=_ask_lake,
    deck=_deck_lake,
    read=_read_lake,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-3,
    high=6e-1,
)
