"""Carbon-13: a ground water loses carbon dioxide to one fresh headspace after another and grows heavier."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

FLUSHES = 3
DISSOLVED_CARBON = ["R(13C)"]


def permil(r: Readings, ratio: list[str], occurrence: int) -> float:
    """Read the value in permil from a row of `Isotope Ratios`: its name, its ratio, its value, its unit."""
    for line in r.listing.section("Isotope Ratios", occurrence).splitlines():
        words = line.split()
        if words[-1:] == ["permil"] and words[:-3] == ratio:
            return float(words[-2])
    raise KeyError(f"no row {ratio} in 'Isotope Ratios' number {occurrence}")


def _draw_headspace(draw: Generator) -> Parameters:
    upper, small = round(float(draw.uniform(-13.0, -9.0)), 1), round(float(draw.uniform(0.4, 0.7)), 2)
    return {
        "temperature": int(draw.integers(4, 26)),
        "ph": round(float(draw.uniform(6.1, 6.4)), 2),
        "storm_ph": round(float(draw.uniform(5.4, 5.6)), 2),
        "carbon": round(float(draw.uniform(2.0, 9.0)), 1),
        "delta": upper,
        "lower_delta": round(upper - float(draw.uniform(1.5, 4.0)), 1),
        "volume": small,
        "large": round(small * float(draw.uniform(2.5, 3.5)), 2),
        "water": round(float(draw.uniform(0.4, 0.6)), 2),
    }


def _ask_headspace(p: Parameters, taken: Taken) -> str:
    sample = "small" if "small_sample" in taken else "full"
    spring = "lower" if "lower_spring" in taken else "upper"
    weather = "after a storm" if "storm" in taken else "in dry weather"
    bottle = "large" if "large_bottle" in taken else "small"
    time = "third" if "third_time" in taken else "second"
    return (
        f"Two springs at {p['temperature']} °C each hold {p['carbon']} mmol/kgw total carbon (C), with a carbon-13 "
        f"content, [13C], of {p['delta']} permil in the upper and {p['lower_delta']} permil in the lower. Both have pH "
        f"{p['ph']} in dry weather and {p['storm_ph']} after a storm; sodium balances the charge. Full samples hold "
        f"one kilogram of water, small ones {p['water']} kg; small bottles leave an empty headspace of {p['volume']} "
        f"litres, large ones {p['large']} litres, of fixed volume. A {sample} sample of the {spring} spring, taken "
        f"{weather}, is shut into a {bottle} bottle, and CO2(g) and [13C]O2(g) escape into the headspace to "
        "equilibrium, at the spring's temperature. The headspace is then emptied and fills again, three times "
        f"in all. What is the carbon-13 content of all dissolved carbon after the {time} time, in permil?"
    )


def _deck_headspace(p: Parameters, taken: Taken) -> str:
    flush = f"""USE solution 1
GAS_PHASE 1
 -fixed_volume
 -volume {p["large" if "large_bottle" in taken else "volume"]}
 -temperature {p["temperature"]}
 CO2(g) 0
 [13C]O2(g) 0
SAVE solution 1
END
"""
    return f"""SOLUTION 1
 -water {p["water"] if "small_sample" in taken else 1}
 temp {p["temperature"]}
 pH {p["storm_ph" if "storm" in taken else "ph"]}
 units mmol/kgw
 Na 1 charge
 C {p["carbon"]}
 [13C] {p["lower_delta" if "lower_spring" in taken else "delta"]}
END
{FLUSHES * flush}"""


def _read_headspace(r: Readings, p: Parameters, taken: Taken) -> float:
    return permil(r, DISSOLVED_CARBON, 2 if "third_time" in taken else 1)


headspace_carbon = Scenario(
    name="headspace_carbon",
    topic="isotopes",
    database="iso.dat",
    forks={
        "lower_spring": Fork("took the lower spring for the upper", "took the upper spring for the lower"),
        "storm": Fork("used the pH after a storm", "used the pH of dry weather"),
        "large_bottle": Fork("used the headspace of the large bottle", "used the headspace of the small bottle"),
        "small_sample": Fork("shut in a small sample", "shut in a full sample"),
        "third_time": Fork(
            "read the third equilibration instead of the second", "read the second equilibration instead of the third"
        ),
    },
    draw=_draw_headspace,
    ask=_ask_headspace,
    deck=_deck_headspace,
    read=_read_headspace,
    unit="permil",
    digits=2,
    style="decimal",
    low=-25.0,
    high=-1.0,
)
