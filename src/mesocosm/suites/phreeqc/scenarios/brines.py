"""Brines with Pitzer's activities: gypsum in a salt water, and a salt lake that dries out and cools."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import COMPOSITION, Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

# ------------------------------------------------------------------ gypsum in a concentrated solution


def _draw_gypsum(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(4, 36)),
        "sodium": round(float(draw.uniform(0.8, 3.5)), 2),
        "magnesium": round(float(draw.uniform(0.2, 1.2)), 2),
        "sulfate": round(float(draw.uniform(0.01, 0.08)), 3),
    }


def _ask_gypsum(p: Parameters) -> str:
    return (
        f"At {p['temperature']} °C a brine holds {p['sodium']} mol/kgw NaCl, {p['magnesium']} mol/kgw MgCl2 and "
        f"{p['sulfate']} mol/kgw Na2SO4, pH 7. It comes to equilibrium with an excess "
        "of gypsum, and no other solid forms. What is the total calcium in solution, in mol per kilogram of water?"
    )


def _deck_gypsum(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    salt = 0.0 if "salt_left_out" in wrong else float(p["sodium"])
    magnesium = 0.0 if "magnesium_left_out" in wrong else float(p["magnesium"])
    sulfate = 0.0 if "sulfate_left_out" in wrong else float(p["sulfate"])
    mineral = "Anhydrite" if "anhydrite" in wrong else "Gypsum"
    return f"""SOLUTION 1
 temp {temperature}
 pH 7
 units mol/kgw
 Na {salt + 2 * sulfate:.6g}
 Mg {magnesium:.6g}
 S(6) {sulfate:.6g}
 Cl {salt + 2 * magnesium:.6g}
EQUILIBRIUM_PHASES 1
 {mineral} 0 10
END
"""


def _read_gypsum(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "activity" in wrong:
        return r.species("SO4-2" if "sulfur_read" in wrong else "Ca+2", "activity")
    return r.total("S" if "sulfur_read" in wrong else "Ca")


gypsum_brine = Scenario(
    name="gypsum_brine",
    topic="brines",
    database="pitzer.dat",
    mistakes={
        "room_temperature": "ran the brine at 25 °C instead of its own temperature",
        "salt_left_out": "left the sodium chloride out of the brine",
        "magnesium_left_out": "left the magnesium chloride out of the brine",
        "sulfate_left_out": "left the sodium sulfate out of the brine",
        "anhydrite": "let anhydrite dissolve instead of gypsum",
        "activity": "read the activity of the ion instead of the molality of the element",
        "sulfur_read": "read the total sulfate instead of the calcium",
    },
    draw=_draw_gypsum,
    ask=_ask_gypsum,
    deck=_deck_gypsum,
    read=_read_gypsum,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-3,
    high=2e-1,
)

# ------------------------------------------------------------------ a salt lake dries out, then cools


WATER_GRAMS_PER_MOLE = 18.015


def _draw_lake(draw: Generator) -> Parameters:
    return {
        "summer": int(draw.integers(26, 40)),
        "winter": int(draw.integers(2, 9)),
        "salt": round(float(draw.uniform(0.6, 1.6)), 2),
        "sulfate": round(float(draw.uniform(0.35, 0.7)), 2),
        "lost": 10 * int(draw.integers(20, 46)),
    }


def _ask_lake(p: Parameters) -> str:
    return (
        f"A lake brine at {p['summer']} °C holds {p['salt']} mol/kgw NaCl and {p['sulfate']} mol/kgw Na2SO4, pH 7. "
        f"Brine with one kilogram of water loses {p['lost']} g of it by evaporation (water weighs "
        f"{WATER_GRAMS_PER_MOLE} g/mol; remove it in one step), and nothing forms. What remains cools to "
        f"{p['winter']} °C, where mirabilite, and no other solid, forms to equilibrium; there is none of it at first. "
        "How many moles of mirabilite form?"
    )


def _deck_lake(p: Parameters, wrong: Wrong) -> str:
    salt = 0.0 if "salt_left_out" in wrong else float(p["salt"])
    sodium = salt + (1 if "sodium_counted_once" in wrong else 2) * float(p["sulfate"])
    lost = 1000 - int(p["lost"]) if "loss_as_rest" in wrong else int(p["lost"])
    kept = "" if "not_saved" in wrong else "SAVE solution 1\n"
    return f"""SOLUTION 1
 temp {p["summer"]}
 pH 7
 units {"mol/L" if "per_litre" in wrong else "mol/kgw"}
 Na {sodium:.6g}
 Cl {salt:.6g}
 S(6) {p["sulfate"]}
REACTION 1
 H2O -1
 {lost / WATER_GRAMS_PER_MOLE:.6g} moles
{kept}END
USE solution 1
REACTION_TEMPERATURE 2
 {0 if "freezing_point" in wrong else p["winter"]}
EQUILIBRIUM_PHASES 2
 Mirabilite 0 0
END
"""


def _read_lake(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.number(COMPOSITION, "S", 1) if "sulfate_read" in wrong else r.phase("Mirabilite")


cooling_lake = Scenario(
    name="cooling_lake",
    topic="brines",
    database="pitzer.dat",
    mistakes={
        "salt_left_out": "left the sodium chloride out of the brine",
        "sodium_counted_once": "counted one sodium instead of two for each sodium sulfate",
        "loss_as_rest": "took the water that is lost for the water that remains",
        "not_saved": "did not save the evaporated brine, so the first one cooled",
        "per_litre": "took the amounts per kilogram of water for amounts per litre of brine",
        "freezing_point": "cooled to 0 °C instead of the winter's temperature",
        "sulfate_read": "read the moles of sulfate left in solution instead of the mirabilite",
    },
    draw=_draw_lake,
    ask=_ask_lake,
    deck=_deck_lake,
    read=_read_lake,
    unit="mol",
    digits=4,
    style="scientific",
    low=5e-3,
    high=1.0,
)
