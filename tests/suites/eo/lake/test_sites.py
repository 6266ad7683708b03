from itertools import product

import numpy as np
import pytest

from mesocosm.errors import UnknownName
from mesocosm.suites.eo.lake.passes import disaster_day, looks, struck
from mesocosm.suites.eo.lake.sites import planet, site_of, sites

EARTH_KM = 6371.0


def test_train_and_test_share_no_region() -> None:
    assert not {site.region for site in sites("train")} & {site.region for site in sites("test")}


def test_regions_of_the_splits_lie_far_apart() -> None:
    places = {}
    for split in ("train", "test"):
        regions = sorted({site.region for site in sites(split)})
        places[split] = np.radians([(planet().region(key).longitude, planet().region(key).latitude) for key in regions])
    nearest = min(_haversine_km(a, b) for a, b in product(places["train"], places["test"]))
    assert nearest > 300.0  # regions are squares of 200 km: beyond their half diagonals of 141 km each, 5 km are left


def _haversine_km(a: np.ndarray, b: np.ndarray) -> float:
    across, up = (b - a) / 2
    return float(2 * EARTH_KM * np.arcsin(np.sqrt(np.sin(up) ** 2 + np.cos(a[1]) * np.cos(b[1]) * np.sin(across) ** 2)))


def test_names_of_frames_are_all_different_and_reveal_nothing() -> None:
    every = [look for split in ("train", "test") for site in sites(split) for look in looks(site)]
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
