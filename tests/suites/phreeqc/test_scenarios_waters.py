"""Scenarios of waters, gases, mixing and evaporation: fit questions, and second opinions on their truths.

A second opinion is of one of three kinds. By hand: mass action with the database's 25 °C constants typed in here and
Davies activity coefficients, or a mass balance. Second database: the same input against another author's constants and
activity model. Measured: published solubilities. Each tolerance says what the simpler or the other model leaves out.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest

from mesocosm import seeding
from mesocosm.simulators.phreeqc import engine
from mesocosm.simulators.phreeqc.reading import EXCHANGE, Readings
from mesocosm.suites.phreeqc.options import CLOSEST, TRUTH, Question, Unfit, evaluate, make_question
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario
from mesocosm.suites.phreeqc.scenarios.carbonate import calcite_closed, calcite_open
from mesocosm.suites.phreeqc.scenarios.evaporation import drying_lake
from mesocosm.suites.phreeqc.scenarios.gases import carbonated_brine, methane_bubble
from mesocosm.suites.phreeqc.scenarios.mixing import fluoride_mixing, mixing_corrosion, sea_intrusion
from mesocosm.suites.phreeqc.scenarios.waters import carbonate_ion, dolomite_saturation, gypsum_in_salt_water

pytest.importorskip("phreeqc", reason="needs the phreeqc package: pip install phreeqc")

SCENARIOS = [
    calcite_open,
    calcite_closed,
    carbonate_ion,
    dolomite_saturation,
    gypsum_in_salt_water,
    methane_bubble,
    carbonated_brine,
    mixing_corrosion,
    fluoride_mixing,
    sea_intrusion,
    drying_lake,
]
each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.name)

# Constants at 25 °C as `phreeqc.dat` gives them.
HENRY_CARBON_DIOXIDE = 10**-1.468
HENRY_METHANE = 10**-2.8
FIRST_DISSOCIATION = 10**-6.352
SECOND_DISSOCIATION = 10**-10.329
CALCITE = 10**-8.48
DOLOMITE = 10**-17.09
FLUORITE = 10**-10.6
GAS_CONSTANT = 0.082057
"""L atm / (mol K)"""


def davies(charge: int, ionic_strength: float) -> float:
    root = math.sqrt(ionic_strength)
    return float(10 ** (-0.509 * charge**2 * (root / (1 + root) - 0.3 * ionic_strength)))


def bisect(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where a rising function crosses zero."""
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > 0 else (middle, high)
    return low


def truth_with(scenario: Scenario, p: Parameters, database: str) -> float:
    return evaluate(dataclasses.replace(scenario, database=database), p, TRUTH)


# ------------------------------------------------------------------ fit questions


def questions(scenario: Scenario, seeds: int) -> list[Question]:
    return [make_question(scenario, seeding.generator("waters", scenario.name, seed)) for seed in range(seeds)]


@each_scenario
def test_twelve_seeds_give_questions_with_four_distinct_options_in_range(scenario: Scenario) -> None:
    for question in questions(scenario, 12):
        assert scenario.low <= question.truth <= scenario.high
        assert len({scenario.printed(value) for value in question.values.values()}) == 4
        assert "{" not in scenario.ask(question.parameters)


@each_scenario
def test_every_mistake_moves_the_value_for_some_draw(scenario: Scenario) -> None:
    draws = [scenario.draw(seeding.generator("mistakes", scenario.name, number)) for number in range(8)]
    for mistake in scenario.mistakes:
        assert any(moves(scenario, p, mistake) for p in draws), mistake


def moves(scenario: Scenario, p: Parameters, mistake: str) -> bool:
    truth = evaluate(scenario, p, TRUTH)
    try:
        value = evaluate(scenario, p, frozenset({mistake}))
    except Unfit:
        return False
    return abs(value - truth) >= CLOSEST * max(abs(value), abs(truth))


@each_scenario
def test_a_mistake_it_does_not_name_changes_nothing(scenario: Scenario) -> None:
    p = scenario.draw(seeding.generator("names", scenario.name))
    assert len(scenario.mistakes) >= 5
    assert scenario.deck(p, frozenset({"no such mistake"})) == scenario.deck(p, TRUTH)


# ------------------------------------------------------------------ second opinions: another database

SECOND_DATABASES = [
    (calcite_open, "wateq4f.dat", 0.03),  # same calcite constant, older activity coefficients
    (calcite_closed, "llnl.dat", 0.03),  # calcite constant and B-dot activities of its own
    (carbonate_ion, "llnl.dat", 0.07),  # the calcium carbonate pair differs
    (gypsum_in_salt_water, "pitzer.dat", 0.13),  # Pitzer's sulfate in salt: up to an eighth lower
    (methane_bubble, "llnl.dat", 0.08),  # Henry constants 10 % apart at 50 °C; up to half the methane stays dissolved
    (carbonated_brine, "pitzer.dat", 0.02),  # same gas law, Pitzer's salting out
    (mixing_corrosion, "llnl.dat", 0.03),  # only the curve of calcite against carbon dioxide matters
    (fluoride_mixing, "wateq4f.dat", 0.04),  # same fluorite constant, other ion pairs
    (sea_intrusion, "pitzer.dat", 0.03),  # the exchange decides, its constants are shared
    (drying_lake, "pitzer.dat", 0.15),  # gypsum in a sulfate brine of ionic strength up to 1
]


@pytest.mark.parametrize(
    ("scenario", "database", "tolerance"), SECOND_DATABASES, ids=lambda one: getattr(one, "name", "")
)
def test_second_database_agrees(scenario: Scenario, database: str, tolerance: float) -> None:
    for number in range(4):
        p = scenario.draw(seeding.generator("second", scenario.name, number))
        assert truth_with(scenario, p, database) == pytest.approx(evaluate(scenario, p, TRUTH), rel=tolerance)


@pytest.mark.parametrize(("temperature", "tolerance"), [(25, 0.05), (5, 0.3), (48, 0.1)])
def test_dolomite_saturation_agrees_with_wateq4f(temperature: int, tolerance: float) -> None:
    # Same constant at 25 °C, where only ion pairs differ; away from it dolomite's log K is a fitted curve in the one
    # and a heat of reaction in the other: 0.26 apart at 5 °C, little above 25 °C.
    p = {**dolomite_saturation.draw(seeding.generator("second", "dolomite")), "temperature": temperature}
    other = truth_with(dolomite_saturation, p, "wateq4f.dat")
    assert other == pytest.approx(evaluate(dolomite_saturation, p, TRUTH), abs=tolerance)


# ------------------------------------------------------------------ second opinions: by hand, at 25 °C


def carbonate_of(calcium: float, alkalinity: float, ionic_strength: float) -> tuple[float, float, float]:
    """CO3-2, HCO3- and CO2 beside calcite: mass action, without ion pairs. H+ and OH- weigh nothing near pH 7."""
    one, two = davies(1, ionic_strength), davies(2, ionic_strength)
    carbonate = CALCITE / (calcium * two * two)
    bicarbonate = alkalinity - 2 * carbonate
    hydrogen = SECOND_DISSOCIATION * bicarbonate * one / (carbonate * two)
    return carbonate, bicarbonate, hydrogen * bicarbonate * one / FIRST_DISSOCIATION


def dissolved_closed(calcium: float, alkalinity: float, carbon: float, chloride: float) -> float:
    """Calcite that closed water dissolves: the carbon species must add up to the carbon there is."""

    def excess(dissolved: float) -> float:
        total = calcium + dissolved
        ionic_strength = 2 * total + (chloride + alkalinity + 2 * dissolved) / 2
        return sum(carbonate_of(total, alkalinity + 2 * dissolved, ionic_strength)) - carbon - dissolved

    return bisect(excess, 1e-4, 2e-2)


def calcium_open(carbon_dioxide_atm: float, bicarbonate: float, salt: float) -> float:
    """Calcium beside calcite under a fixed gas pressure."""

    def excess(calcium: float) -> float:
        ionic_strength = salt + bicarbonate + 3 * calcium
        carbon_dioxide = carbonate_of(calcium, 2 * calcium + bicarbonate, ionic_strength)[2]
        return carbon_dioxide - HENRY_CARBON_DIOXIDE * carbon_dioxide_atm

    return bisect(excess, 1e-4, 2e-2)


def test_calcite_open_by_hand() -> None:
    # 5 %: the hand calculation leaves out the CaHCO3+ pair, two to three percent of the calcium.
    p: Parameters = {"temperature": 25, "carbon_dioxide": 2.0, "salt": 50, "bicarbonate": 2.0}
    assert evaluate(calcite_open, p, TRUTH) == pytest.approx(calcium_open(0.02, 2e-3, 50e-3), rel=0.05)


def test_calcite_closed_by_hand() -> None:
    # 3 %: no ion pairs by hand; the carbon taken up before is Henry's law.
    p: Parameters = {"temperature": 25, "carbon_dioxide": 5.0, "calcium": 1.0}
    by_hand = dissolved_closed(1e-3, 0.0, HENRY_CARBON_DIOXIDE * 0.05, 2e-3)
    assert evaluate(calcite_closed, p, TRUTH) == pytest.approx(by_hand, rel=0.03)


def test_mixing_corrosion_by_hand() -> None:
    # 8 %: the mixture's appetite is a small difference of large numbers, so missing ion pairs count more.
    p: Parameters = {"temperature": 25, "deep_gas": 8.0, "shallow_gas": 0.3, "deep_part": 30}
    calcium, carbon = 0.0, 0.0
    for part, gas in ((0.3, 0.08), (0.7, 0.003)):
        one = calcium_open(gas, 0.0, 0.0)
        calcium, carbon = calcium + part * one, carbon + part * sum(carbonate_of(one, 2 * one, 3 * one))
    by_hand = dissolved_closed(calcium, 2 * calcium, carbon, 0.0)
    assert evaluate(mixing_corrosion, p, TRUTH) == pytest.approx(by_hand, rel=0.08)


def test_carbonate_ion_by_hand() -> None:
    # 10 %: bicarbonate is what the charges leave over; pairs (CaHCO3+, MgSO4, ...) are left out by hand.
    p: Parameters = {
        **{"temperature": 25, "ph": 7.5, "calcium": 80, "magnesium": 12.0, "sodium": 30.0},
        **{"chloride": 40.0, "sulfur": 10.0, "nitrate": 15.0},
    }
    cations = 2 * 80 / 40.08 + 2 * 12 / 24.31 + 30 / 22.99
    alkalinity = (cations - 40 / 35.45 - 2 * 10 / 32.06 - 15 / 62.0) / 1000
    ionic_strength = (
        2 * (80 / 40.08 + 12 / 24.31 + 10 / 32.06) / 1000 + 0.5 * (1.30 + 1.13 + 0.24) / 1000 + alkalinity / 2
    )
    one, two = davies(1, ionic_strength), davies(2, ionic_strength)
    by_hand = SECOND_DISSOCIATION * alkalinity * one / 10**-7.5 / two
    assert evaluate(carbonate_ion, p, TRUTH) == pytest.approx(by_hand, rel=0.10)


def test_dolomite_saturation_by_hand() -> None:
    # 0.15: a tenth of calcium, magnesium and carbonate is in pairs that the hand calculation leaves out.
    p: Parameters = {
        **{"temperature": 25, "ph": 7.4, "hardness": 200, "magnesium": 20.0, "sodium": 20.0},
        **{"chloride": 40, "sulfate": 30, "alkalinity": 200},
    }
    calcium, magnesium, alkalinity = 0.2 / 100.09, 0.02 / 24.31, 0.2 / 50.04
    ionic_strength = 2 * (calcium + magnesium + 0.03 / 96.06) + 0.5 * (0.02 / 22.99 + 0.04 / 35.45 + alkalinity)
    one, two = davies(1, ionic_strength), davies(2, ionic_strength)
    carbonate = SECOND_DISSOCIATION * alkalinity * one / 10**-7.4
    by_hand = math.log10(calcium * magnesium * two**2 * carbonate**2 / DOLOMITE)
    assert evaluate(dolomite_saturation, p, TRUTH) == pytest.approx(by_hand, abs=0.15)


def test_gypsum_in_pure_water_lies_among_the_measured_solubilities() -> None:
    # Measured: 0.0147 to 0.0182 mol/L at 25 °C over the published work, Lebedev and Kosorukov (2017), Geochemistry
    # International 55, 205, abstract; a litre and a kilogram of water are the same within 0.5 %.
    p: Parameters = {"temperature": 25, "salt": 0.0, "sulfate": 0.0}
    assert 0.0147 <= evaluate(gypsum_in_salt_water, p, TRUTH) <= 0.0182


def test_methane_bubble_by_hand() -> None:
    # Each acetic acid gives one CH4 and one CO2; each sulfate turns one CH4 into HCO3- and sulfide.
    # 3 %: an ideal gas by hand, and all the alkalinity taken as HCO3-.
    p: Parameters = {
        **{"temperature": 25, "overpressure": 1.5, "sulfate": 2.0, "salt": 10, "middle": 8.0, "last": 12.0},
    }
    methane, carbon_dioxide, pressure = 12e-3 - 2e-3, 12e-3 + 2e-3 - 2 * 2e-3, 2.5

    def excess(gas: float) -> float:
        partial = methane / (HENRY_METHANE + gas / pressure)
        return pressure - partial - carbon_dioxide / (HENRY_CARBON_DIOXIDE + gas / pressure)

    gas = bisect(excess, 0.0, 0.1)
    by_hand = methane - HENRY_METHANE * methane / (HENRY_METHANE + gas / pressure)
    assert evaluate(methane_bubble, p, TRUTH) == pytest.approx(by_hand, rel=0.03)


def real_carbon_dioxide(pressure: float, kelvin: float) -> tuple[float, float]:
    """Molar volume (L) and fugacity coefficient by Peng and Robinson (1976) for pure CO2."""
    critical, critical_pressure, acentric = 304.2, 72.86, 0.225
    kappa = 0.37464 + 1.54226 * acentric - 0.26992 * acentric**2
    alpha = (1 + kappa * (1 - math.sqrt(kelvin / critical))) ** 2
    attraction = 0.45724 * (GAS_CONSTANT * critical) ** 2 / critical_pressure * alpha
    a = attraction * pressure / (GAS_CONSTANT * kelvin) ** 2
    b = 0.07780 * GAS_CONSTANT * critical / critical_pressure * pressure / (GAS_CONSTANT * kelvin)
    roots = np.roots([1, b - 1, a - 3 * b**2 - 2 * b, -(a * b - b**2 - b**3)])
    z = float(max(root.real for root in roots if abs(root.imag) < 1e-9))
    ratio = (z + (1 + math.sqrt(2)) * b) / (z + (1 - math.sqrt(2)) * b)
    log_phi = z - 1 - math.log(z - b) - a / (2 * math.sqrt(2) * b) * math.log(ratio)
    return z * GAS_CONSTANT * kelvin / pressure, math.exp(log_phi)


def test_carbonated_brine_by_hand() -> None:
    # Peng-Robinson gas, Henry's law with a partial volume of 32 mL/mol and salting out of 0.066 per mol (Rumpf 1994).
    # 4 %: the pairs (CO2)2 and the dissociated part are left out by hand.
    p: Parameters = {"temperature": 25, "pressure": 30, "water": 0.6, "headspace": 0.5, "salt": 0.8}
    kelvin = 298.15
    filled = 0.5 / real_carbon_dioxide(30.0, kelvin)[0]

    def dissolved(pressure: float) -> float:
        fugacity = pressure * real_carbon_dioxide(pressure, kelvin)[1]
        return (
            HENRY_CARBON_DIOXIDE
            * fugacity
            * math.exp(-0.032 * pressure / (GAS_CONSTANT * kelvin))
            / 10 ** (0.066 * 0.8)
        )

    pressure = bisect(lambda one: 0.5 / real_carbon_dioxide(one, kelvin)[0] + 0.6 * dissolved(one) - filled, 1.0, 30.0)
    assert evaluate(carbonated_brine, p, TRUTH) == pytest.approx(dissolved(pressure), rel=0.04)


def test_fluoride_mixing_by_hand() -> None:
    # 5 %: no pairs (CaF+, NaF) by hand, Davies activities.
    p: Parameters = {"temperature": 25, "salt": 40, "fluoride": 19.0, "calcium": 200, "hard_part": 40}
    calcium, fluoride = 0.4 * 200 / 40.08e3, 0.6 * 1e-3

    def excess(left: float) -> float:
        calcium_left = calcium - (fluoride - left) / 2
        ionic_strength = 0.6 * 0.040 + 0.5 * (0.6e-3 + left + 2 * calcium) + 2 * calcium_left
        return calcium_left * davies(2, ionic_strength) * (left * davies(1, ionic_strength)) ** 2 - FLUORITE

    assert evaluate(fluoride_mixing, p, TRUTH) == pytest.approx(bisect(excess, 1e-6, fluoride), rel=0.05)


def test_sea_intrusion_keeps_gaines_and_thomas_exchange() -> None:
    # By hand: KX/NaX = 10^0.7 {K+}/{Na+} in equivalent fractions that add up to one.
    # 6 %: by hand the bound ions have no activity coefficients; the engine's NaX and KX differ by 4 %.
    p: Parameters = {"temperature": 25, "gas": 1.3, "sea_part": 20, "exchanger": 121}
    r = Readings(engine.run(sea_intrusion.deck(p, TRUTH)).listing)
    bound = {name: r.number(EXCHANGE, name, 2) for name in ("CaX2", "NaX", "MgX2", "KX")}
    assert sum(bound.values()) == pytest.approx(1.0, abs=2e-3)
    ratio = r.species("K+", "activity") / r.species("Na+", "activity")
    assert bound["KX"] / bound["NaX"] == pytest.approx(10**0.7 * ratio, rel=0.06)


def test_sea_intrusion_keeps_the_calcium() -> None:
    # By hand: calcium of the mixture + calcium that left the clay - calcite formed. 1 %: four printed digits of each.
    p: Parameters = {"temperature": 25, "gas": 1.3, "sea_part": 20, "exchanger": 121}
    r = Readings(engine.run(sea_intrusion.deck(p, TRUTH)).listing)
    mixed = 0.8 * r.total("Ca", 1) + 0.2 * 10.7e-3
    given_off = bound_calcium_of_fresh_clay(r, 0.121) - r.number(EXCHANGE, "CaX2", 0)
    by_hand = mixed + given_off - r.phase("Calcite", "delta")
    assert evaluate(sea_intrusion, p, TRUTH) == pytest.approx(by_hand, rel=0.01)


def bound_calcium_of_fresh_clay(r: Readings, charge: float) -> float:
    """CaX2 of a clay in the fresh water, Gaines and Thomas with log K 0.8 for 2 NaX + Ca+2 = CaX2 + 2 Na+."""
    sodium = r.species("Na+", "activity", 1)
    calcium = r.species("Ca+2", "activity", 1)
    fraction = bisect(lambda one: one + 10**0.8 * calcium * (one / sodium) ** 2 - 1, 0.0, 1.0)
    return charge * (1 - fraction) / 2


def test_drying_lake_keeps_its_sulfate() -> None:
    # By hand: sulfate less gypsum, over the water left by evaporation and by gypsum's two waters.
    # 0.5 %: gypsum is read off the listing with four digits.
    p: Parameters = {
        **{"temperature": 20, "calcium": 14.0, "magnesium": 6.0, "chloride": 40},
        **{"sulfate": 18.0, "alkalinity": 3.0, "asked": 50},
    }
    r = Readings(engine.run(drying_lake.deck(p, TRUTH)).listing)
    gypsum = r.phase("Gypsum", "final", -2)
    by_hand = (9e-3 - gypsum) / (1 - 0.018015 * (50 + 2 * gypsum))
    assert gypsum > 1e-4
    assert evaluate(drying_lake, p, TRUTH) == pytest.approx(by_hand, rel=0.005)


def test_questions_of_one_scenario_differ_between_seeds() -> None:
    for scenario in SCENARIOS:
        asked = [scenario.ask(scenario.draw(seeding.generator("differ", scenario.name, seed))) for seed in range(4)]
        assert all(one != other for one, other in itertools.combinations(asked, 2))
