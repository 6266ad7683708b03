"""Cement and carbon dioxide storage: a strong base meeting carbon dioxide, and a brine under high pressure."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

# ------------------------------------------------------------------ carbonation of a cement's pore water


def _draw_cement(draw: Generator) -> Parameters:
    winter = int(draw.integers(4, 10))
    return {
        "temperature": winter,
        "summer": winter + int(draw.integers(14, 20)),
        "sodium": int(draw.integers(5, 12)),
        "potassium": int(draw.integers(5, 12)),
        "core_sodium": int(draw.integers(15, 25)),
        "core_potassium": int(draw.integers(15, 25)),
        "dioxide": round(float(draw.uniform(1.8, 3.0)), 1),
    }


def _ask_cement(p: Parameters, taken: Taken) -> str:
    salts = "chlorides" if "chlorides" in taken else "hydroxides"
    place = "core" if "core" in taken else "rim"
    season = "summer" if "summer" in taken else "winter"
    dose = "in each of three steps" if "each_step" in taken else "in all, in three equal steps"
    wanted = "the free ion Ca+2" if "free_ion" in taken else "total calcium"
    step = "second" if "second_step" in taken else "third"
    return (
        f"The pore water of a concrete holds {p['sodium']} mmol/kgw sodium and {p['potassium']} mmol/kgw potassium in "
        f"the rim, {p['core_sodium']} and {p['core_potassium']} in the core, all as {salts}; it holds no carbonate, "
        f"and pH carries the charge balance. In winter it is at {p['temperature']} °C, in summer at {p['summer']} °C. "
        f"The water of the {place} comes, in {season}, to equilibrium with an excess of portlandite. One kilogram of "
        f"it is drawn off, away from the portlandite, and takes up {p['dioxide']} mmol of carbon dioxide (CO2) {dose}, "
        "while calcite, of which there is none at first, forms at equilibrium at the same temperature. What is the "
        f"molality of {wanted} after the {step} step, in mol per kilogram of water?"
    )


def _deck_cement(p: Parameters, taken: Taken) -> str:
    place = "core_" if "core" in taken else ""
    sodium, potassium = int(p[f"{place}sodium"]), int(p[f"{place}potassium"])
    chloride = sodium + potassium if "chlorides" in taken else 0
    dioxide = float(p["dioxide"]) * (3 if "each_step" in taken else 1)
    return f"""SOLUTION 1
 temp {p["summer" if "summer" in taken else "temperature"]}
 pH 12 charge
 units mmol/kgw
 Na {sodium}
 K {potassium}
 Cl {chloride}
EQUILIBRIUM_PHASES 1
 Portlandite 0 10
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
 Calcite 0 0
REACTION 2
 CO2 1
 {dioxide:.6g} mmol in 3 steps
END
"""


def _read_cement(r: Readings, p: Parameters, taken: Taken) -> float:
    step = -2 if "second_step" in taken else -1
    return r.species("Ca+2", occurrence=step) if "free_ion" in taken else r.total("Ca", step)


cement_water = Scenario(
    name="cement_water",
    topic="storage",
    database="minteq.v4.dat",
    forks={
        "summer": Fork("ran the water at summer's temperature", "ran the water at winter's temperature"),
        "core": Fork("took the water of the core for the rim's", "took the water of the rim for the core's"),
        "chlorides": Fork(
            "gave the water alkali chlorides instead of hydroxides",
            "gave the water alkali hydroxides instead of chlorides",
        ),
        "each_step": Fork(
            "added all the carbon dioxide in each of the three steps",
            "shared the carbon dioxide between the three steps",
        ),
        "second_step": Fork("read the second step instead of the third", "read the third step instead of the second"),
        "free_ion": Fork(
            "read the free calcium ion instead of total calcium", "read total calcium instead of the free ion"
        ),
    },
    draw=_draw_cement,
    ask=_ask_cement,
    deck=_deck_cement,
    read=_read_cement,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-5,
    high=4e-2,
)

# ------------------------------------------------------------------ carbon dioxide in a saline aquifer


ATMOSPHERES_PER_MEGAPASCAL = 9.8692


def _draw_aquifer(draw: Generator) -> Parameters:
    top, early = int(draw.integers(34, 45)), round(float(draw.uniform(4.0, 6.0)), 1)
    return {
        "temperature": top,
        "bottom": top + int(draw.integers(18, 30)),
        "pressure": early,
        "later": round(early * float(draw.uniform(2.2, 3.0)), 1),
        "salt": round(float(draw.uniform(0.3, 1.0)), 2),
        "calcium": int(draw.integers(20, 60)),
        "western_salt": round(float(draw.uniform(1.5, 3.0)), 2),
        "western_calcium": int(draw.integers(3, 10)),
        "share": int(draw.integers(30, 60)),
    }


def _ask_aquifer(p: Parameters, taken: Taken) -> str:
    part = "western" if "western" in taken else "eastern"
    depth = "bottom" if "bottom" in taken else "top"
    mineral = "dolomite" if "dolomite" in taken else "calcite"
    time = "Later" if "later" in taken else "At first"
    gas = "flue gas" if "flue_gas" in taken else "pure CO2(g)"
    wanted = (
        "What is the brine's total calcium then, in mol/kgw?"
        if "total" in taken
        else f"How many moles of {mineral} dissolve?"
    )
    return (
        f"A saline aquifer is at {p['temperature']} °C at its top and {p['bottom']} °C at its bottom. Its brine, pH 7, "
        f"holds {p['salt']} mol/kgw NaCl and {p['calcium']} mmol/kgw CaCl2 in the east, {p['western_salt']} and "
        f"{p['western_calcium']} in the west. Pure CO2(g) or flue gas ({p['share']} % of its pressure CO2(g), the rest "
        f"nitrogen, Ntg(g)) is injected, at {p['pressure']} MPa at first, at {p['later']} MPa later (1 MPa is 9.8692 "
        f"atm). {time}, at the {depth}, {part} brine with one kilogram of water comes to equilibrium with an excess of "
        f"{mineral} and a gas phase of fixed pressure, initially 10 litres of {gas} at that pressure and temperature. "
        f"The gas is real (Peng-Robinson), the brine lies under the same pressure. {wanted}"
    )


def _deck_aquifer(p: Parameters, taken: Taken) -> str:
    part = "western_" if "western" in taken else ""
    salt, calcium = float(p[f"{part}salt"]), float(p[f"{part}calcium"]) / 1000
    temperature = p["bottom" if "bottom" in taken else "temperature"]
    pressure = float(p["later" if "later" in taken else "pressure"]) * ATMOSPHERES_PER_MEGAPASCAL
    share = float(p["share"]) / 100 if "flue_gas" in taken else 1.0
    nitrogen = f" Ntg(g) {(1 - share) * pressure:.6g}\n" if "flue_gas" in taken else ""
    return f"""SOLUTION 1
 temp {temperature}
 pressure {pressure:.6g}
 pH 7
 units mol/kgw
 Na {salt:.6g}
 Ca {calcium:.6g}
 Cl {salt + 2 * calcium:.6g}
EQUILIBRIUM_PHASES 1
 {_mineral(taken)} 0 10
GAS_PHASE 1
 -fixed_pressure
 -pressure {pressure:.6g}
 -temperature {temperature}
 -volume 10
 CO2(g) {share * pressure:.6g}
{nitrogen}END
"""


def _mineral(taken: Taken) -> str:
    return "Dolomite" if "dolomite" in taken else "Calcite"


def _read_aquifer(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("Ca") if "total" in taken else -r.phase(_mineral(taken))


carbon_storage = Scenario(
    name="carbon_storage",
    topic="storage",
    database="phreeqc.dat",
    forks={
        "western": Fork("took the brine of the west", "took the brine of the east"),
        "bottom": Fork("used the temperature of the bottom", "used the temperature of the top"),
        "later": Fork("used the later pressure", "used the pressure of the beginning"),
        "dolomite": Fork("let dolomite dissolve instead of calcite", "let calcite dissolve instead of dolomite"),
        "flue_gas": Fork("diluted the carbon dioxide with nitrogen", "injected pure carbon dioxide"),
        "total": Fork(
            "gave the total calcium of the brine instead of the mineral that dissolved",
            "gave the mineral that dissolved instead of the total calcium of the brine",
        ),
    },
    draw=_draw_aquifer,
    ask=_ask_aquifer,
    deck=_deck_aquifer,
    read=_read_aquifer,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-3,
    high=2e-1,
)
