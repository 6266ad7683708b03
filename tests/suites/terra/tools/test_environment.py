"""Fires, rivers and waters by files: the published test series, balances, and thermodynamics by hand."""

import numpy as np
import pytest
import xarray as xr
from tests.shared import SHARED
from tests.suites.terra.tools.run_making import rows, table, value

from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import saved_fields
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.tools import environment, simulation
from mesocosm.workspace.workspace import Workspace

WATER = {"ph": 7.0, "concentrations": {"Ca": 1.0, "C(4)": 2.0}, "unit": "mmol/kgw"}


@pytest.fixture
def space(tmp_path):
    with Workspace(tmp_path) as workspace:
        yield workspace, Runs()


def test_the_first_day_of_the_published_series(space):
    """Van Wagner and Pickett (1985): 17 °C, 42 %, 25 km/h on 13 April give FFMC 87.7, DMC 8.5, DC 19.0, FWI 10.1."""
    noon = {
        "date": ["1985-04-13"],
        "temperature [K]": [290.15],
        "rh_percent": [42],
        "wind_m_s": [25 / 3.6],
        "rain_mm": [0],
    }
    output = environment.fire_weather(*space, table(space[0], "noon.csv", noon), [-100.0, 40.0])
    values = {name: round(value(output, f"{name}_last"), 1) for name in ("ffmc", "dmc", "dc", "isi", "bui", "fwi")}
    assert values == {"ffmc": 87.7, "dmc": 8.5, "dc": 19.0, "isi": 10.9, "bui": 8.5, "fwi": 10.1}


@pytest.mark.fidelity
@pytest.mark.skipif(
    not (SHARED / "data/real/climate/fire_weather_reference").is_dir(), reason="needs the series of cffdrs"
)
def test_the_series_of_cffdrs_as_netcdf(space):
    import xarray as xr

    file = SHARED / "data/real/climate/fire_weather_reference/cffdrs_test_fwi.nc"
    with xr.open_dataset(file, engine="h5netcdf") as data:
        expected = data["fwi"].values[0]
    space[0].write_bytes("cffdrs.nc", file.read_bytes())
    output = environment.fire_weather(*space, "cffdrs.nc", [-100.0, 40.0], columns={"wind_speed_10m_km_h": "ws"})
    indices = [float(row["fwi"]) for row in rows(space[0], output.data["tables"]["fire_weather"])]
    assert indices == pytest.approx(list(expected), abs=1e-6)


def river(workspace):
    reaches = {"id": ["north", "town"], "flows_to": ["town", ""], "length_km": [20, 15]}
    table(workspace, "reaches.csv", reaches | {"bankfull_m3_s": [40, 60], "catchment_km2": [250, 80]})
    days = [str(np.datetime64("2031-03-01") + day) for day in range(5)]
    table(workspace, "runoff.csv", {"date": days, "north": [1, 20, 3, 1, 1], "town": [1, 1, 1, 1, 1]})
    return "reaches.csv", "runoff.csv"


def test_a_river_carries_what_its_catchments_shed(space):
    output = environment.river_routing(*space, *river(space[0]))
    # By hand: 26 mm over 250 km² and 5 mm over 80 km².
    assert value(output, "runoff_volume") == pytest.approx(26e-3 * 250e6 + 5e-3 * 80e6)
    assert value(output, "mass_balance_error") == 0.0
    daily = rows(space[0], output.data["tables"]["discharge_m3_s"])
    assert [row["date"] for row in daily] == [f"2031-03-0{day}" for day in range(1, 6)]


def test_a_counterfactual_storm_is_compared_with_the_one_that_was(space):
    reaches, runoff = river(space[0])
    was = environment.river_routing(*space, reaches, runoff)
    space[0].write_text("half.csv", space[0].read_text(runoff).replace(",20,", ",10,"))
    less = environment.river_routing(
        *space, reaches, "half.csv", scenario="counterfactual", description="half the storm"
    )
    comparison = simulation.compare_runs(*space, was.data["run"], less.data["run"], ["runoff_mm.north"])
    assert comparison.data["changed_inputs"] == ["runoff_mm.north"]
    assert comparison.data["differences"]["peak_discharge"]["change"] < 0


def shed(workspace, **columns):
    """Runoff in kg/m²/s, as models give it: one mm a day is 1/86,400."""
    days = np.arange("2031-03-01", "2031-03-06", dtype="datetime64[D]").astype("datetime64[ns]")
    variables = {name: ("time", np.array(depth) / 86400, {"units": "kg m-2 s-1"}) for name, depth in columns.items()}
    return saved_fields(workspace, "shed", xr.Dataset(variables, {"time": days}))


def test_a_series_for_each_reach_or_for_all_gives_the_same_river(space):
    reaches, runoff = river(space[0])
    table_run = environment.river_routing(*space, reaches, runoff)
    apart = environment.river_routing(*space, reaches, shed(space[0], north=[1, 20, 3, 1, 1], town=[1, 1, 1, 1, 1]))
    assert value(apart, "peak_discharge") == pytest.approx(value(table_run, "peak_discharge"), rel=1e-5)
    alike = environment.river_routing(*space, reaches, shed(space[0], mean=[1, 20, 3, 1, 1], p90=[9, 9, 9, 9, 9]))
    assert value(alike, "runoff_volume") == pytest.approx(26e-3 * 330e6, rel=1e-5)
    assert "taken for every reach" in alike.text


def test_a_table_of_regions_is_read_with_reaches_as_regions(space):
    reaches, runoff = river(space[0])
    days = [f"2031-03-0{day}T00:00:00" for day in range(1, 6)]
    long = {"region": ["north"] * 5 + ["town"] * 5, "time": days * 2, "value": [1, 20, 3, 1, 1, 1, 1, 1, 1, 1]}
    output = environment.river_routing(*space, reaches, table(space[0], "long.csv", long))
    plain = environment.river_routing(*space, reaches, runoff)
    assert value(output, "peak_discharge") == value(plain, "peak_discharge")
    table(space[0], "noon.csv", long | {"time": [day.replace("T00", "T12") for day in days] * 2})
    with pytest.raises(ToolError, match="must hold days, got '2031-03-01T12:00:00'; aggregate it to days first"):
        environment.river_routing(*space, reaches, "noon.csv")


def test_what_a_river_needs_is_shown_by_an_example(space):
    reaches, _ = river(space[0])
    table(space[0], "lame.csv", {"date": ["2031-03-01"], "north": [1]})
    with pytest.raises(ToolError, match="such as the lines 'date,north,town' and '2031-03-01,1.5,1.5'"):
        environment.river_routing(*space, reaches, "lame.csv")
    with pytest.raises(ToolError, match="lacks the variables north, town; it holds p50, p90"):
        environment.river_routing(*space, reaches, shed(space[0], p50=[1] * 5, p90=[2] * 5))


def test_tables_of_a_river_that_do_not_fit_are_refused(space):
    reaches, runoff = river(space[0])
    with pytest.raises(ToolError, match="give either `runoff`, or"):
        environment.river_routing(*space, reaches, runoff, precipitation=runoff)
    with pytest.raises(ToolError, match="give either `runoff`, or"):
        environment.river_routing(*space, reaches, precipitation=runoff)
    table(space[0], "lame.csv", {"date": ["2031-03-01"], "north": [1]})
    with pytest.raises(ToolError, match="'lame.csv' lacks the columns town"):
        environment.river_routing(*space, reaches, "lame.csv")
    table(space[0], "words.csv", {"date": ["2031-03-01"], "north": ["much"], "town": [1]})
    with pytest.raises(ToolError, match=r"runoff_mm\.north\.0.*got 'much'"):
        environment.river_routing(*space, reaches, "words.csv")


def test_a_water_at_equilibrium_with_calcite_is_saturated(space):
    free = environment.water_chemistry(*space, **WATER, charge_on="C(4)")
    bound = environment.water_chemistry(*space, **WATER, equilibrate={"Calcite": 0.0})
    assert value(free, "pH") == 7.0
    assert value(free, "charge_balance_error") == pytest.approx(0.0, abs=0.01)
    assert value(bound, "si_Calcite") == pytest.approx(0.0, abs=0.005)
    assert value(free, "si_Calcite") < -0.5
    species = {row["species"]: float(row["molality"]) for row in rows(space[0], free.data["tables"]["species"])}
    # The ion product of water at 25 °C and ionic strength 0.003: log K 14.00, activity coefficients near 0.94.
    assert species["OH-"] == pytest.approx(1.0e-7, rel=0.1)
    assert (free.engine, free.engine_kind) == ("PHREEQC", "real")


BAD_WATERS = [
    ({"concentrations": {"Ca\nEND\nINCLUDE$ /etc/passwd": 1.0}}, "`concentrations` must name an element such as Ca"),
    ({"equilibrate": {"Calcite 0 10\nDUMP": 0.0}}, "`equilibrate` must name a phase such as Calcite"),
    ({"charge_on": "Na"}, "`charge_on` must be pH or one of Ca, C"),
    ({"equilibrate": {"Unobtainium": 0.0}}, "PHREEQC refuses these inputs: .*Unobtainium"),
]


@pytest.mark.parametrize(("wrong", "problem"), BAD_WATERS)
def test_nothing_but_names_goes_into_the_engines_input(space, wrong, problem):
    with pytest.raises(ToolError, match=problem):
        environment.water_chemistry(*space, **WATER | wrong)
    assert space[0].files() == []
