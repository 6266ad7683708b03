"""Limits on size. An entry of N bytes takes N and 32 for its code."""

import os

import pytest
from tests.caches import stored

from mesocosm.cache import Kind

BODY = bytes(68)
"""An entry of 100 bytes."""


@pytest.fixture
def ten_entries(monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE_LIMIT", "1000")


def used_at(kind, name, second):
    os.utime(kind.path(name), (second, second))


def names(kind):
    return [path.name for path in stored(kind)]


@pytest.mark.usefixtures("ten_entries")
def test_what_was_not_used_for_longest_goes_first(tiles):
    for number in range(10):
        tiles.write(f"{number}", BODY)
        used_at(tiles, f"{number}", 1000 - number)
    assert len(names(tiles)) == 10
    tiles.read("9")  # used last
    tiles.write("new", BODY)
    # 1100 bytes are trimmed to nine tenths of the limit, 900: the two used longest ago, 8 and 7, go.
    assert names(tiles) == ["0", "1", "2", "3", "4", "5", "6", "9", "new"]


@pytest.mark.usefixtures("ten_entries")
def test_old_code_goes_first_though_it_was_used_later(tiles):
    old = Kind("tiles", "Tiles of maps", lambda: "0")
    for number in range(5):
        old.write(f"old-{number}", BODY)
    for number in range(6):
        tiles.write(f"new-{number}", BODY)
        if number < 5:
            used_at(tiles, f"new-{number}", number)
    assert names(tiles) == [*(f"old-{number}" for number in (2, 3, 4)), *(f"new-{number}" for number in range(6))]


@pytest.mark.usefixtures("ten_entries")
def test_the_limit_is_for_all_kinds_together(tiles):
    other = Kind("other", "Something else", lambda: "1")
    for number in range(8):
        other.write(f"{number}", BODY)
        used_at(other, f"{number}", number)
    for number in range(8):
        tiles.write(f"{number}", BODY)
    assert len(names(tiles)) == 8
    assert len(names(other)) <= 2


@pytest.mark.usefixtures("ten_entries")
def test_a_file_in_use_stays_and_so_does_the_last_one(tiles):
    tiles.provide("held", lambda draft: draft.write_bytes(bytes(900)))
    used_at(tiles, "held", 0)
    tiles.write("larger", bytes(5000))
    assert names(tiles) == ["held", "larger"]


@pytest.mark.usefixtures("ten_entries")
def test_entries_are_walked_only_where_the_limit_is_passed(tiles, own_cache):
    tiles.write("a", BODY)
    (own_cache / "usage").write_text("0")
    tiles.write("b", BODY)
    assert (own_cache / "usage").read_text() == "100"  # added to the count, not counted again


@pytest.mark.usefixtures("ten_entries")
@pytest.mark.parametrize("count", ["", "many", None])
def test_a_lost_count_is_made_anew(tiles, own_cache, count):
    for number in range(9):
        tiles.write(f"{number}", BODY)
    (own_cache / "usage").unlink() if count is None else (own_cache / "usage").write_text(count)
    for number in range(9, 30):
        tiles.write(f"{number}", BODY)
    assert len(names(tiles)) <= 10


def test_without_room_everything_works_and_nothing_stays(tiles, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE_LIMIT", "0")
    for name in "ab":
        tiles.write(name, BODY)
    assert names(tiles) == ["b"]
    assert tiles.provide("c", lambda draft: draft.write_text("hello")).read_text() == "hello"
