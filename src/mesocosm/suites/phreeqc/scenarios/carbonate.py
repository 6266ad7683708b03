"""Carbonate equilibria: a mineral dissolving under a fixed carbon dioxide pressure, and shut off from the air."""

from __future__ import annotations

import math

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

# ------------------------------------------------------------------ open to a gas of fixed pressure


def _draw_open(draw: Generator) -> Parameters:
    ground = int(draw.integers(6, 20))
    return {
        "temperature": ground,
        "laboratory": ground + int(draw.integers(10, 24)),
        "carbon_dioxide": round(float(draw.uniform(0.4, 6.0)), 1),
        "hut": round(float(draw.uniform(0.05, 0.3)), 2),
        "salt": int(draw.integers(50, 200)),
        "bicarbonate": round(float(draw.uniform(0.5, 5.0)), 1),
    }


def _ask_open(p: Parameters, taken: Taken) -> str:
    salt = "sodium sulfate" if "sulfate" in taken else "sodium chloride"
    mineral = "aragonite" if "aragonite" in taken else "calcite"
    where = "in the laboratory" if "laboratory" in taken else "in the ground"
    gas = "the air of the hut" if "hut_air" in taken else "the soil air"
    contact = (
        f"It takes up gas until it is in equilibrium with {gas}; then, shut off from any gas, it comes to equilibrium "
        f"with an excess of {mineral}."
        if "shut_off" in taken
        else f"It comes to equilibrium with an excess of {mineral} and with {gas}, which it touches throughout."
    )
    wanted = "inorganic carbon" if "carbon" in taken else "calcium"
    return (
        f"A water starts as a solution of {p['salt']} mmol {salt} and {p['bicarbonate']} mmol sodium bicarbonate per "
        f"kilogram of water. The ground it comes from is at {p['temperature']} °C and its soil air holds "
        f"{p['carbon_dioxide']} % carbon dioxide by volume; the laboratory is at {p['laboratory']} °C and the air of "
        f"the sampling hut holds {p['hut']} %, all at a total pressure of 1 atm. Everything happens {where}. {contact} "
        f"What is the total {wanted} in solution in the end, in mol per kilogram of water?"
    )


def _deck_open(p: Parameters, taken: Taken) -> str:
    temperature = p["laboratory" if "laboratory" in taken else "temperature"]
    salt, bicarbonate = float(p["salt"]), float(p["bicarbonate"])
    anion, sodium = (f"S(6) {salt}", 2 * salt) if "sulfate" in taken else (f"Cl {salt}", salt)
    percent = float(p["hut" if "hut_air" in taken else "carbon_dioxide"])
    shut = "SAVE solution 1\nEND\nUSE solution 1\nEQUILIBRIUM_PHASES 2\n" if "shut_off" in taken else ""
    return f"""SOLUTION 1
 temp {temperature}
 pH 8 charge
 units mmol/kgw
 Na {sodium + bicarbonate}
 {anion}
 C(4) {bicarbonate}
EQUILIBRIUM_PHASES 1
 CO2(g) {math.log10(percent / 100):.4f} 10
{shut} {"Aragonite" if "aragonite" in taken else "Calcite"} 0 10
END
"""


def _read_open(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("C" if "carbon" in taken else "Ca")


calcite_open = Scenario(
    name="calcite_open",
    topic="carbonate",
    database="phreeqc.dat",
    forks={
        "laboratory": Fork(
            "ran the water at the laboratory's temperature instead of the ground's",
            "ran the water at the ground's temperature instead of the laboratory's",
        ),
        "hut_air": Fork(
            "used the carbon dioxide of the hut instead of the soil's",
            "used the carbon dioxide of the soil instead of the hut's",
        ),
        "sulfate": Fork("dissolved the salt as sulfate instead of chloride", "dissolved the sulfate salt as chloride"),
        "aragonite": Fork("took aragonite for calcite", "took calcite for aragonite"),
        "shut_off": Fork(
            "let the water take up the gas first and shut it off from the mineral",
            "kept the gas in contact while the mineral dissolved",
        ),
        "carbon": Fork("read total carbon instead of total calcium", "read total calcium instead of total carbon"),
    },
    draw=_draw_open,
    ask=_ask_open,
    deck=_deck_open,
    read=_read_open,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-4,
    high=5e-2,
)

# ------------------------------------------------------------------ closed after it took up its gas


def _draw_closed(draw: Generator) -> Parameters:
    soil = int(draw.integers(5, 16))
    return {
        "temperature": soil,
        "deep": soil + int(draw.integers(15, 35)),
        "carbon_dioxide": round(float(draw.uniform(2.0, 8.0)), 1),
        "meadow": round(float(draw.uniform(0.3, 1.5)), 1),
        "calcium": round(float(draw.uniform(0.3, 2.5)), 2),
    }


def _ask_closed(p: Parameters, taken: Taken) -> str:
    salt = "hydrochloric acid" if "acid" in taken else "calcium chloride"
    mineral = "dolomite" if "dolomite" in taken else "calcite"
    soil = "meadow" if "meadow" in taken else "forest"
    heat = f"warms up to {p['deep']} °C" if "warmed" in taken else f"stays at {p['temperature']} °C"
    gas = "with the same soil air in contact all the time" if "open" in taken else "out of reach of any gas"
    wanted = (
        "What is the total inorganic carbon in solution in the end, in mol per kilogram of water?"
        if "total" in taken
        else f"How much {mineral} does one kilogram of this water dissolve, in mol?"
    )
    return (
        f"Recharge water with {p['calcium']} mmol {salt} per kilogram of water first comes to equilibrium at "
        f"{p['temperature']} °C with the soil air of a {soil}. Soil air holds {p['carbon_dioxide']} % carbon dioxide "
        f"by volume under the forest and {p['meadow']} % under the meadow, both at 1 atm. The water then "
        f"sinks into rock whose lower part is at {p['deep']} °C. It {heat} and comes there, {gas}, to equilibrium with "
        f"an excess of {mineral}. {wanted}"
    )


def _deck_closed(p: Parameters, taken: Taken) -> str:
    percent = float(p["meadow" if "meadow" in taken else "carbon_dioxide"])
    chloride = float(p["calcium"]) * (1 if "acid" in taken else 2)
    calcium = "" if "acid" in taken else f" Ca {p['calcium']}\n"
    gas = f" CO2(g) {math.log10(percent / 100):.4f} 10\n"
    heat = f"REACTION_TEMPERATURE 2\n {p['deep']}\n" if "warmed" in taken else ""
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH 7 charge
 units mmol/kgw
{calcium} Cl {chloride}
EQUILIBRIUM_PHASES 1
{gas}SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
{gas if "open" in taken else ""} {_mineral_closed(taken)} 0 10
{heat}END
"""


def _mineral_closed(taken: Taken) -> str:
    return "Dolomite" if "dolomite" in taken else "Calcite"


def _read_closed(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("C") if "total" in taken else -r.phase(_mineral_closed(taken), "delta")


calcite_closed = Scenario(
    name="calcite_closed",
    topic="carbonate",
    database="phreeqc.dat",
    forks={
        "open": Fork(
            "kept the soil gas in contact while the mineral dissolved", "shut the gas off before the mineral dissolved"
        ),
        "meadow": Fork("used the soil air of the meadow", "used the soil air of the forest"),
        "warmed": Fork("let the water warm up in the rock", "left the water at the soil's temperature"),
        "dolomite": Fork("let dolomite dissolve instead of calcite", "let calcite dissolve instead of dolomite"),
        "acid": Fork("gave the water acid instead of the salt", "gave the water calcium chloride instead of the acid"),
        "total": Fork(
            "gave all the carbon in solution instead of what the mineral lost",
            "gave what the mineral lost instead of all the carbon in solution",
        ),
    },
    draw=_draw_closed,
    ask=_ask_closed,
    deck=_deck_closed,
    read=_read_closed,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-4,
    high=2e-2,
)
