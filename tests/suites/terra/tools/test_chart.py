"""Charts, checked pixel by pixel and by their text."""

import io

import numpy as np
import pytest
import xarray as xr
from PIL import Image

from mesocosm.earth.drawing.charts import break_at_gaps, chart_sheet, time_axis
from mesocosm.earth.drawing.ink import COLOURS
from mesocosm.errors import ToolError
from mesocosm.suites.terra.drawing.charts import shared_quantity
from mesocosm.suites.terra.drawing.series import Line, read_line
from mesocosm.suites.terra.inputs.files import saved_fields, saved_table
from mesocosm.suites.terra.tools import chart
from mesocosm.workspace.workspace import Workspace

BLUE, ORANGE = (tuple(bytes.fromhex(colour[1:])) for colour in COLOURS[:2])
DAYS = np.arange("2031-07-01", "2031-07-11", dtype="datetime64[D]").astype("datetime64[ns]")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with Workspace(tmp_path_factory.mktemp("charts")) as space:
        yield space


def table(workspace, values, name="flow"):
    rows = [{"time": str(day)[:10], name: value} for day, value in zip(DAYS, values, strict=False)]
    return saved_table(workspace, name, rows)


def field(workspace, values, unit="K", **axes):
    ticks = {**axes, "time": DAYS[: np.shape(values)[-1]]}
    array = xr.DataArray(np.asarray(values, float), ticks, tuple(ticks), "t2m", {"units": unit})
    return saved_fields(workspace, "t2m", array.to_dataset())


def seen(output):
    return np.asarray(Image.open(io.BytesIO(output.images[0].png)).convert("RGB"))


def pixel(output, share, value):
    """Return where a value lies, at a share of the plot's width."""
    left, top, right, bottom = output.data["panel"]
    low, high = output.data["y_range"]
    return seen(output)[int(top + (high - value) / (high - low) * (bottom - top)), int(left + share * (right - left))]


def peak(output):
    """Return where the blue line is highest, as a share of the plot's width."""
    left, top, right, bottom = output.data["panel"]
    _, columns = np.nonzero(np.abs(seen(output)[top:bottom, left:right].astype(int) - BLUE).max(axis=-1) < 60)
    return float(columns[0] + 0.5) / (right - left)


def alike(first, second):
    """Return whether two colours are equal except for soft edges."""
    return bool(np.abs(np.asarray(first, int) - np.asarray(second, int)).max() < 60)


def test_a_series_lies_at_its_values_and_tells_its_ends(workspace):
    output = chart.series(workspace, [Line(path=field(workspace, np.full(10, 280.0)), units="degC")], threshold=5.0)
    assert alike(pixel(output, 0.53, 280 - 273.15), BLUE)
    assert output.data["series"][0]["units"] == "degC"
    assert "6.85 degC (2031-07-01)" in output.text


def test_series_come_to_the_unit_of_the_first(workspace):
    kelvin = Line(path=field(workspace, np.arange(280.0, 290.0)), label="model")
    celsius = Line(path=table(workspace, np.arange(7.0, 17.0), "observed"), units="degC")
    output = chart.series(workspace, [kelvin, celsius])
    assert output.data["series"][1]["min"] == pytest.approx(280.15)
    with pytest.raises(ToolError, match="states no unit"):
        chart.series(workspace, [kelvin, Line(path=celsius.path)])
    with pytest.raises(ToolError, match="mm"):
        chart.series(workspace, [kelvin, Line(path=celsius.path, units="mm")])


def test_gaps_break_a_line_and_are_told(workspace):
    values = [1.0, 1.0, 1.0, "", "", "", "", 1.0, 1.0, 1.0]
    output = chart.series(workspace, [Line(path=table(workspace, values), units="m")])
    assert alike(pixel(output, 0.2, 1.0), BLUE)
    assert not alike(pixel(output, 0.52, 1.0), BLUE)
    assert "4 missing" in output.text


def test_no_line_is_drawn_across_a_gap_in_the_times(workspace):
    days = ["2031-01-01", "2031-01-02", "2031-01-03", "2032-01-01", "2032-01-02", "2032-01-03"]
    rows = [{"time": day, "rain_mm": 1.0} for day in days]
    output = chart.series(workspace, [Line(path=saved_table(workspace, "januaries", rows))])
    assert not alike(pixel(output, 0.5, 1.0), BLUE)
    assert "6 values" in output.text


def test_months_are_joined_and_a_value_alone_is_marked():
    months = np.arange("2031-01", "2032-01", dtype="datetime64[M]").astype("datetime64[ns]")
    assert len(break_at_gaps(months, np.ones(12))[0]) == 12
    hours = np.arange("2031-01-01", "2031-01-05", dtype="datetime64[h]").astype("datetime64[ns]")
    times = np.append(hours, np.datetime64("2031-06-01", "ns"))
    with chart_sheet("", "", "", "") as drawn:
        drawn.line(times, np.ones(len(times)), COLOURS[0], "line")
        assert np.flatnonzero(drawn.axes.lines[0].get_markevery()).tolist() == [len(times)]  # after the break


def test_the_axis_of_times_tells_their_own_months():
    times = np.arange("2031-07-20", "2031-08-01", dtype="datetime64[h]").astype("datetime64[ns]")
    with chart_sheet("", "", "", "") as drawn:
        drawn.line(times, np.ones(len(times)), COLOURS[0], "line")
        time_axis(drawn.axes, times)
        labels = drawn.axes.xaxis.get_major_formatter().format_ticks(drawn.axes.get_xticks())
        assert drawn.axes.get_xlabel() == "time (UTC), 2031"
        assert labels[0] == "21 Jul"
        assert drawn.axes.xaxis.get_major_formatter().get_offset() == ""


def test_series_of_one_quantity_name_it_and_tell_every_line(workspace):
    axes = {"time": DAYS, "latitude": [-45.0, -44.0], "longitude": np.arange(8.0)}
    attributes = {"units": "mm", "long_name": "total precipitation"}
    array = xr.DataArray(np.full((10, 2, 8), 2.0), axes, tuple(axes), "tp", attributes)
    path = saved_fields(workspace, "tp", array.to_dataset())
    labelled = [Line(path=path, point=[place, -45.0], label=f"Town {place}") for place in range(8)]
    output = chart.series(workspace, labelled)
    assert "total precipitation" in output.text.splitlines()[0]
    assert "Town 7 at 7°E 45°S: 10 values" in output.text
    bare = chart.series(workspace, [Line(path=path, point=[place, -45.0]) for place in range(2)])
    assert [line["label"] for line in bare.data["series"]] == ["0°E 45°S", "1°E 45°S"]
    assert "Rain of July" in chart.series(workspace, labelled, title="Rain of July").text


def test_shared_quantity_is_none_where_lines_differ(workspace):
    lines = [read_line(workspace, Line(path=table(workspace, np.ones(10), name), label="x")) for name in ("a", "b")]
    assert shared_quantity(lines[:1]) == "a"
    assert shared_quantity(lines) == ""


def test_a_plume_holds_its_median_and_its_quantiles(workspace):
    members = np.tile(np.arange(11.0)[:, None], (1, 10))
    path = field(workspace, members, member=np.arange(11))
    output = chart.ensemble_plume(workspace, path, observed=Line(path=table(workspace, [7.0] * 10), units="K"))
    assert alike(pixel(output, 0.53, 5.0), BLUE)
    assert output.data["series"][0]["max"] == 5.0
    assert "10 to 90 % are at most 8 K apart" in output.text  # 9 less 1
    with pytest.raises(ToolError, match="members and times alone"):
        chart.ensemble_plume(workspace, field(workspace, np.ones(10)))


def test_a_year_upon_its_normals(workspace):
    times = xr.date_range("2001-01-01", "2005-12-01", freq="MS")
    values = np.tile(np.arange(12.0), 5) + np.repeat([0.0, 1.0, 2.0, 3.0, 9.0], 12)
    array = xr.DataArray(values, {"time": times}, ("time",), "pr", {"units": "mm"})
    path = saved_fields(workspace, "pr", array.to_dataset())
    output = chart.climatology(workspace, Line(path=path), 2005, 2001, 2004)
    # Normals lie 1.5 above the first year, the year drawn 9: 7.5 above normal in each of twelve months.
    assert output.data["mean_departure"] == pytest.approx(7.5)
    assert (output.data["above_p90"], output.data["below_p10"], output.data["steps"]) == (12, 0, 12)
    with pytest.raises(ToolError, match="it needs values in 2012"):
        chart.climatology(workspace, Line(path=path), 2012, 2001, 2004)


def test_bars_stand_on_zero(workspace):
    rows = [{"place": name, "rain": value} for name, value in (("A", 4.0), ("B", -2.0), ("C", ""))]
    output = chart.bars(workspace, saved_table(workspace, "rain", rows), "place", "rain", "mm")
    assert alike(pixel(output, 0.6 / 3.2, 2.0), BLUE)
    assert alike(pixel(output, 1.6 / 3.2, -1.0), BLUE)
    assert not alike(pixel(output, 1.6 / 3.2, 1.5), BLUE)
    assert "greatest 4 mm (A)" in output.text
    assert "1 of 3 have no number" in output.text
    pure = chart.bars(workspace, saved_table(workspace, "rain", rows), "place", "rain", "1", title="Indices")
    assert "Indices\nleast -2 (B), greatest 4 (A)" in pure.text


def test_one_series_against_another(workspace):
    x, y = table(workspace, np.arange(10.0), "observed"), table(workspace, np.arange(10.0) + 2, "forecast")
    output = chart.scatter(workspace, Line(path=x, units="K"), Line(path=y, units="K"))
    assert output.data["correlation"] == pytest.approx(1.0)
    assert output.data["mean_difference"] == pytest.approx(2.0)
    late = saved_table(workspace, "late", [{"time": "2040-01-01", "v": 1}, {"time": "2040-01-02", "v": 2}])
    with pytest.raises(ToolError, match="share 0 times"):
        chart.scatter(workspace, Line(path=x, units="K"), Line(path=late, units="K"))


def test_two_files_of_one_quantity_are_told_apart(workspace):
    rows = [{"time": f"2040-01-0{day}", "temperature": day} for day in (1, 2, 3)]
    x, y = (Line(path=saved_table(workspace, name, rows), units="K") for name in ("observed", "forecast"))
    output = chart.scatter(workspace, x, y)
    assert f"temperature ({y.path}) against temperature ({x.path})" in output.text
    both = chart.series(workspace, [x, y])
    assert [line["label"] for line in both.data["series"]] == [f"temperature ({x.path})", f"temperature ({y.path})"]
    named = chart.scatter(workspace, x, y.model_copy(update={"label": "forecast"}))
    assert "forecast against temperature\n" in named.text


@pytest.mark.parametrize("constant", [0.0, 0.1, 283.15])
def test_nothing_correlates_with_a_constant(workspace, constant):
    x, y = table(workspace, np.full(10, constant), "observed"), table(workspace, np.arange(10.0), "forecast")
    for first, second in ((x, y), (y, x)):
        output = chart.scatter(workspace, Line(path=first, units="K"), Line(path=second, units="K"))
        assert output.data["correlation"] is None
        assert "correlation undefined, for one does not vary" in output.text


def test_a_reliability_diagram(workspace):
    rows = [{"probability": p, "frequency": p - 0.1, "share": 0.5} for p in (0.25, 0.75)]
    output = chart.reliability(workspace, saved_table(workspace, "reliability", rows))
    assert output.data["mean_departure"] == pytest.approx(-0.1)
    # The axis reaches from -0.02 to 1.02: half of it is 0.5, where the line lies at 0.4.
    assert alike(pixel(output, 0.5, 0.4), ORANGE)
    with pytest.raises(ToolError, match="within 0 to 1"):
        chart.reliability(workspace, saved_table(workspace, "bad", [{"probability": 9, "frequency": 1, "share": 1}]))


def test_rain_hangs_above_the_discharge(workspace):
    flow, rain = table(workspace, np.arange(1.0, 11.0)), table(workspace, [0, 0, 0, 20, 0, 0, 0, 0, 0, 0], "rain")
    discharge = Line(path=flow, units="m3 s-1")
    output = chart.hydrograph(workspace, discharge, Line(path=rain, units="mm"), threshold=8.0)
    left, top, right, _ = output.data["panel"]
    column = int(left + 3.4 / 10 * (right - left))  # within the fourth of ten days
    assert tuple(seen(output)[top + 30, column]) == tuple(bytes.fromhex("56b4e9"))
    assert output.data["reach_threshold"] == 3


def test_a_daily_mean_stands_in_the_middle_of_its_day(workspace):
    flow = table(workspace, [1.0, 1.0, 1.0, 9.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    output = chart.hydrograph(workspace, Line(path=flow, units="m3 s-1"))
    assert peak(output) == pytest.approx(0.35, abs=0.005)  # noon of the fourth of ten days
    hours = [{"time": f"2031-07-01T{hour:02d}:00", "flow": 1.0 + 8.0 * (hour == 4)} for hour in range(9)]
    output = chart.hydrograph(workspace, Line(path=saved_table(workspace, "hours", hours), units="m3 s-1"))
    assert peak(output) == pytest.approx(0.5, abs=0.005)  # where its time says


def test_a_profile_has_high_levels_on_top(workspace):
    levels = np.array([1000.0, 500.0, 200.0])
    axes = {"level": levels, "latitude": [0.0, 1.0], "longitude": [0.0, 1.0]}
    values = np.broadcast_to(levels[:, None, None] / 10, (3, 2, 2))
    array = xr.DataArray(values, axes, tuple(axes), "t", {"units": "K"})
    output = chart.profile(workspace, saved_fields(workspace, "t", array.to_dataset()), ["t"], [0.1, 0.1])
    assert output.data["y_range"][0] > output.data["y_range"][1]
    assert "20 to 100 K, 200 to 1000 hPa" in output.text


def test_columns_of_tables_keep_the_unit_that_their_names_tell(workspace):
    rows = "2031-07-01,31.5,300.15,7,1\n2031-07-02,32,301,8,2\n"
    workspace.write_text("day.csv", f"time,utci_c,tmax [K],flow_m3_s,plain\n{rows}")
    workspace.write_text("discharge-m3-s-0123456789.csv", "date,town\n2031-07-01,40\n2031-07-02,60\n")
    for variable, unit, label in (("utci_c", "degC", "utci"), ("flow_m3_s", "m**3/s", "flow"), ("plain", "", "plain")):
        read = read_line(workspace, Line(path="day.csv", variable=variable))
        assert (read.unit, read.label) == (unit, label)
    kelvin = read_line(workspace, Line(path="day.csv", variable="tmax [K]", units="degC"))
    assert kelvin.values == pytest.approx([27.0, 27.85])
    assert read_line(workspace, Line(path="discharge-m3-s-0123456789.csv")).unit == "m**3/s"
    assert read_line(workspace, Line(path="day.csv", variable="plain", units="mm")).unit == "mm"
    with pytest.raises(ToolError, match="cannot be converted to"):
        chart.series(workspace, [Line(path="day.csv", variable="utci_c", units="mm")])


def test_a_profile_tells_its_only_time(workspace):
    axes = {"time": np.array(["2031-07-01T06"], "datetime64[ns]"), "level": [1000.0, 500.0]}
    axes |= {"latitude": [0.0, 1.0], "longitude": [0.0, 1.0]}
    array = xr.DataArray(np.full((1, 2, 2, 2), 280.0), axes, tuple(axes), "t", {"units": "K"})
    output = chart.profile(workspace, saved_fields(workspace, "t", array.to_dataset()), ["t"], [0.1, 0.1])
    assert "2031-07-01 06:00 UTC" in output.text


def test_a_series_at_a_point_tells_its_place(workspace):
    axes = {"time": np.array(["2031-07-01", "2031-07-02"], "datetime64[ns]")}
    axes |= {"latitude": [-45.0, -44.0], "longitude": [12.0, 13.0]}
    array = xr.DataArray(np.full((2, 2, 2), 280.0), axes, tuple(axes), "t", {"units": "K"})
    line = Line(path=saved_fields(workspace, "t", array.to_dataset()), point=[12.2, -44.9])
    output = chart.series(workspace, [line])
    assert "at 12°E 45°S" in output.text
    assert output.data["places"] == ["12°E 45°S"]


def test_tables_that_are_none_are_refused(workspace):
    workspace.write_bytes("noise.bin", bytes(range(256)))
    workspace.write_bytes("one.csv", b"a\n1\n")
    workspace.write_bytes("timeless.csv", b"a,b\n1,2\n")
    for name, words in (("noise.bin", "neither"), ("one.csv", "no table"), ("timeless.csv", "no column of times")):
        with pytest.raises(ToolError, match=words):
            chart.series(workspace, [Line(path=name)])
