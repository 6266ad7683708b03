import errno
import multiprocessing
import os
import threading
from pathlib import Path

import pytest
from tests.caches import stored

from mesocosm.cache import CacheUnwritable, Kind
from mesocosm.errors import InvalidRecord


@pytest.mark.parametrize("body", [b"", b"\0", bytes(range(256))])
def test_what_is_written_is_read(tiles, body):
    tiles.write("a/b.tile", body)
    assert tiles.read("a/b.tile") == body


def test_nothing_is_read_where_nothing_is(tiles, own_cache):
    assert tiles.read("a") is None
    assert tiles.find("a") is None
    assert not own_cache.exists()


@pytest.mark.parametrize("signed", [False, True])
def test_a_changed_entry_is_not_read(signed):
    kind = Kind("tiles", "Tiles of maps", lambda: "1", signed=signed)
    kind.write("a", b"hello")
    whole = kind.path("a").read_bytes()
    for damage in (b"", whole[:-1], whole + b" ", whole[:20], b"x" * len(whole)):
        kind.path("a").write_bytes(damage)
        assert kind.read("a") is None
    kind.path("a").write_bytes(whole)
    assert kind.read("a") == b"hello"


def test_an_entry_belongs_to_its_name_kind_and_version(tiles):
    tiles.write("a", b"hello")
    whole = tiles.path("a").read_bytes()
    others = (tiles, "b"), (Kind("other", "", lambda: "1"), "a"), (Kind("tiles", "", lambda: "2"), "a")
    for kind, name in others:
        assert kind.read(name) is None
        kind.write(name, b"")
        kind.path(name).write_bytes(whole)
        assert kind.read(name) is None


def test_links_and_pipes_are_not_read(tiles):
    tiles.write("a", b"hello")
    tiles.path("link").symlink_to(tiles.path("a"))
    os.mkfifo(tiles.path("pipe"))
    assert (tiles.read("link"), tiles.find("link")) == (None, None)
    assert (tiles.read("pipe"), tiles.find("pipe")) == (None, None)


@pytest.mark.parametrize("name", ["", "../a", "/etc/passwd", "a/../../b", ".hidden"])
def test_a_name_that_leads_elsewhere_is_refused(tiles, name):
    with pytest.raises(InvalidRecord, match="must be a path below its kind"):
        tiles.path(name)


def test_a_kind_has_a_plain_name():
    with pytest.raises(InvalidRecord, match="lower-case letters, digits and hyphens, got 'My Tiles'"):
        Kind("My Tiles", "", lambda: "1")


def test_reading_notes_the_use(tiles):
    tiles.write("a", b"hello")
    made = tiles.path("a").stat().st_mtime_ns
    os.utime(tiles.path("a"), ns=(0, made))
    tiles.read("a")
    assert tiles.path("a").stat().st_atime_ns >= made
    assert tiles.path("a").stat().st_mtime_ns == made


def test_a_writer_that_fails_leaves_nothing(tiles, own_cache):
    def fail(draft):
        draft.write_bytes(b"half")
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        tiles.provide("a", fail)
    assert [path for path in own_cache.rglob("*") if path.is_file()] == []


def test_a_folder_that_cannot_be_written_costs_time_alone_and_is_told_once(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "file"))
    kind = Kind("told-once", "", lambda: "1")
    for _ in range(2):
        kind.write("a", b"hello")
        assert kind.read("a") is None
    with kind.alone("a"):
        pass
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"cannot write to the cache folder {tmp_path / 'file'}: Not a directory; MESOCOSM_CACHE names" in said


def test_a_folder_that_is_read_only_is_not_called_full(own_cache):
    error = OSError(errno.EROFS, os.strerror(errno.EROFS))
    told = f"cannot write to the cache folder {own_cache}: Read-only file system; MESOCOSM_CACHE names another folder"
    assert str(CacheUnwritable(own_cache, error)) == told


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_names_the_folder_and_the_variable(tiles, own_cache, number):
    def fill(draft):
        raise OSError(number, os.strerror(number))

    with pytest.raises(CacheUnwritable) as told:
        tiles.provide("a", fill)
    assert str(told.value) == (
        f"cannot write to the cache folder {own_cache}: {os.strerror(number)}; "
        "MESOCOSM_CACHE names another folder, `mesocosm cache clear` frees its space"
    )


def test_an_error_of_the_makers_own_stays_one(tiles):
    with pytest.raises(FileNotFoundError, match="no-such-file"):
        tiles.provide("a", lambda draft: Path("no-such-file").read_bytes())


def test_a_file_is_made_once(tiles):
    made = []

    def make(draft):
        made.append(draft)
        draft.write_text("hello")

    paths = {tiles.provide("maps/a.txt", make) for _ in range(3)}
    assert paths == {tiles.path("maps/a.txt")}
    assert (len(made), tiles.path("maps/a.txt").read_text()) == (1, "hello")


def test_a_folder_that_is_not_whole_is_made_again():
    kind = Kind("folders", "", lambda: "1", entry="folder")

    def make(draft):
        draft.mkdir()
        (draft / "whole").write_text("")

    for _ in range(2):
        path = kind.provide("a", make, is_whole=lambda path: (path / "whole").exists())
        assert [inner.name for inner in path.iterdir()] == ["whole"]
        (path / "whole").rename(path / "broken")
    assert list((path.parent.parent / ".drafts").iterdir()) == []


def test_many_at_once_see_whole_entries(tiles):
    wrong = []

    def work():
        for number in range(14):
            tiles.write(f"{number % 7}", bytes(1000))
            if tiles.read(f"{number % 7}") != bytes(1000):
                wrong.append(number)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert wrong == []
    assert len(stored(tiles)) == 7


def _make_under_lock(name):
    kind = Kind("tiles", "Tiles of maps", lambda: "1")
    with kind.alone(name):
        if kind.read(name) is not None:
            return 0
        kind.write(name, b"hello")
        return 1


def test_one_process_makes_what_others_wait_for(tiles):
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert sum(pool.map(_make_under_lock, ["a"] * 12, chunksize=1)) == 1
