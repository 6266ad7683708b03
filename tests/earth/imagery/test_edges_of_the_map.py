"""The antimeridian and the poles, case by case; each result can be checked on a globe."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely
from tests.earth.imagery.making import scene_at

from mesocosm.earth.imagery.catalogue import Catalogue

EAST_OF_IT = (-180, 0, -178, 2)
WEST_OF_IT = (178, 0, 180, 2)
OVER_IT = (179, 0, -179, 2)
NORTH_POLE = (10, 80, 20, 90)
SOUTH_POLE = (-60, -90, -50, -80)
BOXES = {"east": EAST_OF_IT, "west": WEST_OF_IT, "over": OVER_IT, "north": NORTH_POLE, "south": SOUTH_POLE}


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    folder: Path = tmp_path_factory.mktemp("edges")
    made = Catalogue.create(folder)
    made.add([scene_at(*box, tile=name) for name, box in BOXES.items()])
    return made


@pytest.mark.parametrize(
    ("where", "tiles"),
    [
        ((180, 1), "east over west"),  # one meridian, whatever its name
        ((-180, 1), "east over west"),
        ((179.5, 1), "over west"),
        ((-179.5, 1), "east over"),
        ((180, 0.5, 180, 1), "east over west"),  # boxes without width
        ((-180, 0.5, -180, 1), "east over west"),
        ((178.5, 0.5, 178.7, 1), "west"),
        ((179.9, 0, -179.9, 1), "east over west"),
        ((-178.5, 0, 178.5, 1), "east west"),  # the long way around, which ends short of the middle one
        ((15, 90), "north"),
        ((-170, 90), "north"),  # at a pole every longitude is the same place
        ((-170, 89.9), ""),
        ((100, 85, 110, 90), "north"),  # two boxes that share the pole alone
        ((100, 85, 110, 89), ""),
        ((33, -90), "south"),
        ((-180, -90, 180, 90), "east north over south west"),
        (shapely.box(179.5, 0, 180.5, 1), "east over west"),  # a polygon whose longitudes run on
        (shapely.Polygon([(179.9, 1), (-179.9, 0.5), (-179.9, 1.5)]), "east over west"),  # and one that jumps
        (shapely.Polygon([(-135, 85), (-45, 85), (45, 85), (135, 85)]), "north"),  # around the pole
    ],
)
def test_places_at_the_edges(catalogue: Catalogue, where, tiles: str) -> None:
    assert sorted(scene.tile or "" for scene in catalogue.at(where)) == tiles.split()


def test_companions_and_neighbours_over_the_antimeridian(tmp_path: Path) -> None:
    catalogue = Catalogue.create(tmp_path)
    west, east = scene_at(178, 0, 180, 2), scene_at(-180, 0, -178, 2)
    over = scene_at(179, 0, -179, 2, sensor="c-sar", collection="radar", hours=5)
    catalogue.add([west, east, over])
    assert catalogue.beside(west, "east") == east
    assert catalogue.beside(east, "west") == west
    assert catalogue.beside(west, "west") is None
    assert catalogue.companion(east, "c-sar") == over
    assert catalogue.companion(over, "msi") in (west, east)


def test_a_scene_that_only_touches_is_no_companion(tmp_path: Path) -> None:
    catalogue = Catalogue.create(tmp_path)
    scene, touching = scene_at(0, 0, 1, 1), scene_at(1, 0, 2, 1, sensor="c-sar", collection="radar")
    catalogue.add([scene, touching])
    assert catalogue.companion(scene, "c-sar") is None
    assert len(catalogue.at((1, 0.5))) == 2


def test_the_end_of_a_time_range_is_left_out(tmp_path: Path) -> None:
    from datetime import timedelta

    from tests.earth.imagery.making import NOON

    catalogue = Catalogue.create(tmp_path)
    catalogue.add([scene_at(0, 0, 1, 1, hours=hour) for hour in range(3)])
    matches = catalogue.at((0.5, 0.5), when=(NOON, NOON + timedelta(hours=2)))
    assert [scene.datetime.hour for scene in matches] == [12, 13]
