"""Chains of reactions: a water on its way into a cave, and the lime that brings a mine water to a wanted pH."""

from __future__ import annotations

import math

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import ASSEMBLAGE, Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

# ------------------------------------------------------------------ four reactions in a row


def _draw_chain(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(5, 18)),
        "salt": round(float(draw.uniform(2.0, 40.0)), 1),
        "soil": round(float(draw.uniform(-1.6, -0.8)), 2),
        "gypsum": round(float(draw.uniform(0.5, 4.0)), 2),
        "cave": round(float(draw.uniform(-3.1, -2.6)), 2),
    }


def _ask_chain(p: Parameters) -> str:
    return (
        f"Follow one kilogram of water on its way into a cave, at {p['temperature']} °C throughout; it starts with "
        f"{p['salt']} mmol/kgw sodium chloride at pH 7. First it equilibrates with soil air whose CO2(g) pressure is "
        f"held at 10^{p['soil']} atm. Second, cut off from any gas, it equilibrates with an excess of calcite. Third, "
        f"still without gas and with an excess of calcite in contact, it dissolves {p['gypsum']} mmol of gypsum, all "
        "of it. Fourth, away from all earlier solids, it meets cave air with CO2(g) held at "
        f"10^{p['cave']} atm and calcite, of which there is none at first, may form. Each step starts from the water "
        "that the one before left. How many moles of calcite form in the fourth step?"
    )


def _deck_chain(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    cave = -3.4 if "cave_as_outside_air" in wrong else p["cave"]
    gas = f" CO2(g) {p['soil']} 10\n" if "limestone_with_gas" in wrong else ""
    solids = "" if "gypsum_without_calcite" in wrong else " Calcite 0 10\n"
    dose = 0 if "gypsum_in_excess" in wrong else p["gypsum"]
    excess = " Gypsum 0 10\n" if "gypsum_in_excess" in wrong else ""
    kept = "" if "not_saved" in wrong else "SAVE solution 1\n"
    carbonate = "Aragonite" if "aragonite" in wrong else "Calcite"
    return f"""SOLUTION 1
 temp {temperature}
 pH 7
 units mmol/kgw
 Na {p["salt"]}
 Cl {p["salt"]}
EQUILIBRIUM_PHASES 1
 CO2(g) {p["soil"]} 10
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
{gas} Calcite 0 10
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 3
{solids}{excess}REACTION 3
 Gypsum 1
 {dose} mmol
{kept}END
USE solution 1
EQUILIBRIUM_PHASES 4
 CO2(g) {cave} 10
 {carbonate} 0 0
END
"""


def _read_chain(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.phase("Aragonite" if "aragonite" in wrong else "Calcite")


reaction_chain = Scenario(
    name="reaction_chain",
    topic="sequences",
    database="phreeqc.dat",
    mistakes={
        "not_saved": "did not save the water after the gypsum, so the cave got the water from before it",
        "room_temperature": "ran the chain at 25 °C instead of the water's own temperature",
        "cave_as_outside_air": "used the carbon dioxide pressure of the open air for the cave",
        "limestone_with_gas": "kept the soil gas in contact while the calcite dissolved",
        "gypsum_in_excess": "let gypsum dissolve to saturation instead of the given amount",
        "gypsum_without_calcite": "left the calcite out while the gypsum dissolved",
        "aragonite": "let aragonite form instead of calcite in the cave",
    },
    draw=_draw_chain,
    ask=_ask_chain,
    deck=_deck_chain,
    read=_read_chain,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-5,
    high=2e-2,
)

# ------------------------------------------------------------------ how much lime for a wanted pH


def _draw_lime(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(8, 24)),
        "start": round(float(draw.uniform(2.4, 3.2)), 2),
        "iron": int(draw.integers(30, 250)),
        "aluminum": int(draw.integers(15, 90)),
        "calcium": int(draw.integers(60, 300)),
        "percent": round(float(draw.uniform(0.1, 0.5)), 2),
        "wanted": round(float(draw.uniform(6.7, 7.4)), 1),
    }


def _ask_lime(p: Parameters) -> str:
    return (
        f"A mine water at {p['temperature']} °C and pH {p['start']} holds, in mg per kilogram of water, "
        f"{p['iron']} ferric iron (entered as Fe(3)), {p['aluminum']} aluminum and {p['calcium']} calcium; sulfate, "
        "S(6), balances the charge, and pe is left at 4. It is treated with slaked lime, Ca(OH)2, until its pH is "
        f"{p['wanted']}, in contact with a gas of 1 atm that keeps {p['percent']} percent CO2(g) by volume, while "
        "Fe(OH)3(a) and Al(OH)3(a) form as they become saturated; no other solid forms. How many moles of lime "
        "does one kilogram of water take? (A phase whose reaction is H+ = H+ with log K 0 and which dissolves Ca(OH)2 "
        "does it.)"
    )


def _deck_lime(p: Parameters, wrong: Wrong) -> str:
    iron = "Fe(2)" if "ferrous" in wrong else "Fe(3)"
    anion = "Cl" if "chloride_balance" in wrong else "S(6)"
    aluminum = "" if "aluminum_left_out" in wrong else f" Al {p['aluminum']}\n"
    base = "NaOH" if "sodium_hydroxide" in wrong else "Ca(OH)2"
    pressure = float(p["percent"]) / (1 if "percent_as_fraction" in wrong else 100)
    gas = "" if "closed" in wrong else f" CO2(g) {math.log10(pressure):.4f} 10\n"
    return f"""PHASES
Fix_pH
 H+ = H+
 log_k 0
SOLUTION 1
 temp {p["temperature"]}
 pH {p["start"]}
 units mg/kgw
 {iron} {p["iron"]}
{aluminum} Ca {p["calcium"]}
 {anion} 1000 charge
END
USE solution 1
EQUILIBRIUM_PHASES 1
 Fix_pH -{p["wanted"]} {base} 10
 Fe(OH)3(a) 0 0
 Al(OH)3(a) 0 0
{gas}END
"""


def _read_lime(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "calcium_read" in wrong:
        return r.total("Ca")
    base = "NaOH" if "sodium_hydroxide" in wrong else "Ca(OH)2"
    return -float(r.row(ASSEMBLAGE, base)[-1])


lime_demand = Scenario(
    name="lime_demand",
    topic="sequences",
    database="phreeqc.dat",
    mistakes={
        "ferrous": "entered the iron as ferrous, so that no iron hydroxide forms",
        "chloride_balance": "balanced the charge on chloride, so no bisulfate holds acid",
        "aluminum_left_out": "left the aluminum out",
        "closed": "left the gas out, so the water takes up no carbon dioxide",
        "sodium_hydroxide": "titrated with sodium hydroxide instead of lime",
        "percent_as_fraction": "took the percentage of carbon dioxide for a pressure in atm",
        "calcium_read": "read the total calcium of the treated water instead of the lime it took",
    },
    draw=_draw_lime,
    ask=_ask_lime,
    deck=_deck_lime,
    read=_read_lime,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-3,
    high=5e-2,
)
