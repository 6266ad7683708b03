import threading
from pathlib import Path

import numpy as np
import pytest
from tests.caches import stored
from tests.earth.weather.grib.making import slope

from mesocosm.earth.weather.grib.cache import FIELDS, values_of

VALUES = slope().astype(np.float32)


class Decoder:
    """A decoder that counts its calls."""

    def __init__(self):
        self.calls = 0

    def __call__(self):
        self.calls += 1
        return VALUES.copy()


def entry() -> Path:
    (found,) = stored(FIELDS)
    return found


def test_a_field_is_decoded_once():
    decode = Decoder()
    for _ in range(3):
        np.testing.assert_array_equal(values_of("a", decode), VALUES)
    assert decode.calls == 1
    assert isinstance(values_of("a", decode), np.memmap)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[: len(content) // 2],
        lambda content: b"",
        lambda content: b"garbage" * 100,
        lambda content: content[:1000] + bytes([content[1000] ^ 1]) + content[1001:],
        lambda content: content[:-1],
    ],
    ids=["half", "empty", "garbage", "one bit", "one byte short"],
)
def test_a_damaged_entry_is_made_anew(damage):
    decode = Decoder()
    values_of("a", decode)
    whole = entry().read_bytes()
    entry().write_bytes(damage(whole))
    np.testing.assert_array_equal(values_of("a", decode), VALUES)
    assert decode.calls == 2
    assert entry().read_bytes() == whole


def test_without_a_writable_folder_fields_are_decoded_each_time(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "file"))
    decode = Decoder()
    for _ in range(2):
        np.testing.assert_array_equal(values_of("a", decode), VALUES)
    assert decode.calls == 2


def test_many_at_once_see_whole_fields():
    wrong = []

    def work():
        for number in range(20):
            if not np.array_equal(values_of(str(number), Decoder()), VALUES):
                wrong.append(number)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert wrong == []
    assert len(stored(FIELDS)) == 20
