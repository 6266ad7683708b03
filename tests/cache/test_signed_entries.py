import errno
import hashlib
import hmac
import multiprocessing
import os
import re
import threading
from pathlib import Path

import pytest
from tests.caches import stored

from mesocosm.cache import CacheRefused, CacheUnwritable, Kind, changed_entries, installation_key
from mesocosm.cache.inventory import clear
from mesocosm.cache.locks import alone
from mesocosm.errors import InvalidRecord


@pytest.mark.parametrize("body", [b"", b"\0", bytes(range(256))])
def test_what_is_written_is_read(tiles, body):
    tiles.write("a/b.tile", body)
    assert tiles.read("a/b.tile") == body


def test_nothing_is_read_where_nothing_is(tiles, own_cache):
    assert tiles.read("a") is None
    assert tiles.find("a") is None
    assert not own_cache.exists()


def test_a_changed_entry_is_not_read(tiles):
    tiles.write("a", b"hello")
    whole = tiles.path("a").read_bytes()
    for damage in (b"", whole[:-1], whole + b" ", whole[:20], b"x" * len(whole)):
        tiles.path("a").write_bytes(damage)
        assert tiles.read("a") is None
    tiles.path("a").write_bytes(whole)
    assert tiles.read("a") == b"hello"


def test_a_changed_entry_is_told_once_by_its_name(tiles, capsys):
    tiles.write("a", b"hello")
    tiles.path("a").write_bytes(b"swapped")
    for _ in range(2):
        assert tiles.read("a") is None
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(f"changed in the cache: {tiles.path('a')} is not what was stored there")
    assert [change for change in changed_entries() if str(tiles.path("a")) in change]


def test_a_plain_hash_is_no_code(tiles):
    """Anyone can hash, but nobody can write an entry without the key."""
    tiles.write("a", b"hello")
    about = b"tiles\x001\x00a\x00"
    for code in (hashlib.sha256(about + b"forged"), hmac.new(b"", about + b"forged", "sha256")):
        tiles.path("a").write_bytes(code.digest() + b"forged")
        assert tiles.read("a") is None


def test_a_changed_file_is_made_again_and_told(tiles, capsys):
    def provide():
        return tiles.provide("a", lambda draft: draft.write_text("hello"))

    provide().write_text("swapped")
    assert provide().read_text() == "hello"
    assert f"changed in the cache: {tiles.path('a')} is not what was stored there" in capsys.readouterr().err


def test_a_file_changed_under_its_old_size_and_time_is_made_again(tiles):
    path = tiles.provide("a", lambda draft: draft.write_text("hello"))
    before = path.stat()
    path.write_text("HELLO")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert tiles.provide("a", lambda draft: draft.write_text("hello")).read_text() == "hello"


@pytest.mark.parametrize("change", ["file", "link", "stray", "gone"])
def test_a_changed_folder_is_made_again(change):
    kind = Kind("folders", "", lambda: "1", entry="folder")

    def make(draft):
        (draft / "inner").mkdir(parents=True)
        (draft / "inner" / "file").write_text("hello")
        (draft / "link").symlink_to("inner")

    path = kind.provide("a", make)
    if change == "file":
        (path / "inner" / "file").write_text("HELLO")
    elif change == "stray":
        (path / "inner" / "stray").write_text("")
    else:
        (path / "link").unlink()
    if change == "link":
        (path / "link").symlink_to("/")
    assert sorted(str(inner.relative_to(path)) for inner in kind.provide("a", make).rglob("*")) == [
        "inner", "inner/file", "link"
    ]  # fmt: skip
    assert (os.readlink(path / "link"), (path / "inner" / "file").read_text()) == ("inner", "hello")


def test_another_key_makes_other_entries(tiles, own_cache, monkeypatch, capsys):
    """Losing the key only costs time; it is not reported as a change of the cache."""
    tiles.write("a", b"hello")
    (own_cache / "installation.key").unlink()
    monkeypatch.setattr(installation_key, "_first", {})
    assert tiles.read("a") is None
    tiles.write("a", b"hello")
    assert (tiles.read("a"), capsys.readouterr().err) == (b"hello", "")


def test_a_key_that_is_swapped_while_we_work_signs_nothing(tiles, own_cache):
    tiles.write("a", b"hello")
    (own_cache / "installation.key").write_bytes(bytes(32))
    about = b"tiles\x001\x00a\x00"
    tiles.path("a").write_bytes(hmac.digest(bytes(32), about + b"forged", "sha256") + b"forged")
    assert tiles.read("a") is None


@pytest.mark.parametrize("deep", [(), ("tiles",), ("tiles", "code")])
def test_a_folder_that_others_may_write_to_is_refused(tiles, own_cache, deep):
    tiles.write("a", b"hello")
    place = tiles.path("a").parent if len(deep) == 2 else own_cache.joinpath(*deep)
    place.chmod(0o777)
    advice = f"the cache folder {place} may be written by others; `chmod -R go-w {place}` closes it to them, and MESO"
    for use in (lambda: tiles.read("a"), lambda: tiles.write("a", b""), lambda: tiles.find("a")):
        with pytest.raises(CacheRefused, match=re.escape(advice)):
            use()
    place.chmod(0o755)
    assert tiles.read("a") == b"hello"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_what_belongs_to_another_user_is_refused(tiles, own_cache):
    tiles.write("a", b"hello")
    os.chown(tiles.path("a"), 12345, -1)
    assert tiles.read("a") is None
    os.chown(own_cache, 12345, -1)
    with pytest.raises(CacheRefused, match=r"belongs to another user \(number 12345\); MESOCOSM_CACHE names another"):
        tiles.read("a")


def test_a_file_that_others_may_write_to_is_not_read(tiles, capsys):
    tiles.write("a", b"hello")
    tiles.path("a").chmod(0o666)
    assert tiles.read("a") is None
    assert f"{tiles.path('a')} may be written by others; it is not used, and made again" in capsys.readouterr().err


def test_a_linked_folder_is_refused(tiles, own_cache, tmp_path):
    tiles.write("a", b"hello")
    (own_cache / "tiles").rename(tmp_path / "elsewhere")
    (own_cache / "tiles").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CacheRefused, match="tiles is not a plain folder; MESOCOSM_CACHE names another folder"):
        tiles.read("a")


@pytest.mark.parametrize("mask", [0o000, 0o002])
def test_nobody_else_may_write_to_what_we_make(tiles, own_cache, mask):
    before = os.umask(mask)
    try:
        tiles.write("deep/a", b"hello")
        tiles.provide("deep/b", lambda draft: draft.write_text("hello"))
    finally:
        os.umask(before)
    assert tiles.read("deep/a") == b"hello"
    assert [path for path in own_cache.rglob("*") if path.stat().st_mode & 0o022] == []
    assert own_cache.stat().st_mode & 0o077 == 0


def test_nobody_else_may_list_folders_that_a_lock_makes_first(own_cache):
    with alone(own_cache / "tiles" / ".locks" / "a"):
        assert [path for path in (own_cache, *own_cache.rglob("*")) if path.stat().st_mode & 0o077] == []


@pytest.mark.parametrize("name", ["usage", "usage.lock", "tiles/kind.json", "lock", "code", "entry"])
@pytest.mark.parametrize("what", ["pipe", "link", "loop"])
def test_no_pipe_or_link_in_the_place_of_a_file_is_waited_for_or_followed(tiles, own_cache, tmp_path, name, what):
    (tmp_path / "precious").write_text("mine")
    tiles.provide("a", lambda draft: draft.write_text("hello"))
    with tiles.alone("lock"):
        locks = list((own_cache / "tiles" / ".locks").iterdir())
    codes = [path for path in (own_cache / "tiles" / ".codes").rglob("*") if path.is_file()]
    places = {"lock": locks, "code": codes, "entry": [tiles.path("a")]}.get(name, [own_cache / name])
    for place in places:
        place.unlink(missing_ok=True)
        os.mkfifo(place) if what == "pipe" else place.symlink_to(place if what == "loop" else tmp_path / "precious")
    assert tiles.provide("a", lambda draft: draft.write_text("hello")).read_text() == "hello"
    tiles.write("b", b"hello")
    with tiles.alone("lock"):
        assert tiles.read("b") == b"hello"
    clear()
    assert (tmp_path / "precious").read_text() == "mine"


@pytest.mark.parametrize("inside", [(), ("b", "deep/c")])
def test_a_folder_in_the_place_of_an_entry_or_its_code_is_named_and_gives_way(tiles, own_cache, capsys, inside):
    tiles.write("a", b"hello")
    tiles.provide("file", lambda draft: draft.write_text("hello"))
    codes = [path for path in (own_cache / "tiles" / ".codes").rglob("*") if path.is_file()]
    for place in (tiles.path("a"), tiles.path("file"), *codes):
        place.unlink()
        for path in (place, *(place / name for name in inside)):
            path.mkdir(parents=True)
    assert (tiles.read("a"), tiles.find("file")) == (None, None)
    said = capsys.readouterr().err
    assert all(f"changed in the cache: {tiles.path(name)} is not a plain file" in said for name in ("a", "file"))
    tiles.write("a", b"hello")
    assert tiles.read("a") == b"hello"
    assert tiles.provide("file", lambda draft: draft.write_text("hello")).read_text() == "hello"
    assert list((own_cache / "tiles" / ".drafts").iterdir()) == []


def test_a_file_in_the_place_of_a_folder_gives_way():
    trees = Kind("trees", "Folders of a test.", lambda: "1", entry="folder")
    trees.provide("a", lambda draft: draft.mkdir())
    trees.path("a").rmdir()
    trees.path("a").write_text("forged")
    assert trees.find("a") is None
    assert trees.provide("a", lambda draft: draft.mkdir()).is_dir()


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
    text = f"cannot write to the cache folder {own_cache}: Read-only file system; MESOCOSM_CACHE names another folder"
    assert str(CacheUnwritable(own_cache, error)) == text


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_names_the_folder_and_the_variable(tiles, own_cache, number):
    def fill(draft):
        raise OSError(number, os.strerror(number))

    with pytest.raises(CacheUnwritable) as caught:
        tiles.provide("a", fill)
    assert str(caught.value) == (
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
