"""The unit grammar; sizes compared with pint's own reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.scoring.open_answers import unit_names
from mesocosm.scoring.open_answers.plain_text import plain, without_marks
from mesocosm.scoring.open_answers.unit_text import atom_unit, read_unit
from mesocosm.units import registry


def read(written):
    reading = read_unit(without_marks(plain(written)))
    assert reading is not None
    return reading.units


@pytest.mark.parametrize(
    ("written", "pint_unit"),
    [
        ("m/s", "m/s"),
        (r"\mathrm{~m} \mathrm{~s}^{-1}", "m/s"),
        ("ms^{-1}", "m/s"),
        ("ms", "millisecond"),
        ("J/kg/K", "J/kg/K"),
        ("J/(kg K)", "J/kg/K"),
        (r"\text{J kg}^{-1}\text{K}^{-1}", "J/kg/K"),
        ("Wm^{-2}", "W/m**2"),
        ("W m⁻²", "W/m**2"),
        ("cubic feet per second", "ft**3/s"),
        ("cfs", "ft**3/s"),
        ("acre-ft", "acre*foot"),
        ("mgd", "1e6*gallon/day"),
        ("gpm", "gallon/minute"),
        ("m3/s", "m**3/s"),
        ("W m-2", "W/m**2"),
        ("° N", "degree"),
        ("mill. gal", "1e6*gallon"),
        ("psf", "force_pound/foot**2"),
        ("in.", "inch"),
        ("square miles", "mile**2"),
        ("meters squared", "m**2"),
        ("Pa·s", "pascal*second"),
        ("N-s m^{-2}", "pascal*second"),
        ("hPa", "hectopascal"),
        ("mb", "millibar"),
        (r"\mu\mathrm{m}", "micrometer"),
        (r"\frac{1}{s}", "1/s"),
    ],
)
def test_size(written, pint_unit):
    wanted = registry().Quantity(pint_unit).to_base_units()
    unit = read(written)[0]
    assert unit.size == pytest.approx(float(wanted.magnitude), rel=1e-9)
    assert dict(unit.dimensions) == {str(name): float(power) for name, power in wanted.dimensionality.items()}


def test_everything_after_a_slash_is_the_second_reading():
    literal, below = read("W/m^2 K")
    assert dict(literal.dimensions)["[temperature]"] == 1
    assert dict(below.dimensions)["[temperature]"] == -1


def test_pound_is_a_mass_or_a_weight():
    mass, weight = read("lb/ft^2")
    assert weight.size / mass.size == pytest.approx(9.80665)


@pytest.mark.parametrize("written", ["diameter", "in the north", "x", "", "^{2}", "(h - 2)", "P_{e}", "_(1)"])
def test_no_unit(written):
    assert read_unit(without_marks(plain(written))) is None


def test_unit_ends_where_prose_begins():
    reading = read_unit(" m above ground")
    assert reading is not None
    assert reading.end == 2


@given(st.sampled_from(["m", "kg", "s", "Pa", "J", "ft", "hour"]), st.integers(-9, 9).filter(bool))
def test_powers_are_read_alike_in_three_spellings(name, power):
    over = f"{name}^({power})"
    under = f"1/{name}^({-power})"
    spaced = f" {name} ^({power})"
    readings = [read_unit(text) for text in (over, under, spaced)]
    sizes = [reading.units[0].size for reading in readings if reading]
    assert len(sizes) == 3
    assert sizes == pytest.approx([sizes[0]] * 3)


@pytest.mark.parametrize("bomb", ["m^(999999999)", "m^(99)" * 30, "kg" * 2000, "m/" * 2000, "(" * 2000, "m·" * 2000])
def test_unit_bombs_end(bomb):
    reading = read_unit(bomb)
    assert reading is None or reading.end <= 80


@pytest.mark.parametrize("name", [*unit_names.METRIC, *unit_names.CUSTOMARY, *unit_names.SPELLED])
def test_every_name_has_a_size(name):
    unit = atom_unit(name)
    assert unit is not None
    assert unit.size > 0
