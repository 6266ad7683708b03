"""Parcels, winds, storms and hazard of synthetic days, against the soundings' own calculation and by their meaning."""

import itertools
from dataclasses import replace
from datetime import UTC, date, datetime

import numpy as np
import pytest
import shapely

from mesocosm import seeding
from mesocosm.earth.weather.soundings.indices import analyse
from mesocosm.earth.weather.soundings.profile import KNOT
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.suites.tornado.days.columns import columns
from mesocosm.suites.tornado.days.convection import storm_environment
from mesocosm.suites.tornado.days.hazard import Hazard, hazard, hazard_rate, outlook, tornado_parameter
from mesocosm.suites.tornado.days.layers import winds
from mesocosm.suites.tornado.days.parcels import lift, mixed_source, most_unstable_source, surface_source
from mesocosm.suites.tornado.days.places import nodes
from mesocosm.suites.tornado.days.scenario import Scenario, draw_family
from mesocosm.suites.tornado.days.soundings import CENTRAL_MERIDIAN, profile
from mesocosm.suites.tornado.days.storms import NO_ECHO, draw_cells, echo_dbz
from mesocosm.suites.tornado.days.synthetic import SyntheticDay
from mesocosm.suites.tornado.days.synthetic_reports import draw_reports, positions

HOURS = tuple(range(12, 37, 3))
LEVELLED = ("pressure_hpa", "height_m", "temperature_k", "dewpoint_k", "u", "v", "omega")


def outbreak() -> Scenario:
    """Return a strong day on the Plains in May."""
    drawn = (draw_family(seeding.generator("dryline", number), date(2040, 5, 12)).at(1.0) for number in range(50))
    return next(one for one in drawn if one.regime == "plains")


@pytest.fixture(scope="module")
def rates() -> Hazard:
    return hazard(outbreak(), 1, HOURS)


@pytest.fixture(scope="module")
def soundings():
    """Return thirty columns of the warm sector near the central meridian, lifted here and as soundings."""
    where = nodes()
    whole = columns(outbreak(), where, np.asarray(23.0))
    moist = np.argwhere((whole.boundaries.moist > 0.95) & where.conus & (whole.boundaries.dryline < 400))
    rows, places = moist[:: max(len(moist) // 30, 1)].T
    spots = where[rows, places][None]
    air = columns(outbreak(), spots, np.asarray(23.0))
    valid = datetime(2040, 5, 12, 23, tzinfo=UTC)
    anywhere = Station("XXXX", 35.0, CENTRAL_MERIDIAN, 0.0)
    profiles = [
        replace(profile(_column(air, number), 0, anywhere, valid), omega_pa_s=None) for number in range(len(rows))
    ]
    return air, [analyse(one).indices for one in profiles]


def _column(air, number):
    arrays = {
        name: getattr(air, name)[:, :, number : number + 1] for name in ("pressure_hpa", "height_m", "temperature_k")
    }
    arrays |= {name: getattr(air, name)[:, :, number : number + 1] for name in ("dewpoint_k", "u", "v", "omega")}
    return replace(air, **arrays)


@pytest.mark.parametrize("name", ["sb", "ml", "mu"])
def test_parcels_agree_with_the_soundings(soundings, name):
    """Soundings step through 20 m of air, maps through their own 31 levels; they agree within 6 % and 60 J/kg."""
    air, indices = soundings
    source = {"sb": surface_source(air), "ml": mixed_source(air, 100.0), "mu": most_unstable_source(air, 300.0)}[name]
    ascent = lift(air, source)
    expected = np.array([getattr(one, f"{name}_cape") for one in indices])
    assert expected.max() > 1500
    assert np.allclose(ascent.cape[0], expected, rtol=0.06, atol=60)
    lcl = np.array([getattr(one, f"{name}_lcl") for one in indices])
    start = np.array([one.mu_start for one in indices]) if name == "mu" else np.zeros(len(indices))
    assert np.allclose(ascent.condensation_m[0], lcl, atol=60) or (start > 0).any()


def test_lids_agree_with_the_soundings(soundings):
    air, indices = soundings
    ascent = lift(air, mixed_source(air, 100.0))
    expected = np.array([one.ml_cin for one in indices])
    assert np.median(np.abs(ascent.cin[0] - expected)) < 12
    assert np.corrcoef(ascent.cin[0], expected)[0, 1] > 0.9


def test_winds_agree_with_the_soundings(soundings):
    air, indices = soundings
    flow = winds(air)
    assert np.allclose(flow.helicity_1km[0], [one.srh_1km for one in indices], rtol=0.04, atol=8)
    assert np.allclose(flow.helicity_3km[0], [one.srh_3km for one in indices], rtol=0.04, atol=8)
    assert np.allclose(flow.bulk_6km[0] / KNOT, [one.shear_6km for one in indices], atol=1.2)


def test_hazard_is_largest_in_the_warm_sector(rates):
    at = np.unravel_index(rates.rate.argmax(), rates.rate.shape)
    environment = storm_environment(outbreak(), nodes(), np.asarray(float(HOURS[at[0]])))
    place = at[1:]
    assert environment.air.boundaries.warm_sector[place] > 0.6
    assert environment.mixed.cape[place] > 800
    assert environment.winds.helicity_1km[place] > 120
    assert tornado_parameter(environment)[place] > 2


def test_no_hazard_without_one_of_its_ingredients():
    """Energy, turning, deep shear, a low base and storms are all needed: if any of them is zero, so is the hazard."""
    where = nodes()[30:50, 70:95]
    full = storm_environment(outbreak(), where, np.asarray(24.0))
    assert hazard_rate(full).max() > 1e-6
    none = np.zeros_like(full.coverage)
    for lacking in (
        replace(full, mixed=replace(full.mixed, cape=none)),
        replace(full, mixed=replace(full.mixed, condensation_m=none + 2000)),
        replace(full, mixed=replace(full.mixed, cin=none - 200)),
        replace(full, winds=replace(full.winds, helicity_1km=none)),
        replace(full, winds=replace(full.winds, shear_6km=(none + 10, none))),
        replace(full, coverage=none),
    ):
        assert hazard_rate(lacking).max() == 0


def test_tornado_parameter_is_one_at_its_scales():
    """1500 J/kg, base at 1000 m, 150 m²/s², 20 m/s and 50 J/kg of lid make one (Thompson et al. 2003)."""
    full = storm_environment(outbreak(), nodes()[:1, :1], np.asarray(24.0))
    one = np.ones((1, 1))
    mixed = replace(full.mixed, cape=1500 * one, condensation_m=1000 * one, cin=-50 * one)
    flow = replace(full.winds, helicity_1km=150 * one, shear_6km=(12 * one, 16 * one))
    assert tornado_parameter(replace(full, mixed=mixed, winds=flow))[0, 0] == pytest.approx(1)


def test_hazard_stays_on_land(rates):
    assert rates.expected > 10
    assert (rates.rate[:, ~nodes().conus] == 0).all()


def test_a_stronger_day_has_more_hazard():
    family = draw_family(seeding.generator("dryline", 3), date(2040, 4, 20))
    expected = [hazard(family.at(strength), 2, HOURS).expected for strength in (0.5, 0.75, 1.0)]
    assert expected == sorted(expected)
    assert expected[-1] > 3 * expected[0]


def test_hours_taken_together_are_as_each_alone(rates):
    """They agree except for last bits, which may depend on how many columns are computed at once."""
    last = len(HOURS) - 1
    pair = hazard(outbreak(), 1, (HOURS[0], HOURS[last]))
    for alone, place in zip(pair.rate, (0, last), strict=True):
        assert np.allclose(alone, rates.rate[place], rtol=1e-9, atol=1e-9 * rates.rate.max())


def test_a_coarse_hazard_stands_for_the_fine_one(rates):
    coarse = hazard(outbreak(), 2, HOURS)
    assert coarse.rate.shape == rates.rate.shape
    assert coarse.expected == pytest.approx(rates.expected, rel=0.15)


def test_hazard_over_time_and_area_is_the_number_expected():
    """One report per 1000 km² and hour at one node, for the hour around 13 UTC only."""
    rate = np.zeros((3, *nodes().x_km.shape))
    rate[1, 40, 80] = 1e-3
    one = Hazard((12, 13, 14), rate)
    assert one.expected == pytest.approx(1e-3 * 36**2)
    assert one.probability()[40, 80] == pytest.approx(1 - np.exp(-1e-3 * 36**2))  # the whole cell lies within 40 km
    assert one.probability()[40, 83] == 0


def test_reports_are_as_many_as_expected_and_on_land(rates):
    counts = [len(draw_reports(rates, seeding.generator("counting", number))) for number in range(60)]
    spread = np.sqrt(rates.expected / len(counts))
    assert abs(np.mean(counts) - rates.expected) < 4 * spread
    assert np.var(counts) == pytest.approx(rates.expected, rel=0.8)
    from mesocosm.earth.geo.outlines import conus

    reports = draw_reports(rates, seeding.generator("land"))
    ashore = shapely.distance(conus(), shapely.points(positions(reports)))
    assert ashore.max() < 0.02  # positions are rounded to hundredths of a degree
    assert all(12 <= one.hour <= 36 for one in reports)


def test_outlook_areas_are_nested(rates):
    areas = {level: shapely.union_all(shapes) for level, shapes in outlook(rates.probability()).shapes.items()}
    assert len(areas) >= 4
    levels = sorted(areas)
    for low, high in itertools.pairwise(levels):
        assert areas[high].difference(areas[low].buffer(0.01)).area < 1e-3
    collection = outlook(rates.practically_perfect()).geojson()
    assert collection["type"] == "FeatureCollection"
    assert {one["properties"]["risk_level"] for one in collection["features"]} <= {
        f"{one}%" for one in (2, 5, 10, 15, 30, 45, 60)
    }


def test_cells_live_where_storms_are_likely():
    scenario = outbreak()
    cells = draw_cells(scenario)
    assert len(cells.x_km) > 20
    echo, top = echo_dbz(cells, nodes(), 24.0)
    environment = storm_environment(scenario, nodes(), np.asarray(24.0))
    stormy = echo > 40
    assert stormy.sum() > 3
    assert environment.coverage[stormy].mean() > 5 * environment.coverage.mean()
    assert top[stormy].min() > 5000
    assert (echo[environment.air.boundaries.cold_front < -400] == NO_ECHO).all()


def test_a_day_on_which_storms_can_be_nowhere_has_no_echoes() -> None:
    day = SyntheticDay(901, 7)
    assert day._cells.born.size == 0
    assert float(np.nanmax(echo_dbz(day._cells, nodes(), 21.0)[0])) <= 0


def test_a_zero_with_last_bits_is_a_zero(rates):
    """Where one machine finds no hazard and another a trace of it, the same reports are drawn."""
    traces = np.where(rates.rate > 0, rates.rate, 1e-26)
    assert (rates.rate == 0).any()
    for number in range(3):
        here, there = (
            draw_reports(one, seeding.generator("last bits", number)) for one in (rates, replace(rates, rate=traces))
        )
        assert here == there != ()


def test_of_equal_levels_the_lowest_is_lifted(soundings):
    """In mixed air all levels have one equivalent potential temperature: the last bits decide which is highest."""
    air, _ = soundings
    surface = surface_source(air)
    stirred = replace(air, **{name: np.repeat(getattr(air, name)[:1], 3, axis=0) for name in LEVELLED})
    dewpoint = stirred.dewpoint_k.copy()
    dewpoint[2] = np.nextafter(dewpoint[2], np.inf)
    heights = stirred.pressure_hpa - np.array([0.0, 1e-9, 2e-9]).reshape(-1, 1, 1)  # lower, but not to be felt
    source = most_unstable_source(replace(stirred, dewpoint_k=dewpoint, pressure_hpa=heights), 300.0)
    assert (source.pressure_hpa == surface.pressure_hpa).all()
    assert (source.dewpoint_k == surface.dewpoint_k).all()
