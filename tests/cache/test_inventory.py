import os
import subprocess
import sys
import time

import pytest
from tests.caches import stored
from tests.waiting import running

from mesocosm.cache import Kind
from mesocosm.cache.inventory import clear, strangers, summaries
from mesocosm.errors import UnknownName


def test_no_folder_holds_nothing(own_cache):
    assert (summaries(), strangers(), clear()) == ([], [], [])
    assert not own_cache.exists()


def test_a_kind_in_numbers(tiles, own_cache):
    old = Kind("tiles", "Tiles of maps", lambda: "0")
    old.write("old", bytes(10))
    for name, second in (("a", 1000), ("b", 3000)):
        tiles.write(name, bytes(68))
        os.utime(tiles.path(name), (second + 500, second))
    os.utime(old.path("old"), (2000, 2000))
    (found,) = summaries()
    assert (found.name, found.about, found.folder) == ("tiles", "Tiles of maps", own_cache / "tiles")
    assert (found.entries, found.bytes, found.outdated) == (3, 242, 1)
    assert (found.oldest, found.last_use) == (1000, 3500)


def test_clearing_tells_what_was_freed_and_leaves_other_kinds(tiles):
    other = Kind("other", "Something else", lambda: "1")
    for kind in (tiles, other):
        kind.write("deep/down/a", bytes(68))
    (freed,) = clear(["tiles"])
    assert (freed.name, freed.entries, freed.bytes, freed.in_use) == ("tiles", 1, 100, [])
    assert (tiles.read("deep/down/a"), other.read("deep/down/a")) == (None, bytes(68))
    assert [one.entries for one in clear()] == [1, 0]


def test_an_unknown_kind_is_refused_with_the_nearest(tiles):
    tiles.write("a", b"")
    with pytest.raises(UnknownName, match="no kind of cache is called 'tile'; did you mean tiles?"):
        clear(["tile"])


def test_things_that_are_not_ours_stay_and_are_named(tiles, own_cache, tmp_path):
    tiles.write("a", b"")
    (tmp_path / "precious").write_text("mine")
    theirs = [own_cache / name for name in ("folder", "notes.txt", "tiles/notes.txt")]
    theirs = sorted([*theirs, tiles.path("link")])
    for name in ("notes.txt", "tiles/notes.txt"):
        (own_cache / name).write_text("mine")
    tiles.path("link").symlink_to(tmp_path / "precious")
    (own_cache / "folder").mkdir()
    (own_cache / "folder" / "code-1").write_text("mine")
    assert strangers() == theirs
    clear()
    assert strangers() == theirs
    assert (tmp_path / "precious").read_text() == "mine"


def test_a_folder_of_somebody_elses_by_a_kinds_name_keeps_its_files(tiles, own_cache):
    """MESOCOSM_CACHE may name a folder that existed before."""
    (own_cache / "tiles" / "mine").mkdir(parents=True)
    (own_cache / "tiles" / "mine" / "a").write_text("mine")
    tiles.write("a", b"")
    clear()
    assert strangers() == [own_cache / "tiles" / "mine"]
    assert (own_cache / "tiles" / "mine" / "a").read_text() == "mine"


def test_drafts_of_killed_processes_go_and_those_at_work_stay(tiles, own_cache):
    tiles.write("a", b"")
    drafts = own_cache / "tiles" / ".drafts"
    (drafts / "left").write_text("half")
    os.utime(drafts / "left", (0, time.time() - 2 * 86400))
    with tiles.draft("b") as draft:
        draft.write_text("half")
        clear()
        assert list(drafts.iterdir()) == [draft]
    assert stored(tiles) == [tiles.path("b")]


def test_a_file_in_use_by_another_process_stays_until_it_ends(tiles):
    program = (
        "from mesocosm.cache import Kind\n"
        "tiles = Kind('tiles', 'Tiles of maps', lambda: '1')\n"
        "print(tiles.provide('a', lambda draft: draft.write_text('hello')), flush=True)\n"
        "input()\n"
    )
    with running([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        path = other.stdout.readline().strip()
        (freed,) = clear()
        assert [str(one) for one in freed.in_use] == [path]
        assert tiles.path("a").read_text() == "hello"
        other.communicate("\n")
    (freed,) = clear()
    assert (freed.entries, freed.in_use) == (1, [])


WORK = """
from mesocosm.cache import Kind
tiles = Kind("tiles", "Tiles of maps", lambda: "1")
for number in range(60):
    name = f"{number % 5}/deep/{number % 3}"
    tiles.write(name, b"hello")
    assert tiles.read(name) in (b"hello", None)
    path = tiles.provide(f"files/{number % 4}", lambda draft: draft.write_text("hello"))
    assert path.read_text() == "hello"
print("whole", flush=True)
"""


def test_clearing_never_breaks_a_process_at_work():
    with running([sys.executable, "-c", WORK], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as other:
        while other.poll() is None:
            clear()
        assert other.communicate() == ("whole\n", "")


def test_what_a_link_leads_to_is_neither_counted_nor_removed(tiles, own_cache, tmp_path):
    tiles.write("a", b"")
    (tmp_path / "home" / "code-1").mkdir(parents=True)
    (tmp_path / "home" / "code-1" / "thesis").write_text("mine")
    (tmp_path / "home" / "kind.json").write_text((own_cache / "tiles" / "kind.json").read_text())
    (own_cache / "tiles" / "code-old").symlink_to(tmp_path / "home" / "code-1")
    (own_cache / "linked").symlink_to(tmp_path / "home")
    assert strangers() == [own_cache / "linked", own_cache / "tiles" / "code-old"]
    assert [(freed.name, freed.entries) for freed in clear()] == [("tiles", 1)]
    assert (tmp_path / "home" / "code-1" / "thesis").read_text() == "mine"


def test_a_second_folder_that_bears_the_name_of_a_kind_hides_no_entry(tiles, own_cache):
    tiles.write("a", b"")
    (own_cache / "zz").mkdir()
    (own_cache / "zz" / "kind.json").write_text((own_cache / "tiles" / "kind.json").read_text())
    assert [(freed.name, freed.entries) for freed in clear()] == [("tiles", 1)]
    assert strangers() == [own_cache / "zz"]


def test_codes_of_entries_that_are_long_gone_go_and_the_others_stay(tiles, own_cache):
    for name in ("gone", "kept"):
        tiles.provide(name, lambda draft: draft.write_text("hello"))
    tiles.path("gone").unlink()
    codes = [path for path in (own_cache / "tiles" / ".codes").rglob("*") if path.is_file()]
    for path in codes:
        os.utime(path, (0, 0))
    clear()  # this process holds entries whose paths it got
    assert [path.name for path in codes if path.exists()] == ["kept"]
    assert strangers() == []
