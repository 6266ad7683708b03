"""Waters and their chemistry, by direct runs of the engine."""

from __future__ import annotations

from numpy.random import Generator as Chance

ELEMENTS = ("Ca", "Mg", "Na", "Cl", "S(6)", "C(4)")
Water = dict[str, float]
"""Amounts by element, mmol per kg of water."""


def limestone_water(chance: Chance) -> Water:
    """Draw a water of limestone; its dissolved carbonate exceeds the alkalinity that balances its charges."""
    ca, mg = float(chance.uniform(1.4, 3.2)), float(chance.uniform(0.3, 1.1))
    na = float(chance.uniform(0.5, 1.8))
    water = {"Ca": round(ca, 2), "Mg": round(mg, 2), "Na": round(na, 2)}
    water["Cl"] = round(na * float(chance.uniform(0.8, 1.3)), 2)
    water["S(6)"] = round(float(chance.uniform(0.15, 0.6)), 2)
    alkalinity = 2 * ca + 2 * mg + na - water["Cl"] - 2 * water["S(6)"]
    return {**water, "C(4)": round(alkalinity * float(chance.uniform(1.06, 1.2)), 2)}


def solve_water(water: Water, celsius: float) -> tuple[float, float]:
    """Run the engine: pH by charge balance, and saturation index of calcite."""
    from mesocosm.simulators.phreeqc.engine import run

    lines = [f" {element} {amount:.6f}" for element, amount in water.items()]
    deck = ["SOLUTION 1", f" temp {celsius}", " pH 7 charge", " units mmol/kgw", *lines]
    deck += ["SELECTED_OUTPUT 1", " -reset false", " -pH true", " -saturation_indices Calcite", "END", ""]
    table = run("\n".join(deck)).tables[0]
    return float(str(table.rows[-1][0])), float(str(table.rows[-1][1]))
