"""Gas phases: a bubble that grows at fixed pressure, and a vessel whose gas keeps its volume."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

# ------------------------------------------------------------------ methane bubbles at fixed pressure


def _draw_bubble(draw: Generator) -> Parameters:
    last = round(float(draw.uniform(11.0, 20.0)), 1)
    return {
        "temperature": int(draw.integers(31, 51)),
        "rim": int(draw.integers(8, 20)),
        "pressure": round(float(draw.uniform(1.2, 3.0)), 2),
        "sulfate": round(float(draw.uniform(1.5, 3.5)), 2),
        "young": round(float(draw.uniform(0.2, 0.8)), 2),
        "salt": int(draw.integers(5, 40)),
        "middle": round(0.78 * last, 1),
        "last": last,
    }


def _ask_bubble(p: Parameters, taken: Taken) -> str:
    place = "rim" if "rim" in taken else "core"
    cell = "young" if "young_cell" in taken else "old"
    organic = "ethanol, C2H6O" if "ethanol" in taken else "acetic acid, C2H4O2"
    pressure = f"of {p['pressure']} atm in all" if "absolute" in taken else f"{p['pressure']} atm above the air's 1 atm"
    step = "first" if "first_step" in taken else "second"
    return (
        f"A landfill is at {p['temperature']} °C in its core and at {p['rim']} °C at its rim. Its pore water of pH 7 "
        f"holds, per kilogram of water, {p['salt']} mmol sodium chloride and, as Na2SO4, {p['sulfate']} mmol sulfate "
        f"in the old cell but {p['young']} mmol in the young one. At the {place} of the {cell} cell {organic}, decays "
        f"in one kilogram of it, in two steps: {p['middle']} mmol in all by the end of the first, {p['last']} mmol in "
        "all by the end of the second. Every redox couple is at equilibrium, and no mineral takes part. A bubble of "
        f"methane and carbon dioxide alone, empty at the start, may form at a fixed pressure {pressure}. How much "
        f"methane is in it after the {step} step, in mol?"
    )


def _deck_bubble(p: Parameters, taken: Taken) -> str:
    temperature = p["rim" if "rim" in taken else "temperature"]
    sulfate = float(p["young" if "young_cell" in taken else "sulfate"])
    pressure = float(p["pressure"]) + (0.0 if "absolute" in taken else 1.0)
    return f"""SOLUTION 1
 temp {temperature}
 pH 7
 units mmol/kgw
 Na {float(p["salt"]) + 2 * sulfate}
 Cl {p["salt"]}
 S(6) {sulfate}
REACTION 1
 {"C2H6O" if "ethanol" in taken else "C2H4O2"} 1
 {p["middle"]} {p["last"]} mmol
GAS_PHASE 1
 -fixed_pressure
 -pressure {pressure:.2f}
 -temperature {temperature}
 CO2(g) 0
 CH4(g) 0
END
"""


def _read_bubble(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.gas("CH4(g)", "final", -2 if "first_step" in taken else -1)


methane_bubble = Scenario(
    name="methane_bubble",
    topic="gas phase",
    database="phreeqc.dat",
    forks={
        "rim": Fork("used the temperature of the rim", "used the temperature of the core"),
        "young_cell": Fork("used the sulfate of the young cell", "used the sulfate of the old cell"),
        "ethanol": Fork("let ethanol decay instead of acetic acid", "let acetic acid decay instead of ethanol"),
        "absolute": Fork(
            "took the pressure above the air's for the whole pressure",
            "added the air's pressure to what was the whole pressure",
        ),
        "first_step": Fork("read the bubble after the first step", "read the bubble after the second step"),
    },
    draw=_draw_bubble,
    ask=_ask_bubble,
    deck=_deck_bubble,
    read=_read_bubble,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-4,
    high=3e-2,
)

# ------------------------------------------------------------------ carbon dioxide in a closed vessel


def _draw_vessel(draw: Generator) -> Parameters:
    water = round(float(draw.uniform(0.4, 0.9)), 2)
    store = int(draw.integers(10, 26))
    return {
        "temperature": store,
        "hall": store + int(draw.integers(15, 41)),
        "pressure": int(draw.integers(15, 42)),
        "carbon_dioxide": int(draw.integers(40, 86)),
        "water": water,
        "headspace": round(float(draw.uniform(0.2, 1.0)) * water, 2),
        "bottle": round(float(draw.uniform(0.3, 1.0)) * water, 2),
        "salt": round(float(draw.uniform(0.3, 1.1)), 2),
    }


def _ask_vessel(p: Parameters, taken: Taken) -> str:
    where = "hall" if "hall" in taken else "store"
    salt = "calcium" if "calcium_chloride" in taken else "sodium"
    bottle = "stays open, so that the gas has both spaces" if "side_bottle" in taken else "stays shut"
    gas = (
        f"A gas of {p['carbon_dioxide']} % carbon dioxide by volume and inert nitrogen (Ntg(g))"
        if "nitrogen" in taken
        else "Pure carbon dioxide"
    )
    again = (
        f"Fresh gas of the same kind, again at {p['pressure']} atm, then replaces it, and they come to equilibrium "
        "anew. "
        if "second_filling" in taken
        else ""
    )
    return (
        f"A store is at {p['temperature']} °C, a hall at {p['hall']} °C. In the {where} a rigid vessel holds "
        f"{p['water']} kg of water with {p['salt']} mol {salt} chloride per kilogram of water. Above this brine are "
        f"{p['headspace']} L, and a valve to an empty side bottle of {p['bottle']} L {bottle}; the brine's volume does "
        f"not change. {gas} is let in to a total of {p['pressure']} atm; the inlet is shut, and gas and brine come to "
        f"equilibrium. {again}All gas is real, by PHREEQC's equation of state, and holds no water vapour. What is the "
        "total dissolved carbon in the end, in mol per kilogram of water?"
    )


def _deck_vessel(p: Parameters, taken: Taken) -> str:
    temperature, salt = p["hall" if "hall" in taken else "temperature"], float(p["salt"])
    cation, chloride = ("Ca", 2 * salt) if "calcium_chloride" in taken else ("Na", salt)
    first = _filling(p, taken, 1)
    again = f"SAVE solution 1\nEND\nUSE solution 1\n{_filling(p, taken, 2)}" if "second_filling" in taken else ""
    return f"""SOLUTION 1
 temp {temperature}
 pH 7 charge
 units mol/kgw
 -water {p["water"]}
 {cation} {salt}
 Cl {chloride}
{first}{again}END
"""


def _filling(p: Parameters, taken: Taken, number: int) -> str:
    volume = float(p["headspace"]) + (float(p["bottle"]) if "side_bottle" in taken else 0.0)
    part = int(p["carbon_dioxide"]) / 100 if "nitrogen" in taken else 1.0
    pressure = int(p["pressure"])
    nitrogen = f" Ntg(g) {pressure * (1 - part):.4f}\n" if "nitrogen" in taken else ""
    return f"""GAS_PHASE {number}
 -fixed_volume
 -volume {volume:.2f}
 -temperature {p["hall" if "hall" in taken else "temperature"]}
 CO2(g) {pressure * part:.4f}
{nitrogen}"""


def _read_vessel(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("C")


carbonated_brine = Scenario(
    name="carbonated_brine",
    topic="gas phase",
    database="phreeqc.dat",
    forks={
        "hall": Fork("used the temperature of the hall", "used the temperature of the store"),
        "calcium_chloride": Fork("took calcium chloride for the salt", "took sodium chloride for the salt"),
        "side_bottle": Fork("gave the gas the side bottle as well", "gave the gas no part of the side bottle"),
        "nitrogen": Fork("filled in the gas with nitrogen", "filled in pure carbon dioxide"),
        "second_filling": Fork("replaced the gas with fresh gas once", "let only the first gas dissolve"),
    },
    draw=_draw_vessel,
    ask=_ask_vessel,
    deck=_deck_vessel,
    read=_read_vessel,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=0.03,
    high=2.5,
)
