"""WOFOST against Wageningen's own reference cases: every daily value of both, and far below their stated precision."""

import csv
import io
from importlib.util import find_spec

import pytest
from tests.shared import SHARED

from mesocosm.isolation.selection import why_none
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.wofost.engine import CROP_COLUMNS, DAILY, WATER_COLUMNS, simulator
from mesocosm.simulators.wofost.names import PARAMETERS

if find_spec("pcse") is None:
    pytest.skip("install mesocosm[crops]", allow_module_level=True)
yaml = pytest.importorskip("yaml", reason="install mesocosm[crops]")
CASES = SHARED / "data" / "real" / "crop" / "pcse_wofost"
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif(not CASES.is_dir(), reason=f"{CASES} is not here"),
    pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}"),
]
RELATIVE = 6e-9
"""The table has nine digits, and its units are others than the reference's."""


def inputs_of(case, mode):
    parameters, rows = case["ModelParameters"], case["WeatherVariables"]
    (campaign,) = case["AgroManagement"]
    ((_, agro),) = campaign.items()

    def column(name, factor=1.0):
        return [row[name] * factor for row in rows]

    return {
        "mode": mode,
        "weather": {
            "date": [row["DAY"].isoformat() for row in rows],
            "tmin_c": column("TMIN"),
            "tmax_c": column("TMAX"),
            "rain_mm": column("RAIN", 10),
            "radiation_mj_m2": column("IRRAD", 1e-6),
            "vapour_pressure_kpa": column("VAP", 0.1),
            "wind_m_s": column("WIND"),
            "et0_mm": column("ET0", 10),
            "e0_mm": column("E0", 10),
            "es0_mm": column("ES0", 10),
        },
        "latitude": rows[0]["LAT"],
        "elevation_m": rows[0]["ELEV"],
        "crop_parameters": {name: value for name, value in parameters.items() if name in PARAMETERS and value != []},
        "planting_date": agro["CropCalendar"]["crop_start_date"].isoformat(),
        "starts_at": agro["CropCalendar"]["crop_start_type"],
        "soil": {
            "wilting_point": parameters["SMW"],
            "field_capacity": parameters["SMFCF"],
            "saturation": parameters["SM0"],
            "percolation_mm_day": parameters["SOPE"] * 10,
            "critical_air_content": parameters["CRAIRC"],
            "depth_m": parameters["RDMSOL"] / 100,
        },
        "initial_available_mm": parameters["WAV"] * 10,
    }


MODES = {"potential": "potential", "water_limited": "waterlimited"}


@pytest.fixture(scope="module", params=MODES)
def run(request):
    """The mode, the reference and what the engine gives for it."""
    mode = request.param
    case = yaml.load((CASES / f"test_{MODES[mode]}production_wofost72_10.yaml").read_text(), yaml.CSafeLoader)
    return mode, case, simulator.run(inputs_of(case, mode), seed=0, limits=RunLimits(seconds=120))


def test_every_daily_value_is_the_references(run):
    mode, case, result = run
    days = {row["date"]: row for row in csv.DictReader(io.StringIO(result.artifacts[DAILY].decode()))}
    columns = CROP_COLUMNS | (WATER_COLUMNS if mode == "water_limited" else {})
    compared = 0
    for reference in case["ModelResults"]:
        row = days[reference["DAY"].isoformat()]
        for theirs in reference.keys() & columns.keys():
            ours, factor = columns[theirs]
            assert float(row[ours]) / factor == pytest.approx(reference[theirs], rel=RELATIVE, abs=1e-12), theirs
            compared += 1
    assert len(days) == len(case["ModelResults"]) == 337
    assert compared == 337 * {"potential": 9, "water_limited": 13}[mode]


def test_the_reference_ripens_on_its_day(run):
    mode, _, result = run
    assert ("maturity", "2011-04-08", 337) in result.tables[0].rows
    assert result.warnings == ()
    assert mode == "potential" or result.values["water_balance_error"].magnitude == 0.0
