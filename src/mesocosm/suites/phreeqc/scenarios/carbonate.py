"""Carbonate equilibria: calcite dissolving under a fixed carbon dioxide pressure, and closed off from the air."""

from __future__ import annotations

import math

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

OUTSIDE_AIR = 0.042
"""Carbon dioxide in the open air, percent by volume."""

# ------------------------------------------------------------------ open to a gas of fixed pressure


def _draw_open(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(6, 41)),
        "carbon_dioxide": round(float(draw.uniform(0.4, 6.0)), 1),
        "salt": int(draw.integers(30, 160)),
        "bicarbonate": round(float(draw.uniform(0.5, 5.0)), 1),
    }


def _ask_open(p: Parameters) -> str:
    return (
        f"A soil water starts as a solution of {p['salt']} mmol sodium chloride and {p['bicarbonate']} mmol sodium "
        f"bicarbonate per kilogram of water. At {p['temperature']} °C it comes to equilibrium with an excess of "
        f"calcite and with soil air that holds {p['carbon_dioxide']} % carbon dioxide by volume throughout, at a "
        "total pressure of 1 atm. What is the total calcium in solution, in mol per kilogram of water?"
    )


def _deck_open(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    salt = 0.0 if "salt_left_out" in wrong else float(p["salt"])
    bicarbonate = 0.0 if "bicarbonate_left_out" in wrong else float(p["bicarbonate"])
    mineral = "Aragonite" if "aragonite" in wrong else "Calcite"
    gas = f" CO2(g) {_log_pressure(p, wrong):.4f} 10\n"
    shut = "SAVE solution 1\nEND\nUSE solution 1\nEQUILIBRIUM_PHASES 2\n" if "gas_shut_off" in wrong else ""
    return f"""SOLUTION 1
 temp {temperature}
 pH 8 charge
 units mmol/kgw
 Na {salt + bicarbonate}
 Cl {salt}
 C(4) {bicarbonate}
EQUILIBRIUM_PHASES 1
{gas}{shut} {mineral} 0 10
END
"""


def _log_pressure(p: Parameters, wrong: Wrong) -> float:
    percent = OUTSIDE_AIR if "outside_air" in wrong else float(p["carbon_dioxide"])
    fraction = percent / 100
    return math.log(fraction) if "natural_logarithm" in wrong else math.log10(fraction)


def _read_open(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.total("C" if "carbon_read" in wrong else "Ca")


calcite_open = Scenario(
    name="calcite_open",
    topic="carbonate",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "outside_air": "used the carbon dioxide of the open air instead of the soil's",
        "natural_logarithm": "gave the gas pressure as a natural logarithm where the input takes a decimal one",
        "salt_left_out": "left the sodium chloride out, so the ionic strength is too low",
        "bicarbonate_left_out": "left the sodium bicarbonate out, so nothing holds the calcite back",
        "aragonite": "took aragonite for calcite",
        "gas_shut_off": "let the water take up the gas first and then shut it off from the calcite",
        "carbon_read": "read total inorganic carbon instead of total calcium",
    },
    draw=_draw_open,
    ask=_ask_open,
    deck=_deck_open,
    read=_read_open,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-4,
    high=3e-2,
)

# ------------------------------------------------------------------ closed after it took up its gas


def _draw_closed(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(5, 16)),
        "carbon_dioxide": round(float(draw.uniform(0.8, 8.0)), 1),
        "calcium": round(float(draw.uniform(0.3, 2.5)), 2),
    }


def _ask_closed(p: Parameters) -> str:
    return (
        f"Recharge water with {p['calcium']} mmol calcium chloride per kilogram of water first comes to equilibrium "
        f"at {p['temperature']} °C with soil air that holds {p['carbon_dioxide']} % carbon dioxide by volume at a "
        "total pressure of 1 atm. It then sinks into limestone, out of reach of any gas, and at the same "
        "temperature comes to equilibrium with an excess of calcite. How much calcite does one kilogram of this "
        "water dissolve, in mol?"
    )


def _deck_closed(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    percent = OUTSIDE_AIR if "outside_air" in wrong else float(p["carbon_dioxide"])
    calcium = 0.0 if "calcium_left_out" in wrong else float(p["calcium"])
    gas = f" CO2(g) {math.log10(percent / 100):.4f} 10\n"
    return f"""SOLUTION 1
 temp {temperature}
 pH 7 charge
 units mmol/kgw
 Ca {calcium}
 Cl {2 * calcium}
EQUILIBRIUM_PHASES 1
{gas}SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
{gas if "stayed_open" in wrong else ""} {_mineral_closed(wrong)} 0 10
END
"""


def _mineral_closed(wrong: Wrong) -> str:
    return "Dolomite" if "dolomite" in wrong else "Calcite"


def _read_closed(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "total_calcium" in wrong:
        return r.total("Ca")
    if "total_carbon" in wrong:
        return r.total("C")
    return -r.phase(_mineral_closed(wrong), "delta")


calcite_closed = Scenario(
    name="calcite_closed",
    topic="carbonate",
    database="phreeqc.dat",
    mistakes={
        "stayed_open": "kept the soil gas in contact while the calcite dissolved",
        "outside_air": "used the carbon dioxide of the open air instead of the soil's",
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "dolomite": "let dolomite dissolve instead of calcite",
        "calcium_left_out": "left out the calcium chloride that the water brings along",
        "total_calcium": "gave all the calcium in solution, with what was there before the calcite",
        "total_carbon": "took all the carbon in solution to come from the calcite",
    },
    draw=_draw_closed,
    ask=_ask_closed,
    deck=_deck_closed,
    read=_read_closed,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-4,
    high=1e-2,
)
