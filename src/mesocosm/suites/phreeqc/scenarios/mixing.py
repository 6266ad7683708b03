"""Waters that mix: in limestone, above a hot spring, and where the sea comes into a fresh aquifer."""

from __future__ import annotations

import math

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import EXCHANGE, Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

OUTSIDE_AIR = 0.042
"""Carbon dioxide in the open air, percent by volume."""
GRAMS_PER_MOLE_OF_FLUORIDE = 19.00
GRAMS_PER_MOLE_OF_CALCIUM = 40.08
GRAMS_PER_MOLE_OF_CALCITE = 100.09

# ------------------------------------------------------------------ two waters at rest with calcite, mixed


def _draw_limestone(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(5, 17)),
        "deep_gas": round(float(draw.uniform(4.0, 12.0)), 1),
        "shallow_gas": round(float(draw.uniform(0.1, 0.8)), 2),
        "deep_part": int(draw.choice([15, 20, 25, 30, 35, 40, 60, 65, 70, 75, 80])),
    }


def _ask_limestone(p: Parameters) -> str:
    return (
        f"Two waters meet in a limestone at {p['temperature']} °C. Each began as pure water and is at equilibrium "
        f"with calcite: the deep one under {p['deep_gas']} % carbon dioxide, the shallow one under "
        f"{p['shallow_gas']} % (both by volume at 1 atm). Away from any gas, {p['deep_part']} parts of the deep "
        f"water mix with {100 - int(p['deep_part'])} parts of the shallow water, by mass of water and to one "
        "kilogram in all, and the mixture comes to equilibrium with an excess of calcite. How much calcite does "
        "the mixture dissolve, in mol?"
    )


def _deck_limestone(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else int(p["temperature"])
    deep = int(p["deep_part"]) / 100
    deep = 1 - deep if "parts_swapped" in wrong else deep
    deep = 0.5 if "equal_parts" in wrong else deep
    shallow_mineral = "" if "shallow_without_calcite" in wrong else " Calcite 0 10"
    return f"""{_limestone_water(1, temperature, float(p["deep_gas"]), " Calcite 0 10")}
{_limestone_water(2, temperature, _shallow_gas(p, wrong), shallow_mineral)}
MIX 1
 1 {deep:.2f}
 2 {1 - deep:.2f}
EQUILIBRIUM_PHASES 3
 {_mineral_limestone(wrong)} 0 10
END
"""


def _limestone_water(number: int, temperature: int, gas_percent: float, mineral: str) -> str:
    return f"""SOLUTION {number}
 temp {temperature}
 pH 7 charge
EQUILIBRIUM_PHASES {number}
 CO2(g) {math.log10(gas_percent / 100):.4f} 10
{mineral}
SAVE solution {number}
END"""


def _shallow_gas(p: Parameters, wrong: Wrong) -> float:
    percent = OUTSIDE_AIR if "outside_air" in wrong else float(p["shallow_gas"])
    return 10 * percent if "tenfold_shallow_gas" in wrong else percent


def _mineral_limestone(wrong: Wrong) -> str:
    return "Dolomite" if "dolomite" in wrong else "Calcite"


def _read_limestone(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return -r.phase(_mineral_limestone(wrong), "delta")


mixing_corrosion = Scenario(
    name="mixing_corrosion",
    topic="mixing",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran all the waters at 25 °C instead of their own temperature",
        "parts_swapped": "swapped the parts of the two waters",
        "equal_parts": "mixed the waters half and half",
        "outside_air": "gave the shallow water the carbon dioxide of the open air",
        "tenfold_shallow_gas": "slipped by a factor of ten in the carbon dioxide of the shallow water",
        "shallow_without_calcite": "left the calcite out where the shallow water is made",
        "dolomite": "let the mixture dissolve dolomite instead of calcite",
    },
    draw=_draw_limestone,
    ask=_ask_limestone,
    deck=_deck_limestone,
    read=_read_limestone,
    unit="mol",
    digits=4,
    style="scientific",
    low=2e-5,
    high=2e-3,
)

# ------------------------------------------------------------------ a thermal water loses its fluoride


def _draw_fluoride(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(8, 51)),
        "salt": int(draw.integers(20, 120)),
        "fluoride": round(float(draw.uniform(14.0, 40.0)), 1),
        "calcium": int(draw.integers(100, 360)),
        "hard_part": int(draw.choice([20, 25, 30, 35, 40, 60, 65, 70, 75])),
    }


def _ask_fluoride(p: Parameters) -> str:
    return (
        f"A thermal water holds {p['salt']} mmol sodium chloride and, as sodium fluoride, {p['fluoride']} mg "
        "fluoride per kilogram of water (19.00 g/mol). On its way up it meets a hard ground water, taken here as a "
        f"solution of calcium chloride with {p['calcium']} mg calcium (40.08 g/mol) per kilogram of water. The hard "
        f"water makes up {p['hard_part']} % of the mixture by mass of water, the thermal water the rest. All is at "
        f"{p['temperature']} °C. Fluorite forms until the mixture is at equilibrium with it; no other mineral does, "
        "and no air is present. What is the total fluoride left in solution, in mol per kilogram of water?"
    )


def _deck_fluoride(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    salt = 0 if "salt_left_out" in wrong else int(p["salt"])
    fluoride = float(p["fluoride"]) / GRAMS_PER_MOLE_OF_FLUORIDE
    counted_as = GRAMS_PER_MOLE_OF_CALCITE if "calcium_as_hardness" in wrong else GRAMS_PER_MOLE_OF_CALCIUM
    calcium = float(p["calcium"]) / counted_as
    hard = int(p["hard_part"]) / 100
    hard = 1 - hard if "parts_swapped" in wrong else hard
    hard = 0.5 if "equal_parts" in wrong else hard
    thermal = 1.0 if "hard_on_top" in wrong else 1 - hard
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
 1 {thermal:.2f}
 2 {hard:.2f}
EQUILIBRIUM_PHASES 1
 Fluorite 0 0
END
"""


def _read_fluoride(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.species("F-", "activity") if "activity" in wrong else r.total("F")


fluoride_mixing = Scenario(
    name="fluoride_mixing",
    topic="mixing",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the waters at 25 °C instead of their own temperature",
        "salt_left_out": "left the sodium chloride of the thermal water out",
        "parts_swapped": "swapped the parts of the two waters",
        "equal_parts": "mixed the waters half and half",
        "calcium_as_hardness": "took the milligrams of calcium to be counted as CaCO3",
        "hard_on_top": "added the hard water's part to a whole kilogram of thermal water",
        "activity": "read the activity of the fluoride ion instead of total fluoride",
    },
    draw=_draw_fluoride,
    ask=_ask_fluoride,
    deck=_deck_fluoride,
    read=_read_fluoride,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=2e-5,
    high=2e-3,
)

# ------------------------------------------------------------------ the sea comes into a fresh aquifer


def _draw_intrusion(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(8, 21)),
        "gas": round(float(draw.uniform(0.5, 4.0)), 1),
        "sea_part": int(draw.choice([5, 8, 10, 15, 20, 25, 30, 35, 40])),
        "exchanger": int(draw.integers(20, 160)),
    }


def _ask_intrusion(p: Parameters) -> str:
    return (
        f"A coastal aquifer at {p['temperature']} °C holds fresh water (2 mmol sodium chloride per kilogram of "
        f"water) at equilibrium with calcite under {p['gas']} % carbon dioxide by volume at 1 atm. Its clay, a "
        f"cation exchanger X of {p['exchanger']} mmol charge per kilogram of water, is at equilibrium with that "
        f"fresh water. The sea comes in: a mixture of {p['sea_part']} % sea water and {100 - int(p['sea_part'])} % "
        "of the fresh water, by mass of water and one kilogram in all, reaches the clay and comes to equilibrium "
        "with the exchanger and with an excess of calcite, away from any gas. Sea water, at the same temperature "
        "and pH 8.2, has in mmol per kilogram of water: Na 485, Mg 55, Ca 10.7, K 10.6, Cl 566, SO4 29.3, and an "
        "alkalinity of 2.4. What is the total calcium in solution then, in mol per kilogram of water?"
    )


def _deck_intrusion(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    sea = int(p["sea_part"]) / 100
    sea = 1 - sea if "parts_swapped" in wrong else sea
    sea = 0.5 if "equal_parts" in wrong else sea
    return f"""SOLUTION 1
 temp {temperature}
 pH 7 charge
 units mmol/kgw
 Na 2
 Cl 2
EQUILIBRIUM_PHASES 1
 CO2(g) {math.log10(float(p["gas"]) / 100):.4f} 10
 Calcite 0 10
SAVE solution 1
END
SOLUTION 2
 temp {temperature}
 pH 8.2
 units mmol/kgw
 Na 485
 Mg {0 if "magnesium_left_out" in wrong else 55}
 Ca 10.7
 K 10.6
 Cl {456 if "magnesium_left_out" in wrong else 566}
 S(6) 29.3
 Alkalinity 2.4
END
{_exchanger(p, wrong)}MIX 1
 1 {1 - sea:.2f}
 2 {sea:.2f}
EQUILIBRIUM_PHASES 2
 Calcite 0 10
END
"""


def _exchanger(p: Parameters, wrong: Wrong) -> str:
    if "exchanger_left_out" in wrong:
        return ""
    moles = int(p["exchanger"]) / (500 if "charge_as_moles" in wrong else 1000)
    return f"EXCHANGE 1\n X {moles}\n -equilibrate {2 if 'clay_of_the_sea' in wrong else 1}\n"


def _read_intrusion(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "bound_calcium" in wrong:
        return r.number(EXCHANGE, "CaX2", 0)
    return r.species("Ca+2") if "free_ion" in wrong else r.total("Ca")


sea_intrusion = Scenario(
    name="sea_intrusion",
    topic="mixing",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the waters at 25 °C instead of their own temperature",
        "parts_swapped": "swapped the parts of sea water and fresh water",
        "equal_parts": "mixed sea water and fresh water half and half",
        "exchanger_left_out": "left the clay's exchanger out",
        "clay_of_the_sea": "put the exchanger at equilibrium with sea water instead of fresh water",
        "charge_as_moles": "took the exchanger's charge for moles of CaX2, twice the exchanger",
        "magnesium_left_out": "left the sea's magnesium out",
        "bound_calcium": "read the calcium on the exchanger instead of that in solution",
        "free_ion": "read the free calcium ion instead of total calcium",
    },
    draw=_draw_intrusion,
    ask=_ask_intrusion,
    deck=_deck_intrusion,
    read=_read_intrusion,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-3,
    high=1e-1,
)
