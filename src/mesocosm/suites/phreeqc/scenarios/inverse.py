"""Inverse modelling: which minerals a water met on its way to a well, from the two analyses alone."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

TRANSFERS = "Phase mole transfers:"
MAGNESITE = "PHASES\nMagnesite\n MgCO3 = Mg+2 + CO3-2\n log_k -8.03\n"
"""A mineral that phreeqc.dat lacks; its constant does not enter a mole balance."""
ANALYSED = ("calcium", "magnesium", "chloride", "sulfate", "alkalinity")


def transfer(r: Readings, phase: str) -> float:
    """Return the moles of a phase that dissolve in the only model found; two models would make the answer arbitrary."""
    _, *models = r.listing.text.split(TRANSFERS)
    if len(models) != 1:
        raise KeyError(f"{len(models)} models found instead of one")
    for line in models[0].splitlines()[1:]:
        words = line.split()
        if not words:
            break
        if words[0] == phase:
            return float(words[1])
    raise KeyError(f"no {phase} among the mole transfers")


def _draw_well(draw: Generator) -> Parameters:
    """Draw analyses in mg/L as a laboratory writes them."""
    return {
        "recharge_calcium": round(float(draw.uniform(1.0, 3.0)), 1),
        "recharge_magnesium": round(float(draw.uniform(0.2, 0.6)), 1),
        "recharge_chloride": round(float(draw.uniform(5.0, 9.0)), 1),
        "recharge_sulfate": round(float(draw.uniform(3.0, 8.0)), 1),
        "recharge_alkalinity": round(float(draw.uniform(8.0, 18.0)), 1),
        "river_calcium": round(float(draw.uniform(12.0, 20.0)), 1),
        "river_magnesium": round(float(draw.uniform(1.0, 2.5)), 1),
        "river_chloride": round(float(draw.uniform(8.0, 14.0)), 1),
        "river_sulfate": round(float(draw.uniform(8.0, 15.0)), 1),
        "river_alkalinity": round(float(draw.uniform(60.0, 90.0)), 1),
        **_draw_reacted(draw, ""),
        **_draw_reacted(draw, "deep_"),
    }


def _draw_reacted(draw: Generator, well: str) -> Parameters:
    """Draw the water of a well: about the recharge plus drawn mmol/L of each phase."""
    halite, gypsum, dolomite = draw.uniform(0.4, 0.9), draw.uniform(0.3, 1.2), draw.uniform(0.6, 1.0)
    # Enough sodium for the exchange to keep its direction if the same number is carbon instead of alkalinity.
    exchanged, calcite = draw.uniform(1.0, 1.5), draw.uniform(1.6, 2.4)
    return {
        f"{well}temperature": int(draw.integers(8, 22)),
        f"{well}ph": round(float(draw.uniform(7.1, 7.5)), 2),
        f"{well}calcium": round(40.08 * float(0.05 + gypsum + dolomite + calcite - exchanged / 2), 1),
        f"{well}magnesium": round(24.305 * float(0.02 + dolomite), 1),
        f"{well}chloride": round(35.453 * float(0.15 + halite), 1),
        f"{well}sulfate": round(96.06 * float(0.05 + gypsum), 1),
        f"{well}alkalinity": int(61.017 * float(0.2 + 2 * calcite + 4 * dolomite)),
    }


def _ask_well(p: Parameters, taken: Taken) -> str:
    carbon = "inorganic carbon (C(4) as HCO3)" if "carbon" in taken else "alkalinity (as HCO3)"
    source = "river" if "river" in taken else "rain"
    well = "deep" if "deep" in taken else "shallow"
    magnesium = "Magnesite (MgCO3, to be defined; any log K)" if "magnesite" in taken else "Dolomite"
    exchanger = "MgX2" if "magnesium_exchange" in taken else "CaX2"
    return (
        f"Analyses in mg/L of Ca, Mg, Cl, sulfate (S(6) as SO4) and {carbon}, in this order: rain (25 °C, pH 6.2) "
        f"{_analysis(p, 'recharge_')}; river (25 °C, pH 7.6) {_analysis(p, 'river_')}; shallow well "
        f"({p['temperature']} °C, pH {p['ph']}) {_analysis(p, '')}; deep well ({p['deep_temperature']} °C, pH "
        f"{p['deep_ph']}) {_analysis(p, 'deep_')}. Sodium was not measured: it balances the charge of each. Use "
        f"INVERSE_MODELING from the {source} to the {well} well with an uncertainty of 0.01 and the phases Calcite, "
        f"{magnesium}, Gypsum, Halite, CO2(g), NaX and {exchanger}, the last two for exchange. How many moles of "
        "calcite dissolve per kilogram of water?"
    )


def _analysis(p: Parameters, source: str) -> str:
    return ", ".join(str(p[f"{source}{analysed}"]) for analysed in ANALYSED)


def _deck_well(p: Parameters, taken: Taken) -> str:
    source, ph = ("river_", 7.6) if "river" in taken else ("recharge_", 6.2)
    well = "deep_" if "deep" in taken else ""
    return f"""{MAGNESITE if "magnesite" in taken else ""}SOLUTION 1
{_water(p, source, 25, ph, taken)}SOLUTION 2
{_water(p, well, p[f"{well}temperature"], p[f"{well}ph"], taken)}INVERSE_MODELING 1
 -solutions 1 2
 -uncertainty 0.01
 -phases
  Calcite
  {"Magnesite" if "magnesite" in taken else "Dolomite"}
  Gypsum
  Halite
  CO2(g)
  NaX
  {"MgX2" if "magnesium_exchange" in taken else "CaX2"}
END
"""


def _water(p: Parameters, source: str, temperature: float | str, ph: float | str, taken: Taken) -> str:
    return f""" temp {temperature}
 pH {ph}
 units mg/L
 Ca {p[f"{source}calcium"]}
 Mg {p[f"{source}magnesium"]}
 Na 10 charge
 Cl {p[f"{source}chloride"]}
 S(6) {p[f"{source}sulfate"]} as SO4
 {"C(4)" if "carbon" in taken else "Alkalinity"} {p[f"{source}alkalinity"]} as HCO3
"""


def _read_well(r: Readings, p: Parameters, taken: Taken) -> float:
    return transfer(r, "Calcite")


well_water = Scenario(
    name="well_water",
    topic="inverse",
    database="phreeqc.dat",
    forks={
        "carbon": Fork(
            "entered the alkalinity as total inorganic carbon", "entered the total inorganic carbon as alkalinity"
        ),
        "river": Fork("started from the river instead of the rain", "started from the rain instead of the river"),
        "deep": Fork(
            "ended at the deep well instead of the shallow one", "ended at the shallow well instead of the deep one"
        ),
        "magnesite": Fork(
            "took the magnesium from magnesite instead of dolomite",
            "took the magnesium from dolomite instead of magnesite",
        ),
        "magnesium_exchange": Fork(
            "exchanged the sodium against magnesium instead of calcium",
            "exchanged the sodium against calcium instead of magnesium",
        ),
    },
    draw=_draw_well,
    ask=_ask_well,
    deck=_deck_well,
    read=_read_well,
    unit="mol",
    digits=4,
    style="scientific",
    low=5e-5,
    high=5e-3,
)
