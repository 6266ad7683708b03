"""Every look-up equals the result of a scan through all scenes, also at the antimeridian and the poles."""

from __future__ import annotations

import tempfile
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.random import Generator
from tests.earth.imagery import scanning
from tests.earth.imagery.making import NOON, scene_at

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.neighbours import DIRECTIONS
from mesocosm.earth.imagery.scene import Scene
from mesocosm.seeding import generator


def degrees(most: float) -> st.SearchStrategy[float]:
    """Round to a billionth of a degree: smaller digits are lost where the scan shifts a place by 360 degrees."""
    return st.floats(-most, most).map(lambda value: round(value, 9))


# Edges on a few values, so that boxes touch, share corners and end on the antimeridian and the poles.
LONGITUDES = st.sampled_from([-180.0, -179.5, -170.0, -0.25, 0.0, 0.1, 60.0, 170.0, 179.0, 180.0]) | degrees(180)
LATITUDES = st.sampled_from([-90.0, -89.5, -10.0, 0.0, 0.1, 45.0, 89.0, 90.0]) | degrees(90)
TIMES = st.sampled_from([0.0, 1.0, 1.5, 24.0, 200.0])


@st.composite
def boxes(draw: st.DrawFn) -> tuple[float, float, float, float]:
    west, east = draw(LONGITUDES), draw(LONGITUDES)
    south, north = sorted([draw(LATITUDES), draw(LATITUDES)])
    assume(north - south > 1e-6 and (east - west) % 360 > 1e-6)
    return west, south, east, north


@st.composite
def many_scenes(draw: st.DrawFn) -> list[Scene]:
    sensors = st.sampled_from(["msi", "c-sar"])
    return [
        scene_at(
            *draw(boxes()),
            hours=draw(TIMES),
            sensor=draw(sensors),
            collection=draw(st.sampled_from(["a", "b"])),
            cloud=draw(st.sampled_from([None, 0.0, 20.0, 100.0])),
            tile=draw(st.sampled_from([None, None, "T1", "T2"])),
            number=number,
        )
        for number in range(draw(st.integers(1, 12)))
    ]


@pytest.fixture(scope="module")
def filled():
    """Return catalogues of scenes, each in a separate folder."""
    with tempfile.TemporaryDirectory() as folder:
        count = iter(range(10**6))

        def fill(scenes: list[Scene]) -> Catalogue:
            catalogue = Catalogue.create(Path(folder) / str(next(count)))
            half = len(scenes) // 2
            catalogue.add(scenes[:half])
            catalogue.add(scenes[half:])
            return catalogue

        yield fill


def names(scenes) -> list[str]:
    return [scene.id for scene in scenes]


def name(scene: Scene | None) -> str | None:
    return None if scene is None else scene.id


places = st.tuples(LONGITUDES, LATITUDES) | boxes()


@given(
    scenes=many_scenes(), wheres=st.lists(places, min_size=4, max_size=4), hours=TIMES, cloud=st.sampled_from([0, 20])
)
@settings(max_examples=12, deadline=None)
def test_scenes_at_a_place(filled, scenes, wheres, hours, cloud) -> None:
    catalogue = filled(scenes)
    when = (NOON, NOON + timedelta(hours=hours + 0.5))
    for where in wheres:
        place = scanning.drawn(where)
        assert names(catalogue.at(where)) == names(scanning.at(scenes, place))
        expected = scanning.at(scenes, place, when, scenes[0].sensor, cloud)
        assert names(catalogue.at(where, when=when, sensor=scenes[0].sensor, max_cloud=cloud)) == names(expected)
        time = NOON + timedelta(hours=hours)
        assert name(catalogue.nearest(where, time)) == name(scanning.nearest(scenes, place, time))


@given(scenes=many_scenes())
@settings(max_examples=12, deadline=None)
def test_scenes_that_belong_to_a_scene(filled, scenes) -> None:
    catalogue = filled(scenes)
    for scene in scenes:
        assert catalogue.get(scene.id) == scene
        assert name(catalogue.next(scene)) == name(scanning.following(scenes, scene))
        assert name(catalogue.previous(scene)) == name(scanning.preceding(scenes, scene))
        for sensor in catalogue.sensors:
            assert name(catalogue.companion(scene, sensor)) == name(scanning.companion(scenes, scene, sensor))


@given(
    corner=st.tuples(st.sampled_from([-180, -178, 0, 176, 179]), st.sampled_from([-90, 0, 86])),
    size=st.sampled_from([1, 2]),
    seen=st.lists(st.booleans(), min_size=16, max_size=16),
    passes=st.integers(1, 2),
)
@settings(max_examples=12, deadline=None)
def test_tiles_beside_a_tile(filled, corner, size, seen, passes) -> None:
    cells = [cell for cell, there in zip(product(range(4), range(4)), seen, strict=True) if there]
    assume(cells)
    tiles = [tile(corner, size, column, row, 24.0 * number) for column, row in cells for number in range(passes)]
    tiles = [scene for scene in tiles if scene is not None]
    assume(tiles)
    catalogue = filled(tiles)
    for scene, direction in product(tiles, DIRECTIONS):
        assert name(catalogue.beside(scene, direction)) == name(scanning.beside(tiles, scene, direction))


def tile(corner: tuple[int, int], size: int, column: int, row: int, hours: float) -> Scene | None:
    west, south = corner[0] + column * size, corner[1] + row * size
    if south + size > 90:
        return None
    west, east = ((edge + 180) % 360 - 180 for edge in (west, west + size))
    return scene_at(west, south, 180 if east == -180 else east, south + size, hours=hours + 0.001 * row)


@given(
    scenes=many_scenes(),
    middle=st.tuples(st.floats(-180, 180), st.floats(-80, 80)),
    radius=st.floats(0.5, 9.5),
)
@settings(max_examples=12, deadline=None)
def test_scenes_in_a_polygon(filled, scenes, middle, radius) -> None:
    disc = shapely.Point(*middle).buffer(radius)  # its longitudes run on beyond 180
    assert names(filled(scenes).at(disc)) == names(scanning.at(scenes, disc))


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(20))
def test_many_scenes_of_all_sizes(filled, seed: int) -> None:
    """2,000 boxes from metres to the whole globe, a tenth of them at the antimeridian and a tenth at a pole."""
    draw = generator("tests", "catalogue", seed)
    scenes = [scene_at(*random_box(draw), hours=float(draw.integers(0, 2000)), number=n) for n in range(2000)]
    catalogue = filled(scenes)
    for _ in range(100):
        box = random_box(draw)
        where = box if draw.random() < 0.5 else box[:2]
        time = NOON + timedelta(hours=float(draw.integers(0, 2000)))
        when = (time, time + timedelta(days=20))
        place = scanning.drawn(where)
        assert names(catalogue.at(where)) == names(scanning.at(scenes, place))
        assert names(catalogue.at(where, when=when)) == names(scanning.at(scenes, place, when))
        assert name(catalogue.nearest(where, time)) == name(scanning.nearest(scenes, place, time))


def random_box(draw: Generator) -> tuple[float, float, float, float]:
    size = 10.0 ** draw.uniform(-4, 2.2)
    west, south = draw.uniform(-180, 180), draw.uniform(-90, 90 - size / 2)
    special = draw.random()
    if special < 0.1:
        west = 180.0 - size * draw.choice([0.0, 0.5, 1.0])
    elif special < 0.2:
        south = float(draw.choice([-90.0, 90 - size / 2]))
    east = west + size
    west, east = (edge if -180 <= edge <= 180 else (edge + 180) % 360 - 180 for edge in (west, east))
    return float(west), float(south), float(east), float(min(south + size / 2, 90))
