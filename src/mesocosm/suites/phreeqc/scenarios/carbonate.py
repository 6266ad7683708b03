"""Carbonate equilibria: calcite dissolving under a fixed carbon dioxide pressure, and closed off from the air."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

# ------------------------------------------------------------------ open to a gas of fixed pressure


def _draw_open(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(8, 38)),
        "log_pressure": round(float(draw.uniform(-2.6, -1.2)), 2),
        "sodium": round(float(draw.uniform(20.0, 120.0)), 1),
    }


def _ask_open(p: Parameters) -> str:
    return (
        f"A soil water starts as a solution of {p['sodium']} mmol sodium chloride per kilogram of water. At "
        f"{p['temperature']} °C it comes to equilibrium with calcite and with soil air whose carbon dioxide pressure is "
        f"held at 10^{p['log_pressure']} atm. What is the total calcium in solution, in mol per kilogram of water?"
    )


def _deck_open(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    pressure = -3.5 if "outside_air" in wrong else p["log_pressure"]
    salt = 0 if "salt_left_out" in wrong else p["sodium"]
    mineral = "Aragonite" if "aragonite" in wrong else "Calcite"
    dolomite = " Dolomite 0\n" if "dolomite_added" in wrong else ""
    return f"""SOLUTION 1
 temp {temperature}
 pH 7
 units mmol/kgw
 Na {salt}
 Cl {salt}
EQUILIBRIUM_PHASES 1
 CO2(g) {pressure} 10
 {mineral} 0 10
{dolomite}END
"""


def _read_open(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "free_ion" in wrong:
        return r.species("Ca+2")
    return r.total("Ca")


calcite_open = Scenario(
    name="calcite_open",
    topic="carbonate",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "outside_air": "used the carbon dioxide pressure of the open air instead of the soil's",
        "salt_left_out": "left the sodium chloride out, so the ionic strength is too low",
        "aragonite": "took aragonite for calcite",
        "free_ion": "read the free calcium ion instead of total calcium",
        "dolomite_added": "let dolomite dissolve beside the calcite",
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
        "temperature": int(draw.integers(6, 20)),
        "log_pressure": round(float(draw.uniform(-2.2, -1.0)), 2),
        "magnesium": round(float(draw.uniform(0.5, 4.0)), 2),
    }


def _ask_closed(p: Parameters) -> str:
    return (
        f"Rain water holding {p['magnesium']} mmol magnesium chloride per kilogram of water first equilibrates at "
        f"{p['temperature']} °C with soil air of carbon dioxide pressure 10^{p['log_pressure']} atm. It then sinks into "
        "limestone, away from any gas, and comes to equilibrium with calcite alone. What is its final pH?"
    )


def _deck_closed(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    pressure = -3.5 if "outside_air" in wrong else p["log_pressure"]
    magnesium = 10 * float(p["magnesium"]) if "ten_times_magnesium" in wrong else p["magnesium"]
    gas = f" CO2(g) {pressure} 10\n" if "stayed_open" in wrong else ""
    mineral = "Dolomite" if "dolomite" in wrong else "Calcite"
    return f"""SOLUTION 1
 temp {temperature}
 pH 7
 units mmol/kgw
 Mg {magnesium}
 Cl {2 * float(magnesium)}
EQUILIBRIUM_PHASES 1
 CO2(g) {pressure} 10
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
{gas} {mineral} 0 10
END
"""


def _read_closed(r: Readings, p: Parameters, wrong: Wrong) -> float:
    return r.described("pH", -2 if "before_limestone" in wrong else -1)


calcite_closed = Scenario(
    name="calcite_closed",
    topic="carbonate",
    database="phreeqc.dat",
    mistakes={
        "stayed_open": "kept the soil gas in contact while the calcite dissolved",
        "outside_air": "used the carbon dioxide pressure of the open air instead of the soil's",
        "room_temperature": "ran the water at 25 °C instead of its own temperature",
        "before_limestone": "read the pH before the water met the limestone",
        "dolomite": "let dolomite dissolve instead of calcite",
        "ten_times_magnesium": "slipped by a factor of ten in the magnesium",
    },
    draw=_draw_closed,
    ask=_ask_closed,
    deck=_deck_closed,
    read=_read_closed,
    unit="",
    digits=3,
    style="decimal",
    low=5.0,
    high=10.0,
)
