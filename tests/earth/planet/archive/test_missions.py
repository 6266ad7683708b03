"""Calendars of orbits: how often satellites pass, which passes fail, and that years are independent of each other."""

import dataclasses
from datetime import timedelta

import numpy as np
import pytest

from mesocosm.earth.planet.archive.missions import (
    CAMERA,
    EPOCH,
    OPTICAL,
    RADAR,
    THERMAL,
    _is_ill,
    _outages,
    _track,
    day_number,
    passes,
    visits,
)
from mesocosm.earth.planet.regions import make_region

REGIONS = [make_region(5, index, 40) for index in range(12)]


@pytest.mark.parametrize(("mission", "days"), [(OPTICAL, 5), (THERMAL, 8)])
def test_two_satellites_halve_the_repeat(mission, days):
    for region in REGIONS[:3]:
        came = [seen.day for year in (2031, 2032) for seen in passes(region, mission, year)]
        gaps = np.diff(came)
        assert set(gaps % days) == {0}
        assert (gaps == days).mean() > 0.8


def test_satellites_of_a_mission_take_turns():
    came = passes(REGIONS[0], OPTICAL, 2031)
    every_ten = {(seen.day % 10, seen.platform) for seen in came}
    assert len(every_ten) == 2
    assert {platform for _, platform in every_ten} == set(OPTICAL.platforms)


def test_radar_comes_every_six_or_every_twelve_days_by_region():
    typical = {int(np.median(np.diff([seen.day for seen in passes(region, RADAR, 2031)]))) for region in REGIONS}
    assert typical == {6, 12}


def test_regions_have_their_own_days_and_views():
    tracks = {(_track(region, OPTICAL).phase, _track(region, OPTICAL).seen.zenith_deg) for region in REGIONS}
    assert len(tracks) >= 10
    for region in REGIONS:
        assert 0.5 <= _track(region, OPTICAL).seen.zenith_deg <= 10.5
        assert 1 <= _track(region, THERMAL).seen.track <= 233


def test_the_share_of_missed_passes_is_as_stated():
    # 12 regions of 146 passes in two years; outages (0.7 a year of 8.5 days on each satellite, 1.6 %) come on top.
    came = sum(len(passes(region, OPTICAL, year)) for region in REGIONS for year in (2031, 2032))
    planned = 12 * (365 + 366) / 5
    assert 1 - came / planned == pytest.approx(OPTICAL.missed + 0.016, abs=0.025)


def test_a_satellite_that_is_ill_misses_every_region():
    day = next(
        day for day in range(3 * 365) if _is_ill(5, "s2-like-a", day) and (EPOCH + timedelta(days=day)).year < 2034
    )
    year = (EPOCH + timedelta(days=day)).year
    for region in REGIONS:
        assert day not in [seen.day for seen in passes(region, OPTICAL, year) if seen.platform == "s2-like-a"]
    assert not _outages(6, "s2-like-a", year).all()


def test_cameras_come_after_uneven_gaps():
    days = [visit.day for year in range(2031, 2036) for visit in visits(REGIONS[0], 0, year)]
    assert days == sorted(days)
    assert len(set(np.diff(days).tolist())) >= 6
    assert 80 < len(days) < 200  # of a mean gap of 13 days, 140 in five years
    assert [v.day for v in visits(REGIONS[0], 1, 2031)] != [v.day for v in visits(REGIONS[0], 0, 2031)]


def test_times_are_those_of_the_sun_over_the_region():
    # 15 degrees of longitude are an hour: half past ten by the sun at 30° E is half past eight in Greenwich.
    region = dataclasses.replace(REGIONS[0], longitude=30.0)
    seen = passes(region, OPTICAL, 2031)[0]
    assert (seen.time(30.0).hour, seen.time(30.0).minute) == (8, 30)
    assert day_number(seen.time(30.0).date()) == seen.day
    assert day_number(seen.time(-179.0).date()) == seen.day


def test_no_year_depends_on_another():
    alone = passes(REGIONS[1], THERMAL, 2035)
    for year in (2031, 2034, 2036):
        passes(REGIONS[1], THERMAL, year)
    assert passes(REGIONS[1], THERMAL, 2035) == alone
    assert CAMERA.repeat_days == 0
