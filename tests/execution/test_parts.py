"""Parts of a long work: kept by key and content, damage is noticed, differing contents are refused."""

import os
from pathlib import Path

import pytest

from mesocosm.errors import InvalidRecord
from mesocosm.execution.parts import Parts


def test_a_part_is_there_again(tmp_path: Path) -> None:
    Parts(tmp_path / "parts").write("item 1", b"one")
    parts = Parts(tmp_path / "parts")
    assert parts.read("item 1") == b"one"
    assert parts.read("item 2") is None
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


def test_clearing_leaves_files_of_others(tmp_path: Path) -> None:
    """A folder with the name that parts would have may be there already, with somebody's thesis in it."""
    (tmp_path / "thesis.tex").write_text("years of work")
    parts = Parts(tmp_path)
    parts.write("item 1", b"one")
    parts.clear()
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file to another user")
def test_a_part_of_another_user_is_not_believed(tmp_path: Path) -> None:
    parts = Parts(tmp_path / "parts")
    parts.write("item 1", b"forged")
    [path] = (tmp_path / "parts").iterdir()
    os.chown(path, 65534, 65534)
    assert parts.read("item 1") is None


def test_others_cannot_write_parts(tmp_path: Path) -> None:
    Parts(tmp_path / "parts").write("item 1", b"one")
    assert (tmp_path / "parts").stat().st_mode & 0o077 == 0
