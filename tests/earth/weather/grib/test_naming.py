import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared import SHARED

from mesocosm.earth.weather.grib import naming
from mesocosm.earth.weather.grib.naming import LEVEL_KINDS, PUBLISHED, Level, Product, parse
from mesocosm.earth.weather.grib.quantities import QUANTITIES
from mesocosm.errors import UserError

PAPERS = SHARED / "papers"


def test_there_are_141_published_names():
    assert len(PUBLISHED) == len(set(PUBLISHED)) == 141


def test_every_published_name_stands_in_the_paper():
    papers = sorted(PAPERS.glob("agentcaster_*.txt"))
    if not papers:
        pytest.skip("needs ../shared/papers")
    text = papers[0].read_text()
    # Names that the print breaks over two lines, with a number or a blank at the break, or garbles.
    broken = {name for name in PUBLISHED if name not in text}
    assert broken == {
        "Convective_available_potential_energy_at_0_heightAboveGroundLayer_Layer3000m",
        "Convective_available_potential_energy_at_18000_pressureFromGroundLayer_Layer0Pa",
        "Convective_available_potential_energy_at_25500_pressureFromGroundLayer_Layer0Pa",
        "Convective_available_potential_energy_at_9000_pressureFromGroundLayer_Layer0Pa",
        "Dew_point_temperature_at_850_isobaricInhPa",
        "Pressure_at_0_isothermZero",
        "Pressure_of_level_from_which_parcel_was_lifted_at_25500_pressureFromGroundLayer_Layer0Pa",
        "V_component_of_wind_at_300_isobaricInhPa",
    }


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_name_survives_being_taken_apart(name):
    assert parse(name).name == name


@given(st.sampled_from(QUANTITIES), st.sampled_from(sorted(LEVEL_KINDS)), st.integers(0, 30000), st.integers(0, 30000))
def test_any_name_built_by_the_rule_survives_being_taken_apart(quantity, kind, value, end):
    product = Product(quantity.name, Level(kind, value, end if LEVEL_KINDS[kind].layer else None))
    if quantity.name == "Layer Thickness":
        return  # named without its kind of level
    assert parse(product.name) == product


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("CAPE", "must read QUANTITY_at_LEVEL_KIND"),
        ("Temprature_at_500_isobaricInhPa", "did you mean Temperature"),
        ("Temperature_at_500_isobaric", "did you mean isobaricLayer or isobaricInhPa"),
    ],
)
def test_a_wrong_name_is_answered_with_what_is_wrong(name, message):
    with pytest.raises(UserError, match=re.escape(message)):
        parse(name)


def test_numbers_from_192_on_are_ncep_s_only_in_ncep_s_files():
    level = Level("heightAboveGroundLayer", 5000, 2000)
    assert naming.quantity_name((0, 7, 199), "kwbc", level) == "Maximum updraft helicity"
    assert naming.quantity_name((0, 7, 199), "ecmf", level) is None


def test_no_two_quantities_claim_the_same_keys_at_the_same_level():
    claims = [(key, one.level) for one in QUANTITIES for key in one.keys]
    assert len(claims) == len(set(claims))


def test_suggestions_find_names_that_hold_what_was_asked_for():
    assert "Hail_at_0_surface" in naming.suggestion("hail", list(PUBLISHED))
    assert "Convective_available_potential_energy" in naming.suggestion("cape", list(PUBLISHED))
    assert naming.suggestion("zzz", list(PUBLISHED)).startswith("there are 141")
