"""Redox: ferric iron from an electrode reading, nitrate reduced by organic matter, mine drainage met by a carbonate."""

from __future__ import annotations

import math

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import SPECIES, Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

VOLTS_PER_KELVIN = 8.314462 * 2.302585 / 96485.33
"""R ln(10) / F in volts per kelvin: electrode potential per unit of pe and kelvin."""
PYRITE_GRAMS_PER_MOL = 119.98
MONOSULFIDE_GRAMS_PER_MOL = 87.91

# ------------------------------------------------------------------ ferric iron from a redox electrode


def _draw_ferric(draw: Generator) -> Parameters:
    # potentials at which much of the iron stays ferrous: once all is ferric, the electrode shows nothing
    first = int(draw.integers(-130, -30))
    field_ph, iron = round(float(draw.uniform(5.9, 6.6)), 2), round(float(draw.uniform(2.0, 9.0)), 2)
    return {
        "temperature": int(draw.integers(6, 15)),
        "lab_temperature": int(draw.integers(19, 26)),
        "field_ph": field_ph,
        "lab_ph": round(field_ph + float(draw.uniform(0.3, 0.7)), 2),
        "millivolts": first,
        "later_millivolts": first + int(draw.integers(15, 50)),
        "reference": int(draw.integers(200, 216)),
        "calomel": int(draw.integers(238, 252)),
        "iron": iron,
        "filtered": round(iron * float(draw.uniform(0.4, 0.85)), 2),
        "bicarbonate": int(draw.integers(60, 250)),
        "sodium": int(draw.integers(160, 280)),
    }


def _ask_ferric(p: Parameters, taken: Taken) -> str:
    place = "the bottle" if "bottle" in taken else "the well"
    reference = "calomel" if "calomel" in taken else "silver chloride"
    reading = "the later" if "later_reading" in taken else "the first"
    filtered = "filtered" if "filtered" in taken else "unfiltered"
    anion = "sulfate" if "sulfate" in taken else "chloride"
    wanted = "the species Fe(OH)2+" if "hydrolysed" in taken else "all ferric iron, Fe(3),"
    return (
        f"A water is at {p['temperature']} °C and pH {p['field_ph']} in its well, {p['lab_temperature']} °C and pH "
        f"{p['lab_ph']} in an open bottle. In mg/L, with a density of 1 kg/L, it holds iron {p['iron']} (unfiltered) "
        f"or {p['filtered']} (filtered), sodium {p['sodium']}, alkalinity {p['bicarbonate']} as HCO3, and {anion} to "
        f"balance the charge. In either place a platinum electrode reads {p['millivolts']} mV at first and "
        f"{p['later_millivolts']} mV later, against a {reference} electrode; silver chloride stands at "
        f"+{p['reference']} mV, calomel at +{p['calomel']} mV against the standard hydrogen electrode. Taking "
        f"{reading} potential as the pe of the whole water (pe = E F / (2.302585 R T), at the place's temperature) and "
        f"{filtered} iron, what is the molality of {wanted} in {place}, with no mineral precipitating?"
    )


def _pe(p: Parameters, taken: Taken) -> float:
    read = float(p["later_millivolts" if "later_reading" in taken else "millivolts"])
    reference = float(p["calomel" if "calomel" in taken else "reference"])
    kelvin = float(p["lab_temperature" if "bottle" in taken else "temperature"]) + 273.15
    return (read + reference) / 1000 / (VOLTS_PER_KELVIN * kelvin)


def _deck_ferric(p: Parameters, taken: Taken) -> str:
    temperature, ph = ("lab_temperature", "lab_ph") if "bottle" in taken else ("temperature", "field_ph")
    return f"""SOLUTION 1
 temp {p[temperature]}
 pH {p[ph]}
 pe {_pe(p, taken):.4f}
 units mg/L
 density 1
 Fe {p["filtered" if "filtered" in taken else "iron"]}
 Na {p["sodium"]}
 Alkalinity {p["bicarbonate"]} as HCO3
 {"S(6)" if "sulfate" in taken else "Cl"} 100 charge
END
"""


def _read_ferric(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.species("Fe(OH)2+") if "hydrolysed" in taken else r.number(SPECIES, "Fe(3)", 0)


ferric_iron = Scenario(
    name="ferric_iron",
    topic="redox",
    database="phreeqc.dat",
    forks={
        "bottle": Fork(
            "used the temperature and pH of the bottle instead of the well's",
            "used the temperature and pH of the well instead of the bottle's",
        ),
        "calomel": Fork(
            "took the reference for a calomel electrode", "took the calomel reference for a silver chloride electrode"
        ),
        "later_reading": Fork("took the electrode's later reading", "took the electrode's first reading"),
        "filtered": Fork("entered the iron of the filtered sample", "entered the iron of the unfiltered sample"),
        "sulfate": Fork("balanced the charge with sulfate", "balanced the charge with chloride"),
        "hydrolysed": Fork(
            "read the species Fe(OH)2+ alone instead of all ferric iron",
            "read all ferric iron instead of the species Fe(OH)2+",
        ),
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
    steps = int(draw.integers(4, 7))
    oxygen = round(float(draw.uniform(5.0, 8.0)), 1)
    organic = round(float(draw.uniform(0.45, 0.6)), 2)
    return {
        "temperature": int(draw.integers(6, 22)),
        "oxygen": oxygen,
        "autumn": round(oxygen * float(draw.uniform(0.05, 0.4)), 1),
        # enough nitrate for the richer layer and methane's eight electrons
        "nitrate": int(draw.integers(95, 140)),
        "bicarbonate": int(draw.integers(120, 300)),
        "organic": organic,
        "peat": round(organic * float(draw.uniform(1.2, 1.5)), 2),
        "steps": steps,
        # late enough for the oxygen to be gone and nitrate to react
        "step": int(draw.integers(steps // 2 + 1, steps)),
    }


def _ask_nitrate(p: Parameters, taken: Taken) -> str:
    season = "autumn" if "autumn" in taken else "spring"
    counted = "CaCO3" if "as_calcium_carbonate" in taken else "HCO3"
    reductant = "methane, CH4," if "methane" in taken else "organic matter, CH2O,"
    layer = "peaty" if "peat" in taken else "sandy"
    rock = "in equilibrium with an excess of calcite" if "calcite" in taken else "with no mineral reacting"
    return (
        f"Recharge of {p['temperature']} °C and pH 7.2 holds, in mg per kilogram of water, {p['nitrate']} nitrate "
        f"counted as NO3, an alkalinity of {p['bicarbonate']} counted as {counted}, and dissolved oxygen (O2) of "
        f"{p['oxygen']} in spring and {p['autumn']} in autumn; sodium balances the charge. The {season} water sinks "
        f"into the {layer} layer of an aquifer, where {reductant} reacts with it in {p['steps']} equal steps, "
        f"{rock}: per kilogram of water {p['organic']} mmol in all in the sandy layer, {p['peat']} mmol in the peaty "
        "one. Everything comes to redox equilibrium, and no gas leaves the water. What is the molality of the "
        f"dissolved species CO2 after step {_step_nitrate(p, taken)}?"
    )


def _step_nitrate(p: Parameters, taken: Taken) -> int:
    return int(p["step"]) + ("later_step" in taken)


def _deck_nitrate(p: Parameters, taken: Taken) -> str:
    calcite = "EQUILIBRIUM_PHASES 1\n Calcite 0 10\n" if "calcite" in taken else ""
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH 7.2
 units mg/kgw
 O(0) {p["autumn" if "autumn" in taken else "oxygen"]}
 N(5) {p["nitrate"]} as NO3
 Alkalinity {p["bicarbonate"]} as {"CaCO3" if "as_calcium_carbonate" in taken else "HCO3"}
 Na 50 charge
REACTION 1
 {"CH4" if "methane" in taken else "CH2O"} 1
 {p["peat" if "peat" in taken else "organic"]} mmol in {p["steps"]} steps
{calcite}END
"""


def _read_nitrate(r: Readings, p: Parameters, taken: Taken) -> float:
    step = _step_nitrate(p, taken)
    if r.number(SPECIES, "N(5)", 0, step) < 1e-6:
        raise ValueError("no nitrate is left")
    return r.species("CO2", occurrence=step)


nitrate_reduction = Scenario(
    name="nitrate_reduction",
    topic="redox",
    database="phreeqc.dat",
    forks={
        "later_step": Fork("read the step after the one asked for", "read the step before the one asked for"),
        "methane": Fork("let methane react instead of CH2O", "let CH2O react instead of methane"),
        "peat": Fork("reacted as much as in the peaty layer", "reacted as much as in the sandy layer"),
        "autumn": Fork("used the oxygen of autumn instead of spring", "used the oxygen of spring instead of autumn"),
        "as_calcium_carbonate": Fork("entered the alkalinity as CaCO3", "entered the alkalinity as HCO3"),
        "calcite": Fork("kept the water in equilibrium with calcite", "left the calcite out"),
    },
    draw=_draw_nitrate,
    ask=_ask_nitrate,
    deck=_deck_nitrate,
    read=_read_nitrate,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-8,
    high=5e-3,
)

# ------------------------------------------------------------------ mine drainage met by a carbonate


def _draw_drainage(draw: Generator) -> Parameters:
    pyrite = 10 * int(draw.integers(12, 50))
    percent = round(float(draw.uniform(3.0, 9.0)), 1)
    return {
        "temperature": int(draw.integers(6, 18)),
        "pyrite": pyrite,
        "lean": 10 * round(pyrite * float(draw.uniform(0.03, 0.07))),
        "percent": percent,
        "winter": round(percent * float(draw.uniform(0.08, 0.35)), 1),
        "chloride": round(float(draw.uniform(1.5, 6.0)), 2),
    }


def _ask_drainage(p: Parameters, taken: Taken) -> str:
    salt = "bicarbonate" if "bicarbonate" in taken else "chloride"
    sulfide, mass = ("FeS", MONOSULFIDE_GRAMS_PER_MOL) if "monosulfide" in taken else ("FeS2", PYRITE_GRAMS_PER_MOL)
    carbonate = _carbonate(taken).lower()
    contact = (
        "The water, free of any mineral, then runs through a buried drain, shut off from any gas, and comes to "
        f"equilibrium with an excess of {carbonate}; Fe(OH)3(a) precipitates"
        if "drain" in taken
        else f"All the while it is in equilibrium with an excess of {carbonate} too; Fe(OH)3(a) precipitates"
    )
    return (
        f"Water of {p['temperature']} °C with {p['chloride']} mmol sodium {salt} per kilogram of water trickles "
        f"through a heap whose sulfide, {sulfide} ({mass} g/mol), reacts to the end: {p['pyrite']} mg per kilogram of "
        f"water in the rich part, {p['lean']} mg in the lean part. There it stays in equilibrium with pore air of "
        f"O2(g) at 10^-0.7 atm and of {p['percent']} % CO2(g) in summer, {p['winter']} % in winter (by volume, total 1 "
        f"atm), both without limit. {contact} wherever it becomes saturated. How many moles of {carbonate} dissolve "
        f"per kilogram of water of the {'lean' if 'lean' in taken else 'rich'} part in "
        f"{'winter' if 'winter' in taken else 'summer'} (as a positive number)?"
    )


def _deck_drainage(p: Parameters, taken: Taken) -> str:
    mass = MONOSULFIDE_GRAMS_PER_MOL if "monosulfide" in taken else PYRITE_GRAMS_PER_MOL
    percent = float(p["winter" if "winter" in taken else "percent"])
    shut = "SAVE solution 1\nEND\nUSE solution 1\nEQUILIBRIUM_PHASES 2\n Fe(OH)3(a) 0 0\n" if "drain" in taken else ""
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH 7 charge
 units mmol/kgw
 Na {p["chloride"]}
 {"C(4)" if "bicarbonate" in taken else "Cl"} {p["chloride"]}
REACTION 1
 {"FeS" if "monosulfide" in taken else "FeS2"} 1
 {float(p["lean" if "lean" in taken else "pyrite"]) / mass:.5f} mmol
EQUILIBRIUM_PHASES 1
 O2(g) -0.7 10
 CO2(g) {math.log10(percent / 100):.4f} 10
 Fe(OH)3(a) 0 0
{shut} {_carbonate(taken)} 0 10
END
"""


def _carbonate(taken: Taken) -> str:
    return "Dolomite" if "dolomite" in taken else "Calcite"


def _read_drainage(r: Readings, p: Parameters, taken: Taken) -> float:
    return -r.phase(_carbonate(taken), "delta")


mine_drainage = Scenario(
    name="mine_drainage",
    topic="redox",
    database="phreeqc.dat",
    forks={
        "monosulfide": Fork("let FeS react instead of FeS2", "let FeS2 react instead of FeS"),
        "lean": Fork("used the sulfide of the lean part", "used the sulfide of the rich part"),
        "winter": Fork("used the carbon dioxide of winter", "used the carbon dioxide of summer"),
        "dolomite": Fork("let dolomite dissolve instead of calcite", "let calcite dissolve instead of dolomite"),
        "drain": Fork(
            "let the sulfide react first and the carbonate dissolve shut off from the gas",
            "let the carbonate dissolve in contact with the gas while the sulfide reacted",
        ),
        "bicarbonate": Fork(
            "gave the water bicarbonate instead of chloride", "gave the water chloride for bicarbonate"
        ),
    },
    draw=_draw_drainage,
    ask=_ask_drainage,
    deck=_deck_drainage,
    read=_read_drainage,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-5,
    high=1e-1,
)
