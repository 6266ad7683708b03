"""Scenarios of waters, gases, mixing and evaporation: valid questions, and second opinions on their truths.

A second opinion is of one of three kinds. By hand: mass action with the database's 25 °C constants typed in here and
Davies activity coefficients, or a mass balance. Second database: the same input against another author's constants and
activity model. Measured: published solubilities. A comment says for each tolerance what the simpler or the other model
leaves out.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import numpy as np
import pytest

from mesocosm import seeding
from mesocosm.simulators.phreeqc import engine
from mesocosm.simulators.phreeqc.reading import EXCHANGE, Readings
from mesocosm.suites.phreeqc.options import evaluate
from mesocosm.suites.phreeqc.scenario import PLAIN, Parameters, Scenario, Taken
from mesocosm.suites.phreeqc.scenarios.carbonate import calcite_closed, calcite_open
from mesocosm.suites.phreeqc.scenarios.evaporation import drying_lake
from mesocosm.suites.phreeqc.scenarios.gases import carbonated_brine, methane_bubble
from mesocosm.suites.phreeqc.scenarios.mixing import fluoride_mixing, mixing_corrosion, sea_intrusion
from mesocosm.suites.phreeqc.scenarios.waters import carbonate_ion, dolomite_saturation, gypsum_in_salt_water

pytest.importorskip("phreeqc", reason="needs the phreeqc package: pip install phreeqc")

# Constants at 25 °C as `phreeqc.dat` gives them.
HENRY_CARBON_DIOXIDE = 10**-1.468
HENRY_METHANE = 10**-2.8
FIRST_DISSOCIATION = 10**-6.352
SECOND_DISSOCIATION = 10**-10.329
CALCITE = 10**-8.48
DOLOMITE = 10**-17.09
FLUORITE = 10**-10.6
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


def truth_with(scenario: Scenario, p: Parameters, database: str, taken: Taken = PLAIN) -> float:
    return evaluate(dataclasses.replace(scenario, database=database), p, taken)


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
        assert truth_with(scenario, p, database) == pytest.approx(evaluate(scenario, p, PLAIN), rel=tolerance)


@pytest.mark.parametrize(("temperature", "tolerance"), [(25, 0.05), (5, 0.3), (48, 0.1)])
def test_dolomite_saturation_agrees_with_wateq4f(temperature: int, tolerance: float) -> None:
    # Same constant at 25 °C, where only ion pairs differ; away from it dolomite's log K is a fitted curve in the one
    # and a heat of reaction in the other: 0.26 apart at 5 °C, little above 25 °C.
    p = {**dolomite_saturation.draw(seeding.generator("second", "dolomite")), "temperature": temperature}
    other = truth_with(dolomite_saturation, p, "wateq4f.dat")
    assert other == pytest.approx(evaluate(dolomite_saturation, p, PLAIN), abs=tolerance)


def test_dolomite_saturation_of_a_water_that_warms_up_agrees_with_wateq4f() -> None:
    # 0.1: as at 48 °C above; on the way the water keeps its carbon and its pH falls.
    p = {**dolomite_saturation.draw(seeding.generator("second", "dolomite")), "temperature": 25, "tank": 48}
    warmed = evaluate(dolomite_saturation, p, frozenset({"tank"}))
    assert truth_with(dolomite_saturation, p, "wateq4f.dat", frozenset({"tank"})) == pytest.approx(warmed, abs=0.1)
    assert warmed > evaluate(dolomite_saturation, p, PLAIN)


def test_anhydrite_in_magnesium_chloride_agrees_with_pitzer() -> None:
    # 13 %: as for gypsum in sodium chloride.
    taken = frozenset({"magnesium", "lower_bed", "anhydrite", "summer"})
    for number in range(4):
        p = gypsum_in_salt_water.draw(seeding.generator("second", "anhydrite", number))
        other = truth_with(gypsum_in_salt_water, p, "pitzer.dat", taken)
        assert other == pytest.approx(evaluate(gypsum_in_salt_water, p, taken), rel=0.13)


# ------------------------------------------------------------------ second opinions: by hand, at 25 °C


def carbonate_of(calcium: float, alkalinity: float, ionic_strength: float) -> tuple[float, float, float]:
    """Return CO3-2, HCO3- and CO2 beside calcite: mass action, no ion pairs. H+ and OH- do not matter near pH 7."""
    one, two = davies(1, ionic_strength), davies(2, ionic_strength)
    carbonate = CALCITE / (calcium * two * two)
    bicarbonate = alkalinity - 2 * carbonate
    hydrogen = SECOND_DISSOCIATION * bicarbonate * one / (carbonate * two)
    return carbonate, bicarbonate, hydrogen * bicarbonate * one / FIRST_DISSOCIATION


def dissolved_closed(calcium: float, alkalinity: float, carbon: float, chloride: float) -> float:
    """Return the calcite that closed water dissolves: the carbon species must add up to the carbon there is."""

    def excess(dissolved: float) -> float:
        total = calcium + dissolved
        ionic_strength = 2 * total + (chloride + alkalinity + 2 * dissolved) / 2
        return sum(carbonate_of(total, alkalinity + 2 * dissolved, ionic_strength)) - carbon - dissolved

    return bisect(excess, 1e-4, 2e-2)


def calcium_open(carbon_dioxide_atm: float, bicarbonate: float, salt: float) -> float:
    """Return calcium beside calcite under a fixed gas pressure."""

    def excess(calcium: float) -> float:
        ionic_strength = salt + bicarbonate + 3 * calcium
        carbon_dioxide = carbonate_of(calcium, 2 * calcium + bicarbonate, ionic_strength)[2]
        return carbon_dioxide - HENRY_CARBON_DIOXIDE * carbon_dioxide_atm

    return bisect(excess, 1e-4, 2e-2)


def test_calcite_open_by_hand() -> None:
    # 5 %: the hand calculation leaves out the CaHCO3+ pair, two to three percent of the calcium.
    p: Parameters = {"temperature": 25, "carbon_dioxide": 2.0, "salt": 50, "bicarbonate": 2.0}
    assert evaluate(calcite_open, p, PLAIN) == pytest.approx(calcium_open(0.02, 2e-3, 50e-3), rel=0.05)


def test_calcite_open_after_the_gas_is_shut_off_by_hand() -> None:
    # 5 %: as above. Before it meets the calcite the water holds its bicarbonate and the carbon dioxide of Henry's law.
    p: Parameters = {"temperature": 25, "carbon_dioxide": 2.0, "salt": 50, "bicarbonate": 2.0}
    by_hand = dissolved_closed(0.0, 2e-3, 2e-3 + HENRY_CARBON_DIOXIDE * 0.02, 102e-3)
    assert evaluate(calcite_open, p, frozenset({"shut_off"})) == pytest.approx(by_hand, rel=0.05)


def test_calcite_closed_by_hand() -> None:
    # 3 %: no ion pairs by hand; the carbon taken up before is Henry's law.
    p: Parameters = {"temperature": 25, "carbon_dioxide": 5.0, "calcium": 1.0}
    by_hand = dissolved_closed(1e-3, 0.0, HENRY_CARBON_DIOXIDE * 0.05, 2e-3)
    assert evaluate(calcite_closed, p, PLAIN) == pytest.approx(by_hand, rel=0.03)


def test_calcite_closed_that_stays_open_by_hand() -> None:
    # 5 %: no ion pairs by hand. Chloride of 2 mmol takes as much from the alkalinity that the calcium would balance;
    # 1 mmol of the calcium was there before.
    p: Parameters = {"temperature": 25, "carbon_dioxide": 5.0, "calcium": 1.0}
    by_hand = calcium_open(0.05, -2e-3, 2e-3) - 1e-3
    assert evaluate(calcite_closed, p, frozenset({"open"})) == pytest.approx(by_hand, rel=0.05)


def test_mixing_corrosion_by_hand() -> None:
    # 8 %: the mixture's appetite is a small difference of large numbers, so missing ion pairs count more.
    p: Parameters = {"temperature": 25, "deep_gas": 8.0, "shallow_gas": 0.3, "deep_part": 30}
    calcium, carbon = 0.0, 0.0
    for part, gas in ((0.3, 0.08), (0.7, 0.003)):
        one = calcium_open(gas, 0.0, 0.0)
        calcium, carbon = calcium + part * one, carbon + part * sum(carbonate_of(one, 2 * one, 3 * one))
    by_hand = dissolved_closed(calcium, 2 * calcium, carbon, 0.0)
    assert evaluate(mixing_corrosion, p, PLAIN) == pytest.approx(by_hand, rel=0.08)


def test_mixing_corrosion_under_the_deep_gas_by_hand() -> None:
    # The mixture ends as the deep water is, so it dissolves what the shallow water's part lacks.
    # 5 %: the CaHCO3+ pair, two to three percent of the calcium, is left out by hand.
    p: Parameters = {"temperature": 25, "deep_gas": 8.0, "shallow_gas": 0.3, "deep_part": 30}
    by_hand = 0.3 * (calcium_open(0.08, 0.0, 0.0) - calcium_open(0.003, 0.0, 0.0))
    assert evaluate(mixing_corrosion, p, frozenset({"open", "parts_swapped"})) == pytest.approx(by_hand, rel=0.05)


SPRING: Parameters = {
    **{"temperature": 25, "ph": 7.5, "calcium": 80, "magnesium": 12.0, "sodium": 30.0},
    **{"chloride": 40.0, "sulfur": 10.0, "nitrate": 15.0},
}


def spring_carbonate(sulfate: float, nitrate: float) -> tuple[float, float]:
    """Return free carbonate of `SPRING`, mol/kg, and the activity coefficient of a double charge; sulfate, nitrate in
    mmol.
    """
    cations = 2 * 80 / 40.08 + 2 * 12 / 24.31 + 30 / 22.99
    alkalinity = (cations - 40 / 35.45 - 2 * sulfate - nitrate) / 1000
    ionic_strength = (
        2 * (80 / 40.08 + 12 / 24.31 + sulfate) / 1000 + 0.5 * (1.30 + 1.13 + nitrate) / 1000 + alkalinity / 2
    )
    one, two = davies(1, ionic_strength), davies(2, ionic_strength)
    return SECOND_DISSOCIATION * alkalinity * one / 10**-7.5 / two, two


def test_carbonate_ion_by_hand() -> None:
    # 10 %: bicarbonate is what the charges leave over; pairs (CaHCO3+, MgSO4, ...) are left out by hand.
    by_hand = spring_carbonate(10 / 32.06, 15 / 62.0)[0]
    assert evaluate(carbonate_ion, SPRING, PLAIN) == pytest.approx(by_hand, rel=0.10)


def test_carbonate_ion_counted_otherwise_and_with_its_pairs_by_hand() -> None:
    # 10 %: as above. log K of the pairs CaCO3 and MgCO3 is 3.224 and 2.98.
    free, two = spring_carbonate(10 / 96.06, 15 / 14.007)
    by_hand = free * (1 + two**2 * (10**3.224 * 80 / 40.08e3 + 10**2.98 * 12 / 24.31e3))
    taken = frozenset({"as_sulfate", "as_nitrogen", "pairs"})
    assert evaluate(carbonate_ion, SPRING, taken) == pytest.approx(by_hand, rel=0.10)


WELL: Parameters = {
    **{"temperature": 25, "ph": 7.4, "calcium": 200, "magnesium": 20.0, "sodium": 20.0},
    **{"sulfate": 30, "alkalinity": 200},
}


def well_coefficients(calcium: float, alkalinity: float) -> tuple[float, float]:
    """Return activity coefficients of a single and a double charge in `WELL`, where chloride balances the charges."""
    magnesium, sodium, sulfate = 0.02 / 24.31, 0.02 / 22.99, 0.03 / 96.06
    chloride = 2 * (calcium + magnesium - sulfate) + sodium - alkalinity
    ionic_strength = 2 * (calcium + magnesium + sulfate) + 0.5 * (sodium + chloride + alkalinity)
    return davies(1, ionic_strength), davies(2, ionic_strength)


def test_dolomite_saturation_by_hand() -> None:
    # 0.15: a tenth of calcium, magnesium and carbonate is in pairs that the hand calculation leaves out.
    calcium, magnesium, alkalinity = 0.2 / 100.09, 0.02 / 24.31, 0.2 / 50.04
    one, two = well_coefficients(calcium, alkalinity)
    carbonate = SECOND_DISSOCIATION * alkalinity * one / 10**-7.4
    by_hand = math.log10(calcium * magnesium * two**2 * carbonate**2 / DOLOMITE)
    assert evaluate(dolomite_saturation, WELL, PLAIN) == pytest.approx(by_hand, abs=0.15)


def test_calcite_saturation_of_an_aired_well_water_by_hand() -> None:
    # Near pH 8.4 a fifth of the alkalinity is carbonate, most of it in the pair CaCO3 (log K 3.224), so these count.
    # 0.1: the pairs of bicarbonate, sulfate and magnesium are left out by hand.
    calcium, alkalinity = 0.2 / 40.08, 0.2 / 61.02
    one, two = well_coefficients(calcium, alkalinity)

    def carbonate_over(bicarbonate: float) -> float:
        """Return the activity of carbonate over the air's carbon dioxide, from that of bicarbonate."""
        acid = FIRST_DISSOCIATION * HENRY_CARBON_DIOXIDE * 10**-3.4
        return SECOND_DISSOCIATION * bicarbonate**2 / acid

    def excess(bicarbonate: float) -> float:
        carbonate = carbonate_over(bicarbonate)
        return bicarbonate / one + 2 * carbonate * (1 / two + 10**3.224 * calcium * two) - alkalinity

    by_hand = math.log10(calcium * two * carbonate_over(bisect(excess, 1e-4, alkalinity)) / CALCITE)
    taken = frozenset({"aired", "as_calcium", "as_bicarbonate", "calcite"})
    assert evaluate(dolomite_saturation, WELL, taken) == pytest.approx(by_hand, abs=0.1)


def test_gypsum_in_pure_water_lies_among_the_measured_solubilities() -> None:
    # Measured: 0.0147 to 0.0182 mol/L at 25 °C over the published work, Lebedev and Kosorukov (2017), Geochemistry
    # International 55, 205, abstract; a litre and a kilogram of water are the same within 0.5 %.
    p: Parameters = {"temperature": 25, "salt": 0.0, "sulfate": 0.0}
    assert 0.0147 <= evaluate(gypsum_in_salt_water, p, PLAIN) <= 0.0182


def test_gypsum_in_what_is_left_of_pure_water_lies_among_the_measured_solubilities() -> None:
    # Measured as above; 60 % of a kilogram dissolves 60 % as much.
    p: Parameters = {"temperature": 25, "salt": 0.0, "sulfate": 0.0, "lost": 40}
    assert 0.6 * 0.0147 <= evaluate(gypsum_in_salt_water, p, frozenset({"evaporated"})) <= 0.6 * 0.0182


def test_gypsum_and_the_salt_give_all_the_sulfate() -> None:
    # By hand: what the mineral gave and what the water brought along, however much water is left. Four printed digits.
    p: Parameters = {"temperature": 10, "salt": 5.0, "sulfate": 4.0, "lower": 15.0, "lost": 30}
    taken = frozenset({"evaporated", "lower_bed", "magnesium"})
    by_hand = evaluate(gypsum_in_salt_water, p, taken) + 15e-3
    assert evaluate(gypsum_in_salt_water, p, taken | {"total"}) == pytest.approx(by_hand, rel=5e-4)


LANDFILL: Parameters = {
    **{"temperature": 25, "pressure": 1.5, "sulfate": 2.0, "young": 1.0, "salt": 10, "middle": 8.0, "last": 12.0},
}


def methane_in_bubble(methane: float, carbon_dioxide: float, pressure: float) -> float:
    """Return methane in an ideal gas over one kilogram of water: what Henry's law leaves of it."""

    def excess(gas: float) -> float:
        partial = methane / (HENRY_METHANE + gas / pressure)
        return pressure - partial - carbon_dioxide / (HENRY_CARBON_DIOXIDE + gas / pressure)

    gas = bisect(excess, 0.0, 0.1)
    return methane - HENRY_METHANE * methane / (HENRY_METHANE + gas / pressure)


def test_methane_bubble_by_hand() -> None:
    # Each acetic acid gives one CH4 and one CO2; each sulfate turns one CH4 into HCO3- and sulfide.
    # 3 %: an ideal gas by hand, and all the alkalinity taken as HCO3-.
    by_hand = methane_in_bubble(12e-3 - 2e-3, 12e-3 + 2e-3 - 2 * 2e-3, 2.5)
    assert evaluate(methane_bubble, LANDFILL, PLAIN) == pytest.approx(by_hand, rel=0.03)


def test_methane_bubble_of_ethanol_by_hand() -> None:
    # Each ethanol gives 3/2 CH4 and 1/2 CO2. 3 %: as above.
    by_hand = methane_in_bubble(1.5 * 8e-3 - 1e-3, 0.5 * 8e-3 + 1e-3 - 2 * 1e-3, 1.5)
    taken = frozenset({"ethanol", "young_cell", "first_step", "absolute"})
    assert evaluate(methane_bubble, LANDFILL, taken) == pytest.approx(by_hand, rel=0.03)


def real_carbon_dioxide(pressure: float, kelvin: float) -> tuple[float, float]:
    """Return molar volume (L) and fugacity coefficient by Peng and Robinson (1976) for pure CO2."""
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


def carbonated(volume: float, ionic_strength: float, carbon_before: float) -> float:
    """Return dissolved carbon, mol/kg, in 0.6 kg of water beside a volume filled with CO2 at 30 atm and 25 °C.

    Peng-Robinson gas, Henry's law with a partial volume of 32 mL/mol and salting out of 0.066 per mol (Rumpf 1994).
    """
    kelvin = 298.15
    there_is = volume / real_carbon_dioxide(30.0, kelvin)[0] + 0.6 * carbon_before

    def dissolved(pressure: float) -> float:
        fugacity = pressure * real_carbon_dioxide(pressure, kelvin)[1]
        squeezed = math.exp(-0.032 * pressure / (GAS_CONSTANT * kelvin))
        return HENRY_CARBON_DIOXIDE * fugacity * squeezed / 10 ** (0.066 * ionic_strength)

    def excess(pressure: float) -> float:
        return volume / real_carbon_dioxide(pressure, kelvin)[0] + 0.6 * dissolved(pressure) - there_is

    return dissolved(bisect(excess, 1.0, 30.0))


VESSEL: Parameters = {"temperature": 25, "pressure": 30, "water": 0.6, "headspace": 0.5, "bottle": 0.3, "salt": 0.8}


def test_carbonated_brine_by_hand() -> None:
    # 4 %: the pairs (CO2)2 and the dissociated part are left out by hand.
    assert evaluate(carbonated_brine, VESSEL, PLAIN) == pytest.approx(carbonated(0.5, 0.8, 0.0), rel=0.04)


def test_carbonated_brine_of_calcium_chloride_filled_twice_by_hand() -> None:
    # Calcium chloride has three times the ionic strength. 4 %: as above.
    by_hand = carbonated(0.8, 2.4, carbonated(0.8, 2.4, 0.0))
    taken = frozenset({"calcium_chloride", "side_bottle", "second_filling"})
    assert evaluate(carbonated_brine, VESSEL, taken) == pytest.approx(by_hand, rel=0.04)


def fluoride_left(calcium: float, fluoride: float, salt: float) -> float:
    """Return fluoride beside fluorite in a mixture that brings these, mol/kg; chloride balances calcium and salt."""

    def excess(left: float) -> float:
        calcium_left = calcium - (fluoride - left) / 2
        ionic_strength = salt + 0.5 * (fluoride + left + 2 * calcium) + 2 * calcium_left
        return calcium_left * davies(2, ionic_strength) * (left * davies(1, ionic_strength)) ** 2 - FLUORITE

    return bisect(excess, 1e-6, fluoride)


THERMAL: Parameters = {"temperature": 25, "salt": 40, "fluoride": 19.0, "calcium": 200, "hard_part": 40}


def test_fluoride_mixing_by_hand() -> None:
    # 5 %: no pairs (CaF+, NaF) by hand, Davies activities.
    by_hand = fluoride_left(0.4 * 200 / 40.08e3, 0.6 * 1e-3, 0.6 * 0.040)
    assert evaluate(fluoride_mixing, THERMAL, PLAIN) == pytest.approx(by_hand, rel=0.05)


def test_fluorite_from_hard_water_on_top_by_hand() -> None:
    # 60 parts of hard water come to 100 of thermal water. 5 %: as above.
    thermal, hard = 100 / 160, 60 / 160
    by_hand = (thermal * 1e-3 - fluoride_left(hard * 200 / 100.09e3, thermal * 1e-3, thermal * 0.040)) / 2
    taken = frozenset({"on_top", "parts_swapped", "hardness", "formed"})
    assert evaluate(fluoride_mixing, THERMAL, taken) == pytest.approx(by_hand, rel=0.05)


def test_sea_intrusion_keeps_gaines_and_thomas_exchange() -> None:
    # By hand: KX/NaX = 10^0.7 {K+}/{Na+} in equivalent fractions that add up to one.
    # 6 %: by hand the bound ions have no activity coefficients; the engine's NaX and KX differ by 4 %.
    p: Parameters = {"temperature": 25, "gas": 1.3, "sea_part": 20, "exchanger": 121}
    r = Readings(engine.run(sea_intrusion.deck(p, PLAIN)).listing)
    bound = {name: r.number(EXCHANGE, name, 2) for name in ("CaX2", "NaX", "MgX2", "KX")}
    assert sum(bound.values()) == pytest.approx(1.0, abs=2e-3)
    ratio = r.species("K+", "activity") / r.species("Na+", "activity")
    assert bound["KX"] / bound["NaX"] == pytest.approx(10**0.7 * ratio, rel=0.06)


def test_sea_intrusion_keeps_the_calcium() -> None:
    # By hand: calcium of the mixture + calcium that left the clay - calcite formed. 1 %: four printed digits of each.
    p: Parameters = {"temperature": 25, "gas": 1.3, "sea_part": 20, "exchanger": 121}
    r = Readings(engine.run(sea_intrusion.deck(p, PLAIN)).listing)
    mixed = 0.8 * r.total("Ca", 1) + 0.2 * 10.7e-3
    given_off = bound_calcium_of_fresh_clay(r, 0.121) - r.number(EXCHANGE, "CaX2", 0)
    by_hand = mixed + given_off - r.phase("Calcite", "delta")
    assert evaluate(sea_intrusion, p, PLAIN) == pytest.approx(by_hand, rel=0.01)


def test_sea_intrusion_keeps_the_magnesium_of_both_portions() -> None:
    # By hand: no mineral takes magnesium, so the second portion shares its own with what the first left on the clay.
    # 1 %: four printed digits of each.
    p: Parameters = {"temperature": 25, "gas": 1.3, "sea_part": 20, "exchanger": 121}
    taken = frozenset({"freshening", "second_portion", "magnesium"})
    r = Readings(engine.run(sea_intrusion.deck(p, taken)).listing)
    by_hand = 0.2 * 55e-3 + r.number(EXCHANGE, "MgX2", 0, -2) - r.number(EXCHANGE, "MgX2", 0)
    assert evaluate(sea_intrusion, p, taken) == pytest.approx(by_hand, rel=0.01)


def bound_calcium_of_fresh_clay(r: Readings, charge: float) -> float:
    """Return CaX2 of a clay in the fresh water, Gaines and Thomas with log K 0.8 for 2 NaX + Ca+2 = CaX2 + 2 Na+."""
    sodium = r.species("Na+", "activity", 1)
    calcium = r.species("Ca+2", "activity", 1)
    fraction = bisect(lambda one: one + 10**0.8 * calcium * (one / sodium) ** 2 - 1, 0.0, 1.0)
    return charge * (1 - fraction) / 2


LAKE: Parameters = {
    **{"temperature": 20, "calcium": 14.0, "magnesium": 6.0, "chloride": 40},
    **{"sulfate": 18.0, "alkalinity": 3.0, "asked": 50, "last": 53},
}


def test_drying_lake_keeps_its_sulfate() -> None:
    # By hand: sulfate less gypsum, over the water left by evaporation and by gypsum's two waters.
    # 0.5 %: gypsum is read off the listing with four digits.
    r = Readings(engine.run(drying_lake.deck(LAKE, PLAIN)).listing)
    gypsum = r.phase("Gypsum", "final", -2)
    by_hand = (9e-3 - gypsum) / (1 - 0.018015 * (50 + 2 * gypsum))
    assert gypsum > 1e-4
    assert evaluate(drying_lake, LAKE, PLAIN) == pytest.approx(by_hand, rel=0.005)


def test_drying_lake_of_millimoles_keeps_its_calcium() -> None:
    # By hand: calcium less anhydrite, which takes no water along. 1 %: what is left is a tenth of what there was.
    taken = frozenset({"millimoles", "anhydrite", "calcite_held_back", "second_step", "calcium"})
    r = Readings(engine.run(drying_lake.deck(LAKE, taken)).listing)
    anhydrite = r.phase("Anhydrite", "final")
    by_hand = (14e-3 - anhydrite) / (1 - 0.018015 * 53)
    assert anhydrite > 1e-3
    assert evaluate(drying_lake, LAKE, taken) == pytest.approx(by_hand, rel=0.01)
