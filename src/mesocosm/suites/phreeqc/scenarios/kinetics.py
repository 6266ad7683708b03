"""Kinetics: calcite and pyrite by the database's rate laws, aerobic decay by a rate law of the user's own."""

from __future__ import annotations

import math

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

OPEN_AIR = -3.4
"""Carbon dioxide of the open air, log10 of its pressure in atm."""
AIR_OXYGEN = -0.68
"""Oxygen of the open air, log10 of its pressure in atm."""


def _step(p: Parameters, wrong: Wrong) -> int:
    """The step that is read: the first after the start is 1."""
    return int(p["step"]) - ("step_before" in wrong) + ("step_after" in wrong)


# ------------------------------------------------------------------ calcite by the database's rate law


def _draw_calcite(draw: Generator) -> Parameters:
    steps = int(draw.integers(5, 9))
    return {
        "temperature": int(draw.integers(5, 18)) if draw.random() < 0.6 else int(draw.integers(30, 40)),
        "log_pressure": round(float(draw.uniform(-2.5, -1.2)), 2),
        "calcite": int(draw.integers(5, 30)),
        "area": 10 * int(draw.integers(6, 30)),
        "hours": int(draw.integers(3, 13)),
        "steps": steps,
        "step": int(draw.integers(3, steps)),
    }


def _ask_calcite(p: Parameters) -> str:
    return (
        f"Pure water (pH 7 at the start) of {p['temperature']} °C, kept in equilibrium with CO2(g) at "
        f"10^{p['log_pressure']} atm, runs over calcite that dissolves by the database's own Calcite rate law. Per "
        f"kilogram of water there are {p['calcite']} mmol of calcite at the start with a total surface of {p['area']} "
        "cm2; the law's first parameter is the area per mole of calcite in cm2/mol, the second, the exponent of M/M0, "
        f"is 0.6. The reaction runs for {p['hours']} hours in {p['steps']} equal time steps. What is the total "
        f"dissolved calcium, in mol per kilogram of water, at the end of time step {p['step']}?"
    )


def _deck_calcite(p: Parameters, wrong: Wrong) -> str:
    moles = float(p["calcite"]) / 1000
    area = float(p["area"]) if "total_area" in wrong else float(p["area"]) / moles
    hours = float(p["hours"]) * (int(p["steps"]) if "time_of_each_step" in wrong else 1)
    pressure = OPEN_AIR if "outside_air" in wrong else p["log_pressure"]
    gas = "" if "closed" in wrong else f" CO2(g) {pressure} 10\n"
    calcite = f" Calcite 0 {moles}\n" if "equilibrium" in wrong else ""
    kinetics = f"""KINETICS 1
Calcite
 -m0 {moles}
 -parms {area:.6g} 0.6
 -steps {3600 * hours:.0f} in {p["steps"]} steps
INCREMENTAL_REACTIONS true
"""
    return f"""SOLUTION 1
 temp {25 if "room_temperature" in wrong else p["temperature"]}
 pH 7
EQUILIBRIUM_PHASES 1
 CO2(g) {pressure} 10
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
{gas}{calcite}{"" if "equilibrium" in wrong else kinetics}END
"""


def _read_calcite(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "equilibrium" in wrong:
        return r.total("Ca")
    # the start and the water under its gas come first, so that step 1 is the third composition
    return r.total("Ca", _step(p, wrong) + 1)


calcite_rate = Scenario(
    name="calcite_rate",
    topic="kinetics",
    database="phreeqc.dat",
    mistakes={
        "total_area": "entered the total surface where the law wants the surface per mole",
        "time_of_each_step": "gave each time step the time of all of them",
        "equilibrium": "let the calcite dissolve to equilibrium instead of by its rate",
        "outside_air": "used the carbon dioxide pressure of the open air instead of the one given",
        "closed": "closed the water off from the gas while the calcite dissolved",
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "step_before": "read the time step before the one asked for",
        "step_after": "read the time step after the one asked for",
    },
    draw=_draw_calcite,
    ask=_ask_calcite,
    deck=_deck_calcite,
    read=_read_calcite,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-5,
    high=1e-2,
)

# ------------------------------------------------------------------ pyrite by the database's rate law


def _draw_pyrite(draw: Generator) -> Parameters:
    steps = int(draw.integers(5, 9))
    return {
        "temperature": int(draw.integers(8, 20)),
        "log_oxygen": round(float(draw.uniform(-2.4, -1.2)), 2),
        "log_carbon_dioxide": round(float(draw.uniform(-2.4, -1.2)), 2),
        "pyrite": int(draw.integers(5, 60)),
        "area": round(float(draw.uniform(1.3, 3.2)), 2),
        "days": int(draw.integers(40, 300)),
        "steps": steps,
        "step": int(draw.integers(2, steps)),
    }


def _ask_pyrite(p: Parameters) -> str:
    return (
        f"In a sand at {p['temperature']} °C, {p['pyrite']} mmol of pyrite per kilogram of pore water weather by the "
        f"database's own Pyrite rate law, whose four parameters are log10 of the surface per mole (here {p['area']} m2 "
        "per mole of pyrite), 0.67 as the exponent of M/M0, 0.5 as that of oxygen and -0.11 as that of hydrogen ion. "
        "The pore water, pure and of pH 7 at the start, stays in equilibrium with an excess of calcite, with O2(g) at "
        f"10^{p['log_oxygen']} atm and with CO2(g) at 10^{p['log_carbon_dioxide']} atm, and Fe(OH)3(a) precipitates "
        f"where it becomes saturated. The reaction runs for {p['days']} days in {p['steps']} equal time steps. What is "
        f"the total dissolved sulfur, in mol per kilogram of water, at the end of time step {p['step']}?"
    )


def _deck_pyrite(p: Parameters, wrong: Wrong) -> str:
    area = float(p["area"]) if "area_without_logarithm" in wrong else math.log10(float(p["area"]))
    days = float(p["days"]) * (int(p["steps"]) if "time_of_each_step" in wrong else 1)
    calcite = "" if "no_calcite" in wrong else " Calcite 0 10\n"
    exponents = "0.5 0.67" if "exponents_swapped" in wrong else "0.67 0.5"
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH 7
EQUILIBRIUM_PHASES 1
 O2(g) {AIR_OXYGEN if "air_oxygen" in wrong else p["log_oxygen"]} 10
 CO2(g) {p["log_carbon_dioxide"]} 10
{calcite} Fe(OH)3(a) 0 0
KINETICS 1
Pyrite
 -m0 {float(p["pyrite"]) / 1000}
 -parms {area:.5f} {exponents} {0 if "no_acid_term" in wrong else -0.11}
 -steps {86400 * days:.0f} in {p["steps"]} steps
INCREMENTAL_REACTIONS true
END
"""


def _read_pyrite(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.total("S", _step(p, wrong))


pyrite_rate = Scenario(
    name="pyrite_rate",
    topic="kinetics",
    database="phreeqc.dat",
    mistakes={
        "area_without_logarithm": "entered the surface per mole itself where the law wants its logarithm",
        "air_oxygen": "used the oxygen of the open air instead of the pore air's",
        "exponents_swapped": "swapped the exponents of M/M0 and of oxygen",
        "no_acid_term": "left the hydrogen ion out of the rate law",
        "no_calcite": "left the calcite out, so that the water turns acid",
        "time_of_each_step": "gave each time step the time of all of them",
        "step_before": "read the time step before the one asked for",
        "step_after": "read the time step after the one asked for",
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
    steps = int(draw.integers(5, 9))
    return {
        "temperature": int(draw.integers(6, 15)) if draw.random() < 0.5 else int(draw.integers(25, 30)),
        "oxygen": round(float(draw.uniform(6.0, 9.0)), 1),
        "substrate": round(float(draw.uniform(0.3, 0.7)), 2),
        "highest_rate": round(float(draw.uniform(0.035, 0.065)), 3),
        "half_substrate": round(float(draw.uniform(0.05, 0.4)), 2),
        "half_oxygen": round(float(draw.uniform(0.02, 0.15)), 3),
        "hours": int(draw.integers(5, 8)),
        "steps": steps,
        "step": int(draw.integers(3, steps)),
    }


def _ask_decay(p: Parameters) -> str:
    return (
        f"River water of {p['temperature']} °C and pH 7 holds {p['oxygen']} mg dissolved oxygen (O2) per kilogram of "
        f"water and, besides 1 mmol sodium bicarbonate (NaHCO3), nothing else but {p['substrate']} mmol per kilogram "
        "of easily degraded organic matter, CH2O, kept as a kinetic reactant of M moles. It is oxidised by a double "
        "Monod law, rate = k * M / (Ks + M) * O2 / (Ko + O2) in mol per kilogram of water and hour, with M and the "
        f"molality of the species O2 both in mol per kilogram of water, Ks = {p['half_substrate']} mmol/kg, Ko = "
        f"{p['half_oxygen']} mmol/kg, and k = {p['highest_rate']} mmol/kg/h at 20 °C, multiplied by 1.07^(t - 20) at t "
        f"°C. The bottle is closed and runs for {p['hours']} hours in {p['steps']} equal time steps. What is the "
        f"molality of the species O2 at the end of time step {p['step']}?"
    )


def _rate_law(p: Parameters, wrong: Wrong) -> str:
    """The lines of the user's rate law, in mol per second."""
    factor = 1.0 if "no_temperature_factor" in wrong else 1.07 ** (float(p["temperature"]) - 20)
    highest = float(p["highest_rate"]) / 1000 / (86400 if "rate_per_day" in wrong else 3600) * factor
    half_substrate, half_oxygen = float(p["half_substrate"]) / 1000, float(p["half_oxygen"]) / 1000
    if "constants_swapped" in wrong:
        half_substrate, half_oxygen = half_oxygen, half_substrate
    substrate = f"M / {half_substrate:.6g}" if "first_order_substrate" in wrong else f"M / ({half_substrate:.6g} + M)"
    oxygen = "1" if "oxygen_not_limiting" in wrong else f'MOL("O2") / ({half_oxygen:.6g} + MOL("O2"))'
    return f"""10 IF (M <= 0 OR MOL("O2") <= 1e-9) THEN GOTO 40
20 rate = {highest:.8g} * {substrate} * {oxygen}
30 moles = rate * TIME
40 SAVE moles"""


def _deck_decay(p: Parameters, wrong: Wrong) -> str:
    oxygen = float(p["oxygen"]) / (2 if "half_the_oxygen" in wrong else 1)
    return f"""RATES
Decay
 -start
{_rate_law(p, wrong)}
 -end
SOLUTION 1
 temp {p["temperature"]}
 pH 7
 units mmol/kgw
 O(0) {oxygen} mg/kgw
 Na 1
 C(4) 1
KINETICS 1
Decay
 -formula {"CH4" if "methane" in wrong else "CH2O"} 1
 -m0 {float(p["substrate"]) / 1000:.6g}
 -steps {3600 * int(p["hours"])} in {p["steps"]} steps
INCREMENTAL_REACTIONS true
END
"""


def _read_decay(r: Readings, p: Parameters, wrong: Wrong) -> float:
    left = r.species("O2", occurrence=_step(p, wrong))
    if left < 1e-6:
        raise ValueError("no oxygen is left")
    return left


aerobic_decay = Scenario(
    name="aerobic_decay",
    topic="kinetics",
    database="phreeqc.dat",
    mistakes={
        "no_temperature_factor": "used the rate constant of 20 °C as it stands",
        "rate_per_day": "took the rate constant as one per day instead of per hour",
        "constants_swapped": "swapped the half-saturation constants of organic matter and oxygen",
        "first_order_substrate": "wrote M / Ks instead of M / (Ks + M)",
        "oxygen_not_limiting": "left the saturation term of the oxygen out",
        "half_the_oxygen": "entered moles of O2 as moles of O, half the dissolved oxygen",
        "step_before": "read the time step before the one asked for",
        "step_after": "read the time step after the one asked for",
        "methane": "let methane react instead of CH2O",
    },
    draw=_draw_decay,
    ask=_ask_decay,
    deck=_deck_decay,
    read=_read_decay,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=2e-5,
    high=1e-3,
)
