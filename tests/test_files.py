"""Files are written whole or not at all, and no other file changes."""

import os
import stat

import pytest

from mesocosm.files import free_path, whole, write_whole


def test_a_file_is_whole_and_readable_by_others(tmp_path):
    write_whole(tmp_path / "new" / "a.txt", "text")
    assert (tmp_path / "new" / "a.txt").read_text() == "text"
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new" / "a.txt").stat().st_mode) == 0o666 & ~mask


def test_what_fails_leaves_the_old_file_and_no_draft(tmp_path):
    write_whole(tmp_path / "a", b"old")

    def fail():
        with whole(tmp_path / "a") as draft:
            draft.write_bytes(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_what_is_no_plain_file_is_written_to_and_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(tmp_path / "pipe", "through")
        assert os.read(reading, 100) == b"through"
    finally:
        os.close(reading)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_free_path_has_the_next_number(tmp_path):
    assert free_path(tmp_path, "one", "json") == tmp_path / "one-1.json"
    (tmp_path / "one-1.json").touch()
    (tmp_path / "one-2.json").symlink_to("nowhere")  # a name that is taken, though nothing is there to read
    assert free_path(tmp_path, "one", "json") == tmp_path / "one-3.json"
    assert free_path(tmp_path, "two", "json") == tmp_path / "two-1.json"
