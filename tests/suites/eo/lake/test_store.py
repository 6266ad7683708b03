import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tests.suites.eo.paper import THINGS

from mesocosm.suites.eo.lake.store import (
    LAKE,
    pack_mask,
    pack_numbers,
    pack_picture,
    pack_things,
    read_mask,
    read_numbers,
    read_parts,
    read_picture,
    read_things,
    write_parts,
)

SHAPES = st.tuples(st.integers(1, 20), st.integers(1, 20))


@given(arrays(np.uint16, SHAPES))
def test_numbers_come_back(values: np.ndarray) -> None:
    assert (read_numbers(pack_numbers(values)) == values).all()


@given(arrays(np.bool_, SHAPES))
def test_masks_come_back(mask: np.ndarray) -> None:
    assert (read_mask(pack_mask(mask)) == mask).all()


@given(arrays(np.uint8, st.tuples(st.integers(1, 20), st.integers(1, 20), st.just(3))))
def test_pictures_come_back_without_loss(pixels: np.ndarray) -> None:
    assert (read_picture(pack_picture(pixels)) == pixels).all()


def test_things_come_back() -> None:
    for thing, again in zip(THINGS, read_things(pack_things(THINGS)), strict=True):
        assert (again.id, again.label, again.box, again.attributes) == (
            thing.id,
            thing.label,
            thing.box,
            thing.attributes,
        )
        assert (again.outline == thing.outline).all()
    assert read_things(pack_things(())) == ()


def test_damaged_file_is_as_if_it_were_not_there() -> None:
    write_parts("test/frame", {"a": b"one", "b": b""})
    assert read_parts("test/frame") == {"a": b"one", "b": b""}
    path = LAKE.path("test/frame")
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert read_parts("test/frame") is None
    assert read_parts("test/none") is None
