"""`mesocosm cache`: what it shows, what it clears."""

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from tests.waiting import PROGRAM

from mesocosm.cache import Kind
from mesocosm.cache.folder import CacheUnwritable
from mesocosm.cli.cache import command, size_text
from mesocosm.cli.doctor import cache_check
from mesocosm.errors import UnknownName

TILES = Kind("tiles", "Tiles of maps", lambda: "1")


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MESOCOSM_CACHE_LIMIT", "2 MB")
    return tmp_path / "cache"


def output_of(*words):
    outcome = CliRunner().invoke(command, words, catch_exceptions=False)
    assert outcome.exit_code == 0
    return outcome.stdout


@pytest.mark.parametrize("words", [(), ("show",)])
def test_kinds_are_shown_with_sizes_and_last_use(words, own_cache):
    TILES.write("a", bytes(1468))
    os.utime(TILES.path("a"), (86400, 0))
    (own_cache / "notes.txt").write_text("mine")
    text = output_of(*words)
    for part in ("tiles", "Tiles of maps", "1.5 kB", "1970-01-01 00:00 UTC", "1970-01-02 00:00 UTC"):
        assert part in text
    assert f"{own_cache}: 1.5 kB of at most 2.0 MB\n" in text
    assert f"does not belong to the cache, not touched: {own_cache / 'notes.txt'}\n" in text


def test_the_same_as_json(own_cache):
    TILES.write("a", bytes(68))
    os.utime(TILES.path("a"), (86400, 0))
    document = json.loads(output_of("--json"))
    assert (document["folder"], document["bytes"], document["limit_bytes"], document["not_ours"]) == (
        str(own_cache),
        100,
        2_000_000,
        [],
    )
    assert document["kinds"] == [
        {
            "kind": "tiles",
            "holds": "Tiles of maps",
            "folder": str(own_cache / "tiles"),
            "entries": 1,
            "of_older_code": 0,
            "bytes": 100,
            "oldest": "1970-01-01 00:00 UTC",
            "last_use": "1970-01-02 00:00 UTC",
        }
    ]
    assert json.loads(output_of("show", "--json")) == document


def test_clearing_says_what_was_freed(own_cache):
    for kind in (TILES, Kind("other", "Something else", lambda: "1")):
        kind.write("a", bytes(68))
    assert output_of("clear", "tiles") == f"tiles: 1 entry removed, 100 B freed\n{own_cache}: 100 B freed\n"
    document = json.loads(output_of("clear", "--json"))
    assert [(kind["kind"], kind["entries"], kind["bytes"]) for kind in document["kinds"]] == [
        ("other", 1, 100),
        ("tiles", 0, 0),
    ]


def test_an_empty_cache_is_no_error(own_cache):
    assert f"{own_cache}: 0 B of at most 2.0 MB\n" in output_of()
    assert output_of("clear") == f"{own_cache}: 0 B freed\n"


def test_json_before_the_verb_is_answered_with_where_it_goes():
    outcome = CliRunner().invoke(command, ["--json", "clear"])
    assert outcome.exit_code == 2
    assert "--json comes after the verb: mesocosm cache clear --json" in outcome.stderr


def test_a_misspelt_kind_is_answered_with_the_nearest():
    TILES.write("a", b"")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, "cache", "clear", "tile"], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (2, "error: no kind of cache is called 'tile'; did you mean tiles?\n")


def test_a_kind_of_which_there_is_nothing_is_no_error(own_cache):
    assert output_of("clear", "engine-runs") == f"engine-runs: nothing of this kind was there\n{own_cache}: 0 B freed\n"


def test_what_is_no_kind_is_answered_with_those_that_there_are(own_cache):
    TILES.write("a", b"")
    with pytest.raises(UnknownName, match="no kind of cache is called 'nonsense'. Known: .*engine-runs, .*tiles"):
        output_of("clear", "nonsense")
    with pytest.raises(UnknownName, match="did you mean engine-runs?"):
        output_of("clear", "tiles", "engine-run")
    assert TILES.read("a") == b""  # nothing was cleared


@pytest.mark.parametrize("words", [(), ("clear",)])
def test_a_file_in_the_place_of_the_cache_is_told(own_cache, words):
    own_cache.write_text("mine")
    with pytest.raises(CacheUnwritable, match=f"cannot write to the cache folder {own_cache}: Not a directory"):
        output_of(*words)
    assert own_cache.read_text() == "mine"


def test_all_is_not_a_kind():
    with pytest.raises(UnknownName, match="no kind of cache is called 'all'; leave the kinds out to clear all of them"):
        output_of("clear", "all")


def test_the_doctor_names_the_folder_and_its_size(own_cache):
    TILES.write("a", bytes(68))
    assert cache_check() == {"what": "cache", "works": True, "details": f"{own_cache}: 100 B of at most 2.0 MB"}


def test_the_doctor_tells_of_a_folder_that_cannot_be_written(own_cache):
    own_cache.write_text("")
    result = cache_check()
    assert result["works"] is False
    assert f"cannot write to the cache folder {own_cache}: " in result["details"]
    assert "MESOCOSM_CACHE names another folder" in result["details"]


@pytest.mark.parametrize(("size", "text"), [(0, "0 B"), (999, "999 B"), (1500, "1.5 kB"), (2 * 10**10, "20.0 GB")])
def test_sizes_for_people(size, text):
    assert size_text(size) == text
