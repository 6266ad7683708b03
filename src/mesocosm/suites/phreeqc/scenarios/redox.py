"""Redox: ferric iron from an electrode reading, nitrate reduced by organic matter, mine drainage met by calcite."""

from __future__ import annotations

import math

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import SPECIES, Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

VOLTS_PER_KELVIN = 8.314462 * 2.302585 / 96485.33
"""R ln(10) / F: electrode potential per unit of pe and kelvin."""
PYRITE_GRAMS_PER_MOL = 119.98
MONOSULFIDE_GRAMS_PER_MOL = 87.91
OPEN_AIR = -3.4
"""Carbon dioxide of the open air, log10 of its pressure in atm."""

# ------------------------------------------------------------------ ferric iron from a redox electrode


def _draw_ferric(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(6, 17)),
        "field_ph": round(float(draw.uniform(5.9, 7.0)), 2),
        "lab_ph": round(float(draw.uniform(7.1, 7.7)), 2),
        "millivolts": int(draw.integers(-30, 160)),
        "reference": int(draw.integers(209, 221)),
        "iron": round(float(draw.uniform(0.5, 9.0)), 2),
        "bicarbonate": int(draw.integers(60, 350)),
        "sodium": int(draw.integers(160, 280)),
    }


def _ask_ferric(p: Parameters) -> str:
    return (
        f"A well's water has {p['temperature']} °C and, measured in the field, pH {p['field_ph']} (in the laboratory, "
        f"after carbon dioxide had escaped, pH {p['lab_ph']}). It holds, in mg/L with a density of 1 kg/L, total iron "
        f"{p['iron']}, sodium {p['sodium']} and alkalinity {p['bicarbonate']} as HCO3, and chloride enough to balance "
        f"the charge. In the well a platinum electrode reads {p['millivolts']} mV against a reference electrode that "
        f"itself stands at +{p['reference']} mV against the standard hydrogen electrode. Taking that potential as the "
        "pe of the whole water (pe = E F / (2.302585 R T) at the water's own temperature), what is the total molality "
        "of ferric iron, Fe(3), in the water as it stood in the well, with no mineral precipitating?"
    )


def _pe(p: Parameters, wrong: Wrong) -> float:
    if "pe_left_at_four" in wrong:
        return 4.0
    millivolts = float(p["millivolts"])
    if "reference_forgotten" not in wrong:
        millivolts += float(p["reference"])
    kelvin = 298.15 if "pe_at_room_temperature" in wrong else float(p["temperature"]) + 273.15
    return millivolts / 1000 / (VOLTS_PER_KELVIN * kelvin)


def _deck_ferric(p: Parameters, wrong: Wrong) -> str:
    return f"""SOLUTION 1
 temp {25 if "water_at_room_temperature" in wrong else p["temperature"]}
 pH {p["lab_ph"] if "laboratory_ph" in wrong else p["field_ph"]}
 pe {_pe(p, wrong):.4f}
 units mg/L
 density 1
 Fe {p["iron"]}{" mmol/L" if "iron_as_millimoles" in wrong else ""}
 Na {p["sodium"]}
 Alkalinity {p["bicarbonate"]} as HCO3
 Cl 100 charge
END
"""


def _read_ferric(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "hydrolysed_only" in wrong:
        return r.species("Fe(OH)2+")
    return r.number(SPECIES, "Fe(3)", 0)


ferric_iron = Scenario(
    name="ferric_iron",
    topic="redox",
    database="phreeqc.dat",
    mistakes={
        "reference_forgotten": "took the reading as if it were against the hydrogen electrode",
        "pe_left_at_four": "left the pe at the program's default of 4",
        "pe_at_room_temperature": "turned the potential into pe with the factor for 25 °C",
        "water_at_room_temperature": "speciated the water at 25 °C",
        "laboratory_ph": "used the laboratory's pH instead of the field's",
        "iron_as_millimoles": "entered the milligrams of iron as millimoles",
        "hydrolysed_only": "read the species Fe(OH)2+ alone instead of all ferric iron",
    },
    draw=_draw_ferric,
    ask=_ask_ferric,
    deck=_deck_ferric,
    read=_read_ferric,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-12,
    high=1e-3,
)

# ------------------------------------------------------------------ nitrate reduced by organic matter


def _draw_nitrate(draw: Generator) -> Parameters:
    steps = int(draw.integers(5, 9))
    return {
        "temperature": int(draw.integers(6, 22)),
        "oxygen": round(float(draw.uniform(4.0, 9.5)), 1),
        "nitrate": int(draw.integers(60, 130)),
        "bicarbonate": int(draw.integers(90, 260)),
        "organic": round(float(draw.uniform(1.2, 1.7)), 2),
        "steps": steps,
        "step": int(draw.integers(3, steps)),
    }


def _ask_nitrate(p: Parameters) -> str:
    return (
        f"Recharge of {p['temperature']} °C and pH 7.2 under a field holds, in mg per kilogram of water, {p['oxygen']} "
        f"dissolved oxygen (O2), {p['nitrate']} nitrate counted as NO3 and {p['bicarbonate']} bicarbonate (dissolved "
        f"inorganic carbon counted as HCO3); sodium balances the charge. In the aquifer {p['organic']} mmol of organic "
        f"matter, CH2O, per kilogram of water react with it in {p['steps']} equal steps, everything coming to redox "
        "equilibrium and nothing leaving the water. How much N(5) (nitrate) is left, in mol per kilogram of water, "
        f"after step {p['step']}?"
    )


def _deck_nitrate(p: Parameters, wrong: Wrong) -> str:
    reactant = "CH4" if "methane" in wrong else "CH2O"
    oxygen = 0.0 if "oxygen_left_out" in wrong else float(p["oxygen"]) / (2 if "half_the_oxygen" in wrong else 1)
    counted_as = "N" if "nitrate_as_nitrogen" in wrong else "NO3"
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH 7.2
 units mg/kgw
 O(0) {oxygen}
 N(5) {p["nitrate"]} as {counted_as}
 C(4) {p["bicarbonate"]} as HCO3
 Na 50 charge
REACTION 1
 {reactant} 1
 {p["organic"]} mmol in {p["steps"]} steps
END
"""


def _read_nitrate(r: Readings, p: Parameters, wrong: Wrong) -> float:
    step = int(p["step"]) - ("step_before" in wrong) + ("start_not_counted" in wrong)
    if "all_nitrogen" in wrong:
        return r.total("N", step)
    if "nitrogen_gas" in wrong:
        return r.number(SPECIES, "N(0)", 0, step)
    left = r.number(SPECIES, "N(5)", 0, step)
    if left < 1e-6:
        raise ValueError("no nitrate is left")
    return left


nitrate_reduction = Scenario(
    name="nitrate_reduction",
    topic="redox",
    database="phreeqc.dat",
    mistakes={
        "nitrate_as_nitrogen": "took the nitrate's mass as nitrogen",
        "oxygen_left_out": "left the dissolved oxygen out",
        "half_the_oxygen": "entered moles of O2 as moles of O, half the dissolved oxygen",
        "methane": "let methane react instead of CH2O",
        "step_before": "read the step before the one asked for",
        "start_not_counted": "read the step after the one asked for",
        "all_nitrogen": "read all dissolved nitrogen instead of nitrate",
        "nitrogen_gas": "read the nitrogen turned to N2 instead of the nitrate left",
    },
    draw=_draw_nitrate,
    ask=_ask_nitrate,
    deck=_deck_nitrate,
    read=_read_nitrate,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=2e-5,
    high=5e-3,
)

# ------------------------------------------------------------------ mine drainage met by calcite


def _draw_drainage(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(6, 18)),
        "pyrite": 10 * int(draw.integers(20, 220)),
        "percent": round(float(draw.uniform(0.6, 9.0)), 1),
        "chloride": round(float(draw.uniform(0.2, 2.0)), 2),
    }


def _ask_drainage(p: Parameters) -> str:
    return (
        f"Water of {p['temperature']} °C with {p['chloride']} mmol sodium chloride per kilogram of water trickles "
        f"through a tailings heap, where {p['pyrite']} mg of pyrite (FeS2, {PYRITE_GRAMS_PER_MOL} g/mol) per kilogram "
        "of water react to the end. The heap stays in equilibrium with pore air of O2(g) at 10^-0.7 atm and "
        f"{p['percent']} % CO2(g) by volume at a total of 1 atm, both without limit, and with an excess of calcite; "
        "Fe(OH)3(a) and gypsum precipitate where they become saturated. How many moles of calcite dissolve in all, "
        "per kilogram of water (as a positive number)?"
    )


def _deck_drainage(p: Parameters, wrong: Wrong) -> str:
    molar_mass = MONOSULFIDE_GRAMS_PER_MOL if "monosulfide_mass" in wrong else PYRITE_GRAMS_PER_MOL
    phases = [
        " O2(g) -0.7 10",
        "" if "closed_to_gas" in wrong else f" CO2(g) {_log_pressure(p, wrong):.4f} 10",
        f" {_carbonate(wrong)} 0 10",
        "" if "iron_stays" in wrong else " Fe(OH)3(a) 0 0",
        " Gypsum 0 0",
    ]
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH 7
 units mmol/kgw
 Na {p["chloride"]}
 Cl {p["chloride"]}
REACTION 1
 {"FeS" if "monosulfide" in wrong else "FeS2"} 1
 {float(p["pyrite"]) / molar_mass:.5f} mmol
EQUILIBRIUM_PHASES 1
{chr(10).join(line for line in phases if line)}
END
"""


def _log_pressure(p: Parameters, wrong: Wrong) -> float:
    if "outside_air" in wrong:
        return OPEN_AIR
    return math.log10(float(p["percent"]) / (1 if "percent_as_atmospheres" in wrong else 100))


def _carbonate(wrong: Wrong) -> str:
    return "Dolomite" if "dolomite" in wrong else "Calcite"


def _read_drainage(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "calcium_read" in wrong:
        return r.total("Ca")
    return -r.phase(_carbonate(wrong), "delta")


mine_drainage = Scenario(
    name="mine_drainage",
    topic="redox",
    database="phreeqc.dat",
    mistakes={
        "monosulfide_mass": "turned the mass of pyrite into moles with the molar mass of FeS",
        "monosulfide": "let FeS react instead of FeS2, with half the sulfur",
        "outside_air": "used the carbon dioxide pressure of the open air instead of the heap's",
        "closed_to_gas": "held no carbon dioxide pressure, so that the gas from the calcite stays in the water",
        "iron_stays": "let no ferric hydroxide precipitate",
        "percent_as_atmospheres": "took the percentage of carbon dioxide as its pressure in atmospheres",
        "dolomite": "let dolomite dissolve instead of calcite",
        "calcium_read": "read dissolved calcium instead of the calcite dissolved",
    },
    draw=_draw_drainage,
    ask=_ask_drainage,
    deck=_deck_drainage,
    read=_read_drainage,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-4,
    high=1e-1,
)
