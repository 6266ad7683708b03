"""Items in the cache: they are found again, and are the same when they are made again."""

import pytest
from tests.caches import stored

from mesocosm.cache.inventory import clear
from mesocosm.suites.terra import items
from mesocosm.suites.terra.making.item_cache import ITEMS, item, name_of

pytestmark = pytest.mark.exhaustive  # an item is made more than once


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))


def test_an_item_made_after_clearing_is_the_same_to_the_byte():
    made = []
    for _ in range(2):
        first = item(0, 0, lambda: items.make_anew(0, 0))
        again = item(0, 0, lambda: pytest.fail("made though it is stored"))
        assert again == first
        (path,) = stored(ITEMS)
        assert path.name == name_of(0, 0)
        made.append(path.read_bytes())
        clear(["terra-items"])
        assert stored(ITEMS) == []
    assert made[0] == made[1]


def test_a_damaged_item_is_made_again():
    made = items.make_anew(0, 0)
    item(0, 0, lambda: made)
    (path,) = stored(ITEMS)
    path.write_bytes(path.read_bytes().replace(b'"seed":0', b'"seed":1'))
    asked = []
    assert item(0, 0, lambda: asked.append(1) or made) == made
    assert asked == [1]
