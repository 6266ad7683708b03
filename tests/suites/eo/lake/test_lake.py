"""The lake with files in the cache, and a site that is built."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.suites.eo.paper import THINGS

from mesocosm.cache.inventory import clear
from mesocosm.errors import UnknownName
from mesocosm.suites.eo.lake.lake import Lake, entry_name
from mesocosm.suites.eo.lake.land_use import Use
from mesocosm.suites.eo.lake.overpasses import Look, looks, struck
from mesocosm.suites.eo.lake.site_frames import SITE_FILE
from mesocosm.suites.eo.lake.sites import LAKE_SEED, sites
from mesocosm.suites.eo.lake.store import (
    LAKE,
    Parts,
    pack_mask,
    pack_numbers,
    pack_picture,
    pack_things,
    write_parts,
)

SITE = next(site for site in sites("test") if struck(site))


def _frame_parts(look: Look) -> Parts:
    """Make a small frame: its numbers count from its position in the series."""
    mask = pack_mask(np.eye(4, dtype=np.bool_))
    if look.sensor == "rgb":
        return {
            "pixels": pack_picture(np.full((4, 4, 3), 7, np.uint8)),
            "things": pack_things(THINGS),
            "mask road": mask,
        }
    if look.sensor == "sar":
        echo = pack_numbers(np.full((4, 4), 8900, np.uint16))  # -11 dB
        return {"echo VV": echo, "echo VH": echo, "things": pack_things(THINGS[3:6]), "mask water": mask}
    names = ("B02", "B03", "B04") if look.sensor == "sentinel-2" else ("B2", "B3", "B4")
    bands = {f"band {name}": pack_numbers(np.full((4, 4), 3000, np.uint16)) for name in names}
    clear = pack_numbers(np.asarray([[0, 0], [0, 100]], np.uint16))
    return {**bands, "cloud": clear, "classification": clear, "mask water": mask}


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    for look in looks(SITE):
        write_parts(entry_name(SITE.key, look.name), _frame_parts(look))
    uses = np.full((96, 96), int(Use.HOUSING), np.uint16)
    uses[:48] = int(Use.FIELD)
    about = {"spot": [500_040.0, 5_000_040.0], "disaster": "flood", "day": "2033-07-09"}
    write_parts(entry_name(SITE.key, SITE_FILE), {"about": json.dumps(about).encode(), "uses": pack_numbers(uses)})
    return Lake()


def test_frames_are_in_order_of_time_and_found_by_name(lake: Lake) -> None:
    frames = lake.frames(SITE.key)
    assert [frame.time for frame in frames] == sorted(frame.time for frame in frames)
    assert lake.frame(frames[3].name) == frames[3]
    assert {frame.size for frame in lake.frames(SITE.key, "rgb")} == {(1536, 1536)}


def test_all_sensors_look_at_the_same_middle(lake: Lake) -> None:
    middles = set()
    for frame in lake.frames(SITE.key):
        west, south, east, north = frame.window.bounds
        middles.add(((west + east) / 2, (south + north) / 2))
    assert middles == {(500_040.0, 5_000_040.0)}


def test_next_and_previous_go_through_a_sensors_series(lake: Lake) -> None:
    first, second = lake.frames(SITE.key, "sentinel-2")[:2]
    assert lake.next(first) == second
    assert lake.previous(second) == first
    assert lake.previous(first) is None
    assert lake.next(lake.frames(SITE.key, "sentinel-2")[-1]) is None


def test_companion_is_of_the_same_day(lake: Lake) -> None:
    after = lake.frames(SITE.key, "rgb")[-1]
    radar = lake.companion(after, "sar")
    assert radar is not None
    assert radar.event == after.event == "after"
    assert lake.companion(radar, "rgb") == after


def test_numbers_become_reflectance_and_decibels(lake: Lake) -> None:
    sentinel, landsat = lake.frames(SITE.key, "sentinel-2")[0], lake.frames(SITE.key, "landsat")[0]
    assert lake.bands(sentinel).reflectance["B03"][0, 0] == np.float32(0.2)  # (3000 - 1000) / 10 000
    assert lake.bands(landsat).reflectance["B3"][0, 0] == np.float32(0.0000275 * 3000 - 0.2)
    assert lake.decibels(lake.frames(SITE.key, "sar")[0])["VV"][0, 0] == np.float32(-11.0)
    assert lake.cloud_percent(sentinel) == 25.0


def test_things_and_masks_are_those_of_the_file(lake: Lake) -> None:
    photograph = lake.frames(SITE.key, "rgb")[0]
    assert [thing.id for thing in lake.things(photograph)] == [thing.id for thing in THINGS]
    assert lake.masks(photograph)["road"].sum() == 4
    assert lake.things(lake.frames(SITE.key, "landsat")[0]) == ()


def test_ruins_send_no_echo(lake: Lake) -> None:
    radar = lake.frames(SITE.key, "sar")[0]
    # A ship, a house, and one that is destroyed.
    assert [thing.id for thing in lake.things(radar)] == ["d", "e"]


def test_what_a_list_leaves_out_is_that_of_its_file(lake: Lake) -> None:
    photograph = lake.frames(SITE.key, "rgb")[0]
    write_parts(entry_name(SITE.key, f"{photograph.name}-left-out"), {"things": pack_things(THINGS[:1])})
    assert [thing.id for thing in lake.left_out(photograph)] == ["a"]
    assert lake.left_out(lake.frames(SITE.key, "landsat")[0]) == ()


def test_place_is_named_by_the_part_in_view(lake: Lake) -> None:
    photograph = lake.frames(SITE.key, "rgb")[0]
    assert lake.scene_class(photograph) == "farmland"
    assert lake.scene_class(photograph, (0.0, 0.6, 1.0, 1.0)) == "residential area"
    assert lake.disaster(SITE.key) == "flood"


def test_unknown_frame_is_refused(lake: Lake) -> None:
    with pytest.raises(UnknownName):
        lake.frame("0" * 32)


@pytest.mark.exhaustive
def test_built_site_holds_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Build the edge of a small town, clear the cache and build it again: the same bytes, and truth that agrees."""
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    site = next(site for site in sites("train") if site.theme == "edge" and struck(site) and "p00" not in site.key)
    built = []
    for _ in range(2):
        first = Lake()
        first.prepare(site.key)
        built.append({path.name: path.read_bytes() for path in LAKE.path(str(LAKE_SEED)).rglob("*") if path.is_file()})
        clear(["eo-lake"])
    assert built[0] == built[1]
    before, after = first.frames(site.key, "rgb")[-2:]
    levels = [thing.attributes["damage"] for thing in first.things(after) if "damage" in thing.attributes]
    assert {"none"} < set(levels)
    assert (first.pixels(before) != first.pixels(after)).any()
    listed, missing = ({thing.id for thing in things} for things in (first.things(after), first.left_out(after)))
    assert not listed & missing
    assert {thing.label for thing in first.left_out(first.frames(site.key, "sar")[0])} >= {"tree", "car"}
    for frame in first.frames(site.key, "sentinel-2"):
        nir, green = (first.bands(frame).reflectance[name] for name in ("B08", "B03"))
        cloudless = first.bands(frame).cloud_probability.repeat(2, 0).repeat(2, 1) == 0
        water = first.masks(frame)["water"] & cloudless
        assert (nir < green)[water].mean() > 0.9 or water.sum() < 50
