"""Cement and carbon dioxide storage: a strong base meeting carbon dioxide, and a brine under high pressure."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

# ------------------------------------------------------------------ carbonation of a cement's pore water


def _draw_cement(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(5, 20)),
        "sodium": int(draw.integers(5, 50)),
        "potassium": int(draw.integers(5, 50)),
        "dioxide": round(float(draw.uniform(1.5, 6.0)), 1),
    }


def _ask_cement(p: Parameters) -> str:
    return (
        f"The pore water of a concrete holds {p['sodium']} mmol/kgw sodium and {p['potassium']} mmol/kgw potassium, "
        f"both as hydroxides (pH carries the charge balance), and is in equilibrium with an excess of portlandite at "
        f"{p['temperature']} °C; it holds no carbonate. One kilogram of this water is drawn off, away from the "
        f"portlandite, and takes up {p['dioxide']} mmol of carbon dioxide (CO2) in two equal steps, while calcite, of "
        "which there is none at first, forms at equilibrium. What is the total calcium left in solution after the "
        "second step, in mol per kilogram of water?"
    )


def _deck_cement(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    potassium = 0 if "potassium_left_out" in wrong else p["potassium"]
    calcite = "" if "no_calcite" in wrong else " Calcite 0 0\n"
    dioxide = float(p["dioxide"]) * (2 if "each_step" in wrong else 1)
    return f"""SOLUTION 1
 temp {temperature}
 pH 12 charge
 units mmol/kgw
 Na {p["sodium"]}
 K {potassium}
EQUILIBRIUM_PHASES 1
 Portlandite 0 10
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
{calcite}REACTION 2
 CO2 1
 {dioxide:.6g} mmol in 2 steps
END
"""


def _read_cement(r: Readings, p: Parameters, wrong: Wrong) -> float:
    step = -2 if "first_step" in wrong else -1
    return r.species("Ca+2", occurrence=step) if "free_ion" in wrong else r.total("Ca", step)


cement_water = Scenario(
    name="cement_water",
    topic="storage",
    database="minteq.v4.dat",
    mistakes={
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "potassium_left_out": "left the potassium out, so the water is less alkaline",
        "no_calcite": "left the calcite out, so that nothing takes calcium away",
        "each_step": "added the whole carbon dioxide in each of the two steps",
        "first_step": "read the first step instead of the second",
        "free_ion": "read the free calcium ion instead of total calcium",
    },
    draw=_draw_cement,
    ask=_ask_cement,
    deck=_deck_cement,
    read=_read_cement,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-5,
    high=3e-2,
)

# ------------------------------------------------------------------ carbon dioxide in a saline aquifer


ATMOSPHERES_PER_MEGAPASCAL = 9.8692
IDEAL_GAS = """PHASES
CO2(g)
 CO2 = CO2
 log_k -1.468
 -analytic 10.5624 -2.3547e-2 -3972.8 0 5.8746e5 1.9194e-5
"""
"""The gas as phreeqc.dat defines it, without the critical constants that make it real."""


def _draw_aquifer(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(38, 75)),
        "pressure": round(float(draw.uniform(7.5, 18.0)), 1),
        "salt": round(float(draw.uniform(0.5, 2.5)), 2),
        "calcium": int(draw.integers(5, 60)),
    }


def _ask_aquifer(p: Parameters) -> str:
    return (
        f"A saline aquifer at {p['temperature']} °C holds a brine of {p['salt']} mol/kgw sodium chloride and "
        f"{p['calcium']} mmol/kgw calcium chloride, pH 7 before anything reacts. Carbon dioxide is injected: brine "
        "with one kilogram of water comes to equilibrium with an excess of calcite and with a gas phase of fixed "
        f"pressure, {p['pressure']} MPa (1 MPa is 9.8692 atm), initially 10 litres of pure CO2(g) at that pressure and "
        "temperature. The gas is real (Peng-Robinson), the brine lies under the same pressure. How many moles of "
        "calcite dissolve?"
    )


def _deck_aquifer(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    salt = 0 if "salt_left_out" in wrong else float(p["salt"])
    calcium = 0 if "calcium_left_out" in wrong else float(p["calcium"]) / 1000
    pressure = float(p["pressure"]) * (1 if "megapascal_as_atmosphere" in wrong else ATMOSPHERES_PER_MEGAPASCAL)
    mineral = "Dolomite" if "dolomite" in wrong else "Calcite"
    return f"""{IDEAL_GAS if "ideal_gas" in wrong else ""}SOLUTION 1
 temp {temperature}
 pressure {pressure:.6g}
 pH 7
 units mol/kgw
 Na {salt:.6g}
 Ca {calcium:.6g}
 Cl {salt + 2 * calcium:.6g}
EQUILIBRIUM_PHASES 1
 {mineral} 0 10
GAS_PHASE 1
 -fixed_pressure
 -pressure {pressure:.6g}
 -temperature {temperature}
 -volume 10
 CO2(g) {pressure:.6g}
END
"""


def _read_aquifer(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "calcium_read" in wrong:
        return r.total("Ca")
    return -r.phase("Dolomite" if "dolomite" in wrong else "Calcite")


carbon_storage = Scenario(
    name="carbon_storage",
    topic="storage",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the aquifer at 25 °C instead of its own temperature",
        "salt_left_out": "left the sodium chloride out of the brine",
        "calcium_left_out": "left the calcium chloride out of the brine",
        "megapascal_as_atmosphere": "took the pressure in megapascal for one in atmospheres",
        "dolomite": "let dolomite dissolve instead of calcite",
        "ideal_gas": "treated the carbon dioxide as an ideal gas",
        "calcium_read": "read the total calcium of the brine instead of the calcite that dissolved",
    },
    draw=_draw_aquifer,
    ask=_ask_aquifer,
    deck=_deck_aquifer,
    read=_read_aquifer,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-3,
    high=2e-1,
)
