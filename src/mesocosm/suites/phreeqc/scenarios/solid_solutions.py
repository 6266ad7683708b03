"""Solid solutions: barite with celestite, ideal; aragonite with strontianite, not ideal."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

# ------------------------------------------------------------------ barium and strontium sulfate, ideal

THENARDITE_GRAMS_PER_MOL = 142.04
MIRABILITE_GRAMS_PER_MOL = 322.20


def _draw_sulfate(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(8, 20)) if draw.random() < 0.5 else int(draw.integers(32, 60)),
        "sodium": round(float(draw.uniform(0.2, 1.0)), 2),
        "barium": int(draw.integers(30, 160)),
        "strontium": int(draw.integers(250, 600)),
        "salt": round(float(draw.uniform(1.2, 3.5)), 2),
    }


def _ask_sulfate(p: Parameters) -> str:
    return (
        f"A formation water of {p['temperature']} °C holds {p['sodium']} mol sodium, {p['barium']} mg barium (137.33 "
        f"g/mol) and {p['strontium']} mg strontium (87.62 g/mol) per kilogram of water, at pH 7, with chloride "
        f"balancing the charge. Into it {p['salt']} g of anhydrous sodium sulfate (Na2SO4, {THENARDITE_GRAMS_PER_MOL} "
        "g/mol) per kilogram of water are dissolved at the same temperature, and an ideal solid solution of barite "
        "and celestite, absent at first, precipitates to equilibrium. No other solid forms. What is the total barium "
        "left in solution, in mol per kilogram of water?"
    )


def _deck_sulfate(p: Parameters, wrong: Wrong) -> str:
    salt_mass = MIRABILITE_GRAMS_PER_MOL if "mass_with_crystal_water" in wrong else THENARDITE_GRAMS_PER_MOL
    barium_mass = 208.23 if "mass_of_barium_chloride" in wrong else 137.33
    strontium = 0.0 if "strontium_left_out" in wrong else float(p["strontium"]) / 87.62
    solid = "SOLID_SOLUTIONS 1\n Sulfate\n -comp Barite 0\n -comp Celestite 0"
    if "separate_minerals" in wrong:
        solid = "EQUILIBRIUM_PHASES 1\n Barite 0 0\n Celestite 0 0"
    return f"""SOLUTION 1
 temp {25 if "room_temperature" in wrong else p["temperature"]}
 pH 7
 units mmol/kgw
 Na {0 if "salt_left_out" in wrong else 1000 * float(p["sodium"])}
 Ba {float(p["barium"]) / barium_mass:.5f}
 Sr {strontium:.5f}
 Cl 10 charge
{solid}
REACTION 1
 {"H2SO4" if "acid_added" in wrong else "Na2SO4"} 1
 {1000 * float(p["salt"]) / salt_mass:.5f} mmol
END
"""


def _read_sulfate(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.species("Ba+2") if "free_ion" in wrong else r.total("Ba")


barite_celestite = Scenario(
    name="barite_celestite",
    topic="solid_solutions",
    database="phreeqc.dat",
    mistakes={
        "separate_minerals": "let barite and celestite form as two pure minerals instead of one solid solution",
        "strontium_left_out": "left the strontium out, so that pure barite forms",
        "mass_with_crystal_water": "turned the salt's mass into moles with the molar mass of Na2SO4:10H2O",
        "mass_of_barium_chloride": "turned the barium's mass into moles with the molar mass of BaCl2",
        "salt_left_out": "left the sodium chloride out, so the ionic strength is too low",
        "acid_added": "added the sulfate as sulfuric acid",
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "free_ion": "read the free barium ion instead of total barium",
    },
    draw=_draw_sulfate,
    ask=_ask_sulfate,
    deck=_deck_sulfate,
    read=_read_sulfate,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-9,
    high=1e-4,
)

# ------------------------------------------------------------------ calcium and strontium carbonate, not ideal


def _draw_carbonate(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(5, 18)) if draw.random() < 0.5 else int(draw.integers(32, 50)),
        "log_pressure": round(float(draw.uniform(-2.6, -1.0)), 2),
        "sodium": int(draw.integers(20, 500)),
        "strontianite": round(float(draw.uniform(0.05, 0.35)), 2),
        "first": round(float(draw.uniform(0.8, 1.7)), 2),
        "second": round(float(draw.choice([-1, 1]) * draw.uniform(0.1, 0.3)), 2),
    }


def _ask_carbonate(p: Parameters) -> str:
    return (
        f"A water of {p['temperature']} °C with {p['sodium']} mmol sodium chloride per kilogram of water, pH 7 at the "
        f"start, comes to equilibrium with CO2(g) held at 10^{p['log_pressure']} atm and, per kilogram of water, with "
        f"one mole of a binary solid solution: {_aragonite(p):.2f} mol aragonite (component 1, mole fraction x1) and "
        f"{p['strontianite']} mol strontianite (component 2, x2). It is not ideal: with the dimensionless Guggenheim "
        f"parameters a0 = {p['first']} and a1 = {p['second']}, the natural logarithms of the activity coefficients are "
        "x2^2 (a0 - a1 (4 x1 - 1)) for aragonite and x1^2 (a0 + a1 (4 x2 - 1)) for strontianite. What is the total "
        "strontium in solution, in mol per kilogram of water?"
    )


def _aragonite(p: Parameters) -> float:
    return 1 - float(p["strontianite"])


def _deck_carbonate(p: Parameters, wrong: Wrong) -> str:
    mineral = "Calcite" if "calcite" in wrong else "Aragonite"
    solid = f"""SOLID_SOLUTIONS 1
 Carbonate
 -comp1 {mineral} {_aragonite(p):.2f}
 -comp2 Strontianite {p["strontianite"]}
{_guggenheim(p, wrong)}"""
    phases = f" CO2(g) {-3.4 if 'outside_air' in wrong else p['log_pressure']} 10\n"
    if "separate_minerals" in wrong:
        phases += f" {mineral} 0 {_aragonite(p):.2f}\n Strontianite 0 {p['strontianite']}\n"
        solid = ""
    return f"""SOLUTION 1
 temp {25 if "room_temperature" in wrong else p["temperature"]}
 pH 7
 units mmol/kgw
 Na {0 if "salt_left_out" in wrong else p["sodium"]}
 Cl {0 if "salt_left_out" in wrong else p["sodium"]}
EQUILIBRIUM_PHASES 1
{phases}{solid}END
"""


def _guggenheim(p: Parameters, wrong: Wrong) -> str:
    if "ideal" in wrong:
        return ""
    unit = "kJ" if "kilojoules" in wrong else "nondim"
    second = -float(p["second"]) if "components_swapped" in wrong else p["second"]
    return f" -Gugg_{unit} {p['first']} {second}\n"


def _read_carbonate(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.species("Sr+2") if "free_ion" in wrong else r.total("Sr")


aragonite_strontianite = Scenario(
    name="aragonite_strontianite",
    topic="solid_solutions",
    database="phreeqc.dat",
    mistakes={
        "ideal": "took the solid solution as ideal",
        "kilojoules": "entered the dimensionless Guggenheim parameters as kJ/mol",
        "components_swapped": "swapped the components, which turns the sign of a1",
        "separate_minerals": "let the water equilibrate with two pure minerals",
        "calcite": "took calcite for aragonite",
        "outside_air": "used the carbon dioxide pressure of the open air instead of the one given",
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "salt_left_out": "left the sodium chloride out, so the ionic strength is too low",
        "free_ion": "read the free strontium ion instead of total strontium",
    },
    draw=_draw_carbonate,
    ask=_ask_carbonate,
    deck=_deck_carbonate,
    read=_read_carbonate,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-6,
    high=1e-2,
)
