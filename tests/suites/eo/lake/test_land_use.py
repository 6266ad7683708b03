import numpy as np

from mesocosm.suites.eo.lake.land_use import SCENE_CLASSES, Use, name_of


def _uses(**shares: int) -> np.ndarray:
    """Return a hundred pixels, so many of each use; the rest is open land."""
    codes = [int(Use[name.upper()]) for name, count in shares.items() for _ in range(count)]
    return np.asarray(codes + [0] * (100 - len(codes)), np.uint8).reshape(10, 10)


def test_port_names_the_place_whatever_is_about_it() -> None:
    assert name_of(_uses(port=8, water=60, housing=32)) == "harbour"


def test_too_little_of_a_port_does_not() -> None:
    assert name_of(_uses(port=7, housing=50)) == "residential area"


def test_fields_make_farmland_and_houses_a_residential_area() -> None:
    assert name_of(_uses(field=45, housing=55)) == "farmland"
    assert name_of(_uses(field=44, housing=56)) == "residential area"


def test_every_use_alone_has_a_name() -> None:
    names = {name_of(np.full((4, 4), int(use), np.uint8)) for use in Use}
    assert names <= set(SCENE_CLASSES)
    assert name_of(_uses()) == "open land"
