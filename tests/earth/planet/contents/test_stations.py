"""Weather years for building simulators: local time and complete years, leap years included."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.earth.planet.micro import MICRO

pytest.importorskip("xarray", reason="install the extra planet")

from mesocosm.earth.planet.exports.stations import _year, node_of, site_of
from mesocosm.earth.planet.planet import Planet

PLANET = Planet(1, MICRO)
REGION = PLANET.regions[0]
PLACE = PLANET.settlement(REGION.key).places[0]


@pytest.mark.parametrize("year", [2031, 2032])
def test_hours_are_those_of_the_sky_by_local_time(year):
    rows = [line.split(",") for line in _year(PLANET, REGION, PLACE, year).decode().splitlines()[8:]]
    assert len(rows) == 8760
    zone = timedelta(hours=site_of(PLANET, REGION, PLACE).time_zone)
    sky = PLANET.sky(REGION.key)
    for row in (rows[100], rows[24 * 60], rows[-1]):  # after 29 February, and the year's last hour
        ends = datetime(year, int(row[1]), int(row[2]), tzinfo=UTC) + timedelta(hours=int(row[3])) - zone
        weather = sky.place(*node_of(REGION, PLACE), ends, 1, ["temperature_2m"])
        assert float(row[6]) == pytest.approx(float(weather.temperature_2m[0]), abs=0.051)
    assert rows[-1][1:4] == ["12", "31", "24"]
    assert ["2", "29"] not in [row[1:3] for row in rows]
