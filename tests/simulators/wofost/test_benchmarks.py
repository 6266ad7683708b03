"""The crops that come with PCSE against its own benchmark, a grid cell of 2000: every day of six crops in two modes.

The package rounds these to one to three decimals where it tests itself, "to prevent false fails"; so do we.
"""

import collections
import sqlite3
from datetime import date
from importlib.util import find_spec
from pathlib import Path

import pytest

from mesocosm.simulators.wofost import worker
from mesocosm.simulators.wofost.engine import request
from mesocosm.simulators.wofost.inputs import Inputs
from mesocosm.simulators.wofost.names import CROPS

if find_spec("pcse") is None:
    pytest.skip("install mesocosm[crops]", allow_module_level=True)
pytestmark = [pytest.mark.fidelity, pytest.mark.filterwarnings("ignore")]
GRID, YEAR = 31031, 2000
DECIMALS = {"DVS": 3, "TRA": 3, "RD": 3, "LAI": 2, "TAGP": 1, "TWLV": 1, "TWST": 1, "TWSO": 1, "TWRT": 1, "SM": 3}
MODES = {"potential": "pp", "water_limited": "wlp"}


@pytest.fixture(scope="module")
def database():
    worker.settle_home()
    import pcse

    connection = sqlite3.connect(":memory:")
    connection.executescript((Path(pcse.__file__).parent / "tests" / "test_data" / "pcse_dump.sql").read_text())

    def named(cursor, row):
        return collections.namedtuple("Row", [column[0] for column in cursor.description])(*row)

    connection.row_factory = named
    return connection


def weather_of(database):
    from pcse.tests.db_input import GridWeatherDataProvider

    provider = GridWeatherDataProvider(database, GRID, date(YEAR, 1, 1), date(YEAR, 12, 30), use_cache=False)
    days = sorted(day for day, _ in provider.store if day.year == YEAR)
    rows = [provider(day) for day in days]

    def column(name, factor=1.0):
        return [getattr(row, name) * factor for row in rows]

    columns = {
        "date": [day.isoformat() for day in days],
        "tmin_c": column("TMIN"),
        "tmax_c": column("TMAX"),
        "rain_mm": column("RAIN", 10),
        "radiation_mj_m2": column("IRRAD", 1e-6),
        "vapour_pressure_kpa": column("VAP", 0.1),
        "wind_m_s": column("WIND"),
        "et0_mm": column("ET0", 10),
        "e0_mm": column("E0", 10),
        "es0_mm": column("ES0", 10),
    }
    return columns, provider.latitude, provider.elevation


def inputs_of(database, crop, mode):
    from pcse.tests.db_input import fetch_sitedata, fetch_soildata

    columns, latitude, elevation = weather_of(database)
    soil, site = fetch_soildata(database, GRID), fetch_sitedata(database, GRID, YEAR)
    sown = database.execute(f"select * from crop_calendar where crop_no={CROPS[crop]} and grid_no={GRID}").fetchone()
    start = columns["date"].index(sown.start_date)
    return {
        "mode": mode,
        "weather": {name: column[start:] for name, column in columns.items()},
        "latitude": latitude,
        "elevation_m": elevation,
        "crop": crop,
        "planting_date": sown.crop_start_date,
        "starts_at": sown.crop_start_type,
        "soil": {
            "wilting_point": soil["SMW"],
            "field_capacity": soil["SMFCF"],
            "saturation": soil["SM0"],
            "percolation_mm_day": soil["SOPE"] * 10,
            "critical_air_content": soil["CRAIRC"],
            "depth_m": soil["RDMSOL"] / 100,
        },
        "initial_available_mm": site["WAV"] * 10,
        "initial_topsoil_limit": site["SMLIM"],
    }


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("crop", CROPS)
def test_every_day_is_the_benchmarks(database, crop, mode):
    report = worker.grow(request(Inputs.model_validate(inputs_of(database, crop, mode))))
    days = {row["day"]: row for row in report["days"]}
    sql = "select * from wofost_unittest_benchmarks where crop_no=? and simulation_mode=? and member_id=0"
    rows = database.execute(sql, (CROPS[crop], MODES[mode])).fetchall()
    assert len(rows) > 20
    for row in rows:
        for name, decimals in DECIMALS.items():
            if name in days[row.day] and days[row.day][name] is not None:
                # Half of the last decimal in each of the two, as the package's own test allows.
                assert days[row.day][name] == pytest.approx(getattr(row, name), abs=0.5 * 10.0**-decimals), (
                    row.day,
                    name,
                )
