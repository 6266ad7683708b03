"""A pack that is missing, damaged, of another form or reaching outside says so, and says what to do."""

import hashlib
import json

import pytest

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.real_data.pack import BUILD, FORMAT, VARIABLE, RealPack, real_pack

NOON = b"day,t\n1,2\n"
REQUEST = {
    "kind": "fire_spring", "place": "a forest", "box": [-104, 37, -96, 43], "now": "1985-06-15T09:00:00Z",
    "files": [{"name": "noon.csv", "sources": ["noon.csv"]}],
}  # fmt: skip


def write(folder, *, name="noon.csv", version=FORMAT, data=NOON):
    """Write a pack of one file and one request."""
    file = {
        "name": name, "sha256": hashlib.sha256(NOON).hexdigest(), "bytes": len(NOON), "licence": "public domain",
        "recipe": "https://example.org/noon.csv", "citation": "A weather service",
    }  # fmt: skip
    manifest = {"format": version, "title": "One file", "files": [file], "requests": [REQUEST]}
    (folder / "files").mkdir(parents=True)
    (folder / "files" / "noon.csv").write_bytes(data)
    (folder / "pack.json").write_text(json.dumps(manifest))
    return folder


def test_files_are_read_by_the_names_of_the_pack(tmp_path):
    pack = RealPack(write(tmp_path / "pack"))
    assert pack.recorded(pack.request(0)) == {"noon.csv": NOON}


def test_without_the_variable_the_message_says_how_to_build_and_name_a_pack(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(InvalidRecord, match=f"{BUILD}.*set {VARIABLE}=FOLDER"):
        real_pack()


def test_a_folder_that_is_no_pack_is_refused_and_not_made(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(InvalidRecord, match=f"nowhere is no pack.*{BUILD}"):
        real_pack()
    assert not (tmp_path / "nowhere").exists()


def test_a_damaged_file_is_named(tmp_path):
    pack = RealPack(write(tmp_path / "pack", data=b"day,t\n1,3\n"))
    with pytest.raises(InvalidRecord, match=r"noon\.csv of the pack .* is damaged.*build it again"):
        pack.recorded(pack.request(0))


def test_a_missing_file_is_named(tmp_path):
    pack = RealPack(write(tmp_path / "pack"))
    (tmp_path / "pack" / "files" / "noon.csv").unlink()
    with pytest.raises(InvalidRecord, match=r"lacks its file noon\.csv"):
        pack.recorded(pack.request(0))


def test_a_pack_of_another_form_is_refused(tmp_path):
    with pytest.raises(InvalidRecord, match=f"has the form {FORMAT + 1}.*reads the form {FORMAT}"):
        RealPack(write(tmp_path / "pack", version=FORMAT + 1))


@pytest.mark.parametrize("name", ["../noon.csv", "/etc/passwd", "a/../../noon.csv", "a//b", ".ssh/id"])
def test_no_file_lies_outside_the_pack(tmp_path, name):
    with pytest.raises(InvalidRecord, match="lies inside its folder"):
        RealPack(write(tmp_path / "pack", name=name))


def test_a_number_beyond_the_requests_is_refused(tmp_path):
    with pytest.raises(InvalidRecord, match="has 1 requests, numbered from 0; there is no 1"):
        RealPack(write(tmp_path / "pack")).request(1)


def test_a_pack_that_was_rebuilt_in_its_place_is_read_anew(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(write(tmp_path / "pack")))
    before = real_pack().sha256
    manifest = json.loads((tmp_path / "pack" / "pack.json").read_text())
    (tmp_path / "pack" / "pack.json").write_text(json.dumps(manifest | {"title": "Another title"}))
    assert real_pack().sha256 != before
