"""Waters that mix: in limestone, above a hot spring, and where the sea comes into a fresh aquifer."""

from __future__ import annotations

import math

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import EXCHANGE, Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

GRAMS_PER_MOLE_OF_FLUORIDE = 19.00
GRAMS_PER_MOLE_OF_CALCIUM = 40.08
GRAMS_PER_MOLE_OF_CALCITE = 100.09

# ------------------------------------------------------------------ two waters at rest with calcite, mixed


def _draw_limestone(draw: Generator) -> Parameters:
    rock = int(draw.integers(5, 14))
    return {
        "temperature": rock,
        "laboratory": rock + int(draw.integers(9, 17)),
        "deep_gas": round(float(draw.uniform(6.0, 14.0)), 1),
        "winter_gas": round(float(draw.uniform(1.5, 4.0)), 1),
        "shallow_gas": round(float(draw.uniform(0.1, 0.6)), 2),
        "deep_part": int(draw.choice([15, 20, 25, 30, 35, 40, 60, 65, 70, 75, 80])),
    }


def _ask_limestone(p: Parameters, taken: Taken) -> str:
    place = "laboratory" if "laboratory" in taken else "rock"
    season = "winter" if "winter" in taken else "summer"
    shallow = "nothing but" if "shallow_without_calcite" in taken else "calcite and with"
    deep = _deep_parts(p, taken)
    gas = "In contact with the gas of the deep water all the time" if "open" in taken else "Away from any gas"
    mineral = _mineral_limestone(taken).lower()
    return (
        f"A rock is at {p['temperature']} °C, a laboratory at {p['laboratory']} °C; all of this happens at the "
        f"temperature of the {place}. Of two waters, pure at the start, the deep one is at equilibrium with calcite "
        f"and with a gas that holds {p['deep_gas']} % carbon dioxide in summer and {p['winter_gas']} % in winter; the "
        f"shallow one is at equilibrium with {shallow} a gas that holds {p['shallow_gas']} % all year (by volume, at 1 "
        f"atm). It is {season}. {deep} parts of the deep water and {100 - deep} parts of the shallow water, by mass of "
        f"water, make one kilogram. {gas}, this mixture comes to equilibrium with an excess of {mineral}. How much "
        f"{mineral} does it dissolve, in mol?"
    )


def _deep_parts(p: Parameters, taken: Taken) -> int:
    part = int(p["deep_part"])
    return 100 - part if "parts_swapped" in taken else part


def _mineral_limestone(taken: Taken) -> str:
    return "Dolomite" if "dolomite" in taken else "Calcite"


def _deck_limestone(p: Parameters, taken: Taken) -> str:
    temperature = int(p["laboratory" if "laboratory" in taken else "temperature"])
    deep = _deep_parts(p, taken) / 100
    deep_gas = _gas(float(p["winter_gas" if "winter" in taken else "deep_gas"]))
    calcite = " Calcite 0 10\n"
    shallow_phases = _gas(float(p["shallow_gas"])) + ("" if "shallow_without_calcite" in taken else calcite)
    return f"""{_limestone_water(1, temperature, deep_gas + calcite)}
{_limestone_water(2, temperature, shallow_phases)}
MIX 1
 1 {deep:.2f}
 2 {1 - deep:.2f}
EQUILIBRIUM_PHASES 3
{deep_gas if "open" in taken else ""} {_mineral_limestone(taken)} 0 10
END
"""


def _gas(percent: float) -> str:
    return f" CO2(g) {math.log10(percent / 100):.4f} 10\n"


def _limestone_water(number: int, temperature: int, phases: str) -> str:
    return f"""SOLUTION {number}
 temp {temperature}
 pH 7 charge
EQUILIBRIUM_PHASES {number}
{phases}SAVE solution {number}
END"""


def _read_limestone(r: Readings, p: Parameters, taken: Taken) -> float:
    return -r.phase(_mineral_limestone(taken), "delta")


mixing_corrosion = Scenario(
    name="mixing_corrosion",
    topic="mixing",
    database="phreeqc.dat",
    forks={
        "laboratory": Fork(
            "ran all the waters at the laboratory's temperature instead of the rock's",
            "ran all the waters at the rock's temperature instead of the laboratory's",
        ),
        "winter": Fork("used the carbon dioxide of winter", "used the carbon dioxide of summer"),
        "shallow_without_calcite": Fork(
            "left the calcite out where the shallow water is made",
            "put calcite in where the shallow water is made",
        ),
        "parts_swapped": Fork("swapped the parts of the two waters", "swapped the parts of the two waters"),
        "open": Fork("let the mixture touch the deep gas", "shut the mixture off from the deep gas"),
        "dolomite": Fork(
            "let the mixture dissolve dolomite instead of calcite",
            "let the mixture dissolve calcite instead of dolomite",
        ),
    },
    draw=_draw_limestone,
    ask=_ask_limestone,
    deck=_deck_limestone,
    read=_read_limestone,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-5,
    high=2e-2,
)

# ------------------------------------------------------------------ a thermal water loses its fluoride


def _draw_fluoride(draw: Generator) -> Parameters:
    top = int(draw.integers(8, 18))
    return {
        "temperature": top + int(draw.integers(20, 41)),
        "top": top,
        "salt": int(draw.integers(20, 120)),
        "fluoride": round(float(draw.uniform(24.0, 42.0)), 1),
        "south": round(float(draw.uniform(14.0, 19.0)), 1),
        "calcium": int(draw.integers(220, 420)),
        "hard_part": int(draw.choice([30, 35, 40, 60, 65, 70])),
    }


def _ask_fluoride(p: Parameters, taken: Taken) -> str:
    where = "the top" if "top" in taken else "depth"
    spring = "south" if "south" in taken else "north"
    counted = "counted as CaCO3 (100.09 g/mol)" if "hardness" in taken else "counted as Ca (40.08 g/mol)"
    part = _hard_parts(p, taken)
    mixed = (
        f"{part} kg of the hard water come to every 100 kg of the thermal water"
        if "on_top" in taken
        else f"every 100 kg of the mixture hold {part} kg of the hard water and {100 - part} kg of the thermal water"
    )
    wanted = "How much fluorite forms" if "formed" in taken else "How much total fluoride is left in solution"
    return (
        f"Per kilogram of water, thermal waters hold {p['salt']} mmol sodium chloride and, as sodium fluoride, "
        f"{p['fluoride']} mg fluoride (19.00 g/mol) in the north and {p['south']} mg in the south. Rising from depth, "
        f"at {p['temperature']} °C, to the top, at {p['top']} °C, the one in the {spring} meets a hard water: calcium "
        f"chloride with {p['calcium']} mg calcium, {counted}, per kilogram of water. By mass of water, {mixed}. They "
        f"meet at {where}, and all is at the temperature of that place. Fluorite alone may form, as far as the mixture "
        f"is oversaturated with it; no air is present. {wanted}, in mol per kilogram of the mixture's water?"
    )


def _hard_parts(p: Parameters, taken: Taken) -> int:
    part = int(p["hard_part"])
    return 100 - part if "parts_swapped" in taken else part


def _deck_fluoride(p: Parameters, taken: Taken) -> str:
    temperature = p["top" if "top" in taken else "temperature"]
    salt, fluoride = (
        float(p["salt"]),
        float(p["south" if "south" in taken else "fluoride"]) / GRAMS_PER_MOLE_OF_FLUORIDE,
    )
    calcium = float(p["calcium"]) / (GRAMS_PER_MOLE_OF_CALCITE if "hardness" in taken else GRAMS_PER_MOLE_OF_CALCIUM)
    hard = _hard_parts(p, taken) / 100
    # Divided so that the mixture is always one kilogram of water.
    hard = hard / (1 + hard) if "on_top" in taken else hard
    return f"""SOLUTION 1
 temp {temperature}
 pH 7 charge
 units mmol/kgw
 Na {salt + fluoride:.4f}
 Cl {salt}
 F {fluoride:.4f}
SOLUTION 2
 temp {temperature}
 pH 7 charge
 units mmol/kgw
 Ca {calcium:.4f}
 Cl {2 * calcium:.4f}
END
MIX 1
 1 {1 - hard:.6f}
 2 {hard:.6f}
EQUILIBRIUM_PHASES 1
 Fluorite 0 0
END
"""


def _read_fluoride(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.phase("Fluorite", "delta") if "formed" in taken else r.total("F")


fluoride_mixing = Scenario(
    name="fluoride_mixing",
    topic="mixing",
    database="phreeqc.dat",
    forks={
        "top": Fork("used the temperature of the top", "used the temperature of the depth"),
        "south": Fork("used the fluoride of the south", "used the fluoride of the north"),
        "hardness": Fork(
            "took the milligrams of calcium to be counted as CaCO3",
            "took the milligrams of calcium to be counted as Ca",
        ),
        "parts_swapped": Fork("swapped the parts of the two waters", "swapped the parts of the two waters"),
        "on_top": Fork(
            "added the hard water's part to a whole kilogram of thermal water",
            "took the hard water's part out of a whole kilogram of mixture",
        ),
        "formed": Fork(
            "read the fluorite formed instead of the fluoride left",
            "read the fluoride left instead of the fluorite formed",
        ),
    },
    draw=_draw_fluoride,
    ask=_ask_fluoride,
    deck=_deck_fluoride,
    read=_read_fluoride,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-5,
    high=3e-3,
)

# ------------------------------------------------------------------ the sea comes into a fresh aquifer


def _draw_intrusion(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(8, 21)),
        "gas": round(float(draw.uniform(0.5, 4.0)), 1),
        "sea_part": int(draw.choice([5, 8, 10, 12, 15])),
        "shore_part": int(draw.choice([25, 30, 35, 40, 45])),
        "exchanger": int(draw.integers(80, 160)),
        "sand": int(draw.integers(15, 40)),
    }


def _ask_intrusion(p: Parameters, taken: Taken) -> str:
    layer = "Sand" if "sand" in taken else "Clay"
    place = "near" if "near_shore" in taken else "far from"
    before = "sea" if "freshening" in taken else "fresh"
    again = ", and then does so again with a second kilogram in place of the first"
    element = "magnesium" if "magnesium" in taken else "calcium"
    where = "bound to the exchanger" if "bound" in taken else "in solution"
    return (
        "The fresh water of an aquifer (2 mmol sodium chloride per kilogram of water) is at equilibrium with calcite "
        f"under {p['gas']} % carbon dioxide by volume at 1 atm. Sea water of pH 8.2 has, in mmol per kilogram of "
        "water, Na 485, Mg 55, Ca 10.7, K 10.6, Cl 566, SO4 29.3 and alkalinity 2.4. Mixtures of the two hold "
        f"{p['sea_part']} % sea water far from the shore and {p['shore_part']} % near it, by mass of water. Per "
        f"kilogram of water, clay has {p['exchanger']} mmol charge of a cation exchanger X, sand {p['sand']} mmol. All "
        f"is at {p['temperature']} °C. {layer} {place} the shore, first at equilibrium with {before} water, comes to "
        "equilibrium with one kilogram of its mixture and with an excess of calcite, away from any "
        f"gas{again if 'second_portion' in taken else ''}. How much {element} is {where} in the end, in mol per "
        "kilogram of water?"
    )


def _deck_intrusion(p: Parameters, taken: Taken) -> str:
    temperature = p["temperature"]
    sea = int(p["shore_part" if "near_shore" in taken else "sea_part"]) / 100
    exchanger = int(p["sand" if "sand" in taken else "exchanger"]) / 1000
    portion = f"MIX 1\n 1 {1 - sea:.2f}\n 2 {sea:.2f}\nEQUILIBRIUM_PHASES 2\n Calcite 0 10\n"
    again = f"SAVE exchange 1\nEND\nUSE exchange 1\n{portion}"
    return f"""SOLUTION 1
 temp {temperature}
 pH 7 charge
 units mmol/kgw
 Na 2
 Cl 2
EQUILIBRIUM_PHASES 1
{_gas(float(p["gas"]))} Calcite 0 10
SAVE solution 1
END
SOLUTION 2
 temp {temperature}
 pH 8.2
 units mmol/kgw
 Na 485
 Mg 55
 Ca 10.7
 K 10.6
 Cl 566
 S(6) 29.3
 Alkalinity 2.4
END
EXCHANGE 1
 X {exchanger}
 -equilibrate {2 if "freshening" in taken else 1}
{portion}{again if "second_portion" in taken else ""}END
"""


def _read_intrusion(r: Readings, p: Parameters, taken: Taken) -> float:
    element = "Mg" if "magnesium" in taken else "Ca"
    return r.number(EXCHANGE, f"{element}X2", 0) if "bound" in taken else r.total(element)


sea_intrusion = Scenario(
    name="sea_intrusion",
    topic="mixing",
    database="phreeqc.dat",
    forks={
        "near_shore": Fork("used the mixture near the shore", "used the mixture far from the shore"),
        "sand": Fork("used the exchanger of the sand", "used the exchanger of the clay"),
        "freshening": Fork(
            "put the exchanger at equilibrium with sea water first",
            "put the exchanger at equilibrium with fresh water first",
        ),
        "second_portion": Fork(
            "let a second portion of the mixture follow", "let only one portion of the mixture come"
        ),
        "magnesium": Fork("read magnesium instead of calcium", "read calcium instead of magnesium"),
        "bound": Fork(
            "read what the exchanger holds instead of what is in solution",
            "read what is in solution instead of what the exchanger holds",
        ),
    },
    draw=_draw_intrusion,
    ask=_ask_intrusion,
    deck=_deck_intrusion,
    read=_read_intrusion,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-4,
    high=1e-1,
)
