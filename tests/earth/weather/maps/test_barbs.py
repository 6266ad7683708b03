import numpy as np
import pytest
from tests.earth.weather.grib.making import GRID, RUN, slope

from mesocosm.earth.geo.grid import Grid, to_grid_winds
from mesocosm.earth.weather.grib.naming import parse
from mesocosm.earth.weather.grib.reading import read_product
from mesocosm.earth.weather.grib.writing import write_fields
from mesocosm.earth.weather.maps import frame
from mesocosm.earth.weather.maps.barbs import _winds_on_map, barbs
from mesocosm.earth.weather.maps.winds import components, winds_for

U, V = "U_component_of_wind_at_500_isobaricInhPa", "V_component_of_wind_at_500_isobaricInhPa"


@pytest.fixture
def southerly(tmp_path):
    """Return a wind of 20 m/s from true south everywhere."""
    u, v = to_grid_winds(GRID, np.zeros(GRID.shape), np.full(GRID.shape, 20.0))
    write_fields(tmp_path / "a.grib2", GRID, RUN, 12, {U: u, V: v})
    return read_product(tmp_path / "a.grib2", U), read_product(tmp_path / "a.grib2", V)


def test_a_southerly_follows_the_meridians_of_the_map(southerly):
    # In the middle of the map north is up; in the east the meridians lean to the left.
    columns, rows = np.array([[640, 1100]]), np.array([[300, 300]])
    right, up = _winds_on_map(*southerly, frame.pixels(), columns, rows)
    assert right[0, 0] == pytest.approx(0, abs=1.0)
    assert up[0, 0] == pytest.approx(20 / 0.514444, abs=0.5)
    assert right[0, 1] < -5


def test_barbs_are_drawn_all_over_the_map(southerly):
    shades = barbs(*southerly, frame.pixels())
    quarters = [half for part in np.array_split(shades, 2) for half in np.array_split(part, 2, axis=1)]
    assert all((one > 0).sum() > 1000 for one in quarters)


def test_barbs_flip_at_the_equator(tmp_path):
    """A wind of 25 m/s from the west: the flag stands above the staff in the north, below it in the south."""
    grid = Grid("+proj=longlat", 0.0, -30.0, 5.0, 5.0, 13, 13)
    write_fields(tmp_path / "a.grib2", grid, RUN, 12, {U: np.full(grid.shape, 25.0), V: np.zeros(grid.shape)})
    panel = Grid("+proj=longlat", 0.0, -8.0, 0.2, 0.2, 80, 81)  # barbs in rows 20 and 60, at 4 degrees north and south
    drawn = barbs(read_product(tmp_path / "a.grib2", U), read_product(tmp_path / "a.grib2", V), panel) > 0
    above, below = (drawn[rows].sum() for rows in (slice(8, 19), slice(22, 33)))
    assert above > 20
    assert below == 0
    np.testing.assert_array_equal(drawn[50:71], drawn[10:31][::-1])


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        (U, (U, V)),
        (V, (U, V)),
        (
            "10_metre_wind_speed_at_10_heightAboveGround",
            ("10_metre_U_wind_component_at_10_heightAboveGround", "10_metre_V_wind_component_at_10_heightAboveGround"),
        ),
        ("Temperature_at_0_surface", None),
    ],
)
def test_which_components_belong_to_a_product(name, pair):
    found = components(parse(name))
    assert (found and tuple(one.name for one in found)) == pair


def test_a_component_alone_has_no_barbs(tmp_path):
    write_fields(tmp_path / "a.grib2", GRID, RUN, 12, {U: slope()})
    assert winds_for(read_product(tmp_path / "a.grib2", U)) is None
