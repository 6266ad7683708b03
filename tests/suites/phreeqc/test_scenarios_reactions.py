"""Heat, redox, sorption, solid solutions and kinetics: second opinions on the truth.

Hand calculations use constants typed from the database's lines and Debye-Hückel activities of our own; if no hand
calculation is short enough, a second database answers. A comment gives the reason for each tolerance.
"""

from __future__ import annotations

import math

import pytest

from mesocosm import seeding
from mesocosm.simulators.phreeqc import engine
from mesocosm.simulators.phreeqc.reading import SPECIES, SURFACE, Readings
from mesocosm.suites.phreeqc.options import evaluate
from mesocosm.suites.phreeqc.scenario import PLAIN, Parameters, Scenario
from mesocosm.suites.phreeqc.scenarios import heat, kinetics, redox, solid_solutions, sorption

pytest.importorskip("phreeqc", reason="install mesocosm[phreeqc]")


def drawn(scenario: Scenario, **changes: float) -> Parameters:
    """Draw parameters, and set some to what the hand calculation needs."""
    return {**scenario.draw(seeding.generator("test", scenario.name)), **changes}


def listing(scenario: Scenario, p: Parameters, database: str = "") -> Readings:
    done = engine.run(scenario.deck(p, PLAIN), database or scenario.database)
    assert done.error_count == 0, done.errors
    return Readings(done.listing)


def truth(scenario: Scenario, p: Parameters, database: str = "") -> float:
    return scenario.read(listing(scenario, p, database), p, PLAIN)


def log_gamma(charge: int, ionic_strength: float, size: float = 0.0, slope: float = 0.0) -> float:
    """Return the activity coefficient at 25 °C: Davies, or the extended Debye-Hückel law if an ion size is given."""
    root = math.sqrt(ionic_strength)
    if size == 0.0:
        return -0.5092 * charge**2 * (root / (1 + root) - 0.3 * ionic_strength)
    return -0.5092 * charge**2 * root / (1 + 0.3283 * size * root) + slope * ionic_strength


def forked(scenario: Scenario, p: Parameters, *forks: str) -> Readings:
    """Return the listing with some forks taken."""
    done = engine.run(scenario.deck(p, frozenset(forks)), scenario.database)
    assert done.error_count == 0, done.errors
    return Readings(done.listing)


# ------------------------------------------------------------------ heat


def test_anhydrite_in_dilute_water_agrees_with_the_lawrence_livermore_database() -> None:
    # Second database, fitted to 300 °C. Only dilute water: in brines its B-dot activities part from Pitzer's by two.
    # 25 %: the two carry solubility products and ion pairing from different sources.
    for step in (1, 3, 5):
        p = drawn(heat.anhydrite_series, sodium=0.02, calcium=1, start=40, end=200, steps=5, step=step)
        assert truth(heat.anhydrite_series, p, "llnl.dat") == pytest.approx(truth(heat.anhydrite_series, p), rel=0.25)


def test_anhydrite_in_a_magnesium_brine_gives_calcium_and_sulfate_alike() -> None:
    # By hand: where the brine holds no calcium of its own, all of it comes with sulfate. 0.1 %: four printed digits.
    p = drawn(heat.anhydrite_series)
    forks = frozenset({"magnesium", "deep", "south_brine", "start_left_out"})
    calcium = forked(heat.anhydrite_series, p, *forks).total("Ca", int(p["step"]))
    assert evaluate(heat.anhydrite_series, p, forks) == pytest.approx(calcium, rel=1e-3)


def test_cooled_series_is_the_heated_one_read_from_its_end() -> None:
    # By hand: five temperatures, both ends included, are the same ones either way. 0.1 %: four printed digits.
    up = drawn(heat.anhydrite_series, steps=5, step=1)
    down = {**up, "step": 4}
    expected = truth(heat.anhydrite_series, up)
    cooled = evaluate(heat.anhydrite_series, down, frozenset({"cooled", "later_step"}))
    assert cooled == pytest.approx(expected, rel=1e-3)


def test_silica_scale_follows_fourniers_solubilities() -> None:
    # By hand: Fournier (1977), log10 of mg/kg is 5.19 - 1309/T for quartz and 4.52 - 731/T for amorphous silica.
    # 8 %: salting out at 0.1 mol/kg takes some 2 % off either solubility and the answer is their difference.
    p = drawn(heat.silica_scale, sodium=0.1)
    reservoir = 273.15 + float(p["surface"]) + float(p["gradient"]) * float(p["depth"])
    quartz = 10 ** (5.19 - 1309 / reservoir) / 60084
    amorphous = 10 ** (4.52 - 731 / (273.15 + float(p["pond"]))) / 60084
    expected = quartz - amorphous * (1 - float(p["steam"]) / 100)
    assert truth(heat.silica_scale, p) == pytest.approx(expected, rel=0.08)


def test_silica_scale_of_chalcedony_without_steam_follows_fourniers_solubilities() -> None:
    # By hand as above, with 4.69 - 1032/T for chalcedony.
    p = drawn(heat.silica_scale, sodium=0.1)
    reservoir = 273.15 + float(p["surface"]) + float(p["gradient"]) * float(p["new_depth"])
    chalcedony = 10 ** (4.69 - 1032 / reservoir) / 60084
    amorphous = 10 ** (4.52 - 731 / (273.15 + float(p["winter"]))) / 60084
    forks = frozenset({"new_well", "chalcedony", "bypassed", "winter"})
    assert evaluate(heat.silica_scale, p, forks) == pytest.approx(chalcedony - amorphous, rel=0.08)


def test_calcite_scale_takes_half_the_alkalinity_lost() -> None:
    # By hand: CaCO3 takes two equivalents of alkalinity. 1 %: alkalinity is printed to four digits, twice.
    p = drawn(heat.calcite_degassing)
    r = listing(heat.calcite_degassing, p)
    lost = r.described("Total alkalinity", -2) - r.described("Total alkalinity")
    assert truth(heat.calcite_degassing, p) == pytest.approx(lost / 2, rel=0.01)


def test_calcite_scale_after_the_gas_takes_its_carbon_from_the_water() -> None:
    # By hand: shut off from gas, what carbon the water loses is calcite. 1 %: totals are printed to four digits.
    p = drawn(heat.calcite_degassing)
    r = forked(heat.calcite_degassing, p, "after_the_gas", "weir")
    assert r.phase("Calcite") == pytest.approx(r.total("C", -2) - r.total("C"), rel=0.01)


def test_calcite_scale_agrees_with_wateq4f() -> None:
    # Second database. 15 %: above 100 °C its carbonate constants are extrapolated and its gas has no fugacity term.
    for seed in range(4):
        p = heat.calcite_degassing.draw(seeding.generator("wateq4f", seed))
        expected = truth(heat.calcite_degassing, p, "wateq4f.dat")
        assert truth(heat.calcite_degassing, p) == pytest.approx(expected, rel=0.15)


# ------------------------------------------------------------------ redox


def test_ferric_iron_follows_nernst_and_hydrolysis() -> None:
    # By hand: Fe+2 = Fe+3 + e- with log K -13.02, hydrolysis constants of Fe+3 -2.19, -5.67, -12.56, -21.6 (25 °C).
    # 5 %: Davies activities and no ion pairs, so the water is nearly free of bicarbonate.
    p = drawn(redox.ferric_iron, temperature=25, bicarbonate=2, field_ph=6.4, millivolts=10, reference=210, iron=2.0)
    ionic_strength = float(p["sodium"]) / 22990
    pe = 0.220 / (8.31446 * 298.15 * math.log(10) / 96485.3)
    ferrous = 2.0 / 55847 * 10 ** log_gamma(2, ionic_strength)
    ferric_ion = ferrous * 10 ** (pe - 13.02)
    constants = ((0.0, 3), (-2.19, 2), (-5.67, 1), (-12.56, 0), (-21.6, -1))
    expected = sum(
        ferric_ion * 10 ** (log_k + order * 6.4 - log_gamma(charge, ionic_strength))
        for order, (log_k, charge) in enumerate(constants)
    )
    assert truth(redox.ferric_iron, p) == pytest.approx(expected, rel=0.05)


def test_ferric_iron_follows_nernst_from_one_electrode_to_another() -> None:
    # By hand: Fe(3)/Fe(2) grows tenfold per 2.303 RT/F volts. 0.5 %: four printed digits.
    p = drawn(redox.ferric_iron)
    readings = forked(redox.ferric_iron, p), forked(redox.ferric_iron, p, "calomel", "later_reading")
    first, second = (r.number(SPECIES, "Fe(3)", 0) / r.number(SPECIES, "Fe(2)", 0) for r in readings)
    volts = float(p["calomel"]) - float(p["reference"]) + float(p["later_millivolts"]) - float(p["millivolts"])
    kelvin = 273.15 + float(p["temperature"])
    assert second / first == pytest.approx(math.exp(volts / 1000 * 96485.3 / (8.31446 * kelvin)), rel=0.005)


@pytest.mark.parametrize(("forks", "electrons"), [([], 4), (["methane"], 8)], ids=["organic", "methane"])
def test_nitrate_left_follows_the_electrons(forks: list[str], electrons: int) -> None:
    # By hand: CH2O gives four electrons and CH4 eight, to O2 (four) before nitrate (five, to N2). 0.5 %: four digits.
    p = drawn(redox.nitrate_reduction)
    added = float(p["organic"]) / 1000 * int(p["step"]) / int(p["steps"])
    oxygen = float(p["oxygen"]) / 31998
    expected = float(p["nitrate"]) / 62004 - (electrons * added - 4 * oxygen) / 5
    left = forked(redox.nitrate_reduction, p, *forks).number(SPECIES, "N(5)", 0, int(p["step"]))
    assert left == pytest.approx(expected, rel=0.005)


def test_carbon_dioxide_follows_alkalinity_and_carbon() -> None:
    # By hand at 25 °C: each nitrate reduced adds one alkalinity and each CH2O one carbon; log K of carbonic acid
    # -6.352 and -10.329. 4 %: Davies activities, no ion pairs, and CO2 is a difference of the two.
    p = drawn(redox.nitrate_reduction, temperature=25)
    added = float(p["organic"]) / 1000 * int(p["step"]) / int(p["steps"])
    alkalinity, nitrate = float(p["bicarbonate"]) / 61017, float(p["nitrate"]) / 62004
    one, two = (10 ** log_gamma(charge, alkalinity + nitrate) for charge in (1, 2))
    first, second = 10**-6.352 / one, 10**-10.329 * one / two  # of molalities, but for the activity of H+
    start = alkalinity / (1 + 2 * second / 10**-7.2)
    carbon = added + start * (1 + 10**-7.2 / first + second / 10**-7.2)
    alkalinity += 0.8 * (added - float(p["oxygen"]) / 31998)
    expected = dissolved_gas(carbon, alkalinity, first, second)
    assert truth(redox.nitrate_reduction, p) == pytest.approx(expected, rel=0.04)


def dissolved_gas(carbon: float, alkalinity: float, first: float, second: float) -> float:
    """Return CO2 in water of this carbon and alkalinity, its pH found by halving."""
    low, high = 4.0, 11.0
    for _ in range(100):
        ph = (low + high) / 2
        bicarbonate = carbon / (1 + 10**-ph / first + second / 10**-ph)
        low, high = (ph, high) if bicarbonate * (1 + 2 * second / 10**-ph) < alkalinity else (low, ph)
    return bicarbonate * 10**-ph / first


def test_mine_drainage_balances_its_acid() -> None:
    # By hand: FeS2 gives four acid equivalents once iron is ferric hydroxide, so calcite = 2 pyrite + alkalinity / 2.
    # 1 %: the alkalinity is read off the listing to four digits; water is used up.
    for pyrite in (400, 2000):
        p = drawn(redox.mine_drainage, pyrite=pyrite)
        alkalinity = listing(redox.mine_drainage, p).described("Total alkalinity")
        expected = 2 * pyrite / 119980 + alkalinity / 2
        assert truth(redox.mine_drainage, p) == pytest.approx(expected, rel=0.01)


def test_drain_of_a_monosulfide_heap_balances_its_acid() -> None:
    # By hand: FeS gives two acid equivalents and dolomite takes four; the water brings its own bicarbonate. 1 % as
    # above; the little ferric iron left in the heap's acid water counts as acid until the drain, where it falls out.
    forks = ("monosulfide", "dolomite", "drain", "bicarbonate")
    p = drawn(redox.mine_drainage)
    alkalinity = forked(redox.mine_drainage, p, *forks).described("Total alkalinity")
    expected = (2 * float(p["pyrite"]) / 87910 + alkalinity - float(p["chloride"]) / 1000) / 4
    assert evaluate(redox.mine_drainage, p, frozenset(forks)) == pytest.approx(expected, rel=0.01)


def test_mine_drainage_agrees_with_wateq4f() -> None:
    # Second database. 3 %: carbonate and gypsum constants are nearly the same, activity coefficients are not.
    p = drawn(redox.mine_drainage)
    assert truth(redox.mine_drainage, p) == pytest.approx(truth(redox.mine_drainage, p, "wateq4f.dat"), rel=0.03)


# ------------------------------------------------------------------ sorption


def test_exchange_follows_gaines_and_thomas() -> None:
    # By hand. The database gives exchange species the activity coefficients of their ions, so molalities do; CaX2 is
    # one species for two sites, so its equivalent fraction is its activity. 2 %: no sulfate, hence no ion pairs.
    p = drawn(sorption.exchange, salt_sulfate=0)
    sites = float(p["capacity"]) / 100 * float(p["density"]) * (1 / float(p["porosity"]) - 1)
    fresh = [float(p[name]) / 1000 for name in ("fresh_calcium", "fresh_magnesium", "fresh_sodium")]
    calcium, magnesium, sodium = gaines_thomas(*fresh)
    total = (
        float(p["salt_calcium"]) / 1000 + sites * calcium / 2,
        sites * magnesium / 2,
        float(p["salt_sodium"]) / 1000 + sites * sodium,
    )
    assert truth(sorption.exchange, p) == pytest.approx(dissolved_calcium(total, sites), rel=0.02)


def test_freshening_of_half_the_pore_water_follows_gaines_and_thomas() -> None:
    # By hand as above: the exchanger comes from salt water, of which half stays; 2 % as above.
    forks = frozenset({"freshening", "half", "per_kilogram"})
    p = drawn(sorption.exchange, salt_sulfate=0)
    sites = float(p["capacity"]) / 1000 * float(p["density"]) * (1 / float(p["porosity"]) - 1)
    calcium, _, sodium = gaines_thomas(float(p["salt_calcium"]) / 1000, 0.0, float(p["salt_sodium"]) / 1000)
    total = (
        (float(p["salt_calcium"]) + float(p["fresh_calcium"])) / 2000 + sites * calcium / 2,
        float(p["fresh_magnesium"]) / 2000,
        (float(p["salt_sodium"]) + float(p["fresh_sodium"])) / 2000 + sites * sodium,
    )
    assert evaluate(sorption.exchange, p, forks) == pytest.approx(dissolved_calcium(total, sites), rel=0.02)


def gaines_thomas(calcium: float, magnesium: float, sodium: float) -> tuple[float, float, float]:
    """Return equivalent fractions of Ca, Mg and Na on the exchanger; log K 0.8, 0.6 and 0 against X-."""
    divalent = 10**0.8 * calcium + 10**0.6 * magnesium
    free = (-sodium + math.sqrt(sodium**2 + 4 * divalent)) / (2 * divalent)
    return 10**0.8 * calcium * free**2, 10**0.6 * magnesium * free**2, sodium * free


def dissolved_calcium(total: tuple[float, float, float], sites: float) -> float:
    """Return calcium left in solution when these totals (Ca, Mg, Na) share an exchanger, by damped iteration."""
    dissolved = list(total)
    for _ in range(5000):
        fractions = gaines_thomas(*dissolved)
        for index, per_site in enumerate((0.5, 0.5, 1.0)):
            ratio = sites * per_site * fractions[index] / dissolved[index]
            dissolved[index] += 0.1 * (total[index] / (1 + ratio) - dissolved[index])
    return dissolved[0]


def potential(r: Readings) -> tuple[float, float]:
    """Read surface charge in C/m2 and potential in V, as the listing prints them."""
    rows = [line.split() for line in r.listing.section(SURFACE).splitlines()]
    found = {words[1]: float(words[0]) for words in rows if words[1:2] in (["sigma,"], ["psi,"])}
    return found["sigma,"], found["psi,"]


@pytest.mark.parametrize("scenario", [sorption.zinc_on_oxide, sorption.phosphate_on_oxide], ids=lambda one: one.name)
def test_oxide_obeys_gouy_and_chapman(scenario: Scenario) -> None:
    # By hand: sigma = 0.1174 sqrt(I) sinh(F psi / 2RT) at 25 °C. 3 %: the law takes all ions as monovalent.
    r = listing(scenario, drawn(scenario))
    sigma, psi = potential(r)
    expected = 0.1174 * math.sqrt(r.described("Ionic strength")) * math.sinh(psi / (2 * 0.025693))
    assert sigma == pytest.approx(expected, rel=0.03)


def test_zinc_obeys_mass_action_on_weak_sites() -> None:
    # By hand: Hfo_wOH + Zn+2 = Hfo_wOZn+ + H+, log K -1.99, with the Coulomb term exp(-F psi / RT) (Dzombak and
    # Morel). 2 %: potential and activities are printed to three or four digits. Then the total by mass balance.
    p = drawn(sorption.zinc_on_oxide)
    r = listing(sorption.zinc_on_oxide, p)
    _, psi = potential(r)
    free, bound = r.number(SURFACE, "Hfo_wOH", 0), r.number(SURFACE, "Hfo_wOZn+", 0)
    expected = 10**-1.99 * free * r.species("Zn+2", "activity") / r.species("H+", "activity") / math.exp(psi / 0.025693)
    assert bound == pytest.approx(expected, rel=0.02)
    left = float(p["zinc"]) / 65380 - bound - r.number(SURFACE, "Hfo_sOZn+", 0)
    assert truth(sorption.zinc_on_oxide, p) == pytest.approx(left, rel=0.02)


def test_zinc_without_a_double_layer_at_a_held_ph_shares_weak_sites_by_mass_action() -> None:
    # By hand at the given pH: as above without the Coulomb term. The strong sites are full of zinc (log K 0.99 there),
    # and some of the dissolved is ZnCl+ and ZnCl2 (log K 0.43 and 0.45). 3 %: Davies activities, no other pairs.
    p = drawn(sorption.zinc_on_oxide, ph=6.2, sodium=50, oxide=0.6, zinc=20.0)
    proton, iron = 10**-6.2, 0.6 / 89
    others = 1 + 10**7.29 * proton + 10**-8.93 / proton  # weak sites without zinc, for each Hfo_wOH
    chloride = 0.05 * 10 ** log_gamma(1, 0.05)
    dissolved = 10 ** -log_gamma(2, 0.05) + 10**0.43 * 0.05 + 10**0.45 * chloride**2  # for each activity of Zn+2
    left = 0.0
    for _ in range(2000):  # damped, for zinc takes sites and sites take zinc
        taken_up = 10**-1.99 / proton * left / dissolved  # for each Hfo_wOH
        bound = 0.2 * iron * taken_up / (others + taken_up)
        left += 0.05 * (20 / 65380 - bound - 0.005 * iron - left)
    forks = frozenset({"no_layer", "held"})
    assert evaluate(sorption.zinc_on_oxide, p, forks) == pytest.approx(left, rel=0.03)


def test_phosphate_without_a_double_layer_at_a_held_ph_follows_mass_action() -> None:
    # By hand: Hfo_wOH takes up PO4-3 with 3, 2 or 1 H+ (log K 31.29, 25.39, 17.72), H+ (7.29), or loses one (-8.93);
    # in water HPO4-2 (12.346), H2PO4- (19.553) and NaHPO4- (0.29). 3 %: one ionic strength, taken from the salt.
    p = drawn(sorption.phosphate_on_oxide, ph=7.0, sodium=50, oxide=0.6, loading=1.0)
    sites, added, proton = 0.2 * 0.6 / 89, 0.2 * 0.6 / 89, 1e-7
    one, two = (10 ** log_gamma(charge, 0.053, 5.4 if charge == 1 else 5.0) for charge in (1, 2))
    taking = 10**31.29 * proton**3 + 10**25.39 * proton**2 + 10**17.72 * proton
    bare = 1 + 10**7.29 * proton + 10**-8.93 / proton
    second = 10**12.346 * proton
    dissolving = second / two + 10**19.553 * proton**2 / one + 10**0.29 * 0.05 * one * second / one
    low, high = 0.0, added / dissolving  # activity of PO4-3
    for _ in range(100):
        middle = (low + high) / 2
        held = sites * taking * middle / (bare + taking * middle)
        low, high = (middle, high) if held + dissolving * middle < added else (low, middle)
    forks = frozenset({"no_layer", "held"})
    assert evaluate(sorption.phosphate_on_oxide, p, forks) == pytest.approx(dissolving * low, rel=0.03)


@pytest.mark.parametrize("scenario", [sorption.zinc_on_oxide, sorption.phosphate_on_oxide], ids=lambda one: one.name)
def test_oxide_agrees_with_minteq(scenario: Scenario) -> None:
    # Second database: the same surface constants beside other aqueous complexes and activities, hence 6 %.
    for seed in range(4):
        p = scenario.draw(seeding.generator("minteq", seed))
        assert truth(scenario, p) == pytest.approx(truth(scenario, p, "minteq.v4.dat"), rel=0.06)


# ------------------------------------------------------------------ solid solutions


def test_barium_follows_the_ideal_solid_solution() -> None:
    # By hand at 25 °C: a(Ba) / a(Sr) = K(barite) x / (K(celestite) (1 - x)), plus the pair BaSO4 (log K 2.7); x from
    # the mass balance of strontium. The logs of K come from the database's analytical expressions, which win over its
    # log_k lines (-9.97 and -6.63). 3 %: four printed digits and a rounded Debye-Hückel constant.
    p = drawn(solid_solutions.barite_celestite, temperature=25)
    r = listing(solid_solutions.barite_celestite, p)
    barite, celestite = float(p["barium"]) / 137330, float(p["strontium"]) / 87620 - r.total("Sr")
    fraction = barite / (barite + celestite)
    log_barite = -282.43 - 8.972e-2 * 298.15 + 5822 / 298.15 + 113.08 * math.log10(298.15)
    log_celestite = -7.14 + 6.11e-3 * 298.15 + 75 / 298.15 - 1.79e-5 * 298.15**2
    strength = r.described("Ionic strength")
    gammas = log_gamma(2, strength, 5.26, 0.121) - log_gamma(2, strength, 4.0, 0.153)
    free = r.species("Sr+2") * 10 ** (log_barite - log_celestite + gammas) * fraction / (1 - fraction)
    expected = free + 10 ** (2.7 + log_barite) * fraction
    assert truth(solid_solutions.barite_celestite, p) == pytest.approx(expected, rel=0.03)


def test_barium_beside_pure_celestite_follows_both_solubility_products() -> None:
    # By hand at 25 °C: with two pure minerals a(Ba) / a(Sr) = K(barite) / K(celestite), constants as above; the free
    # strontium comes from the listing. 3 % as above.
    forks = frozenset({"separate", "free_ion"})
    p = drawn(solid_solutions.barite_celestite, temperature=25)
    done = engine.run(solid_solutions.barite_celestite.deck(p, forks), "phreeqc.dat")
    r = Readings(done.listing)
    log_barite = -282.43 - 8.972e-2 * 298.15 + 5822 / 298.15 + 113.08 * math.log10(298.15)
    log_celestite = -7.14 + 6.11e-3 * 298.15 + 75 / 298.15 - 1.79e-5 * 298.15**2
    strength = r.described("Ionic strength")
    gammas = log_gamma(2, strength, 5.26, 0.121) - log_gamma(2, strength, 4.0, 0.153)
    expected = r.species("Sr+2") * 10 ** (log_barite - log_celestite + gammas)
    assert solid_solutions.barite_celestite.read(r, p, forks) == pytest.approx(expected, rel=0.03)


def test_strontium_follows_guggenheim() -> None:
    # By hand at 25 °C: the activity coefficients as the question gives them, log K of aragonite -8.336 and of
    # strontianite -9.271. 3 %: dissolving shifts the solid a little, and the listing prints four digits.
    p = drawn(solid_solutions.aragonite_strontianite, temperature=25)
    r = listing(solid_solutions.aragonite_strontianite, p)
    second, first = float(p["strontianite"]), 1 - float(p["strontianite"])
    a0, a1 = float(p["first"]), float(p["second"])
    log_first = second**2 * (a0 - a1 * (4 * first - 1))
    log_second = first**2 * (a0 + a1 * (4 * second - 1))
    ratio = 10 ** (-9.271 + 8.336) * second / first * math.exp(log_second - log_first)
    strength = r.described("Ionic strength")
    gammas = log_gamma(2, strength, 5.0, 0.165) - log_gamma(2, strength, 5.26, 0.121)
    assert r.species("Sr+2") == pytest.approx(r.species("Ca+2") * ratio * 10**gammas, rel=0.03)


def test_guggenheim_parameters_keep_their_free_energy_away_from_25_degrees() -> None:
    # By hand: a0 and a1 at 25 °C times RT = 2.47897 kJ/mol are the parameters in kJ/mol at any temperature, and naming
    # strontianite first turns the sign of a1. 0.1 %: four printed digits.
    scenario = solid_solutions.aragonite_strontianite
    p = drawn(scenario, temperature=45)
    energies = {**p, "first": 2.47897 * float(p["first"]), "second": -2.47897 * float(p["second"])}
    other = evaluate(scenario, energies, frozenset({"kilojoules", "strontium_first"}))
    assert truth(scenario, p) == pytest.approx(other, rel=1e-3)


def test_strontium_agrees_with_wateq4f() -> None:
    # Second database. 8 %: ion pairs and activity coefficients of strontium differ.
    for seed in range(4):
        p = solid_solutions.aragonite_strontianite.draw(seeding.generator("wateq4f", seed))
        expected = truth(solid_solutions.aragonite_strontianite, p, "wateq4f.dat")
        assert truth(solid_solutions.aragonite_strontianite, p) == pytest.approx(expected, rel=0.08)


# ------------------------------------------------------------------ kinetics


def calcite_rate_per_cm2(calcium: float, log_pressure: float) -> float:
    """Return the rate of Plummer, Wigley and Parkhurst at 25 °C in mmol/cm2/s, in water open to carbon dioxide."""
    gas = 10 ** (log_pressure - 1.468)
    bicarbonate = calcium + math.sqrt(calcium**2 + 10**-6.352 * gas)  # 2 Ca + H = HCO3
    one, two = (10 ** log_gamma(charge, 2 * calcium + bicarbonate) for charge in (1, 2))
    hydrogen = 10**-6.352 * gas / (bicarbonate * one)
    saturation = calcium * two * 10**-10.329 * bicarbonate * one / hydrogen / 10**-8.48
    forward = 10 ** (0.198 - 444 / 298.15) * hydrogen + 10 ** (2.84 - 2177 / 298.15) * gas
    return float((forward + 10 ** (-5.86 - 317 / 298.15)) * (1 - saturation ** (2 / 3)))


def dissolved_by_rate(start: float, surface: float, log_pressure: float, hours: float) -> float:
    """Return calcium dissolved by the rate law in 2,000 small steps."""
    calcium = 0.0
    for _ in range(2000):
        area = surface * ((start - calcium) / start) ** 0.6
        calcium += area * calcite_rate_per_cm2(calcium, log_pressure) / 1000 * 3600 * hours / 2000
    return calcium


def test_calcite_rate_integrates_by_hand() -> None:
    # By hand: the rate law stepped in 2,000 small steps with carbonate equilibria at 25 °C. 4 %: Davies activities,
    # bicarbonate as the only anion, no ion pairs.
    p = drawn(kinetics.calcite_rate, temperature=25)
    start, hours = float(p["calcite"]) / 1000, float(p["hours"]) * int(p["step"]) / int(p["steps"])
    calcium = dissolved_by_rate(start, float(p["area"]), float(p["log_pressure"]), hours)
    assert truth(kinetics.calcite_rate, p) == pytest.approx(calcium, rel=0.04)


def test_calcite_rate_of_fine_grains_in_long_steps_integrates_by_hand() -> None:
    # By hand as above.
    p = drawn(kinetics.calcite_rate, warm=25)
    start, hours = float(p["calcite"]) / 1000, float(p["hours"]) * int(p["step"])
    calcium = dissolved_by_rate(start, float(p["fine"]), float(p["log_pressure_cave"]), hours)
    forks = frozenset({"warm", "fine", "cave_air", "each_step"})
    assert evaluate(kinetics.calcite_rate, p, forks) == pytest.approx(calcium, rel=0.04)


def test_closed_calcite_adds_as_much_carbon_as_calcium() -> None:
    # By hand: shut off from the gas, carbon grows by the calcium dissolved. 1 %: totals are printed to four digits.
    p = drawn(kinetics.calcite_rate)
    r = forked(kinetics.calcite_rate, p, "closed")
    step = int(p["step"]) + 1
    assert r.total("Ca", step) == pytest.approx(r.total("C", step) - r.total("C", 1), rel=0.01)


def test_pyrite_rate_integrates_by_hand() -> None:
    # By hand: rate = 10^-8.19 area O2^0.5 H^-0.11 (M/M0)^0.67 with O2 by Henry's law (log K -2.8983 at 25 °C) and the
    # listing's hydrogen ion, which calcite holds nearly still. 3 %: it still drifts a little from step to step.
    p = drawn(kinetics.pyrite_rate, temperature=25)
    hydrogen = listing(kinetics.pyrite_rate, p).species("H+", occurrence=int(p["step"]))
    oxygen = 10 ** (float(p["log_oxygen"]) - 2.8983)
    start = float(p["pyrite"]) / 1000
    rate = 10**-8.19 * float(p["area"]) * oxygen**0.5 * hydrogen**-0.11
    seconds = 86400 * float(p["days"]) * int(p["step"]) / int(p["steps"])
    left = start * (1 - 0.33 * rate * seconds) ** (1 / 0.33)
    assert truth(kinetics.pyrite_rate, p) == pytest.approx(2 * (start - left), rel=0.03)


def test_pyrite_rate_at_the_top_in_long_steps_integrates_by_hand() -> None:
    # By hand as above.
    forks = ("top", "fresh", "summer", "each_step", "later_step")
    p = drawn(kinetics.pyrite_rate, warm=25, days=30)
    hydrogen = forked(kinetics.pyrite_rate, p, *forks).species("H+", occurrence=int(p["step"]) + 1)
    start = float(p["pyrite"]) / 1000
    oxygen = 10 ** (float(p["log_oxygen_top"]) - 2.8983)
    rate = 10**-8.19 * float(p["fresh_area"]) * oxygen**0.5 * hydrogen**-0.11
    left = start * (1 - 0.33 * rate * 86400 * 30 * (int(p["step"]) + 1)) ** (1 / 0.33)
    assert evaluate(kinetics.pyrite_rate, p, frozenset(forks)) == pytest.approx(2 * (start - left), rel=0.03)


def test_aerobic_decay_integrates_by_hand() -> None:
    # By hand: the Monod law stepped in 4,000 small steps, one O2 for each CH2O. 1 %: first-order stepping.
    p = drawn(kinetics.aerobic_decay)
    oxygen, left = float(p["oxygen"]) / 31.998, float(p["substrate"])
    highest = float(p["highest_rate"]) * 1.07 ** (float(p["temperature"]) - 20)
    hours = float(p["hours"]) * int(p["step"]) / int(p["steps"]) / 4000
    for _ in range(4000):
        monod = left / (float(p["half_substrate"]) + left) * oxygen / (float(p["half_oxygen"]) + oxygen)
        oxygen, left = oxygen - highest * monod * hours, left - highest * monod * hours
    assert truth(kinetics.aerobic_decay, p) == pytest.approx(oxygen / 1000, rel=0.01)


def test_methane_decay_without_an_oxygen_term_integrates_by_hand() -> None:
    # By hand: the Monod law of the reactant alone in 4,000 small steps, two O2 for each CH4. 1 % as above.
    p = drawn(kinetics.aerobic_decay)
    oxygen, left = float(p["pond_oxygen"]) / 31.998, float(p["substrate"])
    highest = float(p["highest_rate"]) * 1.07 ** (float(p["temperature"]) - 20)
    hours = float(p["hours"]) * int(p["step"]) / int(p["steps"]) / 4000
    for _ in range(4000):
        reacted = highest * left / (float(p["half_substrate"]) + left) * hours
        oxygen, left = oxygen - 2 * reacted, left - reacted
    forks = frozenset({"methane", "single", "pond"})
    assert evaluate(kinetics.aerobic_decay, p, forks) == pytest.approx(oxygen / 1000, rel=0.01)
