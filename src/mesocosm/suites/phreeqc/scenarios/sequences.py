"""Chains of reactions: a water on its way into a cave, and the lime that brings a mine water to a wanted pH."""

from __future__ import annotations

import math

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import ASSEMBLAGE, Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

# ------------------------------------------------------------------ four reactions in a row


def _draw_chain(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(5, 18)),
        "salt": round(float(draw.uniform(2.0, 40.0)), 1),
        "soil": round(float(draw.uniform(-1.4, -0.8)), 2),
        "gypsum": round(float(draw.uniform(1.5, 4.0)), 2),
        "cave": round(float(draw.uniform(-3.1, -2.8)), 2),
        "lower_cave": round(float(draw.uniform(-2.5, -2.2)), 2),
    }


def _ask_chain(p: Parameters, taken: Taken) -> str:
    gas = "with the soil air still in contact" if "with_gas" in taken else "cut off from any gas"
    solids = "and no other solid" if "bare_gypsum" in taken else "and an excess of calcite"
    bed = "thick" if "thick_bed" in taken else "thin"
    cave = "lower" if "lower_cave" in taken else "upper"
    carbonate = "aragonite" if "aragonite" in taken else "calcite"
    return (
        f"Follow a kilogram of water with {p['salt']} mmol sodium chloride and pH 7 into a cave, at {p['temperature']} "
        f"°C throughout. First it equilibrates with soil air that keeps CO2(g) at 10^{p['soil']} atm. Second, {gas}, "
        f"it equilibrates with an excess of calcite. Third, without gas, it touches a {bed} bed of gypsum {solids}: a "
        f"thin bed gives it {p['gypsum']} mmol gypsum, all there is, with a thick one it comes to equilibrium. Fourth, "
        f"away from these solids, it meets the air of the {cave} cave, and {carbonate}, of which there is none at "
        f"first, may form, but nothing else. CO2(g) is kept at 10^{p['cave']} atm in the upper cave, at "
        f"10^{p['lower_cave']} atm in the lower. How many moles of {carbonate} form?"
    )


def _deck_chain(p: Parameters, taken: Taken) -> str:
    gas = f" CO2(g) {p['soil']} 10\n"
    calcite = "" if "bare_gypsum" in taken else " Calcite 0 10\n"
    gypsum = " Gypsum 0 10\n" if "thick_bed" in taken else f"REACTION 3\n Gypsum 1\n {p['gypsum']} mmol\n"
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH 7
 units mmol/kgw
 Na {p["salt"]}
 Cl {p["salt"]}
EQUILIBRIUM_PHASES 1
{gas}SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
{gas if "with_gas" in taken else ""} Calcite 0 10
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 3
{calcite}{gypsum}SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 4
 CO2(g) {p["lower_cave" if "lower_cave" in taken else "cave"]} 10
 {_carbonate(taken)} 0 0
END
"""


def _carbonate(taken: Taken) -> str:
    return "Aragonite" if "aragonite" in taken else "Calcite"


def _read_chain(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.phase(_carbonate(taken))


reaction_chain = Scenario(
    name="reaction_chain",
    topic="sequences",
    database="phreeqc.dat",
    forks={
        "with_gas": Fork(
            "kept the soil gas in contact while the calcite dissolved", "shut the soil gas off before the calcite"
        ),
        "thick_bed": Fork(
            "let gypsum dissolve to saturation instead of the given amount",
            "let the given amount of gypsum dissolve instead of going to saturation",
        ),
        "bare_gypsum": Fork(
            "left the calcite out while the gypsum dissolved", "kept the calcite in contact while the gypsum dissolved"
        ),
        "lower_cave": Fork("used the gas of the lower cave", "used the gas of the upper cave"),
        "aragonite": Fork(
            "let aragonite form instead of calcite in the cave", "let calcite form instead of aragonite in the cave"
        ),
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
    iron, river = int(draw.integers(30, 120)), round(float(draw.uniform(6.6, 7.0)), 1)
    return {
        "temperature": int(draw.integers(8, 24)),
        "start": round(float(draw.uniform(2.8, 3.2)), 2),
        "iron": iron,
        "shaft_start": round(float(draw.uniform(2.4, 2.6)), 2),
        "shaft_iron": iron + int(draw.integers(60, 160)),
        "aluminum": int(draw.integers(15, 60)),
        "calcium": int(draw.integers(60, 300)),
        "percent": round(float(draw.uniform(0.2, 0.6)), 2),
        "wanted": river,
        "sewer": round(river + float(draw.uniform(0.3, 0.6)), 1),
    }


def _ask_lime(p: Parameters, taken: Taken) -> str:
    iron = "ferrous, Fe(2)" if "ferrous" in taken else "ferric, Fe(3)"
    anion = "chloride, Cl," if "chloride" in taken else "sulfate, S(6),"
    source = "shaft" if "shaft" in taken else "adit"
    goal = "sewer" if "sewer" in taken else "river"
    wanted = (
        "What is the total calcium in solution then, in mol/kgw?"
        if "total" in taken
        else "How many moles of lime does a kilogram of water take?"
    )
    return (
        f"Two waters leave a mine at {p['temperature']} °C: by the adit with pH {p['start']} and {p['iron']} mg/kgw "
        f"iron, by the shaft with pH {p['shaft_start']} and {p['shaft_iron']} mg/kgw. In both the iron is {iron}, "
        f"there are {p['aluminum']} mg/kgw aluminum and {p['calcium']} mg/kgw calcium, {anion} balances the charge, "
        f"and pe is left at 4. A river takes water of pH {p['wanted']}, a sewer of pH {p['sewer']}. Slaked lime, "
        f"Ca(OH)2, makes the water of the {source} fit for the {goal}, under a gas of 1 atm that keeps {p['percent']} "
        "percent CO2(g) by volume; Fe(OH)3(a) and Al(OH)3(a), but no other solids, form as they become saturated. "
        f"{wanted} (A phase H+ = H+ of log K 0 with Ca(OH)2 as its reactant sets the pH.)"
    )


def _deck_lime(p: Parameters, taken: Taken) -> str:
    source = "shaft_" if "shaft" in taken else ""
    return f"""PHASES
Fix_pH
 H+ = H+
 log_k 0
SOLUTION 1
 temp {p["temperature"]}
 pH {p[f"{source}start"]}
 units mg/kgw
 {"Fe(2)" if "ferrous" in taken else "Fe(3)"} {p[f"{source}iron"]}
 Al {p["aluminum"]}
 Ca {p["calcium"]}
 {"Cl" if "chloride" in taken else "S(6)"} 1000 charge
END
USE solution 1
EQUILIBRIUM_PHASES 1
 Fix_pH -{p["sewer" if "sewer" in taken else "wanted"]} Ca(OH)2 10
 Fe(OH)3(a) 0 0
 Al(OH)3(a) 0 0
 CO2(g) {math.log10(float(p["percent"]) / 100):.4f} 10
END
"""


def _read_lime(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("Ca") if "total" in taken else -float(r.row(ASSEMBLAGE, "Ca(OH)2")[-1])


lime_demand = Scenario(
    name="lime_demand",
    topic="sequences",
    database="phreeqc.dat",
    forks={
        "ferrous": Fork("entered ferric iron as ferrous", "entered ferrous iron as ferric"),
        "chloride": Fork("balanced the charge on chloride", "balanced the charge on sulfate"),
        "shaft": Fork("treated the water of the shaft", "treated the water of the adit"),
        "sewer": Fork("limed to the pH for the sewer", "limed to the pH for the river"),
        "total": Fork(
            "gave the total calcium of the treated water instead of the lime it took",
            "gave the lime it took instead of the total calcium of the treated water",
        ),
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
