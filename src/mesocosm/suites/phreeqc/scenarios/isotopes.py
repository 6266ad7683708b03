"""Carbon-13: a closed bottle of ground water loses carbon dioxide to its headspace, and the gas is measured."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

RATIOS = "Isotope Ratios"


def _draw_headspace(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(3, 16)),
        "ph": round(float(draw.uniform(5.9, 6.9)), 2),
        "carbon": round(float(draw.uniform(2.0, 9.0)), 1),
        "delta": round(float(draw.uniform(-18.0, -7.0)), 1),
        "volume": round(float(draw.uniform(0.3, 4.0)), 1),
    }


def _ask_headspace(p: Parameters) -> str:
    return (
        f"A ground water at {p['temperature']} °C and pH {p['ph']} holds {p['carbon']} mmol/kgw total dissolved carbon "
        f"(element C) with a carbon-13 content of {p['delta']} permil; sodium balances the charge. One kilogram of it is "
        f"shut into a bottle with a headspace of {p['volume']} litres (fixed volume) that holds no gas at first, and "
        "CO2(g) and [13C]O2(g) come to equilibrium between water and headspace at the same temperature. What is the "
        "carbon-13 content of the carbon dioxide in the headspace, in permil?"
    )


def _deck_headspace(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    volume = 10 * float(p["volume"]) if "ten_times_headspace" in wrong else p["volume"]
    carbon = "Alkalinity" if "alkalinity" in wrong else "C"
    ph = f"pH {p['ph']} charge" if "charge_on_ph" in wrong else f"pH {p['ph']}"
    balance = "" if "charge_on_ph" in wrong else " charge"
    return f"""SOLUTION 1
 temp {temperature}
 {ph}
 units mmol/kgw
 Na 3{balance}
 {carbon} {p["carbon"]}
 [13C] {p["delta"]}
END
USE solution 1
GAS_PHASE 1
 -fixed_volume
 -volume {volume}
 -temperature {temperature}
 CO2(g) 0
 [13C]O2(g) 0
END
"""


def _read_headspace(r: Readings, p: Parameters, wrong: Wrong) -> float:
    for line in r.listing.section(RATIOS).splitlines():
        words = line.split()
        if words[:2] == ["R(13C)", "CO2(g)"]:
            return float(words[3])
    raise KeyError("x")
