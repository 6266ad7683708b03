"""Sorption: salt and fresh water meeting an exchanger, zinc and phosphate on hydrous ferric oxide."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

# ------------------------------------------------------------------ one water takes another's place on an exchanger


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


def _ask_exchange(p: Parameters, taken: Taken) -> str:
    mass = "kilogram" if "per_kilogram" in taken else "100 g"
    old, new = ("salt", "fresh") if "freshening" in taken else ("fresh", "salt")
    share = "half" if "half" in taken else "all"
    portion = "second" if "second" in taken else "first"
    wanted = "magnesium" if "magnesium" in taken else "calcium"
    return (
        f"A sand has a cation exchange capacity of {p['capacity']} meq per {mass} of dry sediment, grains of density "
        f"{p['density']} kg/L and a porosity of {p['porosity']}. In mmol per kilogram of water, fresh water holds only "
        f"calcium {p['fresh_calcium']}, magnesium {p['fresh_magnesium']} and sodium {p['fresh_sodium']}, salt water "
        f"only calcium {p['salt_calcium']}, sodium {p['salt_sodium']} and sulfate {p['salt_sulfate']}. Both are at "
        f"25 °C and pH 7, chloride balances the charge, and a litre of pores holds one kilogram of water. At first the "
        f"exchanger (X) is in equilibrium with {old} water in the pores. Two portions of {new} water follow; each "
        f"replaces {share} of the pore water and equilibrates with the exchanger. What is the total {wanted} in the "
        f"pore water after the {portion} portion, in mol per kilogram of water?"
    )


def _sites(p: Parameters, taken: Taken) -> float:
    """Return the moles of exchange sites for each kilogram of pore water."""
    per_kg_sediment = float(p["capacity"]) / (1000 if "per_kilogram" in taken else 100)
    return per_kg_sediment * float(p["density"]) * (1 - float(p["porosity"])) / float(p["porosity"])


def _deck_exchange(p: Parameters, taken: Taken) -> str:
    old, new = (2, 1) if "freshening" in taken else (1, 2)
    portions = 2 if "second" in taken else 1
    # Solution 3 is the pore water: the old water first, then what each portion leaves behind.
    portion = f"MIX 1\n 3 0.5\n {new} 0.5\n" if "half" in taken else f"USE solution {new}\n"
    step = f"{portion}USE exchange 1\nSAVE solution 3\nSAVE exchange 1\nEND\n"
    return f"""SOLUTION 1
 pH 7
 units mmol/kgw
 Ca {p["fresh_calcium"]}
 Mg {p["fresh_magnesium"]}
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
 X {_sites(p, taken):.4e}
 -equilibrate {old}
END
COPY solution {old} 3
END
{step * portions}"""


def _read_exchange(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("Mg" if "magnesium" in taken else "Ca")


exchange = Scenario(
    name="exchange",
    topic="sorption",
    database="phreeqc.dat",
    forks={
        "per_kilogram": Fork(
            "took the exchange capacity as meq per kilogram instead of per 100 g",
            "took the exchange capacity as meq per 100 g instead of per kilogram",
        ),
        "freshening": Fork(
            "let fresh water take the place of salt water", "let salt water take the place of fresh water"
        ),
        "half": Fork(
            "let half of the pore water stay in place", "replaced all of the pore water where half of it stays"
        ),
        "second": Fork("read the water after the second portion", "read the water after the first portion"),
        "magnesium": Fork(
            "read total magnesium instead of total calcium", "read total calcium instead of total magnesium"
        ),
    },
    draw=_draw_exchange,
    ask=_ask_exchange,
    deck=_deck_exchange,
    read=_read_exchange,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-6,
    high=2e-1,
)

# ------------------------------------------------------------------ hydrous ferric oxide

STRONG_SITES_PER_IRON = 0.005
WEAK_SITES_PER_IRON = 0.2
OXIDE_GRAMS_PER_MOL = 89.0
AREA_M2_PER_G = 600


def _oxide(taken: Taken) -> str:
    """Write what the input must state of the oxide and its surface."""
    layer = "no electrostatics (-no_edl)" if "no_layer" in taken else "the usual diffuse double layer"
    return (
        f"hydrous ferric oxide (Hfo: {OXIDE_GRAMS_PER_MOL:g} g per mole of iron, {AREA_M2_PER_G} m2/g, "
        f"{STRONG_SITES_PER_IRON} strong sites Hfo_s and {WEAK_SITES_PER_IRON} weak sites Hfo_w per iron, the "
        f"database's surface species, {layer})"
    )


def _deck_oxide(p: Parameters, taken: Taken, added: str) -> str:
    """Write a water in equilibrium with its oxide, and what happens then."""
    grams = float(p["second_oxide" if "second_oxide" in taken else "oxide"])
    iron = grams / OXIDE_GRAMS_PER_MOL
    layer = " -no_edl\n" if "no_layer" in taken else ""
    return f"""SOLUTION 1
 pH {_ph(p, taken)}
 units mmol/kgw
 {"Ca" if "calcium" in taken else "Na"} {p["sodium"]}
 Cl {p["sodium"]} charge
SURFACE 1
 Hfo_w {iron * WEAK_SITES_PER_IRON:.5e} {AREA_M2_PER_G} {grams}
 Hfo_s {iron * STRONG_SITES_PER_IRON:.5e} {AREA_M2_PER_G} {grams}
{layer} -equilibrate 1
END
USE solution 1
USE surface 1
{added}END
"""


def _held_by(reagent: str, p: Parameters, taken: Taken) -> str:
    """Write a phase that keeps the pH of the first water with a reagent; empty if the pH is not held."""
    if "held" not in taken:
        return ""
    return f"PHASES\nFix_pH\n H+ = H+\n log_k 0\nEQUILIBRIUM_PHASES 1\n Fix_pH {-_ph(p, taken)} {reagent} 10\n"


def _ph(p: Parameters, taken: Taken) -> float:
    return float(p["second_ph" if "second_ph" in taken else "ph"])


NO_LAYER = Fork("left the electric double layer out", "kept the electric double layer")
SECOND_PH = Fork("gave the first water the pH of the second", "gave the second water the pH of the first")
HELD = Fork("held the pH where the question lets it drift", "let the pH drift where the question holds it")

# ------------------------------------------------------------------ zinc

ZINC_GRAMS_PER_MOL = 65.38
SALT_GRAMS_PER_MOL = {"ZnCl2": 136.28, "ZnO": 81.38}


def _draw_zinc(draw: Generator) -> Parameters:
    ph, oxide = round(float(draw.uniform(5.6, 6.4)), 2), round(float(draw.uniform(0.3, 1.0)), 2)
    return {
        "ph": ph,
        "second_ph": round(ph + float(draw.uniform(0.2, 0.5)), 2),
        "sodium": int(draw.integers(20, 300)),
        "oxide": oxide,
        "second_oxide": round(oxide * float(draw.uniform(1.5, 2.5)), 2),
        "zinc": round(float(draw.uniform(5.0, 25.0)), 1),
    }


def _ask_zinc(p: Parameters, taken: Taken) -> str:
    tank, water = ("B" if "second_oxide" in taken else "A"), ("second" if "second_ph" in taken else "first")
    salt = _salt(taken)
    form = "solid ZnO, which dissolves completely," if "zinc_oxide" in taken else "dissolved ZnCl2"
    what = f"of {salt}" if "salt_mass" in taken else "of zinc"
    reagent = "hydrochloric acid" if "zinc_oxide" in taken else "sodium hydroxide"
    ph = f"{reagent} keeps the pH where it was" if "held" in taken else "the pH is left to find its own value"
    return (
        f"Tanks at 25 °C hold {_oxide(taken)}, tank A {p['oxide']} g and tank B {p['second_oxide']} g per kilogram of "
        f"water. A first water has pH {p['ph']}, a second {p['second_ph']}; both hold {p['sodium']} mmol/kgw sodium, "
        f"with chloride to balance the charge. In tank {tank} the surface is in equilibrium with the {water} water. "
        f"Then {form} is added, {p['zinc']} mg {what} per kilogram of water (zinc {ZINC_GRAMS_PER_MOL}, {salt} "
        f"{SALT_GRAMS_PER_MOL[salt]} g/mol), and {ph}. What is the total zinc that stays in solution, in mol per "
        "kilogram of water?"
    )


def _salt(taken: Taken) -> str:
    return "ZnO" if "zinc_oxide" in taken else "ZnCl2"


def _deck_zinc(p: Parameters, taken: Taken) -> str:
    salt = _salt(taken)
    molar_mass = SALT_GRAMS_PER_MOL[salt] if "salt_mass" in taken else ZINC_GRAMS_PER_MOL
    # Zinc drives protons off the surface; zinc oxide takes up more of them.
    held = _held_by("HCl" if "zinc_oxide" in taken else "NaOH", p, taken)
    return _deck_oxide(p, taken, f"REACTION 1\n {salt} 1\n {float(p['zinc']) / molar_mass:.5f} mmol\n{held}")


def _read_zinc(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("Zn")


zinc_on_oxide = Scenario(
    name="zinc_on_oxide",
    topic="sorption",
    database="phreeqc.dat",
    forks={
        "no_layer": NO_LAYER,
        "second_ph": SECOND_PH,
        "second_oxide": Fork("took the oxide of tank B instead of tank A", "took the oxide of tank A for tank B"),
        "zinc_oxide": Fork(
            "added the zinc as ZnO, which takes up acid", "added the zinc as ZnCl2, which takes up no acid"
        ),
        "salt_mass": Fork(
            "took the mass of the zinc for that of its compound", "took the mass of the compound for that of the zinc"
        ),
        "held": HELD,
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

# ------------------------------------------------------------------ phosphate

PHOSPHORUS_GRAMS_PER_MOL = 30.974
PHOSPHATE_GRAMS_PER_MOL = 94.971


def _draw_phosphate(draw: Generator) -> Parameters:
    ph, oxide = round(float(draw.uniform(6.4, 7.4)), 2), round(float(draw.uniform(0.3, 1.2)), 2)
    return {
        "ph": ph,
        "second_ph": round(ph + float(draw.uniform(0.3, 0.8)), 2),
        "sodium": int(draw.integers(10, 120)),
        "oxide": oxide,
        "second_oxide": round(oxide * float(draw.uniform(1.2, 1.6)), 2),
        "loading": round(float(draw.uniform(0.6, 1.2)), 3),
    }


def _phosphate_mg(p: Parameters) -> float:
    """Draw the added phosphorus, near what the weak sites of filter A can hold, so that some of it stays dissolved."""
    sites_mmol = 1000 * float(p["oxide"]) / OXIDE_GRAMS_PER_MOL * WEAK_SITES_PER_IRON
    return round(float(p["loading"]) * sites_mmol * PHOSPHORUS_GRAMS_PER_MOL, 1)


def _ask_phosphate(p: Parameters, taken: Taken) -> str:
    bed, water = ("B" if "second_oxide" in taken else "A"), ("second" if "second_ph" in taken else "first")
    cation = "calcium" if "calcium" in taken else "sodium"
    what = "PO4" if "as_phosphate" in taken else "P"
    ph = "hydrochloric acid keeps the pH where it was" if "held" in taken else "the pH is left to find its own value"
    return (
        f"Filter beds at 25 °C hold {_oxide(taken)}, bed A {p['oxide']} g and bed B {p['second_oxide']} g per kilogram "
        f"of water. A first water has pH {p['ph']}, a second {p['second_ph']}; both hold {p['sodium']} mmol/kgw "
        f"{cation}, with chloride to balance the charge. In bed {bed} the surface is in equilibrium with the {water} "
        f"water. Then dissolved Na2HPO4 is added, {_phosphate_mg(p)} mg as {what} per kilogram of water (P "
        f"{PHOSPHORUS_GRAMS_PER_MOL}, PO4 {PHOSPHATE_GRAMS_PER_MOL} g/mol); {ph}, and no other solid forms. What is "
        "the total phosphorus left in solution, in mol per kilogram of water?"
    )


def _deck_phosphate(p: Parameters, taken: Taken) -> str:
    molar_mass = PHOSPHATE_GRAMS_PER_MOL if "as_phosphate" in taken else PHOSPHORUS_GRAMS_PER_MOL
    held = _held_by("HCl", p, taken)
    return _deck_oxide(p, taken, f"REACTION 1\n Na2HPO4 1\n {_phosphate_mg(p) / molar_mass:.5f} mmol\n{held}")


def _read_phosphate(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("P")


phosphate_on_oxide = Scenario(
    name="phosphate_on_oxide",
    topic="sorption",
    database="phreeqc.dat",
    forks={
        "no_layer": NO_LAYER,
        "second_ph": SECOND_PH,
        "second_oxide": Fork("took the oxide of bed B instead of bed A", "took the oxide of bed A for bed B"),
        "calcium": Fork("gave the water calcium instead of sodium", "gave the water sodium instead of calcium"),
        "as_phosphate": Fork(
            "took the mass of the phosphorus for that of PO4", "took the mass of PO4 for that of the phosphorus"
        ),
        "held": HELD,
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
