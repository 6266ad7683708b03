"""Parts of a long work: kept by key and content, damage is noticed, differing contents are refused."""

from pathlib import Path

import pytest

from mesocosm.errors import InvalidRecord
from mesocosm.execution.parts import Parts


def test_a_part_is_there_again(tmp_path: Path) -> None:
    Parts(tmp_path / "parts").write("item 1", b"one")
    parts = Parts(tmp_path / "parts")
    assert parts.read("item 1") == b"one"
    assert parts.missing(["item 1", "item 2"]) == ["item 2"]
    parts.clear()
    assert not (tmp_path / "parts").exists()


def test_a_part_that_a_crash_cut_off_is_missing(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.write("item 1", b"one")
    [path] = tmp_path.iterdir()
    path.write_bytes(b"on")
    assert parts.read("item 1") is None
    parts.write("item 1", b"one")
    assert parts.read("item 1") == b"one"


def test_the_same_part_may_come_twice_and_another_one_may_not(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.write("item 1", b"one")
    parts.write("item 1", b"one")
    assert len([*tmp_path.iterdir()]) == 1
    with pytest.raises(InvalidRecord, match="item 1 was made twice and differs"):
        parts.write("item 1", b"two")
