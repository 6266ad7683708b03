"""Kinetics: calcite and pyrite by the database's rate laws, aerobic decay by a rate law of the user's own."""

from __future__ import annotations

import math

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

LATER_STEP = Fork("read the time step after the one asked for", "read the time step before the one asked for")
EACH_STEP = Fork("gave each time step the time of all of them", "spread the time of one step over all of them")


def _step(p: Parameters, taken: Taken) -> int:
    """Return the number of the step that is read: the first after the start is 1."""
    return int(p["step"]) + ("later_step" in taken)


def _duration_text(p: Parameters, taken: Taken, unit: str) -> str:
    if "each_step" in taken:
        return f"{p['steps']} time steps of {p[unit]} {unit} each"
    return f"{p[unit]} {unit} in all, in {p['steps']} equal time steps"


def _duration(p: Parameters, taken: Taken, unit: str) -> float:
    """Return the duration of all time steps together, in the unit named."""
    return float(p[unit]) * (int(p["steps"]) if "each_step" in taken else 1)


# ------------------------------------------------------------------ calcite by the database's rate law


def _draw_calcite(draw: Generator) -> Parameters:
    steps = int(draw.integers(3, 6))
    area = 10 * int(draw.integers(4, 11))
    return {
        "temperature": int(draw.integers(5, 12)),
        "warm": int(draw.integers(26, 36)),
        "log_pressure": round(float(draw.uniform(-2.0, -1.5)), 2),
        "log_pressure_cave": round(float(draw.uniform(-2.9, -2.4)), 2),
        "calcite": int(draw.integers(5, 30)),
        "area": area,
        "fine": 10 * round(area * float(draw.uniform(0.15, 0.3))),
        "hours": int(draw.integers(2, 7)),
        "steps": steps,
        "step": int(draw.integers(1, steps)),
    }


def _ask_calcite(p: Parameters, taken: Taken) -> str:
    heat = "warm" if "warm" in taken else "cold"
    gas = "cave" if "cave_air" in taken else "soil"
    grains = "fine" if "fine" in taken else "coarse"
    contact = "Out of reach of any gas" if "closed" in taken else "Still in contact with that air"
    return (
        f"Cold water has {p['temperature']} °C and warm water {p['warm']} °C throughout; soil air holds CO2(g) at "
        f"10^{p['log_pressure']} atm and cave air at 10^{p['log_pressure_cave']} atm. Pure {heat} water first comes to "
        f"equilibrium with {gas} air. {contact}, it then runs over {grains} calcite dissolving by the database's own "
        f"Calcite rate law: per kilogram of water {p['calcite']} mmol, with a total surface of {p['area']} cm2 at the "
        f"start if coarse and {p['fine']} cm2 if fine. The law's parameters are the surface per mole of calcite in "
        f"cm2/mol and the exponent of M/M0, which is 0.6. It reacts for {_duration_text(p, taken, 'hours')}. What is "
        f"the total dissolved calcium, in mol per kilogram of water, at the end of time step {_step(p, taken)}?"
    )


def _deck_calcite(p: Parameters, taken: Taken) -> str:
    moles = float(p["calcite"]) / 1000
    area = float(p["fine" if "fine" in taken else "area"]) / moles
    gas = f" CO2(g) {p['log_pressure_cave' if 'cave_air' in taken else 'log_pressure']} 10\n"
    contact = "" if "closed" in taken else f"EQUILIBRIUM_PHASES 2\n{gas}"
    return f"""SOLUTION 1
 temp {p["warm" if "warm" in taken else "temperature"]}
 pH 7
EQUILIBRIUM_PHASES 1
{gas}SAVE solution 1
END
USE solution 1
{contact}KINETICS 1
Calcite
 -m0 {moles}
 -parms {area:.6g} 0.6
 -steps {3600 * _duration(p, taken, "hours"):.0f} in {p["steps"]} steps
INCREMENTAL_REACTIONS true
END
"""


def _read_calcite(r: Readings, p: Parameters, taken: Taken) -> float:
    # the start and the water under its gas come first, so that step 1 is the third composition
    return r.total("Ca", _step(p, taken) + 1)


calcite_rate = Scenario(
    name="calcite_rate",
    topic="kinetics",
    database="phreeqc.dat",
    forks={
        "later_step": LATER_STEP,
        "each_step": EACH_STEP,
        "warm": Fork("ran the water warm instead of cold", "ran the water cold instead of warm"),
        "cave_air": Fork("used the carbon dioxide of cave air", "used the carbon dioxide of soil air"),
        "fine": Fork("used the surface of fine grains", "used the surface of coarse grains"),
        "closed": Fork(
            "closed the water off from the gas while the calcite dissolved",
            "kept the gas in contact while the calcite dissolved",
        ),
    },
    draw=_draw_calcite,
    ask=_ask_calcite,
    deck=_deck_calcite,
    read=_read_calcite,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-6,
    high=1e-2,
)

# ------------------------------------------------------------------ pyrite by the database's rate law


def _draw_pyrite(draw: Generator) -> Parameters:
    steps = int(draw.integers(4, 8))
    area = round(float(draw.uniform(1.3, 3.2)), 2)
    oxygen = round(float(draw.uniform(-2.4, -1.7)), 2)
    return {
        "temperature": int(draw.integers(6, 13)),
        "warm": int(draw.integers(20, 28)),
        "log_oxygen": oxygen,
        "log_oxygen_top": round(oxygen + float(draw.uniform(0.3, 0.9)), 2),
        "log_carbon_dioxide": round(float(draw.uniform(-2.4, -1.2)), 2),
        "pyrite": int(draw.integers(5, 60)),
        "area": area,
        "fresh_area": round(area * float(draw.uniform(1.2, 2.2)), 2),
        "days": int(draw.integers(30, 120)),
        "steps": steps,
        "step": int(draw.integers(2, steps)),
    }


def _ask_pyrite(p: Parameters, taken: Taken) -> str:
    calcite = "; the sand holds no calcite" if "no_calcite" in taken else ", and with an excess of calcite"
    grains = "Fresh" if "fresh" in taken else "Weathered"
    where = "top" if "top" in taken else "bottom"
    season = "summer" if "summer" in taken else "winter"
    return (
        f"In a sand {p['pyrite']} mmol of pyrite per kilogram of water weather by the database's own Pyrite rate law. "
        f"Its parameters are log10 of the surface per mole ({p['area']} m2 if weathered, "
        f"{p['fresh_area']} m2 if fresh) and the exponents of M/M0 (0.67), oxygen (0.5) and hydrogen ion (-0.11). "
        "The water, pure at the start, stays in equilibrium with CO2(g) at "
        f"10^{p['log_carbon_dioxide']} atm, with O2(g) at 10^{p['log_oxygen_top']} atm at the top and "
        f"10^{p['log_oxygen']} atm at the bottom{calcite}. Fe(OH)3(a) precipitates at saturation. It is "
        f"{p['temperature']} °C in winter, {p['warm']} °C in summer. {grains} grains at the {where} react in {season} "
        f"for {_duration_text(p, taken, 'days')}. What is the total dissolved sulfur, in mol per kilogram of water, "
        f"after time step {_step(p, taken)}?"
    )


def _deck_pyrite(p: Parameters, taken: Taken) -> str:
    area = float(p["fresh_area" if "fresh" in taken else "area"])
    calcite = "" if "no_calcite" in taken else " Calcite 0 10\n"
    return f"""SOLUTION 1
 temp {p["warm" if "summer" in taken else "temperature"]}
 pH 7
EQUILIBRIUM_PHASES 1
 O2(g) {p["log_oxygen_top" if "top" in taken else "log_oxygen"]} 10
 CO2(g) {p["log_carbon_dioxide"]} 10
{calcite} Fe(OH)3(a) 0 0
KINETICS 1
Pyrite
 -m0 {float(p["pyrite"]) / 1000}
 -parms {math.log10(area):.5f} 0.67 0.5 -0.11
 -steps {86400 * _duration(p, taken, "days"):.0f} in {p["steps"]} steps
INCREMENTAL_REACTIONS true
END
"""


def _read_pyrite(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("S", _step(p, taken))


pyrite_rate = Scenario(
    name="pyrite_rate",
    topic="kinetics",
    database="phreeqc.dat",
    forks={
        "later_step": LATER_STEP,
        "each_step": EACH_STEP,
        "top": Fork("used the oxygen of the top instead of the bottom", "used the oxygen of the bottom for the top"),
        "no_calcite": Fork("left the calcite out, so that the water turned acid", "put calcite into a sand without it"),
        "fresh": Fork("used the surface of fresh grains", "used the surface of weathered grains"),
        "summer": Fork("ran the sand at summer's temperature", "ran the sand at winter's temperature"),
    },
    draw=_draw_pyrite,
    ask=_ask_pyrite,
    deck=_deck_pyrite,
    read=_read_pyrite,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-7,
    high=1e-1,
)

# ------------------------------------------------------------------ aerobic decay by a rate law of the user's own


def _draw_decay(draw: Generator) -> Parameters:
    steps = int(draw.integers(3, 6))
    oxygen = round(float(draw.uniform(7.8, 9.0)), 1)
    return {
        "temperature": int(draw.integers(13, 16)),
        "incubator": int(draw.integers(19, 23)),
        "oxygen": oxygen,
        "pond_oxygen": round(oxygen - float(draw.uniform(0.8, 1.8)), 1),
        "substrate": round(float(draw.uniform(0.2, 0.5)), 2),
        "highest_rate": round(float(draw.uniform(0.024, 0.036)), 3),
        "half_substrate": round(float(draw.uniform(0.1, 0.4)), 2),
        "half_oxygen": round(float(draw.uniform(0.03, 0.1)), 3),
        "hours": int(draw.integers(5, 9)),
        "steps": steps,
        "step": int(draw.integers(1, steps)),
    }


def _ask_decay(p: Parameters, taken: Taken) -> str:
    water = "pond" if "pond" in taken else "river"
    reactant = "methane, CH4," if "methane" in taken else "organic matter, CH2O,"
    law = (
        "k M/(Ks+M), whatever the oxygen, with M in mol/kg"
        if "single" in taken
        else "k M/(Ks+M) O2/(Ko+O2), with M and the molality of the species O2 in mol/kg"
    )
    place = "incubator" if "incubator" in taken else "river"
    return (
        f"Per kilogram of water, river water holds {p['oxygen']} mg and pond water {p['pond_oxygen']} mg dissolved "
        f"oxygen (O2), both at pH 7 with 1 mmol sodium bicarbonate (NaHCO3). In a closed bottle of {water} water "
        f"{p['substrate']} mmol/kg of {reactant} a kinetic reactant of M moles, is oxidised at a rate in mol/kg/h of "
        f"{law}. The constants are Ks = {p['half_substrate']} mmol/kg, Ko = {p['half_oxygen']} mmol/kg, and "
        f"k = {p['highest_rate']} mmol/kg/h at 20 °C, multiplied by 1.07^(t-20) at t °C. The bottle stands in the "
        f"{place} (the river has {p['temperature']} °C, the incubator {p['incubator']} °C) for {p['hours']} hours in "
        f"{p['steps']} equal time steps. What is the molality of the species O2 after time step {_step(p, taken)}?"
    )


def _rate_law(p: Parameters, taken: Taken) -> str:
    """Return the lines of the user's rate law, in mol per second."""
    temperature = float(p["incubator" if "incubator" in taken else "temperature"])
    highest = float(p["highest_rate"]) / 1000 / 3600 * 1.07 ** (temperature - 20)
    half_substrate, half_oxygen = float(p["half_substrate"]) / 1000, float(p["half_oxygen"]) / 1000
    oxygen = "1" if "single" in taken else f'MOL("O2") / ({half_oxygen:.6g} + MOL("O2"))'
    return f"""10 IF (M <= 0 OR MOL("O2") <= 1e-9) THEN GOTO 40
20 rate = {highest:.8g} * M / ({half_substrate:.6g} + M) * {oxygen}
30 moles = rate * TIME
40 SAVE moles"""


def _deck_decay(p: Parameters, taken: Taken) -> str:
    return f"""RATES
Decay
 -start
{_rate_law(p, taken)}
 -end
SOLUTION 1
 temp {p["incubator" if "incubator" in taken else "temperature"]}
 pH 7
 units mmol/kgw
 O(0) {p["pond_oxygen" if "pond" in taken else "oxygen"]} mg/kgw
 Na 1
 C(4) 1
KINETICS 1
Decay
 -formula {"CH4" if "methane" in taken else "CH2O"} 1
 -m0 {float(p["substrate"]) / 1000:.6g}
 -steps {3600 * int(p["hours"])} in {p["steps"]} steps
INCREMENTAL_REACTIONS true
END
"""


def _read_decay(r: Readings, p: Parameters, taken: Taken) -> float:
    left = r.species("O2", occurrence=_step(p, taken))
    if left < 1e-6:
        raise ValueError("no oxygen is left")
    return left


aerobic_decay = Scenario(
    name="aerobic_decay",
    topic="kinetics",
    database="phreeqc.dat",
    forks={
        "later_step": LATER_STEP,
        "incubator": Fork(
            "kept the bottle at the incubator's temperature", "kept the bottle at the river's temperature"
        ),
        "pond": Fork("used the oxygen of the pond", "used the oxygen of the river"),
        "methane": Fork("let methane react instead of CH2O", "let CH2O react instead of methane"),
        "single": Fork(
            "left the saturation term of the oxygen out of the rate law",
            "slowed the rate by a saturation term of oxygen",
        ),
    },
    draw=_draw_decay,
    ask=_ask_decay,
    deck=_deck_decay,
    read=_read_decay,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-5,
    high=1e-3,
)
