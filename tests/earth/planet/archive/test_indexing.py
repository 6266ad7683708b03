"""The index of an archive: a catalogue without pixels, which continues after an interruption."""

import errno
import shutil

import pytest

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.errors import DamagedCatalogue
from mesocosm.earth.planet.archive import indexing
from mesocosm.earth.planet.archive.archive import Archive
from mesocosm.earth.planet.archive.indexing import index, read_index
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.errors import UserError
from mesocosm.execution.executor import Executor

pytest.importorskip("pyarrow", reason="install the extra planet")
TWO = Size(regions=2, cells=40, towns=1, days=60)


@pytest.fixture(scope="module")
def indexed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    return folder, index(1, TWO, folder)


def test_every_acquisition_is_an_entry(indexed):
    folder, held = indexed
    catalogue, archive = Catalogue.open(folder), Archive(Planet(1, TWO))
    listed = [taken for key in ("r000", "r001") for taken in archive.acquisitions(key)]
    assert held.entries == len(catalogue) == len(listed)
    assert held.files == sum(len(taken.files) for taken in listed)
    for taken in listed[::7]:
        scene = catalogue.get(taken.name)
        assert scene.datetime == taken.time
        assert scene.sensor == taken.mission.sensor
        assert scene.cloud_cover == taken.cloud_percent
        assert {asset.key: asset.href for asset in scene.assets} == {
            file.key: f"files/{file.name}.tif" for file in taken.files
        }


def test_look_ups_go_from_pass_to_pass_and_tile_to_tile(indexed):
    catalogue, archive = Catalogue.open(indexed[0]), Archive(Planet(1, TWO))
    optical = list(archive.acquisitions("r000", collections=["s2-like-l2a"]))
    following = catalogue.next(catalogue.get(optical[0].name))
    assert following is not None
    assert following.id == optical[1].name
    radar = catalogue.companion(following, "c-sar")
    assert radar is not None
    assert radar.bbox.west == pytest.approx(following.bbox.west, abs=1e-3)
    photos = [taken for key in ("r000", "r001") for taken in archive.acquisitions(key, collections=["photographs"])]
    middle = next(taken for taken in photos if taken.tile.number == 12)
    east = catalogue.beside(catalogue.get(middle.name), "east")
    assert east is not None
    assert archive.find(east.id).tile.number == 13
    assert archive.find(east.id).seen == middle.seen


def test_a_second_call_adds_nothing_and_two_processes_give_the_same(indexed, tmp_path):
    folder, held = indexed
    messages = []
    assert index(1, TWO, folder, watch=lambda *words: messages.append(words)) == held
    assert messages == []
    assert index(1, TWO, tmp_path, on=Executor(workers=2)) == held
    assert Catalogue.open(tmp_path).manifest == Catalogue.open(folder).manifest


def test_an_index_that_was_broken_off_goes_on(indexed, tmp_path):
    def stop(*words):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index(1, TWO, tmp_path, watch=stop)
    assert read_index(tmp_path).regions == ("r000",)
    assert index(1, TWO, tmp_path) == indexed[1]
    assert len(Catalogue.open(tmp_path)) == indexed[1].entries


def test_a_region_that_came_in_as_the_run_broke_off_is_not_taken_twice(indexed, tmp_path, monkeypatch):
    real, calls = indexing._write, []

    def full(*words):
        calls.append(words)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(*words)

    monkeypatch.setattr(indexing, "_write", full)
    with pytest.raises(UserError, match="no space is left"):
        index(1, TWO, tmp_path)
    monkeypatch.undo()
    assert read_index(tmp_path).regions == ()
    assert index(1, TWO, tmp_path) == indexed[1]
    assert len(Catalogue.open(tmp_path)) == indexed[1].entries


def test_the_index_of_another_planet_is_left_alone(indexed, tmp_path):
    with pytest.raises(UserError, match="holds the index of seed 1 with 2 regions, not of seed 2"):
        index(2, TWO, indexed[0])
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(UserError, match="files that belong to no index"):
        index(1, TWO, tmp_path)
    with pytest.raises(UserError, match="holds no index of a planet"):
        read_index(tmp_path)


def test_a_damaged_index_is_named_and_what_is_whole_can_be_kept(indexed, tmp_path):
    folder = tmp_path / "index"
    shutil.copytree(indexed[0], folder)
    part = max((folder / "parts").iterdir(), key=lambda path: path.stat().st_size)
    part.write_bytes(part.read_bytes()[:-100])
    with pytest.raises(DamagedCatalogue, match=rf"{part.name} with .* scenes must have .* bytes"):
        index(1, TWO, folder)
    kept, problems = Catalogue.salvage(folder)
    assert len(problems) == 1
    assert 0 < len(kept) < indexed[1].entries
    (folder / "archive.json").write_text("{")
    with pytest.raises(UserError, match=r"archive.json cannot be read"):
        index(1, TWO, folder)


def test_a_region_without_towns_has_no_entries(tmp_path):
    held = index(1, Size(regions=1, cells=20, towns=1, days=10), tmp_path)  # a region of sea alone
    assert (held.regions, held.entries) == (("r000",), 0)
    assert len(Catalogue.open(tmp_path)) == 0


def test_names_tell_nothing(indexed):
    digits = "".join(row["id"] for row in Catalogue.open(indexed[0]).sql("SELECT id FROM scenes").to_pylist())
    shares = [digits.count(digit) * 16 / len(digits) for digit in "0123456789abcdef"]
    spread = (15 / len(digits)) ** 0.5  # of the share of one of 16 digits, if all were random
    assert max(abs(share - 1) for share in shares) < 4 * spread
