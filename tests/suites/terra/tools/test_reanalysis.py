"""Tools on fields: their answers, and the errors of the published tools."""

import numpy as np
import pytest
import xarray as xr

from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import open_field_file, saved_fields
from mesocosm.suites.terra.tools import air_quality, atmosphere, climate, reanalysis, region

BOX = [-10.0, 40.0, 0.0, 50.0]


def made(workspace, output) -> xr.Dataset:
    return open_field_file(workspace, output.data["path"]).dataset


def test_a_file_is_inspected_in_words_and_numbers(workspace, files):
    output = reanalysis.inspect(workspace, files["surface"])
    assert "time: 730, 2001-01-01T00:00 to 2002-12-31T00:00" in output.text
    assert "latitude: 5, 40.0 to 60.0 degrees north" in output.text
    assert output.data["sp"]["mean"] == pytest.approx(101325)
    assert list(output.inputs) == [files["surface"]]


def test_a_variable_is_described_without_its_values(workspace, files):
    output = reanalysis.describe(workspace, files["aloft"], ["u"])
    assert output.data["u"]["attributes"]["units"] == "m s**-1"
    with pytest.raises(ToolError, match="no variable 'w'"):
        reanalysis.describe(workspace, files["aloft"], ["w"])


def test_defect_11_a_box_is_read_from_a_file_that_runs_north_to_south(workspace, files):
    output = reanalysis.read(workspace, files["surface"], "t2m", box=BOX, start="2001-01-01", end="2001-01-02")
    assert output.data["axes"] == {"time": 1, "latitude": 3, "longitude": 3}
    assert len(output.data["values"]) == 9
    dataset = open_field_file(workspace, files["surface"]).dataset
    part = dataset["t2m"].isel(time=0).sel(latitude=slice(40, 50), longitude=slice(-10, 0))
    # The areas of five-degree cells go with the cosine of their middles.
    expected = part.weighted(np.cos(np.radians(part["latitude"]))).mean()
    assert output.data["mean"] == pytest.approx(float(expected), rel=1e-6)


def test_a_point_is_read_with_its_times(workspace, files):
    output = reanalysis.read(workspace, files["surface"], "t2m", point=[4.0, 46.0], most=3)
    assert output.data["times"] == ["2001-01-01T00:00", "2001-01-02T00:00", "2001-01-03T00:00"]
    with pytest.raises(ToolError, match="longitude 90 lies outside the grid"):
        reanalysis.read(workspace, files["surface"], "t2m", point=[90.0, 46.0])


def test_defect_03_a_plain_aggregation_works_and_replaces_nothing(workspace, files):
    first = reanalysis.aggregate(workspace, files["surface"], "month", "mean", "t2m")
    second = reanalysis.aggregate(workspace, files["surface"], "month", "max", "t2m")
    assert first.data["path"] != second.data["path"]
    assert made(workspace, first)["t2m"].sizes["time"] == 24


def test_periods_that_lack_steps_are_missing_and_counted(workspace, files):
    days = open_field_file(workspace, files["surface"]).dataset[["t2m"]].isel(time=slice(20, 365))
    late = saved_fields(workspace, "late", days)
    output = reanalysis.aggregate(workspace, late, "month", "mean", "t2m")
    assert "1 of 12 months lack steps: missing" in output.text
    assert output.data["periods_lacking_steps"] == 1
    with pytest.raises(ToolError, match="every year lacks steps: the fullest has 95%"):
        reanalysis.aggregate(workspace, late, "year", "max", "t2m", least_share=1)


def test_normals_and_departures_go_hand_in_hand(workspace, files):
    normal = reanalysis.climatology(workspace, files["surface"], "month", "t2m", 2001, 2002)
    departures = reanalysis.anomalies(workspace, files["surface"], normal.data["path"], "t2m")
    assert departures.data["fields"]["t2m_anomaly"]["mean"] == pytest.approx(0, abs=1e-5)
    standard = reanalysis.anomalies(workspace, files["surface"], normal.data["path"], "t2m", standardised=True)
    assert standard.data["fields"]["t2m_anomaly"]["units"] == "1"
    with pytest.raises(ToolError, match="no time lies in the years 1990 to 1991"):
        reanalysis.climatology(workspace, files["surface"], "month", "t2m", 1990, 1991)


def test_events_are_asked_for_in_any_unit(workspace, files):
    celsius = reanalysis.events(workspace, files["surface"], ">", 20.0, "degC", 3, "t2m")
    kelvin = reanalysis.events(workspace, files["surface"], ">", 293.15, "K", 3, "t2m")
    assert celsius.data["fields"]["events"]["mean"] == pytest.approx(kelvin.data["fields"]["events"]["mean"], rel=1e-3)
    with pytest.raises(ToolError, match="cannot be converted to"):
        reanalysis.events(workspace, files["surface"], ">", 20.0, "mm", 3, "t2m")


def test_a_region_keeps_time_apart_from_space(workspace, files):
    output = region.reduce(workspace, files["surface"], "t2m", ["mean", "p90", "above"], box=BOX, threshold=283.15)
    series = made(workspace, output)
    assert series["p90"].sizes == {"time": 730}
    assert float(series["above"].max()) <= 1
    with pytest.raises(ToolError, match="no cell lies in the region"):
        region.reduce(workspace, files["surface"], "t2m", box=[100.0, 0.0, 110.0, 10.0])
    with pytest.raises(ToolError, match="`threshold` is needed"):
        region.reduce(workspace, files["surface"], "t2m", ["below"])


def test_a_box_and_its_mask_give_one_mean_and_one_area(workspace, files):
    box = [-8.0, 41.0, 3.0, 52.0]  # across cells of five degrees
    mask = region.mask(workspace, files["surface"], box=box)
    first = region.reduce(workspace, files["surface"], "t2m", box=box, end="2001-01-02")
    second = region.reduce(workspace, files["surface"], "t2m", mask=mask.data["path"], end="2001-01-02")
    assert first.data["values"]["mean"] == pytest.approx(second.data["values"]["mean"], rel=1e-7)
    # R² Δλ (sin 52° - sin 41°)
    area = 6371.0088**2 * np.radians(11) * (np.sin(np.radians(52)) - np.sin(np.radians(41)))
    assert mask.data["area_km2"] == pytest.approx(area, rel=1e-4)
    assert first.data["area_km2"] == pytest.approx(area, rel=1e-4)


def test_a_series_is_taken_at_a_point(workspace, files):
    output = region.point_series(workspace, files["surface"], [2.0, 47.0], "t2m", "bilinear", end="2001-02-01")
    assert len(output.data["values"]["t2m"]) == 31
    assert "bilinear" in output.text


def test_units_are_converted_into_a_new_file(workspace, files):
    output = region.convert_units(workspace, files["surface"], "mm/day", "pr")
    assert output.data["fields"]["pr"]["mean"] == pytest.approx(3, rel=0.05)
    with pytest.raises(ToolError, match="'no unit at all' is not|cannot be converted"):
        region.convert_units(workspace, files["surface"], "no unit at all", "pr")


def test_winds_humidity_and_motion_come_as_files(workspace, files):
    winds = atmosphere.winds(workspace, files["surface"])
    assert 0 <= winds.data["fields"]["wind_from_direction"]["max"] <= 360
    humid = atmosphere.humidity(workspace, files["surface"], dew_point="d2m", pressure="sp")
    assert 60 < humid.data["fields"]["relative_humidity"]["mean"] < 80
    motion = atmosphere.kinematics(workspace, files["aloft"], level=500)
    assert 1e-6 < motion.data["fields"]["vorticity"]["max"] < 1e-3
    geostrophic = atmosphere.geostrophic_wind(workspace, files["aloft"], level=500)
    assert geostrophic.data["fields"]["geostrophic_u"]["units"] == "m s-1"
    shear = atmosphere.vertical_shear(workspace, files["aloft"])
    assert shear.data["fields"]["shear"]["min"] >= 0


def test_a_mean_direction_is_that_of_unit_vectors(workspace):
    # tan 5.7° = 0.1: winds from just east and just west of north.
    parts = {"u10": ("time", [-0.1, 0.1], {"units": "m s-1"}), "v10": ("time", [-1.0, -1.0], {"units": "m s-1"})}
    times = np.array(["2001-01-01", "2001-01-02"], "datetime64[ns]")
    path = saved_fields(workspace, "north", xr.Dataset(parts, {"time": times}))
    output = atmosphere.winds(workspace, path)
    assert output.data["fields"]["wind_from_direction"]["mean"] == pytest.approx(0, abs=1e-5)
    read = reanalysis.read(workspace, output.data["path"], "wind_from_direction")
    assert read.data["values"] == pytest.approx([5.7106, 354.2894], abs=1e-3)
    assert read.data["mean"] == pytest.approx(0, abs=1e-5)


def test_defect_12_levels_of_any_name_serve_for_pressure(workspace, files):
    vapour = atmosphere.moisture_transport(workspace, files["aloft"])
    # 0.005 · 50,000 Pa / g
    assert vapour.data["fields"]["IWV"]["mean"] == pytest.approx(25.5, rel=0.03)
    assert "levels below the ground are included" in vapour.text
    like = open_field_file(workspace, files["aloft"]).dataset["u"].isel(level=0, drop=True)
    ground = xr.full_like(like, 850.0).assign_attrs(units="hPa").to_dataset(name="ps")
    high = saved_fields(workspace, "ground", ground)
    less = atmosphere.moisture_transport(workspace, files["aloft"], surface_path=high)
    assert less.data["fields"]["IWV"]["mean"] == pytest.approx(17.85, rel=0.03)  # 0.005 · 35,000 Pa / g
    humid = atmosphere.humidity(workspace, files["aloft"], "t", specific_humidity="q")
    assert humid.data["fields"]["dew_point"]["units"] == "K"
    with pytest.raises(ToolError, match="`pressure` or `pressure_hpa` is needed"):
        atmosphere.humidity(workspace, files["surface"], dew_point="d2m")


def test_air_quality_of_a_field(workspace, files):
    with pytest.raises(ToolError, match="pm2_5 is in mm, which cannot be converted to"):
        air_quality.index(workspace, files["months"], pm2_5="pr")
    output = air_quality.index(workspace, files["surface"], "European", pm2_5="pm2p5")
    assert 10 < output.data["fields"]["index"]["mean"] < 60
    days = air_quality.exceedances(workspace, files["surface"], "pm2p5", 25.0, "µg/m**3")
    assert 0 < days.data["fields"]["days_above_pm2p5"]["mean"] < 200


def test_a_projection_is_corrected_and_compared(workspace, files):
    dataset = open_field_file(workspace, files["surface"]).dataset[["t2m"]]
    model = saved_fields(workspace, "model", dataset.map(lambda x: (x + 2).assign_attrs(x.attrs)))
    output = climate.correct_bias(workspace, model, files["surface"], model, "t2m", "QDM", "additive")
    mean = output.data["fields"]["t2m"]["mean"]
    assert mean == pytest.approx(float(reanalysis.read(workspace, files["surface"], "t2m").data["mean"]), abs=0.01)
    change = climate.scenario_exceedance(workspace, files["surface"], model, "t2m", percentile=90)
    assert change.data["fields"]["ratio"]["mean"] > 1


def test_a_bias_is_that_of_the_years_in_common(workspace, files):
    """The model is 2 K too warm in the year that both cover, and 12 K in the one before, which must not count."""
    dataset = open_field_file(workspace, files["surface"]).dataset[["t2m"]]
    shift = xr.where(dataset["time"].dt.year == 2001, 12.0, 2.0)
    past = saved_fields(workspace, "past", dataset.map(lambda x: (x + shift).transpose(*x.dims).assign_attrs(x.attrs)))
    observed = saved_fields(workspace, "observed", dataset.sel(time="2002"))
    output = climate.correct_bias(workspace, past, observed, past, "t2m", "EQM", "additive", by_month=False)
    assert output.data["common_months"] == ["2002-01", "2002-12"]
    assert "bias of 2002-01 to 2002-12" in output.text
    result = made(workspace, output)["t2m"].sel(time="2002")
    assert float((result - dataset["t2m"].sel(time="2002")).mean()) == pytest.approx(0, abs=0.01)
    early = saved_fields(workspace, "early", dataset.sel(time="2001"))
    with pytest.raises(ToolError, match="they are 2001-01 to 2001-12 and 2002-01 to 2002-12"):
        climate.correct_bias(workspace, past, observed, early, "t2m", "EQM", "additive")


def test_indices_heat_and_drought(workspace, files):
    frost = climate.yearly_index(workspace, files["surface"], "frost_days", "t2m")
    assert made(workspace, frost)["frost_days"].sizes["time"] == 2
    heat = climate.excess_heat(workspace, files["surface"], "t2m", "tn")
    assert heat.data["fields"]["heat_wave"]["max"] == 1
    waves = climate.heat_waves(workspace, files["surface"], "t2m")
    assert 0 <= waves.data["fields"]["heat_wave"]["mean"] < 0.1
    index = climate.precipitation_index(workspace, files["months"], 3)
    spells = climate.droughts(workspace, index.data["path"])
    assert spells.data["droughts"] > 5
    rain = open_field_file(workspace, files["months"]).dataset["pr"]
    lost = rain.copy(data=np.full(rain.shape, 40.0)).rename("pet")
    both = saved_fields(workspace, "both", xr.merge([rain, lost]))
    balance = climate.water_balance_index(workspace, both, "pr", "pet")
    assert climate.droughts(workspace, balance.data["path"]).data["droughts"] > 5
    with pytest.raises(ToolError, match="give either `evaporation` or `temperature`"):
        climate.water_balance_index(workspace, both, "pr")
    with pytest.raises(ToolError, match="is no single series: give `point`"):
        climate.droughts(workspace, files["surface"], "t2m")


def test_flags_counts_and_indices_are_not_called_what_they_are_made_of(workspace, files):
    days = (
        open_field_file(workspace, files["surface"])
        .dataset[["t2m", "tn", "pr"]]
        .isel(longitude=[0, 1], latitude=[0, 1])
    )
    days["t2m"].attrs |= {"standard_name": "air_temperature", "long_name": "2 metre temperature"}
    path = saved_fields(workspace, "named", days)
    outputs = {
        "heat_wave": climate.heat_waves(workspace, path, "t2m"),
        "EHF": climate.excess_heat(workspace, path, "t2m", "tn"),
        "summer_days": climate.yearly_index(workspace, path, "summer_days", "t2m"),
        "events": reanalysis.events(workspace, path, ">", 290.0, "K", 1, "t2m"),
    }
    units = {}
    for name, output in outputs.items():
        attributes = made(workspace, output)[name].attrs
        units[name] = attributes["units"]
        assert "standard_name" not in attributes
        assert attributes.get("long_name") != "2 metre temperature"
    assert units == {"heat_wave": "1", "EHF": "K2", "summer_days": "day", "events": "1"}


def test_a_sum_of_rates_is_a_depth(workspace, files):
    days = open_field_file(workspace, files["surface"]).dataset["pr"]
    ones = xr.full_like(days, 2.0 / 86400).assign_attrs(units="kg m-2 s-1", standard_name="precipitation_flux")
    path = saved_fields(workspace, "rain", ones.to_dataset(name="pr"))
    total = made(workspace, reanalysis.aggregate(workspace, path, "month", "sum"))["pr"]
    assert total.attrs["units"] == "mm"
    assert "standard_name" not in total.attrs
    np.testing.assert_allclose(total.values[:2, 0, 0], [62, 56], rtol=1e-5)  # 2 mm a day


def test_motion_keeps_its_level(workspace, files):
    output = atmosphere.kinematics(workspace, files["aloft"], level=500)
    vorticity = made(workspace, output)["vorticity"]
    assert float(vorticity["level"]) == 500
    assert vorticity.attrs["long_name"] == "vorticity at 500 hPa"
    assert "at 500 hPa" in output.text


def test_return_levels_come_with_intervals(workspace, files):
    output = climate.return_levels(workspace, files["months"], periods=[20.0], value=200.0)
    low, high = output.data["intervals"]["20"]
    assert low < output.data["levels"]["20"] < high
    assert output.data["return_period"] > 1
    assert "warning" not in output.text
    rain = open_field_file(workspace, files["months"]).dataset["pr"]
    rising = (rain + 20 * (rain["time"].dt.year - 1981)).assign_attrs(units="mm").to_dataset(name="pr")
    warned = climate.return_levels(workspace, saved_fields(workspace, "rising", rising))
    assert "warning: the yearly maxima have a trend of" in warned.text
    assert warned.data["trend_p"] < 0.05
    with pytest.raises(ToolError, match="at least 10 whole years are needed, got 2"):
        climate.return_levels(workspace, files["surface"], "t2m", [0.0, 50.0])


def test_years_that_are_not_whole_are_left_out_and_counted(workspace):
    """July 2031 to March 2041 has nine whole years; a year more makes ten, of the eleven that a plain count finds."""
    months = np.arange("2031-07", "2042-04", dtype="datetime64[M]").astype("datetime64[ns]")
    draws = np.random.default_rng(3).gamma(2, 40, months.size)
    rain = xr.Dataset({"pr": ("time", draws, {"units": "mm"})}, {"time": months})
    short = saved_fields(workspace, "short", rain.sel(time=slice(None, "2041-03")))
    with pytest.raises(ToolError, match="at least 10 whole years are needed, got 9"):
        climate.return_levels(workspace, short)
    output = climate.return_levels(workspace, saved_fields(workspace, "long", rain))
    assert (output.data["years"], output.data["years_left_out"]) == (10, 2)
    assert "2 of 12 years are not whole: left out" in output.text
    days = np.arange("2031-07-01", "2033-04-01", dtype="datetime64[D]").astype("datetime64[ns]")
    warm = xr.Dataset({"tx": ("time", np.full(days.size, 30.0), {"units": "degC"})}, {"time": days})
    index = climate.yearly_index(workspace, saved_fields(workspace, "days", warm), "summer_days")
    assert made(workspace, index)["summer_days"].values[1] == 366
    assert "2 of 3 years are not whole: left out" in index.text
    half = saved_fields(workspace, "half", warm.sel(time=slice(None, "2032-06")))
    with pytest.raises(ToolError, match="none of the 2 years is whole"):
        climate.yearly_index(workspace, half, "summer_days")
    july = climate.yearly_index(workspace, saved_fields(workspace, "july", warm.sel(time="2031-07")), "summer_days")
    assert "the file holds only a part of each year" in july.text


def test_events_tell_of_gaps(workspace):
    days = np.arange("2031-06-01", "2033-06-01", dtype="datetime64[D]").astype("datetime64[ns]")
    warm = xr.Dataset({"tx": ("time", np.full(days.size, 30.0), {"units": "degC"})}, {"time": days})
    summers = warm.isel(time=np.isin(warm["time"].dt.month.values, (6, 7, 8)))
    output = reanalysis.events(workspace, saved_fields(workspace, "summers", summers), ">", 25.0, "degC")
    assert output.data["fields"]["longest"]["max"] == 92
    assert output.data["gaps"] == 1
    assert "have 1 gaps" in output.text


def test_what_is_empty_is_refused_and_leaves_nothing(workspace, files):
    empty = (
        open_field_file(workspace, files["surface"]).dataset[["t2m"]].map(lambda x: (x * np.nan).assign_attrs(x.attrs))
    )
    path = saved_fields(workspace, "empty", empty)
    before = [artifact.path for artifact in workspace.files()]
    with pytest.raises(ToolError, match="every value of the selection is missing"):
        region.reduce(workspace, path, "t2m")
    assert [artifact.path for artifact in workspace.files()] == before
