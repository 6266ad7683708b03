"""Sorption: salt water meeting a calcium-rich exchanger, zinc and phosphate on hydrous ferric oxide."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import EXCHANGE, Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

# ------------------------------------------------------------------ salt water meets a fresh-water exchanger


def _draw_exchange(draw: Generator) -> Parameters:
    return {
        "capacity": round(float(draw.uniform(0.4, 3.0)), 1),
        "density": round(float(draw.uniform(2.60, 2.70)), 2),
        "porosity": round(float(draw.uniform(0.25, 0.42)), 2),
        "fresh_calcium": round(float(draw.uniform(0.8, 3.0)), 2),
        "fresh_magnesium": round(float(draw.uniform(0.4, 2.0)), 2),
        "fresh_sodium": round(float(draw.uniform(0.5, 4.0)), 2),
        "salt_sodium": int(draw.integers(60, 300)),
        "salt_calcium": round(float(draw.uniform(1.0, 4.0)), 2),
        "salt_sulfate": int(draw.integers(4, 20)),
    }


def _ask_exchange(p: Parameters) -> str:
    return (
        f"A sand with a cation exchange capacity of {p['capacity']} meq per 100 g of dry sediment, grains of density "
        f"{p['density']} kg/L and a porosity of {p['porosity']} has long been flushed by fresh water that holds, in "
        f"mmol per kilogram of water, calcium {p['fresh_calcium']}, magnesium {p['fresh_magnesium']} and sodium "
        f"{p['fresh_sodium']}, so that its exchanger (X) is in equilibrium with that water. Salt water with sodium "
        f"{p['salt_sodium']}, calcium {p['salt_calcium']} and sulfate {p['salt_sulfate']} mmol per kilogram of water "
        "and no magnesium then takes the place of all the fresh water. Both waters are at 25 °C and pH 7 with "
        "chloride balancing the charge, and a litre of pores holds one kilogram of water. What is the total calcium "
        "in the salt water, in mol per kilogram of water, once it is in equilibrium with the exchanger?"
    )


def _sites(p: Parameters, wrong: Wrong) -> float:
    """Moles of exchange sites for each kilogram of pore water."""
    per_kg_sediment = float(p["capacity"]) / (1000 if "per_kilogram" in wrong else 100)
    porosity = 1.0 if "porosity_forgotten" in wrong else float(p["porosity"])
    grains = 1.0 if "grains_fill_all" in wrong else 1 - float(p["porosity"])
    return per_kg_sediment * float(p["density"]) * grains / porosity


def _deck_exchange(p: Parameters, wrong: Wrong) -> str:
    magnesium = 0 if "magnesium_left_out" in wrong else p["fresh_magnesium"]
    history = 2 if "equilibrated_with_salt_water" in wrong else 1
    mixing = "MIX 1\n 1 0.5\n 2 0.5" if "fresh_water_stays" in wrong else "USE solution 2"
    sites = _sites(p, wrong)
    exchanger = f"CaX2 {sites / 2:.5f}" if "calcium_only" in wrong else f"X {sites:.5f}\n -equilibrate {history}"
    return f"""SOLUTION 1
 pH 7
 units mmol/kgw
 Ca {p["fresh_calcium"]}
 Mg {magnesium}
 Na {p["fresh_sodium"]}
 Cl 10 charge
SOLUTION 2
 pH 7
 units mmol/kgw
 Ca {p["salt_calcium"]}
 Na {p["salt_sodium"]}
 S(6) {p["salt_sulfate"]}
 Cl 100 charge
EXCHANGE 1
 {exchanger}
END
{mixing}
USE exchange 1
END
"""


def _read_exchange(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "on_the_exchanger" in wrong:
        return r.number(EXCHANGE, "CaX2", 0)
    if "free_ion" in wrong:
        return r.species("Ca+2")
    return r.total("Ca")


exchange = Scenario(
    name="exchange",
    topic="sorption",
    database="phreeqc.dat",
    mistakes={
        "per_kilogram": "took the exchange capacity as meq per kilogram instead of per 100 g",
        "porosity_forgotten": "left the porosity out of the sites per kilogram of water",
        "magnesium_left_out": "left the magnesium out of the fresh water",
        "equilibrated_with_salt_water": "let the exchanger start in equilibrium with the salt water",
        "fresh_water_stays": "mixed the salt water half and half with the fresh water",
        "grains_fill_all": "counted the grains' density for the whole volume, pores included",
        "calcium_only": "let the exchanger start with calcium alone",
        "free_ion": "read the free calcium ion instead of total calcium",
        "on_the_exchanger": "read the calcium on the exchanger instead of the dissolved calcium",
    },
    draw=_draw_exchange,
    ask=_ask_exchange,
    deck=_deck_exchange,
    read=_read_exchange,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-4,
    high=2e-1,
)

# ------------------------------------------------------------------ hydrous ferric oxide

STRONG_SITES_PER_IRON = 0.005
WEAK_SITES_PER_IRON = 0.2
OXIDE_GRAMS_PER_MOL = 89.0
HYDROXIDE_GRAMS_PER_MOL = 106.87
AREA_M2_PER_G = 600
GOETHITE_AREA_M2_PER_G = 50

OXIDE = (
    f"hydrous ferric oxide (Hfo, {OXIDE_GRAMS_PER_MOL:g} g per mole of iron, {AREA_M2_PER_G} m2/g, "
    f"{STRONG_SITES_PER_IRON} mol strong sites Hfo_s and {WEAK_SITES_PER_IRON} mol weak sites Hfo_w per mole of iron; "
    "the database's own surface species, with its usual diffuse double layer)"
)


def _surface(p: Parameters, wrong: Wrong) -> str:
    """The SURFACE block of a mass of oxide, in equilibrium with solution 1."""
    grams = float(p["oxide"])
    iron = grams / (HYDROXIDE_GRAMS_PER_MOL if "hydroxide_mass" in wrong else OXIDE_GRAMS_PER_MOL)
    area = GOETHITE_AREA_M2_PER_G if "goethite_area" in wrong else AREA_M2_PER_G
    weak = f" Hfo_w {iron * WEAK_SITES_PER_IRON:.5e} {area} {grams}\n"
    strong = f" Hfo_s {iron * STRONG_SITES_PER_IRON:.5e} {area} {grams}\n"
    sites = ("" if "weak_sites_left_out" in wrong else weak) + ("" if "strong_sites_left_out" in wrong else strong)
    layer = " -no_edl\n" if "no_double_layer" in wrong else ""
    return f"SURFACE 1\n{sites}{layer} -equilibrate 1\n"


def _draw_zinc(draw: Generator) -> Parameters:
    return {
        "ph": round(float(draw.uniform(5.6, 6.8)), 2),
        "sodium": int(draw.integers(20, 300)),
        "oxide": round(float(draw.uniform(0.3, 2.0)), 2),
        "zinc": round(float(draw.uniform(3.0, 20.0)), 1),
    }


def _ask_zinc(p: Parameters) -> str:
    return (
        f"A slurry at 25 °C holds {p['oxide']} g of {OXIDE} in one kilogram of water with {p['sodium']} mmol sodium "
        f"chloride and pH {p['ph']} (chloride balances the charge), and the surface is in equilibrium with that water. "
        f"Then {p['zinc']} mg of zinc (65.38 g/mol) are added as dissolved ZnCl2, and the pH is left to find its own "
        "value. What is the total zinc that stays in solution, in mol per kilogram of water?"
    )


def _deck_zinc(p: Parameters, wrong: Wrong) -> str:
    molar_mass = 136.28 if "mass_of_the_salt" in wrong else 65.38
    return f"""SOLUTION 1
 pH {7.0 if "neutral" in wrong else p["ph"]}
 units mmol/kgw
 Na {p["sodium"]}
 Cl {p["sodium"]} charge
{_surface(p, wrong)}END
USE solution 1
USE surface 1
REACTION 1
 {"ZnO" if "oxide_added" in wrong else "ZnCl2"} 1
 {float(p["zinc"]) / molar_mass:.5f} mmol
END
"""


def _read_zinc(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.species("Zn+2") if "free_ion" in wrong else r.total("Zn")


zinc_on_oxide = Scenario(
    name="zinc_on_oxide",
    topic="sorption",
    database="phreeqc.dat",
    mistakes={
        "strong_sites_left_out": "gave the oxide weak sites only",
        "weak_sites_left_out": "gave the oxide strong sites only",
        "hydroxide_mass": "turned the oxide's mass into moles with the molar mass of Fe(OH)3",
        "goethite_area": "used a specific area of goethite, 50 m2/g",
        "no_double_layer": "left the electric double layer out",
        "neutral": "left the water at the default pH of 7",
        "mass_of_the_salt": "turned the zinc's mass into moles with the molar mass of ZnCl2",
        "oxide_added": "added the zinc as ZnO, which takes up acid",
        "free_ion": "read the free zinc ion instead of total zinc",
    },
    draw=_draw_zinc,
    ask=_ask_zinc,
    deck=_deck_zinc,
    read=_read_zinc,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-8,
    high=1e-3,
)


def _draw_phosphate(draw: Generator) -> Parameters:
    return {
        "ph": round(float(draw.uniform(6.4, 8.0)), 2),
        "sodium": int(draw.integers(10, 200)),
        "oxide": round(float(draw.uniform(0.3, 1.2)), 2),
        "loading": round(float(draw.uniform(0.4, 0.8)), 3),
    }


def _phosphate_mg(p: Parameters) -> float:
    """Phosphorus added, a part of what the weak sites can hold, so that some of it stays dissolved."""
    sites_mmol = 1000 * float(p["oxide"]) / OXIDE_GRAMS_PER_MOL * WEAK_SITES_PER_IRON
    return round(float(p["loading"]) * sites_mmol * 30.974, 1)


def _ask_phosphate(p: Parameters) -> str:
    return (
        f"A filter bed at 25 °C holds {p['oxide']} g of {OXIDE} per kilogram of water. The water has {p['sodium']} "
        f"mmol sodium chloride per kilogram and pH {p['ph']} (chloride balances the charge), and the surface is in "
        f"equilibrium with it before {_phosphate_mg(p)} mg of phosphorus (30.974 g of P per mole) are added per "
        "kilogram of water as dissolved NaH2PO4; the pH is left to find its own value. What is the total phosphorus "
        "left in solution, in mol per kilogram of water?"
    )


def _deck_phosphate(p: Parameters, wrong: Wrong) -> str:
    molar_mass = 94.971 if "mass_of_phosphate" in wrong else 30.974
    reactant = "H3PO4" if "phosphoric_acid" in wrong else "Na2HPO4" if "dibasic_salt" in wrong else "NaH2PO4"
    return f"""SOLUTION 1
 pH {7.0 if "neutral" in wrong else p["ph"]}
 units mmol/kgw
 Na {p["sodium"]}
 Cl {p["sodium"]} charge
{_surface(p, wrong)}END
USE solution 1
USE surface 1
REACTION 1
 {reactant} 1
 {_phosphate_mg(p) / molar_mass:.5f} mmol
END
"""


def _read_phosphate(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.species("HPO4-2") if "one_species" in wrong else r.total("P")


phosphate_on_oxide = Scenario(
    name="phosphate_on_oxide",
    topic="sorption",
    database="phreeqc.dat",
    mistakes={
        "hydroxide_mass": "turned the oxide's mass into moles with the molar mass of Fe(OH)3",
        "goethite_area": "used a specific area of goethite, 50 m2/g",
        "no_double_layer": "left the electric double layer out",
        "neutral": "left the water at the default pH of 7",
        "phosphoric_acid": "added phosphoric acid instead of its sodium salt",
        "dibasic_salt": "added Na2HPO4 instead of NaH2PO4",
        "one_species": "read HPO4-2 alone instead of all dissolved phosphorus",
        "mass_of_phosphate": "turned the phosphorus's mass into moles with the molar mass of PO4",
    },
    draw=_draw_phosphate,
    ask=_ask_phosphate,
    deck=_deck_phosphate,
    read=_read_phosphate,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-8,
    high=1e-2,
)
