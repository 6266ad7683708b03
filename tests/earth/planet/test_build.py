"""Building a planet: the same bytes in any order, and a folder that can be continued after any interruption."""

import errno
import json

import pytest
from tests.earth.planet.micro import MICRO, QUICK

from mesocosm.earth.planet.build import build, jobs_of
from mesocosm.earth.planet.manifest import damaged_paths, read_manifest
from mesocosm.earth.planet.planet import Planet
from mesocosm.errors import UnknownName, UserError
from mesocosm.execution.executor import Executor

pytest.importorskip("h5netcdf", reason="install the extra planet")
pytest.importorskip("geopandas", reason="install the extra planet")
pytest.importorskip("zarr", reason="install the extra planet")


FEW = ("ground", "people")


def hashes(manifest):
    return {file.path: file.sha256 for file in manifest.files}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("planet")
    return folder, build(1, MICRO, folder, subjects=QUICK)


def test_two_processes_and_another_order_give_the_same_bytes(built, tmp_path):
    again = build(1, MICRO, tmp_path, subjects=QUICK[::-1], on=Executor(workers=2))
    assert hashes(again) == hashes(built[1])
    assert again.fingerprint() == built[1].fingerprint()


def test_another_seed_differs_in_every_file(built, tmp_path):
    other = hashes(build(2, MICRO, tmp_path, subjects=QUICK))
    mine = hashes(built[1])
    shared = mine.keys() & other.keys()
    assert len(shared) >= 15
    assert [path for path in shared if mine[path] == other[path]] == []


def test_a_second_call_makes_nothing(built):
    made = []
    build(1, MICRO, built[0], subjects=QUICK, watch=lambda job, *_: made.append(job))
    assert made == []


def test_an_interrupted_build_goes_on(built, tmp_path):
    def stop(job, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(1, MICRO, tmp_path, subjects=FEW, watch=stop)
    assert (tmp_path / "r000/ground/elevation.tif").is_file()
    made = []
    again = build(1, MICRO, tmp_path, subjects=FEW, watch=lambda job, *_: made.append(job.subject))
    assert made == ["people"]
    assert hashes(again).items() <= hashes(built[1]).items()


def test_a_damaged_file_of_the_journal_is_passed_over(built, tmp_path):
    build(1, MICRO, tmp_path, subjects=("ground",))
    [journal] = (tmp_path / "journal").iterdir()
    journal.write_text(journal.read_text()[:-40])
    made = []
    build(1, MICRO, tmp_path, subjects=("ground",), watch=lambda job, *_: made.append(job.subject))
    assert made == ["ground"]


def test_a_changed_file_is_made_again(tmp_path):
    first = build(1, MICRO, tmp_path, subjects=("ground", "people"))
    (tmp_path / "r000/map/places.geojson").write_text("{}")
    made = []
    again = build(1, MICRO, tmp_path, subjects=("ground", "people"), watch=lambda job, *_: made.append(job.subject))
    assert made == ["people"]
    assert hashes(again) == hashes(first)


def test_a_full_disk_is_explained_and_finished_files_stay(tmp_path):
    def full(job, done, total):
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(UserError, match="no space is left for .* run the command again"):
        build(1, MICRO, tmp_path, subjects=("ground",), watch=full)
    assert (tmp_path / "r000/ground/cover.tif").is_file()


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(UserError, match="files that belong to no planet"):
        build(1, MICRO, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_folder_of_another_planet_is_refused(built):
    with pytest.raises(UserError, match="a planet of seed 1, size of its own, .* not a planet of seed 2, size tiny"):
        build(2, "tiny", built[0])


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "planet").write_text("")
    with pytest.raises(UserError, match="is a file; name a folder"):
        build(1, MICRO, tmp_path / "planet")


def test_a_damaged_title_is_explained(tmp_path):
    (tmp_path / "planet.json").write_text('{"seed": ')
    with pytest.raises(UserError, match="planet.json is damaged"):
        build(1, MICRO, tmp_path)


def test_a_half_built_planet_says_how_to_go_on(tmp_path):
    (tmp_path / "planet.json").write_text(
        json.dumps({"seed": 3, "size": {"regions": 1, "cells": 200, "towns": 2, "days": 366}})
    )
    with pytest.raises(UserError, match="is incomplete; continue with: mesocosm planet build --seed 3 --size tiny -o"):
        read_manifest(tmp_path)


def test_an_empty_folder_holds_no_planet(tmp_path):
    with pytest.raises(UserError, match="holds no planet"):
        damaged_paths(tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"size": "huge"}, "size must be one of tiny, small, large, got 'huge'"),
        ({"seed": -1}, "seed must be a whole number from 0 up, got -1"),
        ({"size": MICRO.model_copy(update={"cells": 20})}, "cells must be a multiple of 10, at least 40, got 20"),
        ({"size": MICRO.model_copy(update={"cells": 45})}, "cells must be a multiple of 10, at least 40, got 45"),
    ],
)
def test_bad_arguments_are_explained(tmp_path, words, said):
    with pytest.raises(UserError, match=said):
        build(**{"seed": 1, "size": MICRO, "folder": tmp_path} | words)


def test_unknown_subjects_and_regions_are_reported():
    planet = Planet(1, MICRO)
    with pytest.raises(UnknownName, match="did you mean weather"):
        jobs_of(planet, ("wether",))
    with pytest.raises(UnknownName, match="did you mean r000"):
        jobs_of(planet, ("ground",), ("r007",))


@pytest.mark.exhaustive
def test_a_whole_planet_is_the_same_twice_and_becomes_a_manifest(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    assert hashes(build(1, MICRO, one)) == hashes(build(1, MICRO, two, on=Executor(workers=2)))
    assert (one / "manifest.json").read_bytes() == (two / "manifest.json").read_bytes()
    assert not list((one / "journal").iterdir())
    assert damaged_paths(one) == []
    (one / "r000/ground/soil.tif").unlink()
    assert damaged_paths(one) == ["r000/ground/soil.tif"]
