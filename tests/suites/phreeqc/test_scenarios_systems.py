"""Scenarios of sequences, columns, storage, isotopes, inverse models and brines: valid questions, and second opinions.

A second opinion is of one of three kinds. By hand: mass action, a mass balance or an analytic solution, with constants
typed in here. Second database: the same input against another author's constants and activity model. Measured:
published solubilities. A comment says for each tolerance what the simpler or the other model leaves out.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import pytest

from mesocosm import seeding
from mesocosm.simulators.phreeqc import engine
from mesocosm.suites.phreeqc.options import evaluate
from mesocosm.suites.phreeqc.scenario import PLAIN, Parameters, Scenario, Taken
from mesocosm.suites.phreeqc.scenarios.brines import cooling_lake, gypsum_brine
from mesocosm.suites.phreeqc.scenarios.inverse import well_water
from mesocosm.suites.phreeqc.scenarios.isotopes import headspace_carbon
from mesocosm.suites.phreeqc.scenarios.sequences import lime_demand, reaction_chain
from mesocosm.suites.phreeqc.scenarios.storage import carbon_storage, cement_water
from mesocosm.suites.phreeqc.scenarios.transport import calcite_column, exchange_column, tracer_front

pytest.importorskip("phreeqc", reason="needs the phreeqc package: pip install phreeqc")

# Constants at 25 °C as `phreeqc.dat` gives them.
HENRY = 10**-1.468
FIRST_DISSOCIATION = 10**-6.352
SECOND_DISSOCIATION = 10**-10.329
CALCITE = 10**-8.48
CALCIUM_BICARBONATE = 10 ** (10.91 - 10.329)
GAS_CONSTANT = 0.082057
"""Gas constant in L atm / (mol K)."""


def davies(charge: int, ionic_strength: float) -> float:
    root = math.sqrt(ionic_strength)
    return float(10 ** (-0.509 * charge**2 * (root / (1 + root) - 0.3 * ionic_strength)))


def bisect(rising: Callable[[float], float], low: float, high: float) -> float:
    """Return where a rising function crosses zero."""
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > 0 else (middle, high)
    return low


def truth(scenario: Scenario, parameters: Parameters, database: str | None = None) -> float:
    chosen = dataclasses.replace(scenario, database=database) if database else scenario
    return evaluate(chosen, parameters, PLAIN)


@pytest.mark.parametrize("scenario", [exchange_column, tracer_front, calcite_column], ids=lambda one: one.name)
def test_columns_print_long_listings(scenario: Scenario) -> None:
    parameters = scenario.draw(seeding.generator("long", scenario.name))
    assert len(engine.run(scenario.deck(parameters, PLAIN), scenario.database).listing) > 250_000


# ------------------------------------------------------------------ second opinions: sequences


def test_cave_calcite_agrees_with_a_second_database() -> None:
    """Second database: wateq4f has other ion pairs and gammas; carbonate constants are close, so 3 %."""
    parameters = {"temperature": 12, "salt": 20.0, "soil": -1.2, "gypsum": 2.0, "cave": -2.9}
    other = truth(reaction_chain, parameters, "wateq4f.dat")
    assert truth(reaction_chain, parameters) == pytest.approx(other, rel=0.03)


def test_cave_calcite_left_by_water_open_to_the_soil_air_balances_carbonate() -> None:
    """By hand: what the soil air dissolves less what the cave air keeps; 3 %, for ion pairs are left out."""
    parameters = {"temperature": 25, "salt": 100.0, "soil": -1.2, "gypsum": 1.0, "cave": -2.9}
    value = evaluate(reaction_chain, parameters, frozenset({"with_gas", "bare_gypsum"}))
    dissolved = calcium_under_gas(10**-1.2, 0.0, 0.1)
    left = calcium_under_gas(10**-2.9, 1e-3, 0.1)
    assert value == pytest.approx(dissolved + 1e-3 - left, rel=0.03)


def calcium_under_gas(pressure: float, sulfate: float, salt: float) -> float:
    """Return calcium of a water with calcite under carbon dioxide of this pressure at 25 °C, with calcium sulfate in
    it.
    """

    def supersaturation(calcium: float) -> float:
        one, two = davies(1, salt + 3 * calcium), davies(2, salt + 3 * calcium)
        bicarbonate = 2 * (calcium - sulfate)
        carbonate = SECOND_DISSOCIATION * (bicarbonate * one) ** 2 / (FIRST_DISSOCIATION * HENRY * pressure)
        return calcium * two * carbonate - CALCITE

    return bisect(supersaturation, sulfate, 0.1)


@pytest.mark.parametrize(("taken", "charge", "hydrolysed"), [(PLAIN, 3, 3), (frozenset({"ferrous"}), 2, 0)])
def test_lime_neutralises_acid_metals_and_carbon_dioxide(taken: Taken, charge: int, hydrolysed: int) -> None:
    """By hand: 2 lime = H+ + HSO4- + 3 Al + 3 Fe + HCO3-. 5 %: hydrolysed iron and bicarbonate pairs are left out.

    Ferrous iron stays in solution, so that it takes no lime.
    """
    parameters = {
        "temperature": 25, "start": 2.6, "iron": 60, "aluminum": 50, "calcium": 100, "percent": 0.2, "wanted": 7.0,
    }  # fmt: skip
    iron, aluminum = 60 / 55.847 / 1000, 50 / 26.9815 / 1000
    strength = 0.02
    proton = 10**-2.6 / davies(1, strength)
    sulfate = (charge * iron + 3 * aluminum + proton + 2 * 0.1 / 40.08) / 2
    # Half of the sulfate is paired with calcium and the metals; the free half meets HSO4- = H+ + SO4-2, 10^-1.988.
    bisulfate = 10**1.988 * 10**-2.6 * davies(2, strength) * sulfate / 2 / davies(1, strength)
    bicarbonate = HENRY * 0.002 * FIRST_DISSOCIATION / 10**-7.0 / davies(1, strength)
    by_hand = (proton + bisulfate + hydrolysed * iron + 3 * aluminum + bicarbonate) / 2
    assert evaluate(lime_demand, parameters, taken) == pytest.approx(by_hand, rel=0.05)


# ------------------------------------------------------------------ second opinions: columns


def equilibrate_exchanger(total: dict[str, float], capacity: float) -> tuple[dict[str, float], dict[str, float]]:
    """Share ions by Gaines-Thomas: equivalents held are K c x (Na, K) and K c x^2 (Ca); return dissolved and held
    moles.
    """
    constant, charge = {"Na": 1.0, "K": 10**0.7, "Ca": 10**0.8}, {"Na": 1, "K": 1, "Ca": 2}

    def dissolved(x: float) -> dict[str, float]:
        return {one: total[one] / (1 + capacity * constant[one] * x ** charge[one] / charge[one]) for one in total}

    def filled(x: float) -> float:
        return sum(constant[one] * amount * x ** charge[one] for one, amount in dissolved(x).items()) - 1

    free = dissolved(bisect(filled, 0.0, 1e4))
    return free, {one: total[one] - free[one] for one in total}


def test_exchange_column_agrees_with_gaines_thomas_cell_by_cell() -> None:
    """By hand: the database gives a sorbed ion its dissolved gamma, so both cancel; 2 % for pairs with chloride."""
    parameters = {
        "cells": 6, "cell": 3, "shift": 7, "sodium": 2.0, "potassium": 0.5, "capacity": 0.8, "solid": 4.0,
        "calcium": 1.6,
    }  # fmt: skip
    capacity, water = 3.2e-3, {"Na": 2e-3, "K": 0.5e-3, "Ca": 0.0}
    # The first exchanger is in equilibrium with a water that keeps its composition.
    x = bisect(lambda one: (2e-3 + 10**0.7 * 0.5e-3) * one - 1, 0.0, 1e4)
    held = [{"Na": capacity * 2e-3 * x, "K": capacity * 10**0.7 * 0.5e-3 * x, "Ca": 0.0} for _ in range(6)]
    waters = [dict(water) for _ in range(6)]
    for _ in range(7):
        push_calcium(0.8e-3, waters, held, capacity)
    assert truth(exchange_column, parameters) == pytest.approx(waters[2]["K"], rel=0.02)


def push_calcium(calcium: float, waters: list[dict[str, float]], held: list[dict[str, float]], capacity: float) -> None:
    """Shift a column once: every water moves on by one cell, then shares its ions with the exchanger there."""
    waters[:] = [{"Na": 0.0, "K": 0.0, "Ca": calcium}, *waters[:-1]]
    for cell, water in enumerate(waters):
        total = {one: amount + held[cell][one] for one, amount in water.items()}
        waters[cell], held[cell] = equilibrate_exchanger(total, capacity)


def test_sodium_sand_takes_up_potassium_before_millimoles_of_calcium_come() -> None:
    """By hand as above, from sites that all held sodium: K on the exchanger of the fourth cell; 2 % as above."""
    parameters = {
        "cells": 6, "cell": 3, "shift": 5, "pause": 2, "sodium": 2.0, "potassium": 0.5, "fine_capacity": 0.8,
        "solid": 4.0, "calcium": 0.8,
    }  # fmt: skip
    forks = frozenset({"sodium_sand", "fine_sand", "moles", "next_cell", "later", "held"})
    water, sand = equilibrate_exchanger({"Na": 2e-3 + 3.2e-3, "K": 0.5e-3, "Ca": 0.0}, 3.2e-3)
    waters, held = [dict(water) for _ in range(6)], [dict(sand) for _ in range(6)]
    for _ in range(7):
        push_calcium(0.8e-3, waters, held, 3.2e-3)
    assert evaluate(exchange_column, parameters, forks) == pytest.approx(held[3]["K"], rel=0.02)


def test_tracer_front_agrees_with_the_analytic_solution() -> None:
    """By hand: third-type inlet of a semi-infinite column (Lapidus and Amundson); 4 % for ten coarse cells."""
    parameters = {
        "cell": 4, "shift": 5, "bromide": 5.0, "background": 0.2, "length": 5, "dispersivity": 1.5, "days": 5.0,
        "diffusion": 1.0,
    }  # fmt: skip
    length, step = 0.05, 5.0 * 86400
    velocity = length / step
    spread = 0.015 * velocity + 1e-9
    x, time = 3.5 * length, 5 * step
    root = math.sqrt(4 * spread * time)
    share = (
        math.erfc((x - velocity * time) / root) / 2
        + math.sqrt(velocity**2 * time / (math.pi * spread)) * math.exp(-((x - velocity * time) ** 2) / root**2)
        - (1 + velocity * x / spread + velocity**2 * time / spread)
        / 2
        * math.exp(velocity * x / spread)
        * math.erfc((x + velocity * time) / root)
    )
    assert truth(tracer_front, parameters) == pytest.approx((0.2 + 4.8 * share) / 1000, rel=0.04)


def test_tracer_front_behind_a_constant_inlet_agrees_with_ogata_and_banks() -> None:
    """By hand: first-type inlet of a semi-infinite column; 4 % for ten coarse cells. Washing out is its mirror."""
    parameters = {
        "cell": 4, "shift": 5, "bromide": 5.0, "background": 0.2, "length": 5, "gravel": 1.5, "fast": 5.0,
        "diffusion": 1.0,
    }  # fmt: skip
    forks = frozenset({"constant", "gravel", "fast"})
    length, step = 0.05, 5.0 * 86400
    velocity = length / step
    spread = 0.015 * velocity + 1e-9
    x, time = 3.5 * length, 5 * step
    root = math.sqrt(4 * spread * time)
    share = math.erfc((x - velocity * time) / root) + math.exp(velocity * x / spread) * math.erfc(
        (x + velocity * time) / root
    )
    filled = evaluate(tracer_front, parameters, forks)
    assert filled == pytest.approx((0.2 + 4.8 * share / 2) / 1000, rel=0.04)
    # 0.1 %: four printed digits; where one solution takes the other's place, their shares add up.
    assert evaluate(tracer_front, parameters, forks | {"washed_out"}) + filled == pytest.approx(5.2e-3, rel=1e-3)


def dissolved_calcite(carbon_dioxide: float, salt: float) -> float:
    """Return moles of calcite that a closed water with this much CO2 dissolves at 25 °C, by mass action and Davies."""

    def supersaturation(calcium: float) -> float:
        strength = salt + 3 * calcium
        one, two = davies(1, strength), davies(2, strength)
        bicarbonate = 2 * calcium
        rest = max(carbon_dioxide - calcium, 1e-12)
        proton = FIRST_DISSOCIATION * rest / (bicarbonate * one)
        carbonate = SECOND_DISSOCIATION * bicarbonate * one / proton
        return calcium * two * carbonate - CALCITE

    return bisect(supersaturation, 1e-7, carbon_dioxide)


def test_calcite_column_loses_the_same_amount_every_shift() -> None:
    """By hand: what is left is the start less seven batches of a closed water; 3 % for ion pairs."""
    parameters = {"temperature": 25, "log_pressure": -1.3, "salt": 100, "calcite": 30, "shift": 7}
    lost = 7 * dissolved_calcite(HENRY * 10**-1.3, 0.1)
    assert truth(calcite_column, parameters) == pytest.approx(0.030 - lost, rel=0.03)


def test_calcite_column_dissolves_more_under_the_soil_air() -> None:
    """By hand: calcium of a water open to CO2, by mass action and Davies, four times; 5 %, for there are more pairs."""
    parameters = {"temperature": 25, "meadow": -1.8, "salt": 100, "calcite": 30, "shift": 3, "pause": 1}
    gas = HENRY * 10**-1.8

    def supersaturation(calcium: float) -> float:
        one, two = davies(1, 0.1 + 3 * calcium), davies(2, 0.1 + 3 * calcium)
        proton = FIRST_DISSOCIATION * gas / (2 * calcium * one)
        return calcium * two * SECOND_DISSOCIATION * 2 * calcium * one / proton - CALCITE

    forks = frozenset({"open", "meadow", "later", "dissolved"})
    expected = 4 * bisect(supersaturation, 1e-7, 0.1)
    assert evaluate(calcite_column, parameters, forks) == pytest.approx(expected, rel=0.05)


# ------------------------------------------------------------------ second opinions: storage


@pytest.mark.parametrize(
    ("taken", "base", "dioxide"),
    [
        (PLAIN, 0.04, 4.0e-3),
        (frozenset({"second_step"}), 0.04, 8.0e-3 / 3),
        (frozenset({"chlorides"}), 0.0, 4.0e-3),
        (frozenset({"chlorides", "each_step", "second_step"}), 0.0, 8.0e-3),
    ],
)
def test_cement_water_keeps_what_portlandite_gave_less_the_carbonate(taken: Taken, base: float, dioxide: float) -> None:
    """By hand: mass action of minteq.v4 at 25 °C, less one calcium per CO2; 8 %, for its gammas are not Davies'."""
    parameters = {"temperature": 25, "sodium": 20, "potassium": 20, "dioxide": 4.0}
    portlandite, pairing = 10 ** (22.804 - 2 * 13.997), 10 ** (13.997 - 12.697)

    def ions(free: float) -> tuple[float, float, float]:
        strength = 0.04 + 3 * free
        paired = pairing * davies(2, strength) * free  # CaOH+ per hydroxide
        hydroxide = (base + 2 * free) / (1 - paired)
        product = free * davies(2, strength) * (hydroxide * davies(1, strength)) ** 2
        return product, hydroxide, paired * hydroxide

    free = bisect(lambda one: ions(one)[0] - portlandite, 1e-6, 0.04)
    total = free + ions(free)[2]
    assert evaluate(cement_water, parameters, taken) == pytest.approx(total - dioxide, rel=0.08)


def carbon_dioxide_fugacity(pressure: float, kelvin: float) -> float:
    """Return the fugacity by Peng and Robinson (1976), the gas root, with the critical constants of CO2."""
    critical, critical_pressure, acentric = 304.2, 72.86, 0.225
    kappa = 0.37464 + 1.54226 * acentric - 0.26992 * acentric**2
    alpha = (1 + kappa * (1 - math.sqrt(kelvin / critical))) ** 2
    a = 0.45724 * (GAS_CONSTANT * critical) ** 2 / critical_pressure * alpha * pressure / (GAS_CONSTANT * kelvin) ** 2
    b = 0.0778 * critical / critical_pressure * pressure / kelvin
    z = 1.0
    for _ in range(200):  # Newton from the ideal gas down to the largest root
        value = z**3 - (1 - b) * z**2 + (a - 3 * b**2 - 2 * b) * z - (a * b - b**2 - b**3)
        z -= value / (3 * z**2 - 2 * (1 - b) * z + a - 3 * b**2 - 2 * b)
    root = math.sqrt(2)
    attraction = a / (2 * root * b) * math.log((z + (1 + root) * b) / (z + (1 - root) * b))
    return pressure * math.exp(z - 1 - math.log(z - b) - attraction)


def dissolved_by_carbon_dioxide(fugacity: float) -> float:
    """Return moles of calcite that pure water dissolves at 25 °C under carbon dioxide, by mass action and Davies."""
    dissolved = HENRY * fugacity

    def ions(free: float) -> tuple[float, float]:
        one, two = davies(1, 3 * free), davies(2, 3 * free)
        paired = CALCIUM_BICARBONATE * two * free  # CaHCO3+ per bicarbonate
        bicarbonate = 2 * free / (1 - paired)
        carbonate = SECOND_DISSOCIATION * (bicarbonate * one) ** 2 / (FIRST_DISSOCIATION * dissolved)
        return free * two * carbonate, free + paired * bicarbonate

    free = bisect(lambda one: ions(one)[0] - CALCITE, 1e-5, 0.2)
    return ions(free)[1]


def test_stored_carbon_dioxide_dissolves_calcite_by_mass_action() -> None:
    """By hand, in pure water at 25 °C and 5 MPa; 10 %, for pressure's effect on the constants is left out."""
    parameters = {"temperature": 25, "pressure": 5.0, "salt": 0.0, "calcium": 0}
    by_hand = dissolved_by_carbon_dioxide(carbon_dioxide_fugacity(5.0 * 9.8692, 298.15))
    assert truth(carbon_storage, parameters) == pytest.approx(by_hand, rel=0.10)


def test_flue_gas_dissolves_calcite_by_its_share_of_carbon_dioxide() -> None:
    """By hand, at 1 MPa with an ideal gas; 5 %, for fugacity and pressure's effect on the constants are left out."""
    parameters = {"temperature": 25, "pressure": 1.0, "salt": 0.0, "calcium": 0, "share": 40}
    pressure, held = 0.4 * 9.8692, 10 * 9.8692 / (GAS_CONSTANT * 298.15)
    # The water takes carbon dioxide out of the gas, once as such and once for each calcite; its share falls.
    taken_up = HENRY * pressure + dissolved_by_carbon_dioxide(pressure)
    share = (0.4 * held - taken_up) / (held - taken_up)
    by_hand = dissolved_by_carbon_dioxide(share * 9.8692)
    assert evaluate(carbon_storage, parameters, frozenset({"flue_gas"})) == pytest.approx(by_hand, rel=0.05)


# ------------------------------------------------------------------ second opinions: isotopes, inverse models


@pytest.mark.parametrize(
    ("taken", "ph", "start", "litres", "times"),
    [
        (PLAIN, 6.2, -14.0, 1.5, 2),
        (frozenset({"storm", "third_time"}), 5.7, -14.0, 1.5, 3),
        (frozenset({"lower_spring", "small_sample", "large_bottle"}), 6.2, -12.0, 2.0 / 0.8, 2),
    ],
)
def test_headspace_carbon_agrees_with_a_mass_balance_of_both_isotopes(
    taken: Taken, ph: float, start: float, litres: float, times: int
) -> None:
    """By hand: fractionation of Deines and others (1974) at 25 °C; 0.2 permil for activities and linear deltas."""
    parameters = {
        "temperature": 25, "ph": 6.2, "storm_ph": 5.7, "carbon": 5.0, "delta": -14.0, "lower_delta": -12.0,
        "volume": 1.5, "large": 2.0, "water": 0.8,
    }  # fmt: skip
    over_gas = {"bicarbonate": -4.54 + 1.099e6 / 298.15**2, "dissolved": -0.91 + 0.0063e6 / 298.15**2}
    bicarbonate = 5.0 / (1 + davies(1, 0.003) * 10**-ph / FIRST_DISSOCIATION)
    dissolved, delta = 5.0 - bicarbonate, start
    for _ in range(times):
        total = dissolved + bicarbonate
        dissolved /= 1 + litres / (HENRY * GAS_CONSTANT * 298.15)
        enriched = bicarbonate * over_gas["bicarbonate"] + dissolved * over_gas["dissolved"]
        gas = delta - enriched / total
        delta = gas + enriched / (dissolved + bicarbonate)
    assert evaluate(headspace_carbon, parameters, taken) == pytest.approx(delta, abs=0.2)


WELL = {
    "temperature": 12, "ph": 7.0, "recharge_calcium": 2.0, "recharge_magnesium": 0.4, "recharge_chloride": 5.0,
    "recharge_sulfate": 5.0, "recharge_alkalinity": 12.0, "river_calcium": 15.0, "river_magnesium": 1.4,
    "river_chloride": 9.0, "river_sulfate": 10.0, "river_alkalinity": 70.0, "calcium": 110.0, "magnesium": 15.0,
    "chloride": 30.0, "sulfate": 120.0, "alkalinity": 300,
}  # fmt: skip


@pytest.mark.parametrize(
    ("taken", "magnesium", "alkalinity", "per_magnesium"),
    [(PLAIN, 0.4, 12.0, 2), (frozenset({"river"}), 1.4, 70.0, 2), (frozenset({"magnesite"}), 0.4, 12.0, 1)],
)
def test_well_water_agrees_with_a_balance_of_alkalinity_and_magnesium(
    taken: Taken, magnesium: float, alkalinity: float, per_magnesium: int
) -> None:
    """By hand: alkalinity is 2 per calcite and 4 per dolomite; 2 % of the dolomite for litres taken as kilograms.

    Magnesite brings 2 per magnesium, as calcite does.
    """
    dolomite = (15.0 - magnesium) / 24.312 / 1000
    calcite = (300 - alkalinity) / 61.017 / 2000 - per_magnesium * dolomite
    assert evaluate(well_water, WELL, taken) == pytest.approx(calcite, abs=0.02 * dolomite)


def test_well_water_whose_sodium_came_for_magnesium_balances_calcium() -> None:
    """By hand: magnesite and magnesium exchange leave calcium to gypsum and calcite alone; 2 % for litres again."""
    calcite = ((110.0 - 2.0) / 40.08 - (120.0 - 5.0) / 96.06) / 1000
    value = evaluate(well_water, WELL, frozenset({"magnesite", "magnesium_exchange", "carbon"}))
    assert value == pytest.approx(calcite, rel=0.02)


# ------------------------------------------------------------------ second opinions: brines


def test_gypsum_in_brine_agrees_with_specific_ion_interaction() -> None:
    """Second database: sit.dat has another activity model and ion pairs; 15 % at an ionic strength of 1.7."""
    parameters = {"temperature": 25, "sodium": 1.0, "magnesium": 0.2, "sulfate": 0.02}
    assert truth(gypsum_brine, parameters) == pytest.approx(truth(gypsum_brine, parameters, "sit.dat"), rel=0.15)


def test_calcium_and_sulfate_hold_gypsum_back_alike() -> None:
    """By hand: one product of both molalities, whichever ion is added; 5 %, for the salts around them differ."""
    parameters = {"temperature": 25, "sodium": 2.0, "magnesium": 0.3, "sulfate": 0.03}
    beside_sulfate = truth(gypsum_brine, parameters)
    product = beside_sulfate * (beside_sulfate + 0.03)
    beside_calcium = 0.015 + math.sqrt(0.015**2 + product)
    assert evaluate(gypsum_brine, parameters, frozenset({"calcium_salt"})) == pytest.approx(beside_calcium, rel=0.05)


def test_cooled_sulfate_brine_keeps_the_measured_solubility() -> None:
    """Measured: 9.1 g sodium sulfate in 100 g water at 10 °C (handbook tables); 4 %, for that is given to 0.1 g."""
    parameters = {"summer": 30, "winter": 10, "salt": 0.0, "sulfate": 0.6, "lost": 300}
    formed = truth(cooling_lake, parameters)
    water = 0.7 - 10 * 0.018015 * formed
    assert 14.204 * (0.6 - formed) / water == pytest.approx(9.1, rel=0.04)


def test_brine_counted_by_its_own_weight_keeps_the_measured_solubility() -> None:
    """Measured, as above: a kilogram of brine with 0.6 mol sodium sulfate, 85.2 g, holds it in 914.8 g of water."""
    parameters = {"summer": 30, "winter": 4, "autumn": 10, "salt": 0.0, "sulfate": 0.6, "lost": 400, "wet": 300}
    left = evaluate(cooling_lake, parameters, frozenset({"of_brine", "autumn", "wet_year", "dissolved"}))
    water = 0.7 - 10 * 0.018015 * (0.6 / 0.9148 - left)
    assert 14.204 * left / water == pytest.approx(9.1, rel=0.04)
