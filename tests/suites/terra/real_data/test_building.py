"""Files of a recipe that are not given are downloaded from their addresses, and refused if they are others."""

import hashlib

import pytest
from tests.sources.server import serving

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.suites.terra.real_data.building import Recipe, build

BODY = b"01022500 2000 01 01   255.00 A\n"


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")  # a proxy of the machine does not know the loopback server
    with serving() as one:
        yield one


def recipe_of(address, body=BODY):
    file = {
        "name": "camels/gauge.txt", "path": "gauge.txt", "sha256": hashlib.sha256(body).hexdigest(), "bytes": len(body),
        "licence": "public domain", "recipe": address, "citation": "USGS",
    }  # fmt: skip
    request = {
        "kind": "basin_flow", "place": "a river", "box": (-69, 44, -67, 46), "now": "2003-02-01T09:00:00Z",
        "files": [{"name": "flow.csv", "sources": ["camels/gauge.txt"], "form": "flow table"}],
    }  # fmt: skip
    return Recipe.model_validate({"title": "One gauge", "files": [file], "requests": [request]})


def test_a_file_is_downloaded_from_its_publisher(server, tmp_path):
    pack = build(tmp_path / "pack", None, whole=recipe_of(server.put("/gauge.txt", BODY)))
    assert pack.read("camels/gauge.txt") == BODY
    assert pack.manifest.files[0].citation == "USGS"


def test_a_file_that_has_changed_at_its_publisher_is_refused_and_not_kept(server, tmp_path):
    with pytest.raises(InvalidRecord, match="another version of http"):
        build(tmp_path / "pack", None, whole=recipe_of(server.put("/gauge.txt", BODY + b"more"), BODY))
    assert not (tmp_path / "pack" / "files" / "camels" / "gauge.txt").exists()
    assert not (tmp_path / "pack" / "pack.json").exists()


def test_a_publisher_that_has_not_got_the_file_is_named(server, tmp_path):
    with pytest.raises(UserError, match="gauge.txt"):
        build(tmp_path / "pack", None, whole=recipe_of(f"{server.url}/gauge.txt"))


def test_a_folder_that_holds_something_and_an_unknown_kind_are_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InvalidRecord, match="is not empty"):
        build(tmp_path, None, whole=recipe_of("https://example.org/gauge.txt"))
    with pytest.raises(InvalidRecord, match="no requests of the kind 'rain'"):
        build(tmp_path / "pack", None, ("rain",), whole=recipe_of("https://example.org/gauge.txt"))
    assert (tmp_path / "notes.txt").read_text() == "mine"
