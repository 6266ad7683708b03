from itertools import combinations, product

import numpy as np
import pytest

from mesocosm.earth.planet.regions import BELTS
from mesocosm.errors import UnknownName
from mesocosm.suite import SPLITS, Split
from mesocosm.suites.eo.lake.overpasses import disaster_day, looks, struck
from mesocosm.suites.eo.lake.sites import every_site, planet, site_of, sites

EARTH_KM = 6371.0


@pytest.mark.parametrize(("split", "other"), list(combinations(SPLITS, 2)))
def test_two_splits_share_no_region(split: Split, other: Split) -> None:
    assert not {site.region for site in sites(split)} & {site.region for site in sites(other)}


def test_every_region_is_of_a_split() -> None:
    assert {site.region for site in every_site()} == {region.key for region in planet().regions}


def test_the_train_split_has_all_climates() -> None:
    assert {planet().region(site.region).climate for site in sites("train")} == set(BELTS)


def test_test_sites_are_where_they_were() -> None:
    # As of the first release of the suite: seven sites in each of the regions with even numbers up to 12.
    assert [site.region for site in sites("test")] == [f"r{number:03d}" for number in range(0, 14, 2) for _ in range(7)]
    assert [site.place[-2:] for site in sites("test")[4::7]] == ["02", "01", "04", "03", "02", "01", "04"]


def test_regions_of_the_splits_lie_far_apart() -> None:
    places = {}
    for split in SPLITS:
        regions = sorted({site.region for site in sites(split)})
        places[split] = np.radians([(planet().region(key).longitude, planet().region(key).latitude) for key in regions])
    pairs = combinations(SPLITS, 2)
    nearest = min(_haversine_km(a, b) for one, other in pairs for a, b in product(places[one], places[other]))
    assert nearest > 300.0  # regions are squares of 200 km: beyond their half diagonals of 141 km each, 5 km are left


def _haversine_km(a: np.ndarray, b: np.ndarray) -> float:
    across, up = (b - a) / 2
    return float(2 * EARTH_KM * np.arcsin(np.sqrt(np.sin(up) ** 2 + np.cos(a[1]) * np.cos(b[1]) * np.sin(across) ** 2)))


def test_names_of_frames_are_all_different_and_reveal_nothing() -> None:
    every = [look for site in every_site() for look in looks(site)]
    names = {look.name for look in every}
    assert len(names) == len(every)
    assert all(len(name) == 32 and set(name) <= set("0123456789abcdef") for name in names)


@pytest.mark.parametrize("site", sites("test"), ids=lambda site: site.key)
def test_looks_of_a_site(site: object) -> None:
    site = site_of(site.key)
    frames = looks(site)
    assert [look.time for look in frames] == sorted(look.time for look in frames)
    rgb = [look for look in frames if look.sensor == "rgb"]
    assert len(rgb) == (6 if struck(site) else 5)
    assert all(60 < look.day.timetuple().tm_yday < 335 for look in rgb)
    assert sum(look.sensor == "sentinel-2" and look.cloud_share == 0.0 for look in frames) >= 5


def test_disaster_lies_between_its_two_photographs() -> None:
    site = next(site for site in sites("test") if struck(site))
    pair = [look for look in looks(site) if look.sensor == "rgb" and look.event]
    assert [look.event for look in pair] == ["before", "after"]
    assert pair[0].day < disaster_day(site) < pair[1].day


def test_radar_looks_on_days_of_photographs() -> None:
    frames = looks(sites("test")[0])
    days = {look.day for look in frames if look.sensor == "rgb"}
    assert {look.day for look in frames if look.sensor == "sar"} <= days


def test_unknown_site_is_refused() -> None:
    with pytest.raises(UnknownName, match="r999"):
        site_of("r999")
