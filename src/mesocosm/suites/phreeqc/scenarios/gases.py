"""Gas phases: a bubble that grows at fixed pressure, and a vessel whose gas keeps its volume."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import COMPOSITION, Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

# ------------------------------------------------------------------ methane bubbles at fixed pressure


def _draw_bubble(draw: Generator) -> Parameters:
    last = round(float(draw.uniform(9.0, 18.0)), 1)
    return {
        "temperature": int(draw.integers(31, 51)),
        "overpressure": round(float(draw.uniform(1.2, 4.0)), 2),
        "sulfate": round(float(draw.uniform(0.5, 3.5)), 2),
        "salt": int(draw.integers(5, 40)),
        "middle": round(0.78 * last, 1),
        "last": last,
    }


def _ask_bubble(p: Parameters) -> str:
    return (
        f"Deep in a landfill at {p['temperature']} °C, one kilogram of pore water of pH 7 holds {p['salt']} mmol "
        f"sodium chloride and {p['sulfate']} mmol sodium sulfate, Na2SO4. Acetic acid, C2H4O2, decays in it, in two "
        f"steps: {p['middle']} mmol in all by the end of the first and {p['last']} mmol in all by the end of the "
        "second, with every redox couple at equilibrium. A bubble of methane and carbon dioxide alone may form, "
        f"empty at the start, at a fixed pressure that is {p['overpressure']} atm above the air's 1 atm. No mineral "
        "takes part. How much methane is in the bubble after the second step, in mol?"
    )


def _deck_bubble(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    sulfate = 0.0 if "sulfate_left_out" in wrong else float(p["sulfate"])
    organic = "CH2O" if "half_the_carbon" in wrong else "C2H4O2"
    dioxide = "" if "carbon_dioxide_left_out" in wrong else " CO2(g) 0\n"
    return f"""SOLUTION 1
 temp {temperature}
 pH 7
 units mmol/kgw
 Na {float(p["salt"]) + 2 * sulfate}
 Cl {p["salt"]}
 S(6) {sulfate}
REACTION 1
 {organic} 1
 {p["middle"]} {p["last"]} mmol
GAS_PHASE 1
{_kind_of_bubble(p, wrong)} -temperature {temperature}
{dioxide} CH4(g) 0
END
"""


def _kind_of_bubble(p: Parameters, wrong: Wrong) -> str:
    if "fixed_volume" in wrong:
        return " -fixed_volume\n -volume 1\n"
    pressure = float(p["overpressure"]) + (0.0 if "air_left_out" in wrong else 1.0)
    return f" -fixed_pressure\n -pressure {pressure:.2f}\n"


def _read_bubble(r: Readings, p: Parameters, wrong: Wrong) -> float:
    step = -2 if "step_before" in wrong else -1
    if "dissolved_methane" in wrong:
        return r.species("CH4", "molality", step)
    return r.gas("CH4(g)", "final", step)


methane_bubble = Scenario(
    name="methane_bubble",
    topic="gas phase",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "air_left_out": "took the pressure above the air's for the whole pressure",
        "sulfate_left_out": "left out the sulfate, which uses up organic matter before methane forms",
        "half_the_carbon": "let one CH2O decay for each acetic acid",
        "carbon_dioxide_left_out": "let only methane into the bubble",
        "fixed_volume": "gave the bubble the fixed volume of one litre instead of the fixed pressure",
        "step_before": "read the bubble after the first step",
        "dissolved_methane": "gave the methane that stays dissolved",
    },
    draw=_draw_bubble,
    ask=_ask_bubble,
    deck=_deck_bubble,
    read=_read_bubble,
    unit="mol",
    digits=4,
    style="scientific",
    low=3e-4,
    high=2e-2,
)

# ------------------------------------------------------------------ carbon dioxide in a closed vessel

IDEAL_CARBON_DIOXIDE = """PHASES
CO2(g)
 CO2 = CO2
 log_k -1.468
 delta_h -4.776 kcal
 -analytic 10.5624 -2.3547e-2 -3972.8 0 5.8746e5 1.9194e-5
"""
"""The gas of `phreeqc.dat` without its critical point, which makes the engine treat it as ideal."""


def _draw_vessel(draw: Generator) -> Parameters:
    water = round(float(draw.uniform(0.4, 0.9)), 2)
    return {
        "temperature": int(draw.integers(10, 71)),
        "pressure": int(draw.integers(15, 42)),
        "water": water,
        "headspace": round(float(draw.uniform(0.2, 1.0)) * water, 2),
        "salt": round(float(draw.uniform(0.3, 1.8)), 2),
    }


def _ask_vessel(p: Parameters) -> str:
    vessel = float(p["water"]) + float(p["headspace"])
    return (
        f"A rigid steel vessel of {vessel:.2f} L holds {p['water']} kg of water with {p['salt']} mol sodium "
        f"chloride per kilogram of water; take the brine to fill {p['water']} L, so that the gas keeps the other "
        f"{p['headspace']} L. Pure carbon dioxide is let into that space at {p['pressure']} atm and the vessel is "
        f"shut; then gas and brine, both at {p['temperature']} °C, come to equilibrium. The gas is a real one, by "
        "the equation of state of PHREEQC, and contains no water vapour. What is the total dissolved carbon, in "
        "mol per kilogram of water?"
    )


def _deck_vessel(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    salt = 0 if "salt_left_out" in wrong else p["salt"]
    water = 1 if "one_kilogram" in wrong else p["water"]
    volume = float(p["headspace"]) + (float(p["water"]) if "whole_vessel" in wrong else 0.0)
    kind = f"-fixed_pressure\n -pressure {p['pressure']}" if "fixed_pressure" in wrong else "-fixed_volume"
    return f"""{IDEAL_CARBON_DIOXIDE if "ideal_gas" in wrong else ""}SOLUTION 1
 temp {temperature}
 pH 7 charge
 units mol/kgw
 -water {water}
 Na {salt}
 Cl {salt}
GAS_PHASE 1
 {kind}
 -volume {volume:.2f}
 -temperature {temperature}
 CO2(g) {p["pressure"]}
END
"""


def _read_vessel(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.number(COMPOSITION, "C", 1 if "moles_column" in wrong else 0)


carbonated_brine = Scenario(
    name="carbonated_brine",
    topic="gas phase",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the vessel at 25 °C instead of its own temperature",
        "salt_left_out": "left the sodium chloride out",
        "one_kilogram": "kept the one kilogram of water that the input starts with",
        "whole_vessel": "gave the gas the volume of the whole vessel",
        "fixed_pressure": "held the gas at its first pressure instead of its volume",
        "ideal_gas": "treated the carbon dioxide as an ideal gas",
        "moles_column": "read the moles of carbon in the vessel instead of the molality",
    },
    draw=_draw_vessel,
    ask=_ask_vessel,
    deck=_deck_vessel,
    read=_read_vessel,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=0.03,
    high=2.5,
)
