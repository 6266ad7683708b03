"""Weather in the cache: the same bytes as computed, made once for all processes, whatever befalls the cache."""

import subprocess
import sys
from datetime import UTC, date, datetime

import pytest
from tests.caches import stored
from tests.earth.planet.small_ground import small_ground

from mesocosm.earth.planet.sky import weather_cache
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.sky.weather_cache import BLOCKS

START = datetime(2031, 1, 28, 5, tzinfo=UTC)
HOURS = 200  # over the end of the first block
ANOTHER_PROCESS = """
from datetime import UTC, datetime
from tests.earth.planet.small_ground import small_ground
from mesocosm.earth.planet.sky.sky import Sky

def compute(*_):
    raise AssertionError("what is stored is computed again")

sky = Sky(small_ground("oceanic", cells=20), cached=True)
sky._cache._compute = compute
print(sky.hours(datetime(2031, 1, 28, 5, tzinfo=UTC), 200)["temperature_2m"].values.tobytes().hex())
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    monkeypatch.setattr(weather_cache, "_memory", weather_cache._Memory(weather_cache.MOST_IN_MEMORY))


@pytest.fixture(scope="module")
def ground():
    return small_ground("oceanic", cells=20)


def test_cached_weather_is_that_of_a_sky_without_cache(ground):
    plain, cached = Sky(ground), Sky(ground, cached=True)
    for _ in range(2):  # computed, then read
        assert cached.hours(START, HOURS).identical(plain.hours(START, HOURS))
        assert cached.place(1, 0, START, HOURS).identical(plain.place(1, 0, START, HOURS))
        assert cached.days(date(2031, 1, 28), 9).identical(plain.days(date(2031, 1, 28), 9))
        weather_cache._memory = weather_cache._Memory(1)


def test_another_process_reads_what_this_one_stored(ground):
    here = Sky(ground, cached=True).hours(START, HOURS)
    there = subprocess.run([sys.executable, "-c", ANOTHER_PROCESS], capture_output=True, text=True, check=False)
    assert there.stdout.strip() == here["temperature_2m"].values.tobytes().hex(), there.stderr


def test_a_damaged_block_is_computed_again(ground, capsys):
    whole = Sky(ground, cached=True).hours(START, HOURS)
    for path in stored(BLOCKS):
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    weather_cache._memory = weather_cache._Memory(1)
    assert Sky(ground, cached=True).hours(START, HOURS).identical(whole)
    assert "is not what was stored there" in capsys.readouterr().err


def test_a_full_cache_changes_no_weather(ground, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE_LIMIT", "1 kB")
    assert Sky(ground, cached=True).hours(START, HOURS).identical(Sky(ground).hours(START, HOURS))


def test_a_changed_event_makes_new_blocks_only_where_it_acts(ground):
    sky = Sky(ground, cached=True)
    event = next(each for each in sky.events(2031) if each.end_hour - each.start_hour < 400)
    names = ["temperature_2m"]
    sky.hours(datetime(2031, 1, 1, tzinfo=UTC), 8760, names)
    before = {path.name for path in stored(BLOCKS)}
    changed = Sky(ground, {event.id: None}, cached=True)
    field = changed.hours(datetime(2031, 1, 1, tzinfo=UTC), 8760, names)
    assert field.identical(Sky(ground, {event.id: None}).hours(datetime(2031, 1, 1, tzinfo=UTC), 8760, names))
    assert 1 <= len({path.name for path in stored(BLOCKS)} - before) <= 2


def test_memory_holds_no_more_blocks_than_allowed():
    memory = weather_cache._Memory(2)
    for name in ("a", "b", "a", "c"):
        memory.put(name, {})
    assert [memory.get(name) is not None for name in ("a", "b", "c")] == [True, False, True]
