"""Natural waters: species and saturation from a laboratory's analysis, and a mineral dissolving in salt water."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

# ------------------------------------------------------------------ carbonate ion, bicarbonate by charge balance


def _draw_carbonate(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(4, 17)),
        "ph": round(float(draw.uniform(6.6, 7.9)), 2),
        "calcium": int(draw.integers(60, 130)),
        "magnesium": round(float(draw.uniform(8.0, 35.0)), 1),
        "sodium": round(float(draw.uniform(15.0, 80.0)), 1),
        "chloride": round(float(draw.uniform(15.0, 70.0)), 1),
        "sulfur": round(float(draw.uniform(8.0, 30.0)), 1),
        "nitrate": round(float(draw.uniform(5.0, 30.0)), 1),
    }


def _ask_carbonate(p: Parameters) -> str:
    return (
        f"The analysis of a spring at {p['temperature']} °C reads: pH {p['ph']}, calcium {p['calcium']} mg/L, "
        f"magnesium {p['magnesium']} mg/L, sodium {p['sodium']} mg/L, chloride {p['chloride']} mg/L, sulfate "
        f"{p['sulfur']} mg/L counted as sulfur (SO4-S), nitrate {p['nitrate']} mg/L counted as NO3. The alkalinity "
        "was not measured: the inorganic carbon C(4) is to be whatever makes the charges balance at the measured "
        "pH. Take a density of 1 kg/L. What is the molality of the free carbonate ion CO3-2, in mol per kilogram "
        "of water?"
    )


def _deck_carbonate(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    ph = 7 if "default_ph" in wrong else p["ph"]
    sodium = 0.0 if "sodium_left_out" in wrong else p["sodium"]
    counted_as = "SO4" if "sulfur_as_sulfate" in wrong else "S"
    nitrate = f"{p['nitrate']} as {'N' if 'nitrate_as_nitrogen' in wrong else 'NO3'}"
    return f"""SOLUTION 1
 temp {temperature}
 pH {ph}
 units mg/L
 Ca {p["calcium"]}
 Mg {p["magnesium"]}
 Na {sodium}
 Cl {p["chloride"]}
 S(6) {p["sulfur"]} as {counted_as}
 N(5) {nitrate}
 C(4) 200 as HCO3 charge
END
"""


def _read_carbonate(r: Readings, p: Parameters, wrong: Wrong) -> float:
    column = "activity" if "activity" in wrong else "molality"
    names = ["CO3-2", "CaCO3", "MgCO3"] if "pairs_counted" in wrong else ["CO3-2"]
    return sum(r.species(name, column) for name in names)


carbonate_ion = Scenario(
    name="carbonate_ion",
    topic="speciation",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "default_ph": "left the pH at 7, where the input starts, instead of the measured one",
        "sulfur_as_sulfate": "took the sulfate to be counted as SO4, though it is counted as sulfur",
        "nitrate_as_nitrogen": "gave the nitrate without its formula, so that it counts as nitrogen",
        "sodium_left_out": "left the sodium out, so that less bicarbonate balances the charge",
        "pairs_counted": "added the carbonate in ion pairs with calcium and magnesium to the free ion",
        "activity": "read the activity instead of the molality",
    },
    draw=_draw_carbonate,
    ask=_ask_carbonate,
    deck=_deck_carbonate,
    read=_read_carbonate,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-7,
    high=2e-4,
)

# ------------------------------------------------------------------ saturation of a ground water with dolomite


def _draw_dolomite(draw: Generator) -> Parameters:
    p = {
        "temperature": int(draw.integers(5, 49)),
        "ph": round(float(draw.uniform(6.5, 7.7)), 2),
        "hardness": int(draw.integers(90, 320)),
        "magnesium": round(float(draw.uniform(6.0, 40.0)), 1),
        "chloride": int(draw.integers(20, 120)),
        "sulfate": int(draw.integers(20, 160)),
        "alkalinity": int(draw.integers(120, 320)),
    }
    return {**p, "sodium": _balancing_sodium(p)}


def _balancing_sodium(p: Parameters) -> float:
    """Sodium that leaves the analysis close to electrical balance, mg/L."""
    anions = float(p["chloride"]) / 35.45 + float(p["sulfate"]) / 48.03 + float(p["alkalinity"]) / 50.04
    cations = float(p["hardness"]) / 50.04 + float(p["magnesium"]) / 12.15
    return round(22.99 * max(anions - cations, 0.4), 1)


def _ask_dolomite(p: Parameters) -> str:
    return (
        f"A well water at {p['temperature']} °C has pH {p['ph']}, calcium {p['hardness']} mg/L counted as CaCO3 "
        f"(calcium hardness), magnesium {p['magnesium']} mg/L, sodium {p['sodium']} mg/L, chloride {p['chloride']} "
        f"mg/L, sulfate {p['sulfate']} mg/L as SO4 and an alkalinity of {p['alkalinity']} mg/L counted as CaCO3. "
        "Take a density of 1 kg/L and let any charge imbalance stand. What is the saturation index of dolomite, "
        "the phase Dolomite of the database?"
    )


def _deck_dolomite(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    ph = 7 if "default_ph" in wrong else p["ph"]
    calcium = "Ca" if "hardness_as_calcium" in wrong else "CaCO3"
    formula = "HCO3" if "alkalinity_as_bicarbonate" in wrong else "CaCO3"
    carbon = "C(4)" if "alkalinity_as_carbon" in wrong else "Alkalinity"
    air = "EQUILIBRIUM_PHASES 1\n CO2(g) -3.4 10\n" if "met_the_air" in wrong else ""
    return f"""SOLUTION 1
 temp {temperature}
 pH {ph}
 units mg/L
 Ca {p["hardness"]} as {calcium}
 Mg {p["magnesium"]}
 Na {p["sodium"]}
 S(6) {p["sulfate"]}
 Cl {p["chloride"]}
 {carbon} {p["alkalinity"]} as {formula}
{air}END
"""


def _read_dolomite(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.saturation_index("Calcite" if "calcite_row" in wrong else "Dolomite")


dolomite_saturation = Scenario(
    name="dolomite_saturation",
    topic="saturation",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "default_ph": "left the pH at 7, where the input starts, instead of the measured one",
        "hardness_as_calcium": "took the calcium hardness, counted as CaCO3, for milligrams of calcium",
        "alkalinity_as_bicarbonate": "took the alkalinity to be counted as HCO3, though it is counted as CaCO3",
        "alkalinity_as_carbon": "gave the alkalinity as if it were total inorganic carbon",
        "met_the_air": "let the water come to equilibrium with the carbon dioxide of the air first",
        "calcite_row": "read the saturation index of calcite instead",
    },
    draw=_draw_dolomite,
    ask=_ask_dolomite,
    deck=_deck_dolomite,
    read=_read_dolomite,
    unit="",
    digits=2,
    style="decimal",
    low=-4.0,
    high=2.0,
)

# ------------------------------------------------------------------ gypsum dissolving in salt water

GRAMS_PER_MOLE_OF_SALT = 58.44


def _draw_gypsum(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(8, 37)),
        "salt": round(float(draw.uniform(2.0, 10.0)), 1),
        "sulfate": round(float(draw.uniform(2.0, 20.0)), 1),
    }


def _ask_gypsum(p: Parameters) -> str:
    return (
        f"One kilogram of water holds {p['salt']} g of sodium chloride (58.44 g/mol) and {p['sulfate']} mmol of "
        f"sodium sulfate, Na2SO4. At {p['temperature']} °C it comes to equilibrium with an excess of gypsum. No "
        "other mineral forms and no air is present. How much gypsum dissolves, in mol?"
    )


def _deck_gypsum(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    sulfate = 0.0 if "sulfate_left_out" in wrong else float(p["sulfate"])
    sodium = _salt_gypsum(p, wrong) + 2 * sulfate
    return f"""SOLUTION 1
 temp {temperature}
 pH 7 charge
 units mmol/kgw
 Na {sodium:.3f}
 Cl {_salt_gypsum(p, wrong):.3f}
 S(6) {sulfate}
EQUILIBRIUM_PHASES 1
 {_mineral_gypsum(wrong)} 0 10
END
"""


def _salt_gypsum(p: Parameters, wrong: Wrong) -> float:
    if "salt_left_out" in wrong:
        return 0.0
    return float(p["salt"]) if "grams_as_millimoles" in wrong else 1000 * float(p["salt"]) / GRAMS_PER_MOLE_OF_SALT


def _mineral_gypsum(wrong: Wrong) -> str:
    return "Anhydrite" if "anhydrite" in wrong else "Gypsum"


def _read_gypsum(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "total_sulfur" in wrong:
        return r.total("S")
    if "free_ion" in wrong:
        return r.species("Ca+2")
    return -r.phase(_mineral_gypsum(wrong), "delta")


gypsum_in_salt_water = Scenario(
    name="gypsum_in_salt_water",
    topic="mineral equilibrium",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "salt_left_out": "left the sodium chloride out",
        "grams_as_millimoles": "gave the grams of sodium chloride as millimoles",
        "sulfate_left_out": "left the sodium sulfate out, so that no common ion holds the gypsum back",
        "anhydrite": "took anhydrite for gypsum",
        "total_sulfur": "gave all the sulfate in solution, with what was there before the gypsum",
        "free_ion": "gave the free calcium ion, without the calcium in ion pairs",
    },
    draw=_draw_gypsum,
    ask=_ask_gypsum,
    deck=_deck_gypsum,
    read=_read_gypsum,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-3,
    high=1e-1,
)
