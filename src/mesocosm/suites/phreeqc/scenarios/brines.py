"""Brines with Pitzer's activities: gypsum in a salt water, and a salt lake that dries out and cools."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import COMPOSITION, Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

# ------------------------------------------------------------------ gypsum in a concentrated solution


def _draw_gypsum(draw: Generator) -> Parameters:
    pond = int(draw.integers(24, 36))
    return {
        "temperature": pond,
        "cellar": pond - int(draw.integers(16, 23)),
        "sodium": round(float(draw.uniform(1.5, 3.5)), 2),
        "magnesium": round(float(draw.uniform(0.2, 0.8)), 2),
        "bittern_sodium": round(float(draw.uniform(0.2, 0.8)), 2),
        "bittern_magnesium": round(float(draw.uniform(1.5, 3.0)), 2),
        "sulfate": round(float(draw.uniform(0.01, 0.06)), 3),
    }


def _ask_gypsum(p: Parameters, taken: Taken) -> str:
    brine = "bittern" if "bittern" in taken else "sea brine"
    salt = "CaCl2" if "calcium_salt" in taken else "Na2SO4"
    where = "cellar" if "cellar" in taken else "pond"
    solids = "anhydrite" if "anhydrite" in taken else "gypsum"
    if "halite" in taken:
        solids += " and of halite"
    return (
        f"A salt works has two brines of pH 7: a sea brine of {p['sodium']} mol/kgw NaCl and {p['magnesium']} mol/kgw "
        f"MgCl2, and a bittern of {p['bittern_sodium']} mol/kgw NaCl and {p['bittern_magnesium']} mol/kgw MgCl2. Its "
        f"pond is at {p['temperature']} °C and its cellar at {p['cellar']} °C. A batch of the {brine} also holds "
        f"{p['sulfate']} mol/kgw {salt}. In the {where} it comes to equilibrium with an excess of {solids}, and no "
        f"other solid forms. What is the total calcium in solution then, in mol per kilogram of water?"
    )


def _deck_gypsum(p: Parameters, taken: Taken) -> str:
    brine = "bittern_" if "bittern" in taken else ""
    sodium, magnesium, added = float(p[f"{brine}sodium"]), float(p[f"{brine}magnesium"]), float(p["sulfate"])
    chloride = sodium + 2 * magnesium
    if "calcium_salt" in taken:
        salt, chloride = f"Ca {added:.6g}", chloride + 2 * added
    else:
        salt, sodium = f"S(6) {added:.6g}", sodium + 2 * added
    halite = " Halite 0 10\n" if "halite" in taken else ""
    return f"""SOLUTION 1
 temp {p["cellar" if "cellar" in taken else "temperature"]}
 pH 7
 units mol/kgw
 Na {sodium:.6g}
 Mg {magnesium:.6g}
 {salt}
 Cl {chloride:.6g}
EQUILIBRIUM_PHASES 1
 {"Anhydrite" if "anhydrite" in taken else "Gypsum"} 0 10
{halite}END
"""


def _read_gypsum(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("Ca")


gypsum_brine = Scenario(
    name="gypsum_brine",
    topic="brines",
    database="pitzer.dat",
    forks={
        "bittern": Fork("took the bittern for the sea brine", "took the sea brine for the bittern"),
        "calcium_salt": Fork(
            "added calcium chloride instead of sodium sulfate", "added sodium sulfate instead of calcium chloride"
        ),
        "cellar": Fork(
            "ran the brine at the cellar's temperature instead of the pond's",
            "ran the brine at the pond's temperature instead of the cellar's",
        ),
        "anhydrite": Fork("let anhydrite dissolve instead of gypsum", "let gypsum dissolve instead of anhydrite"),
        "halite": Fork("let the brine come to equilibrium with halite too", "left the halite out"),
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
    winter, dry = int(draw.integers(1, 4)), 10 * int(draw.integers(36, 46))
    return {
        "summer": int(draw.integers(26, 40)),
        "winter": winter,
        "autumn": winter + int(draw.integers(4, 7)),
        "salt": round(float(draw.uniform(0.5, 1.2)), 2),
        "sulfate": round(float(draw.uniform(0.75, 0.95)), 2),
        "lost": dry,
        "wet": dry - 10 * int(draw.integers(8, 16)),
    }


def _ask_lake(p: Parameters, taken: Taken) -> str:
    chloride = "KCl" if "potassium" in taken else "NaCl"
    amount = "kilogram of brine" if "of_brine" in taken else "kilogram of water"
    year = "wet" if "wet_year" in taken else "dry"
    season = "autumn" if "autumn" in taken else "winter"
    wanted = (
        "How many moles of sulfate are left in solution?"
        if "dissolved" in taken
        else "How many moles of mirabilite form?"
    )
    return (
        f"At {p['summer']} °C a lake brine of pH 7 holds {p['salt']} mol {chloride} and "
        f"{p['sulfate']} mol Na2SO4 per {amount}. In a summer, brine with one kilogram of water loses water by "
        f"evaporation, {p['lost']} g in a dry year and {p['wet']} g in a wet one (water weighs {WATER_GRAMS_PER_MOLE} "
        f"g/mol; remove it in one step), and nothing forms. What remains cools: to {p['autumn']} °C by autumn, to "
        f"{p['winter']} °C by winter. After a {year} summer, at the {season}'s temperature, mirabilite, and no other "
        f"solid, forms to equilibrium; there is none of it at first. {wanted}"
    )


def _deck_lake(p: Parameters, taken: Taken) -> str:
    salt, sulfate = float(p["salt"]), float(p["sulfate"])
    sodium, potassium = (2 * sulfate, salt) if "potassium" in taken else (salt + 2 * sulfate, 0.0)
    lost = int(p["wet" if "wet_year" in taken else "lost"])
    return f"""SOLUTION 1
 temp {p["summer"]}
 pH 7
 units {"mol/kgs" if "of_brine" in taken else "mol/kgw"}
 Na {sodium:.6g}
 K {potassium:.6g}
 Cl {salt:.6g}
 S(6) {sulfate:.6g}
REACTION 1
 H2O -1
 {lost / WATER_GRAMS_PER_MOLE:.6g} moles
SAVE solution 1
END
USE solution 1
REACTION_TEMPERATURE 2
 {p["autumn" if "autumn" in taken else "winter"]}
EQUILIBRIUM_PHASES 2
 Mirabilite 0 0
END
"""


def _read_lake(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.number(COMPOSITION, "S", 1) if "dissolved" in taken else r.phase("Mirabilite")


cooling_lake = Scenario(
    name="cooling_lake",
    topic="brines",
    database="pitzer.dat",
    forks={
        "potassium": Fork(
            "gave the brine potassium chloride instead of sodium chloride",
            "gave the brine sodium chloride instead of potassium chloride",
        ),
        "of_brine": Fork(
            "took the amounts per kilogram of water for amounts per kilogram of brine",
            "took the amounts per kilogram of brine for amounts per kilogram of water",
        ),
        "wet_year": Fork("took the evaporation of the wet year", "took the evaporation of the dry year"),
        "autumn": Fork("cooled the brine to autumn's temperature only", "cooled the brine on to winter's temperature"),
        "dissolved": Fork(
            "gave the sulfate left in solution instead of the mirabilite",
            "gave the mirabilite instead of the sulfate left in solution",
        ),
    },
    draw=_draw_lake,
    ask=_ask_lake,
    deck=_deck_lake,
    read=_read_lake,
    unit="mol",
    digits=4,
    style="scientific",
    low=5e-3,
    high=1.5,
)
