"""The sun's position and its light on surfaces, compared with pvlib 0.13.1 (an independent library) and by hand."""

import numpy as np
import pytest

from mesocosm.earth.weather.sunshine import (
    SkyLight,
    SunPath,
    beam_cosine,
    hourly_sun_path,
    perez_diffuse,
    split_sunshine,
    sun_path,
    tilted_light,
)

# Denver (39.83 N, 104.65 W, UTC-7) in 2001; elevation and azimuth by pvlib's NREL algorithm.
PLACES = [(172, 12.0, 73.607, 179.654), (355, 9.5, 18.060, 144.769), (79, 16.25, 21.040, 251.521)]
# zenith, azimuth, diffuse, direct, tilt, azimuth of the surface, then pvlib.irradiance.perez, all sites, extra 1367.
PEREZ = [
    (30, 200, 120, 800, 90, 180, 80.37497694),
    (70, 120, 80, 500, 90, 90, 120.24634809),
    (60, 180, 200, 50, 45, 0, 137.23401886),
    (80, 240, 30, 0, 90, 270, 12.54326142),
]


@pytest.mark.parametrize(("day", "hour", "elevation", "azimuth"), PLACES)
def test_sun_stands_where_pvlib_has_it(day, hour, elevation, azimuth):
    path = sun_path(39.83, -104.65, -7.0, np.array([float(day)]), np.array([hour]))
    # Spencer's series is good to a quarter of a degree.
    assert np.degrees(np.arcsin(path.up))[0] == pytest.approx(elevation, abs=0.25)
    assert np.degrees(np.arctan2(path.east, path.north))[0] % 360 == pytest.approx(azimuth, abs=0.9)


def at(zenith_deg, azimuth_deg):
    zenith, azimuth = np.radians(zenith_deg), np.radians(azimuth_deg)
    level = np.sin(zenith)
    return SunPath(*(np.array([[part]]) for part in (level * np.sin(azimuth), level * np.cos(azimuth), np.cos(zenith))))


@pytest.mark.parametrize(("zenith", "azimuth", "diffuse", "direct", "tilt", "facing", "expected"), PEREZ)
def test_diffuse_light_is_that_of_pvlib(zenith, azimuth, diffuse, direct, tilt, facing, expected):
    light = SkyLight(at(zenith, azimuth), *(np.array([float(part)]) for part in (direct, diffuse, 1367.0)))
    assert perez_diffuse(light, tilt, facing)[0] == pytest.approx(expected, rel=1e-6)


def test_level_surface_sees_the_whole_sky():
    light = SkyLight(at(40, 150), np.array([700.0]), np.array([100.0]), np.array([1367.0]))
    direct, sky, ground = tilted_light(light, 0.0, 0.0, 0.2)
    assert direct[0] == pytest.approx(700 * np.cos(np.radians(40)))
    assert sky[0] == pytest.approx(100.0)
    assert ground[0] == 0.0


def test_wall_sees_half_of_the_ground():
    light = SkyLight(at(40, 150), np.array([700.0]), np.array([100.0]), np.array([1367.0]))
    level = 700 * np.cos(np.radians(40)) + 100
    assert tilted_light(light, 90.0, 180.0, 0.2)[2][0] == pytest.approx(0.5 * 0.2 * level)


def test_direct_light_is_never_more_than_the_sun_sends():
    # By hand: the sine of its height 0.1, 500 W/m² on the level; 1367 x 1.033 from the sun, the rest from the sky.
    _, _, direct, diffuse = split_sunshine(np.array([500.0]), np.array([0.1]), np.array([365.0]))
    assert direct[0] == pytest.approx(1367 * 1.033)
    assert diffuse[0] == pytest.approx(500 - 0.1 * 1367 * 1.033)


def test_sun_behind_a_wall_sends_no_direct_light():
    assert beam_cosine(at(40, 180), 90.0, 0.0)[0] == 0.0


def test_split_of_sunshine_is_that_of_pvlib():
    # pvlib.irradiance.erbs on 21 June, zenith 40 degrees, 500 W/m²: it takes 1366.1 for the solar constant and
    # Spencer's distance of the sun, which moves the clearness by 0.1 %.
    _, _, direct, diffuse = split_sunshine(np.array([500.0]), np.cos(np.radians([40.0])), np.array([172.0]))
    assert direct[0] == pytest.approx(214.185, rel=0.01)
    assert diffuse[0] == pytest.approx(335.925, rel=0.01)


@pytest.mark.parametrize("latitude", [-70.0, -35.0, 0.0, 52.0, 78.0])
def test_day_and_night_share_the_year(latitude):
    # Half of all hours have the sun up, to a fortieth (the orbit is not a circle), everywhere on Earth.
    up = hourly_sun_path(latitude, 0.0, 0.0, 8760).up
    assert (up > 0).mean() == pytest.approx(0.5, abs=0.025)
    assert np.abs(up).max() <= 1.0
