"""Carbon-13: a ground water loses carbon dioxide to one fresh headspace after another and grows heavier."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

FLUSHES = 3
DISSOLVED_CARBON = ["R(13C)"]
GAS = ["R(13C)", "CO2(g)"]
BICARBONATE = ["R(13C)", "HCO3-"]


def permil(r: Readings, ratio: list[str], occurrence: int) -> float:
    """The value in permil of one row of `Isotope Ratios`: a row's name, its ratio, its value, its unit."""
    for line in r.listing.section("Isotope Ratios", occurrence).splitlines():
        words = line.split()
        if words[-1:] == ["permil"] and words[:-3] == ratio:
            return float(words[-2])
    raise KeyError(f"no row {ratio} in 'Isotope Ratios' number {occurrence}")


def _draw_headspace(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(4, 26)),
        "ph": round(float(draw.uniform(5.8, 6.6)), 2),
        "carbon": round(float(draw.uniform(2.0, 9.0)), 1),
        "delta": round(float(draw.uniform(-20.0, -10.0)), 1),
        "volume": round(float(draw.uniform(0.4, 2.5)), 1),
    }


def _ask_headspace(p: Parameters) -> str:
    return (
        f"A ground water at {p['temperature']} °C and pH {p['ph']} holds {p['carbon']} mmol/kgw total carbon (C) with "
        f"a carbon-13 content, [13C], of {p['delta']} permil; sodium balances the charge. One kilogram of it is shut "
        f"into a bottle over an empty headspace of {p['volume']} litres (fixed volume), into which CO2(g) and "
        f"[13C]O2(g) escape until both are in equilibrium with the water at the same temperature. The headspace is "
        f"then emptied and the water equilibrates again with the empty volume, {FLUSHES} times in all. What is the "
        "carbon-13 content of all dissolved carbon after the second time, in permil?"
    )


def _deck_headspace(p: Parameters, wrong: Wrong) -> str:
    ph = 7 if "default_ph" in wrong else p["ph"]
    volume = float(p["volume"]) * (10 if "ten_times_headspace" in wrong else 1)
    kept = "" if "not_saved" in wrong else "SAVE solution 1\n"
    flush = f"""USE solution 1
GAS_PHASE 1
 -fixed_volume
 -volume {volume:.6g}
 -temperature {p["temperature"]}
 CO2(g) 0
 [13C]O2(g) 0
{kept}END
"""
    return f"""SOLUTION 1
 temp {p["temperature"]}
 pH {ph}
 units mmol/kgw
 Na 1 charge
 C {p["carbon"]}
 [13C] {p["delta"]}
END
{FLUSHES * flush}"""


def _read_headspace(r: Readings, p: Parameters, wrong: Wrong) -> float:
    ratio = DISSOLVED_CARBON
    if "gas_read" in wrong:
        ratio = GAS
    elif "bicarbonate_read" in wrong:
        ratio = BICARBONATE
    return permil(r, ratio, 2 if "last_time" in wrong else 1)


headspace_carbon = Scenario(
    name="headspace_carbon",
    topic="isotopes",
    database="iso.dat",
    mistakes={
        "default_ph": "left the pH at its default of 7",
        "ten_times_headspace": "slipped by a factor of ten in the headspace",
        "not_saved": "did not save the water, so each headspace met the water of the start",
        "gas_read": "read the carbon dioxide in the headspace instead of the dissolved carbon",
        "bicarbonate_read": "read bicarbonate instead of all dissolved carbon",
        "last_time": "read the last equilibration instead of the second",
    },
    draw=_draw_headspace,
    ask=_ask_headspace,
    deck=_deck_headspace,
    read=_read_headspace,
    unit="permil",
    digits=2,
    style="decimal",
    low=-25.0,
    high=-2.0,
)
