"""The air of synthetic days obeys physics: balance, stability, moisture, and the boundaries a forecaster looks for."""

from datetime import date

import numpy as np
import pytest

from mesocosm import seeding
from mesocosm.suites.tornado.days import synoptic
from mesocosm.suites.tornado.days.columns import SIGMA, Columns, columns
from mesocosm.suites.tornado.days.layers import at_pressure
from mesocosm.suites.tornado.days.places import Places, nodes, terrain_m
from mesocosm.suites.tornado.days.scenario import QUIET, Scenario, draw_day, draw_family

GRAVITY, DRY_AIR = 9.80665, 287.05


def scenario_of(number: int, quiet: str | None = None, strength: float = 0.9) -> Scenario:
    draw = seeding.generator("test of the air", number, quiet or "")
    return draw_family(draw, draw_day(draw), quiet).at(strength)


def plains() -> Scenario:
    """Return a dryline day: the first pattern of that regime among those drawn for one date in May."""
    drawn = (draw_family(seeding.generator("dryline", number), date(2040, 5, 12)).at(0.9) for number in range(50))
    return next(one for one in drawn if one.regime == "plains")


@pytest.fixture(scope="module")
def dryline_day() -> tuple[Scenario, Columns]:
    scenario = plains()
    return scenario, columns(scenario, nodes(), np.asarray(24.0))


ANY_DAY = [(number, None) for number in range(3)] + [(number, quiet) for number, quiet in enumerate(QUIET)]


@pytest.mark.parametrize("hour", [12.0, 21.0, 33.0])
@pytest.mark.parametrize(("number", "quiet"), ANY_DAY)
def test_every_column_is_possible(number, quiet, hour):
    air = columns(scenario_of(number, quiet), nodes()[::3, ::3], np.asarray(hour))
    assert all(np.isfinite(one).all() for one in (air.temperature_k, air.dewpoint_k, air.u, air.v, air.omega))
    assert (air.dewpoint_k <= air.temperature_k + 1e-6).all()
    assert (np.diff(air.pressure_hpa, axis=0) < 0).all()
    assert (np.diff(air.height_m, axis=0) > 0).all()
    theta = air.temperature_k * (1000 / air.pressure_hpa) ** (2 / 7)
    assert (np.diff(theta, axis=0) > -0.05).all(), "a layer steeper than the dry adiabat"
    assert air.temperature_k.min() > 180
    assert air.temperature_k[0].max() < 322
    assert air.surface_pressure_hpa.min() > 650
    assert air.surface_pressure_hpa.max() < 1060
    assert np.hypot(air.u, air.v).max() < 110


def test_heights_are_hydrostatic(dryline_day):
    """Check dz = -R Tv / g dln p, with the virtual temperature by another formula (Bolton's vapour pressure)."""
    _, air = dryline_day
    celsius = air.dewpoint_k - 273.15
    vapour = 6.112 * np.exp(17.67 * celsius / (celsius + 243.5))
    virtual = air.temperature_k / (1 - 0.378 * vapour / air.pressure_hpa)
    expected = -DRY_AIR / GRAVITY * 0.5 * (virtual[1:] + virtual[:-1]) * np.diff(np.log(air.pressure_hpa), axis=0)
    assert np.allclose(np.diff(air.height_m, axis=0), expected, rtol=1e-3)


def test_wind_aloft_follows_the_heights(dryline_day):
    """Geostrophic balance from the heights themselves, by differences over two nodes; 3 m/s for the irregularities,
    for the curvature's brake on strong winds and for the heights' own small-scale part."""
    _, air = dryline_day
    where = nodes()
    height = at_pressure(air, air.height_m, 500.0)
    coriolis = 2 * 7.2921e-5 * np.sin(np.radians(where.latitude))
    v = GRAVITY / coriolis * np.gradient(height, 36000.0, axis=1)
    u = -GRAVITY / coriolis * np.gradient(height, 36000.0, axis=0)
    inner = (slice(10, -10), slice(10, -10))
    for balanced, wind in ((u, air.u), (v, air.v)):
        difference = at_pressure(air, wind, 500.0)[inner] - balanced[inner]
        assert np.median(np.abs(difference)) < 3
        assert np.corrcoef(at_pressure(air, wind, 500.0)[inner].ravel(), balanced[inner].ravel())[0, 1] > 0.95


def test_westerlies_grow_with_height_over_cold_air_to_the_north(dryline_day):
    """Thermal wind: where 500 hPa is colder to the north, the west wind is stronger at 300 than at 700 hPa."""
    _, air = dryline_day
    colder_north = np.gradient(at_pressure(air, air.temperature_k, 500.0), axis=0) < -0.15
    more_wind = at_pressure(air, air.u, 300.0) > at_pressure(air, air.u, 700.0)
    assert colder_north.mean() > 0.3
    assert more_wind[colder_north].mean() > 0.98


def test_pressure_is_lowest_at_the_low(dryline_day):
    scenario, air = dryline_day
    where = nodes()
    low_land = (where.elevation_m < 500) & (where.land > 0)
    pressure = np.where(low_land, air.surface_pressure_hpa + where.elevation_m / 8.3, np.inf)
    place = np.unravel_index(pressure.argmin(), pressure.shape)
    at = synoptic.systems(scenario, np.asarray(24.0))
    assert np.hypot(where.x_km[place] - at.low_x, where.y_km[place] - at.low_y) < 600


def test_dew_points_jump_at_the_dryline(dryline_day):
    scenario, air = dryline_day
    where = nodes()
    south = where.y_km - synoptic.systems(scenario, np.asarray(24.0)).low_y
    band = (south > -500) & (south < -150) & (where.land > 0)
    east = band & (air.boundaries.dryline > 60) & (air.boundaries.dryline < 250)
    west = band & (air.boundaries.dryline < -60) & (air.boundaries.cold_front > 20)
    assert east.sum() > 10
    assert west.sum() > 3
    assert air.dewpoint_k[0][east].mean() - air.dewpoint_k[0][west].mean() > 8
    assert air.u[0][west].mean() > air.u[0][east].mean(), "air converges on the dryline"


def test_it_is_colder_behind_the_cold_front(dryline_day):
    _, air = dryline_day
    land = nodes().land > 0
    ahead, behind = (land & (np.abs(air.boundaries.cold_front - side) < 120) for side in (250, -250))
    rows = (nodes().y_km < 0) & (nodes().y_km > -700)
    assert air.temperature_k[0][ahead & rows].mean() - air.temperature_k[0][behind & rows].mean() > 6


def test_afternoons_are_warmer_than_mornings():
    where = nodes()[40:60:4, 60:100:4]
    morning, afternoon = (columns(plains(), where, np.asarray(hour)).temperature_k[0] for hour in (12.0, 21.0))
    assert (afternoon - morning).mean() > 4


def test_the_nocturnal_jet_blows_at_night(dryline_day):
    """In the warm sector the wind half a kilometre up outruns the one at two kilometres more by night than by day."""
    scenario, _ = dryline_day

    def excess(hour: float) -> float:
        air = columns(scenario, nodes(), np.asarray(hour))
        speed = np.hypot(air.u, air.v)
        low, high = (np.argmin(np.abs(SIGMA - sigma)) for sigma in (0.928, 0.79))
        inside = (air.boundaries.moist > 0.9) & (air.boundaries.dryline < 500) & (nodes().land > 0)
        return float((speed[low] - speed[high])[inside].mean())

    assert excess(31.0) > excess(20.0) + 1.5


def test_hours_and_places_broadcast_to_the_same_air(dryline_day):
    """A sounding asks for one place at many hours, a map for many places at one hour: both give the same air."""
    scenario, air = dryline_day
    spot = nodes()[45:46, 80]
    alone = columns(scenario, spot, np.array([[12.0], [24.0]]))
    assert np.allclose(alone.temperature_k[:, 1, 0], air.temperature_k[:, 45, 80], atol=1e-9)
    assert np.allclose(alone.u[:, 1, 0], air.u[:, 45, 80], atol=1e-9)


@pytest.mark.parametrize(
    ("place", "longitude", "latitude", "low", "high"),
    [
        ("Denver", -104.9, 39.7, 1300, 2200),
        ("Oklahoma City", -97.5, 35.5, 200, 550),
        ("Corpus Christi", -97.5, 27.8, 0, 160),
        ("Asheville", -82.5, 35.6, 350, 1100),
        ("New Orleans", -90.1, 30.1, 0, 150),
        ("Salt Lake City", -111.9, 40.8, 1100, 2600),
    ],
)
def test_terrain_is_about_right(place, longitude, latitude, low, high):
    assert low <= float(terrain_m(np.array(longitude), np.array(latitude))) <= high, place


def test_land_and_sea():
    where: Places = nodes()
    assert where.conus.sum() * 36.0**2 == pytest.approx(8.08e6, rel=0.05)  # km² of the contiguous states
    gulf = (np.abs(where.longitude + 90) < 2) & (np.abs(where.latitude - 26) < 1.5)
    prairie = (np.abs(where.longitude + 105) < 3) & (np.abs(where.latitude - 51) < 1)
    assert where.land[gulf].max() == 0
    assert where.land[prairie].min() == 1
    assert (where.elevation_m[where.land == 0] == 0).all()
