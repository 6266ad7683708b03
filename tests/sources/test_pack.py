from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from tests.sources.shipped import check_shipped

from mesocosm.earth.geo import outlines
from mesocosm.errors import BrokenEpisode, InvalidRecord, UnknownName
from mesocosm.sources.pack import Pack
from mesocosm.sources.source import deliver
from mesocosm.testing import check_source

DATA = {"b.csv": b"x\n1\n", "a.csv": b""}


def entry(name: str, **changed: object) -> str:
    data = DATA[name]
    fields = {
        "name": name,
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "licence": "CC0-1.0",
        "recipe": "hand",
    }
    return "[[files]]\n" + "\n".join(f"{key} = {value!r}" for key, value in {**fields, **changed}.items())


def pack(folder: Path, text: str) -> Pack:
    for name, data in DATA.items():
        (folder / name).write_bytes(data)
    (folder / "pack.toml").write_text(text)
    return Pack(folder / "pack.toml")


def test_a_pack_gives_its_files_sorted_and_checked(tmp_path: Path) -> None:
    made = pack(tmp_path, f"title = 'Grids'\n{entry('b.csv')}\n{entry('a.csv')}")
    assert [one.name for one in made.entries()] == ["a.csv", "b.csv"]
    assert [one.name for one in made.entries("b")] == ["b.csv"]
    assert made.read("b.csv") == DATA["b.csv"]
    check_source(made)


def test_a_file_comes_with_a_receipt(tmp_path: Path) -> None:
    made = pack(tmp_path, f"title = 'Grids'\n{entry('b.csv')}")
    receipt = deliver(made, made.entries()[0], tmp_path / "out" / "mine.csv")
    assert (tmp_path / "out" / "mine.csv").read_bytes() == DATA["b.csv"]
    assert (receipt.bytes, receipt.sha256) == (4, hashlib.sha256(DATA["b.csv"]).hexdigest())


def test_a_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    made = pack(tmp_path, f"title = 'Grids'\n{entry('b.csv')}")
    (tmp_path / "b.csv").write_bytes(b"x\n2\n")
    message = r"source: b\.csv has SHA-256 [0-9a-f]{12}…, expected [0-9a-f]{12}…"
    with pytest.raises(BrokenEpisode, match=message):
        made.read("b.csv")
    with pytest.raises(BrokenEpisode, match=message):
        deliver(made, made.entries()[0], tmp_path / "mine.csv")
    assert not (tmp_path / "mine.csv").exists()


def test_an_unlisted_file_is_unknown_even_if_it_lies_there(tmp_path: Path) -> None:
    made = pack(tmp_path, f"title = 'Grids'\n{entry('b.csv')}")
    for name in ("a.csv", "../pack.toml", "pack.toml"):
        with pytest.raises(UnknownName, match="no file of the pack is called"):
            made.read(name)


@pytest.mark.parametrize(
    ("changed", "message"),
    [({"sha256": "xyz"}, "sha256"), ({"licence": ""}, "licence"), ({"recipe": ""}, "recipe"), ({"bytes": -1}, "bytes")]
    + [({"colour": "red"}, "colour")],
)
def test_a_manifest_error_names_file_and_field(tmp_path: Path, changed: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidRecord, match=rf"pack manifest .*pack\.toml: (.|\n)*files\.0\.{message}"):
        pack(tmp_path, f"title = 'Grids'\n{entry('b.csv', **changed)}").entries()


def test_a_manifest_that_is_no_toml_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match=r"pack manifest .*pack\.toml: Expected"):
        pack(tmp_path, "title").entries()


def test_the_outlines_are_what_their_manifest_says() -> None:
    check_shipped(outlines.PACK)
