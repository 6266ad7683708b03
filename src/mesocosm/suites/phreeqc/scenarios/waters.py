"""Natural waters: species and saturation from a laboratory's analysis, and a mineral dissolving in salt water."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import COMPOSITION, Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

# ------------------------------------------------------------------ carbonate ion, bicarbonate by charge balance


def _draw_carbonate(draw: Generator) -> Parameters:
    spring, ph = int(draw.integers(4, 13)), round(float(draw.uniform(6.6, 7.6)), 2)
    # The anions of the analysis stay below the cations in either way of counting, so that carbon can balance them.
    return {
        "temperature": spring,
        "laboratory": spring + int(draw.integers(10, 18)),
        "ph": ph,
        "laboratory_ph": round(ph + float(draw.uniform(0.15, 0.5)), 2),
        "calcium": int(draw.integers(60, 130)),
        "magnesium": round(float(draw.uniform(8.0, 35.0)), 1),
        "sodium": round(float(draw.uniform(15.0, 60.0)), 1),
        "chloride": round(float(draw.uniform(15.0, 40.0)), 1),
        "sulfur": round(float(draw.uniform(10.0, 24.0)), 1),
        "nitrate": round(float(draw.uniform(6.0, 14.0)), 1),
    }


def _ask_carbonate(p: Parameters, taken: Taken) -> str:
    sulfate = "as SO4" if "as_sulfate" in taken else "as sulfur (SO4-S)"
    nitrate = "as nitrogen (NO3-N)" if "as_nitrogen" in taken else "as NO3"
    warmth = "laboratory" if "laboratory" in taken else "spring"
    ph = "laboratory" if "laboratory_ph" in taken else "field"
    wanted = (
        "carbonate that is free as CO3-2 or paired as CaCO3 or MgCO3, taken together"
        if "pairs" in taken
        else "free carbonate ion CO3-2"
    )
    return (
        f"A spring is at {p['temperature']} °C, the laboratory at {p['laboratory']} °C. The field meter read pH "
        f"{p['ph']}, the laboratory pH {p['laboratory_ph']}. The analysis gives, in mg/L, calcium {p['calcium']}, "
        f"magnesium {p['magnesium']}, sodium {p['sodium']}, chloride {p['chloride']}, sulfate {p['sulfur']} counted "
        f"{sulfate} and nitrate {p['nitrate']} counted {nitrate}. The alkalinity was not measured: the inorganic "
        "carbon C(4) is to be whatever makes the charges balance. Take a density of 1 kg/L, the temperature of the "
        f"{warmth} and the {ph} pH. What is the molality of the {wanted}, in mol per kilogram of water?"
    )


def _deck_carbonate(p: Parameters, taken: Taken) -> str:
    return f"""SOLUTION 1
 temp {p["laboratory" if "laboratory" in taken else "temperature"]}
 pH {p["laboratory_ph" if "laboratory_ph" in taken else "ph"]}
 units mg/L
 Ca {p["calcium"]}
 Mg {p["magnesium"]}
 Na {p["sodium"]}
 Cl {p["chloride"]}
 S(6) {p["sulfur"]} as {"SO4" if "as_sulfate" in taken else "S"}
 N(5) {p["nitrate"]} as {"N" if "as_nitrogen" in taken else "NO3"}
 C(4) 200 as HCO3 charge
END
"""


def _read_carbonate(r: Readings, p: Parameters, taken: Taken) -> float:
    return sum(r.species(name) for name in (("CO3-2", "CaCO3", "MgCO3") if "pairs" in taken else ("CO3-2",)))


carbonate_ion = Scenario(
    name="carbonate_ion",
    topic="speciation",
    database="phreeqc.dat",
    forks={
        "laboratory": Fork("used the temperature of the laboratory", "used the temperature of the spring"),
        "laboratory_ph": Fork("used the pH of the laboratory", "used the pH of the field meter"),
        "as_sulfate": Fork(
            "took the sulfate to be counted as SO4, though it is counted as sulfur",
            "took the sulfate to be counted as sulfur, though it is counted as SO4",
        ),
        "as_nitrogen": Fork(
            "took the nitrate to be counted as nitrogen, though it is counted as NO3",
            "took the nitrate to be counted as NO3, though it is counted as nitrogen",
        ),
        "pairs": Fork(
            "added the carbonate in ion pairs with calcium and magnesium to the free ion",
            "gave the free ion without the carbonate in ion pairs with calcium and magnesium",
        ),
    },
    draw=_draw_carbonate,
    ask=_ask_carbonate,
    deck=_deck_carbonate,
    read=_read_carbonate,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-7,
    high=4e-4,
)

# ------------------------------------------------------------------ saturation of a ground water with dolomite


def _draw_dolomite(draw: Generator) -> Parameters:
    well = int(draw.integers(5, 26))
    p = {
        "temperature": well,
        "tank": well + int(draw.integers(12, 25)),
        "ph": round(float(draw.uniform(6.5, 7.7)), 2),
        "calcium": int(draw.integers(90, 240)),
        "magnesium": round(float(draw.uniform(6.0, 40.0)), 1),
        "sulfate": int(draw.integers(20, 160)),
        "alkalinity": int(draw.integers(120, 320)),
    }
    return {**p, "sodium": _enough_sodium(p, chloride=float(draw.uniform(0.6, 3.4)))}


def _enough_sodium(p: Parameters, chloride: float) -> float:
    """Return the sodium in mg/L that leaves room for so much chloride in meq/L, however calcium and alkalinity are
    counted.
    """
    anions = chloride + float(p["sulfate"]) / 48.03 + float(p["alkalinity"]) / 50.04
    cations = float(p["calcium"]) / 50.04 + float(p["magnesium"]) / 12.15
    return round(22.99 * max(anions - cations, 0.4), 1)


def _ask_dolomite(p: Parameters, taken: Taken) -> str:
    calcium = "counted as Ca" if "as_calcium" in taken else "counted as CaCO3 (calcium hardness)"
    alkalinity = "HCO3" if "as_bicarbonate" in taken else "CaCO3"
    mineral = "Calcite" if "calcite" in taken else "Dolomite"
    when = "once it is as warm as the tank" if "tank" in taken else "before it warms up"
    gas = "at equilibrium with carbon dioxide of 10^-3.4 atm" if "aired" in taken else "shut off from any gas"
    return (
        f"A well water has pH {p['ph']} at {p['temperature']} °C and, in mg/L, calcium {p['calcium']} {calcium}, "
        f"magnesium {p['magnesium']}, sodium {p['sodium']}, sulfate {p['sulfate']} as SO4 and an alkalinity of "
        f"{p['alkalinity']} counted as {alkalinity}; chloride makes the charges balance. The density is 1 kg/L. The "
        f"tank that it is pumped to is at {p['tank']} °C. Take the water {when} and {gas}; no mineral forms or "
        f"dissolves. What is then the saturation index of {mineral.lower()}, the phase {mineral} of the database?"
    )


def _deck_dolomite(p: Parameters, taken: Taken) -> str:
    warming = f"REACTION_TEMPERATURE 1\n {p['tank']}\n" if "tank" in taken else ""
    air = "EQUILIBRIUM_PHASES 1\n CO2(g) -3.4 10\n" if "aired" in taken else ""
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH {p["ph"]}
 units mg/L
 Ca {p["calcium"]} as {"Ca" if "as_calcium" in taken else "CaCO3"}
 Mg {p["magnesium"]}
 Na {p["sodium"]}
 S(6) {p["sulfate"]} as SO4
 Cl 50 charge
 Alkalinity {p["alkalinity"]} as {"HCO3" if "as_bicarbonate" in taken else "CaCO3"}
{warming}{air}END
"""


def _read_dolomite(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.saturation_index("Calcite" if "calcite" in taken else "Dolomite")


dolomite_saturation = Scenario(
    name="dolomite_saturation",
    topic="saturation",
    database="phreeqc.dat",
    forks={
        "tank": Fork("let the water warm up to the tank's temperature", "left the water at the well's temperature"),
        "aired": Fork(
            "let the water come to equilibrium with the carbon dioxide of the air first",
            "left the water as it comes from the well instead of airing it",
        ),
        "as_calcium": Fork(
            "took the calcium to be counted as Ca, though it is counted as CaCO3",
            "took the calcium to be counted as CaCO3, though it is counted as Ca",
        ),
        "as_bicarbonate": Fork(
            "took the alkalinity to be counted as HCO3, though it is counted as CaCO3",
            "took the alkalinity to be counted as CaCO3, though it is counted as HCO3",
        ),
        "calcite": Fork(
            "read the saturation index of calcite instead of dolomite",
            "read the saturation index of dolomite instead of calcite",
        ),
    },
    draw=_draw_dolomite,
    ask=_ask_dolomite,
    deck=_deck_dolomite,
    read=_read_dolomite,
    unit="",
    digits=2,
    style="decimal",
    low=-4.0,
    high=4.0,
)

# ------------------------------------------------------------------ gypsum dissolving in salt water

GRAMS_PER_MOLE_OF_SODIUM_CHLORIDE = 58.44
GRAMS_PER_MOLE_OF_MAGNESIUM_CHLORIDE = 95.21


def _draw_gypsum(draw: Generator) -> Parameters:
    winter = int(draw.integers(4, 12))
    return {
        "temperature": winter,
        "summer": winter + int(draw.integers(18, 28)),
        "salt": round(float(draw.uniform(2.0, 10.0)), 1),
        "sulfate": round(float(draw.uniform(1.0, 6.0)), 1),
        "lower": round(float(draw.uniform(10.0, 24.0)), 1),
        "lost": int(draw.choice([20, 25, 30, 35, 40])),
    }


def _ask_gypsum(p: Parameters, taken: Taken) -> str:
    salt = "magnesium chloride (95.21 g/mol)" if "magnesium" in taken else "sodium chloride (58.44 g/mol)"
    bed = "lower" if "lower_bed" in taken else "upper"
    season = "summer" if "summer" in taken else "winter"
    mineral = _mineral_gypsum(taken).lower()
    order = (
        f"First {p['lost']} % of its water evaporates; then what is left comes to equilibrium with an excess of "
        f"{mineral}"
        if "evaporated" in taken
        else f"It comes to equilibrium with an excess of {mineral}; only later, elsewhere, {p['lost']} % of its water "
        "evaporates"
    )
    wanted = "sulfate is in solution" if "total" in taken else f"{mineral} has dissolved"
    return (
        f"One kilogram of water holds {p['salt']} g of {salt} and some sodium sulfate, Na2SO4: {p['sulfate']} mmol if "
        f"it comes from an upper bed, {p['lower']} mmol if it comes from a lower one. The place is at "
        f"{p['temperature']} °C in winter and at {p['summer']} °C in summer. It is {season}, and the water is from the "
        f"{bed} bed. {order}. No other mineral forms and no air is present. How much {wanted} at that equilibrium, in "
        "mol in all?"
    )


def _deck_gypsum(p: Parameters, taken: Taken) -> str:
    sulfate, salt = float(p["lower" if "lower_bed" in taken else "sulfate"]), 1000 * float(p["salt"])
    water = 1 - int(p["lost"]) / 100 if "evaporated" in taken else 1.0
    if "magnesium" in taken:
        magnesium, sodium = salt / GRAMS_PER_MOLE_OF_MAGNESIUM_CHLORIDE, 0.0
    else:
        magnesium, sodium = 0.0, salt / GRAMS_PER_MOLE_OF_SODIUM_CHLORIDE
    return f"""SOLUTION 1
 temp {p["summer" if "summer" in taken else "temperature"]}
 pH 7 charge
 units mmol/kgw
 -water {water:.2f}
 Na {(sodium + 2 * sulfate) / water:.3f}
 Mg {magnesium / water:.3f}
 Cl {(sodium + 2 * magnesium) / water:.3f}
 S(6) {sulfate / water:.3f}
EQUILIBRIUM_PHASES 1
 {_mineral_gypsum(taken)} 0 10
END
"""


def _mineral_gypsum(taken: Taken) -> str:
    return "Anhydrite" if "anhydrite" in taken else "Gypsum"


def _read_gypsum(r: Readings, p: Parameters, taken: Taken) -> float:
    moles = 1  # the column after the molality
    return r.number(COMPOSITION, "S", moles) if "total" in taken else -r.phase(_mineral_gypsum(taken), "delta")


gypsum_in_salt_water = Scenario(
    name="gypsum_in_salt_water",
    topic="mineral equilibrium",
    database="phreeqc.dat",
    forks={
        "summer": Fork("used the temperature of summer", "used the temperature of winter"),
        "magnesium": Fork("took the salt for magnesium chloride", "took the salt for sodium chloride"),
        "lower_bed": Fork("used the sodium sulfate of the lower bed", "used the sodium sulfate of the upper bed"),
        "anhydrite": Fork("took anhydrite for gypsum", "took gypsum for anhydrite"),
        "evaporated": Fork("let water evaporate before the mineral dissolved", "let no water evaporate beforehand"),
        "total": Fork(
            "gave all the sulfate in solution, with what was there before the mineral",
            "gave what the mineral lost instead of all the sulfate in solution",
        ),
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
