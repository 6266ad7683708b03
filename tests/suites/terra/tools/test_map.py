"""Maps, read pixel by pixel."""

import io
import json
import threading

import numpy as np
import pytest
import xarray as xr
from PIL import Image

from mesocosm.earth.drawing.ink import COLOURS
from mesocosm.earth.drawing.maps import GAP, GAP_LINE, map_sheet
from mesocosm.earth.drawing.scales import NEUTRAL, TERCILE_RAMPS, scale_of
from mesocosm.earth.drawing.sheet import MARGIN, sheet
from mesocosm.earth.drawing.window import Window
from mesocosm.earth.geo.backdrop import BareBackdrop, EarthBackdrop
from mesocosm.errors import ToolError
from mesocosm.suites.terra.drawing.field_maps import Dots
from mesocosm.suites.terra.inputs.files import saved_fields, saved_table
from mesocosm.suites.terra.tools import ensemble, feature_map, reanalysis
from mesocosm.suites.terra.tools import map as maps
from mesocosm.workspace.workspace import Workspace

BARE, EARTH = BareBackdrop(), EarthBackdrop()
RED = (193, 18, 31)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with Workspace(tmp_path_factory.mktemp("maps")) as space:
        yield space


def save_field(workspace, values, latitudes, longitudes, name="t", units="K", **axes):
    ticks = {**axes, "latitude": latitudes, "longitude": longitudes}
    array = xr.DataArray(np.asarray(values, float), ticks, tuple(ticks), name, {"units": units})
    return saved_fields(workspace, name, array.to_dataset())


def seen(output):
    return np.asarray(Image.open(io.BytesIO(output.images[0].png)).convert("RGB"))


def at(output, longitude, latitude):
    """Return the pixel of a place, computed from the map's frame and box alone."""
    left, top, right, bottom = output.data["panel"]
    west, south, east, north = output.data["box"]
    turned = west + (longitude - west) % 360
    column = left + (turned - west) / (east - west) * (right - left)
    row = top + (north - latitude) / (north - south) * (bottom - top)
    return tuple(int(shade) for shade in seen(output)[int(row), int(column)])


def rgb(colour):
    return tuple(bytes.fromhex(colour[1:]))


CORNER = np.zeros((4, 4))
CORNER[-1, -1] = 9.0  # the last row is the north where latitudes rise


@pytest.mark.parametrize(("north_first", "east_of"), [(False, 0.0), (True, 360.0)])
def test_a_hot_north_east_is_at_the_upper_right(workspace, north_first, east_of):
    latitudes, longitudes = np.arange(40.0, 44.0), np.arange(-24.0, -20.0) + east_of
    values = CORNER[::-1] if north_first else CORNER
    path = save_field(workspace, values, latitudes[::-1] if north_first else latitudes, longitudes)
    output = maps.field(workspace, BARE, path)
    left, top, right, bottom = output.data["panel"]
    pixels, hot = seen(output), rgb(output.data["colours"][-1])
    assert tuple(pixels[top + 9, right - 9]) == hot
    for row, column in ((top + 9, left + 9), (bottom - 9, right - 9), (bottom - 9, left + 9)):
        assert tuple(pixels[row, column]) == rgb(output.data["colours"][0])
    assert output.data["max_at"] == [-21.0, 43.0]
    assert "greatest at 21°W 43°N" in output.text


def test_cells_reach_half_a_step_beyond_their_middles(workspace):
    path = save_field(workspace, CORNER, np.arange(40.0, 44.0), np.arange(4.0))
    output = maps.field(workspace, BARE, path)
    assert output.data["box"] == [-0.5, 39.5, 3.5, 43.5]
    cold, hot = rgb(output.data["colours"][0]), rgb(output.data["colours"][-1])
    assert at(output, 2.48, 42.9) == cold
    assert at(output, 2.52, 42.9) == hot
    assert at(output, 2.9, 42.48) == cold


def test_a_map_across_the_antimeridian_is_one_piece(workspace):
    longitudes = np.arange(160.0, 201.0, 10.0)  # 160 E to 160 W
    path = save_field(workspace, np.tile(np.arange(5.0), (3, 1)), [0.0, 10.0, 20.0], longitudes)
    output = maps.field(workspace, EARTH, path)
    west, _, east, _ = output.data["box"]
    assert (west, east) == (155.0, 205.0)
    assert at(output, 162.0, 13.0) == rgb(output.data["colours"][0])
    assert at(output, -162.0, 13.0) == rgb(output.data["colours"][-1])
    boxed = maps.field(workspace, BARE, path, box=[175, 0, -165, 20])
    assert boxed.data["box"] == [175.0, 0.0, 195.0, 20.0]
    assert (boxed.data["min"], boxed.data["max"]) == (2.0, 3.0)


def test_an_anomaly_of_zero_is_neutral(workspace):
    path = save_field(workspace, [[0.0, 4.0], [-4.0, 0.1]], [0.0, 1.0], [0.0, 1.0], "a", "K")
    output = maps.anomaly(workspace, BARE, path)
    assert at(output, 0.1, 0.1) == at(output, 1.2, 1.1) == rgb(NEUTRAL)
    warm, cold = at(output, 1.1, 0.1), at(output, 0.1, 1.1)
    assert warm[0] > warm[2]
    assert cold[2] > cold[0]
    assert output.data["levels"] == [-level for level in reversed(output.data["levels"])]


def test_gaps_are_hatched_and_told(workspace):
    values = np.ones((4, 4))
    values[0, 0] = np.nan
    values[1, 1] = 2.0
    output = maps.field(workspace, BARE, save_field(workspace, values, np.arange(4.0), np.arange(4.0)))
    left, _, _, bottom = output.data["panel"]
    corner = seen(output)[bottom - 40 : bottom - 5, left + 5 : left + 40].reshape(-1, 3)
    assert {GAP, GAP_LINE} <= {tuple(int(shade) for shade in pixel) for pixel in corner}
    assert "1 of 16 cells have no value (hatched)" in output.text
    assert output.data["missing"] == 1


def test_the_legend_holds_every_colour_of_the_map(workspace):
    path = save_field(workspace, np.linspace(270, 310, 400).reshape(20, 20), np.arange(20.0), np.arange(20.0))
    output = maps.field(workspace, BARE, path, units="degC")
    _, _, _, bottom = output.data["panel"]
    below = {tuple(int(shade) for shade in pixel) for pixel in seen(output)[bottom + 30 : bottom + 52].reshape(-1, 3)}
    assert {rgb(colour) for colour in output.data["colours"]} <= below
    assert output.data["levels"][0] <= 270 - 273.15
    assert output.data["levels"][-1] >= 310 - 273.15


def test_the_likeliest_tercile_has_its_colour(workspace):
    table = np.full((3, 2, 2), 1 / 3)
    table[:, 0, 0] = 0.1, 0.2, 0.7  # above
    table[:, 0, 1] = 0.55, 0.25, 0.2  # below
    table[:, 1, 0] = 0.2, 0.45, 0.35  # near normal
    table[:, 1, 1] = np.nan
    axes = {"category": ["below", "normal", "above"]}
    path = save_field(workspace, table, [0.0, 1.0], [0.0, 1.0], "probability", "1", **axes)
    output = maps.tercile(workspace, BARE, path, "precipitation")
    ramps = TERCILE_RAMPS[True]
    assert at(output, 0.1, 0.1) == rgb(ramps["above"][4])
    assert at(output, 1.1, 0.1) == rgb(ramps["below"][2])
    assert at(output, 0.1, 1.1) == rgb(ramps["normal"][1])
    assert at(output, 1.1, 1.1) in (GAP, GAP_LINE)
    assert output.data["missing"] == 1


def test_probabilities_are_percent_and_nothing_else_is_one(workspace):
    share = save_field(workspace, [[0.05, 0.95], [0.5, 0.5]], [0.0, 1.0], [0.0, 1.0], "p", "1")
    hundred = save_field(workspace, [[5.0, 95.0], [50.0, 50.0]], [0.0, 1.0], [0.0, 1.0], "p", "%")
    first, second = (maps.probability(workspace, BARE, path) for path in (share, hundred))
    assert first.data["levels"] == pytest.approx([0.0, 0.005, *np.arange(0.1, 1.01, 0.1)])
    assert [at(first, x, 0.1) for x in (0.1, 1.1)] == [at(second, x, 0.1) for x in (0.1, 1.1)]
    with pytest.raises(ToolError, match="is no probability"):
        maps.probability(workspace, BARE, save_field(workspace, [[280.0, 281.0]] * 2, [0.0, 1.0], [0.0, 1.0]))


def test_skill_ends_at_one_and_a_spread_is_never_below_zero(workspace):
    skill = maps.skill(workspace, BARE, save_field(workspace, [[-2.0, 0.55]] * 2, [0.0, 1.0], [0.0, 1.0], "rpss", "1"))
    assert (skill.data["levels"][0], skill.data["levels"][-1]) == (0.0, 1.0)
    assert at(skill, 0.1, 0.1) not in [rgb(colour) for colour in skill.data["colours"]]
    with pytest.raises(ToolError, match="never below 0"):
        maps.spread(workspace, BARE, save_field(workspace, [[-1.0, 3.0]] * 2, [0.0, 1.0], [0.0, 1.0], "s"))
    with pytest.raises(ToolError, match="never above 1"):
        maps.skill(workspace, BARE, save_field(workspace, [[1.0, 3.0]] * 2, [0.0, 1.0], [0.0, 1.0], "s"))


def test_dots_lie_where_the_second_field_is_high(workspace):
    path = save_field(workspace, np.zeros((2, 2)), [0.0, 1.0], [0.0, 1.0], "a")
    sure = save_field(workspace, [[0.9, 0.1], [0.1, 0.1]], [0.0, 1.0], [0.0, 1.0], "confidence", "1")
    output = maps.anomaly(workspace, BARE, path, most=1.0, dots=Dots(path=sure, above=0.7))
    left, top, right, bottom = output.data["panel"]
    dark = seen(output)[top:bottom, left:right].sum(axis=-1) < 100
    middle = dark.shape[0] // 2, dark.shape[1] // 2
    assert dark[middle[0] + 9 : -9, 9 : middle[1] - 9].mean() == pytest.approx(4 / 49, abs=0.02)  # two by two in seven
    assert not dark[9 : middle[0] - 9, 9 : middle[1] - 9].any()


def test_lines_of_members_lie_at_the_value(workspace):
    ramp = np.tile(np.arange(11.0), (11, 1))
    table = np.stack([ramp, ramp + 1.0])
    path = save_field(workspace, table, np.arange(11.0), np.arange(11.0), "z", "m", member=[0, 1])
    output = maps.spaghetti(workspace, BARE, [path], [5.0])
    blue = rgb("#0072b2")
    # Of the first member at 5 degrees east, of the second at 4, of their mean, thick, at 4.5.
    assert at(output, 4.5, 5.3) == blue
    for longitude in (4.0, 5.0):
        near = [at(output, longitude + shift, 5.3) for shift in np.linspace(-0.03, 0.03, 7)]
        assert min(sum(abs(a - b) for a, b in zip(pixel, blue, strict=True)) for pixel in near) < 200
    assert output.data["members_with_line"] == {"5": 2}
    with pytest.raises(ToolError, match="no member reaches 99"):
        maps.spaghetti(workspace, BARE, [path], [99.0])


@pytest.mark.parametrize("sign", ["arrows", "barbs"])
def test_wind_is_drawn_with_its_speed(workspace, sign):
    axes = {"latitude": np.arange(-2.0, 3.0), "longitude": np.arange(5.0)}
    parts = {
        name: (tuple(axes), np.full((5, 5), size), {"units": "m s-1"}) for name, size in (("u10", 3.0), ("v10", 4.0))
    }
    path = saved_fields(workspace, "wind", xr.Dataset(parts, axes))
    output = maps.wind(workspace, BARE, path, sign=sign)
    assert (output.data["min"], output.data["max"]) == (5.0, 5.0)  # 3, 4, 5
    left, top, right, bottom = output.data["panel"]
    assert (seen(output)[top:bottom, left:right].sum(axis=-1) < 100).sum() > 50


def features(workspace, name, *entries):
    members = [{"type": "Feature", "geometry": shape, "properties": words} for shape, words in entries]
    workspace.write_bytes(name, json.dumps({"type": "FeatureCollection", "features": members}).encode())
    return name


POINT = {"type": "Point", "coordinates": [12.0, 43.0]}
SQUARE = {"type": "Polygon", "coordinates": [[[10, 40], [11, 40], [11, 41], [10, 41], [10, 40]]]}


def test_barbs_are_not_cut_by_the_frame(workspace):
    """A west wind of one speed has one colour along the frame, from which no shaft sticks out."""
    east = xr.DataArray(
        np.full((40, 56), 12.0), {"latitude": np.arange(40, 50, 0.25), "longitude": np.arange(0, 14, 0.25)},
        ("latitude", "longitude"), attrs={"units": "m s-1"},
    )  # fmt: skip
    path = saved_fields(workspace, "wind", xr.Dataset({"u10": east, "v10": 0 * east}))
    output = maps.wind(workspace, BARE, path, sign="barbs")
    left, top, _, bottom = output.data["panel"]
    rim = seen(output)[top + 3 : bottom - 3, left + 2 : left + 5].astype(int)
    assert np.ptp(rim, axis=0).max() < 40  # but for the light net


def test_the_latitudes_of_a_town_stay_on_their_sheet(workspace):
    path = save_field(workspace, np.eye(40), np.linspace(46.7902, 46.8048, 40), np.linspace(81.51, 81.531, 40))
    output = maps.field(workspace, BARE, path)
    top, bottom = output.data["panel"][1], output.data["panel"][3]
    assert (seen(output)[top:bottom, :2] == 255).all()


def test_a_feature_lands_on_its_pixel(workspace):
    path = save_field(workspace, np.zeros((5, 5)), np.arange(40.0, 45.0), np.arange(370.0, 375.0))
    zones = features(workspace, "zones.geojson", (POINT, {"name": "Town"}), (SQUARE, {}))
    output = feature_map.overlay(workspace, BARE, path, zones, label="name")
    for longitude, latitude in ((12.0, 43.0), (10.0, 40.5), (11.0, 40.5), (10.5, 41.0)):
        assert at(output, longitude, latitude) == RED, (longitude, latitude)
    assert at(output, 10.5, 40.5) != RED
    assert output.data["features_shown"] == 2
    with pytest.raises(ToolError, match="no feature"):
        feature_map.overlay(workspace, BARE, path, zones, box=[13.5, 43.5, 14, 44])


def test_features_are_coloured_by_their_value(workspace):
    other = {"type": "Polygon", "coordinates": [[[12, 40], [13, 40], [13, 41], [12, 41], [12, 40]]]}
    zones = features(workspace, "values.geojson", (SQUARE, {"rain": 0}), (other, {"rain": 10}), (POINT, {"rain": None}))
    output = feature_map.places(workspace, BARE, zones, value="rain", units="mm")
    assert at(output, 10.5, 40.5) == rgb("#440154")  # viridis begins dark violet
    assert at(output, 12.5, 40.5) == rgb("#fde725")  # and ends yellow
    assert "1 without" in output.text
    with pytest.raises(ToolError, match="is no property of the features, they have rain"):
        feature_map.places(workspace, BARE, zones, value="snow")


def test_tracks_have_the_colours_of_their_categories(workspace):
    rows = [
        {"track": "A", "time": f"2031-01-0{day}", "latitude": -15.0 - day, "longitude": longitude, "wind_m_s": wind}
        for day, longitude, wind in ((1, 178.0, 20.0), (2, -178.0, 40.0), (3, -174.0, 75.0))
    ]
    path = saved_table(workspace, "tracks", rows)
    output = feature_map.tracks(workspace, BARE, path, "saffir_simpson", 1)
    west, _, east, _ = output.data["box"]
    assert east - west < 12  # four degrees and four, not around the globe
    for row, category in zip(rows, ("tropical storm", "category 1", "category 5"), strict=True):
        assert at(output, row["longitude"], row["latitude"]) == rgb(output.data["colours"][category])
    assert output.data["strongest"] == {"A": "category 5"}


def test_many_tracks_are_told_apart_and_counted(workspace):
    rows = [
        {"track": f"run {run}", "time": f"2031-01-0{day}", "latitude": 10 + day, "longitude": run * day, "wind_m_s": 30}
        for run in range(12)
        for day in (1, 2, 3)
    ]
    few = feature_map.tracks(workspace, BARE, saved_table(workspace, "few", rows[:15]), "saffir_simpson", 1)
    assert "5 cyclone tracks" in few.text
    assert "track run 4: 3 points" in few.text
    for run, colour in enumerate(COLOURS[:5]):
        assert np.abs(np.subtract(at(few, 2.5 * run, 12.5), rgb(colour))).max() < 90  # the edge of a line is pale
    many = feature_map.tracks(workspace, BARE, saved_table(workspace, "many", rows), "saffir_simpson", 1)
    assert many.text.endswith("and 2 more")


def test_places_are_counted_by_their_kind(workspace):
    line = {"type": "LineString", "coordinates": [[10, 40], [12, 43]]}
    zones = features(workspace, "kinds.geojson", (line, {}), (POINT, {}), (SQUARE, {}), (SQUARE, {}))
    assert ": 2 areas, 1 line and 1 point (" in feature_map.places(workspace, BARE, zones).text
    single = feature_map.places(workspace, BARE, features(workspace, "one.geojson", (line, {})))
    assert ": 1 line (" in single.text
    assert ": Way to Town (" in feature_map.places(workspace, BARE, zones, title="Way to Town").text


def test_a_wind_has_colours_of_its_own_and_ticks_at_round_degrees(workspace):
    axes = {"latitude": np.arange(4) / 10 + 29.4, "longitude": np.arange(4) / 10 + 5}
    parts = {name: (tuple(axes), np.full((4, 4), size), {"units": "m s-1"}) for name, size in (("u10", 3), ("v10", 4))}
    output = maps.wind(workspace, BARE, saved_fields(workspace, "breeze", xr.Dataset(parts, axes)))
    rain = scale_of(np.full((4, 4), 5.0), "amount").colours
    assert not set(output.data["colours"]) & set(rain[1:])
    with map_sheet(Window(5.0, 29.4, 5.4, 29.75), BARE, "") as drawn:
        assert all(abs(tick * 20 - round(tick * 20)) < 1e-6 for tick in drawn.axes.get_yticks())


def test_defect_19_maps_of_two_fields_are_two_files(workspace):
    first = save_field(workspace, CORNER, np.arange(4.0), np.arange(4.0))
    second = save_field(workspace, CORNER * 2, np.arange(4.0), np.arange(4.0))
    outputs = [maps.field(workspace, BARE, path) for path in (first, second)]
    assert outputs[0].data["path"] != outputs[1].data["path"]
    assert all(output.images[0].png == workspace.read_bytes(output.data["path"]) for output in outputs)


def test_defect_18_one_order_of_a_box_and_it_is_checked(workspace):
    from mesocosm.errors import InvalidArguments
    from mesocosm.tools.tool import make

    tool = make("map.field", maps.field)
    with pytest.raises(InvalidArguments, match="west, south, east, north"):
        tool.check({"path": "x", "box": [50, 10, 40, -5]})  # north, west, south, east


def test_defect_plot_anomaly_map_draws_a_field_with_further_axes(workspace):
    axes = {"time": np.array(["2031-07-01", "2031-07-02"], "datetime64[ns]"), "member": [0, 1]}
    path = save_field(workspace, np.ones((2, 2, 2, 2)), [0.0, 1.0], [0.0, 1.0], "a", "K", **axes)
    output = maps.anomaly(workspace, BARE, path, "a", time="2031-07-02", at={"member": 1})
    assert output.data["when"] == "2031-07-02 00:00 UTC, member 1"
    offered = r"time \(2031-07-01T00:00, 2031-07-02T00:00\); member \(0, 1\)"
    with pytest.raises(ToolError, match=f'give `time` and `at` with "member": a has several values along {offered}'):
        maps.anomaly(workspace, BARE, path)
    with pytest.raises(ToolError, match="`time` '2031-08-01' is no time of the file"):
        maps.anomaly(workspace, BARE, path, time="2031-08-01")


def test_defect_plot_region_map_draws_coasts_without_fetching_them(workspace):
    path = save_field(workspace, np.zeros((11, 21)), np.arange(35.0, 46.0), np.arange(-10.0, 11.0))
    coast, bare = (seen(maps.field(workspace, backdrop, path)) for backdrop in (EARTH, BARE))
    assert (coast != bare).any(axis=-1).sum() > 1000  # the network is off in every test


def test_maps_drawn_at_once_are_the_same(workspace):
    path = save_field(workspace, CORNER, np.arange(4.0), np.arange(4.0))
    made = []
    threads = [
        threading.Thread(target=lambda: made.append(maps.field(workspace, BARE, path).images[0].png)) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made[0] == made[1]


def test_defect_plot_spread_map_shows_the_region_and_not_the_globe(workspace):
    output = maps.spread(workspace, EARTH, save_field(workspace, CORNER + 1, np.arange(40.0, 44.0), np.arange(4.0)))
    assert output.data["box"] == [-0.5, 39.5, 3.5, 43.5]
    assert output.data["levels"][0] == 0.0


def test_a_picture_is_small_and_tells_nothing_of_when_it_was_made(workspace):
    noise = np.random.default_rng(3).normal(size=(300, 600))
    path = save_field(workspace, noise, np.linspace(-89, 89, 300), np.linspace(-179.5, 179.5, 600))
    png = maps.field(workspace, EARTH, path).images[0].png
    picture = Image.open(io.BytesIO(png))
    assert max(picture.size) <= 1000
    assert len(png) <= 400_000
    assert not picture.info.keys() - {"transparency"}


def test_an_anomaly_tells_its_baseline(workspace):
    times = xr.date_range("2001-01-01", periods=36, freq="MS")
    path = save_field(workspace, np.arange(144.0).reshape(36, 2, 2), [0.0, 1.0], [0.0, 1.0], "t", "K", time=times)
    normal = reanalysis.climatology(workspace, path, "month", None, 2001, 2002).data["path"]
    departures = reanalysis.anomalies(workspace, path, normal).data["path"]
    assert "baseline 2001 to 2002" in maps.anomaly(workspace, BARE, departures, time="2003-01-01").text


def test_no_chance_differs_from_a_small_one(workspace):
    path = save_field(workspace, [[0.0, 0.08], [0.1, 1.0]], [0.0, 1.0], [0.0, 1.0], "probability", "1")
    output = maps.probability(workspace, BARE, path)
    assert output.data["levels"][:3] == [0.0, 0.005, 0.1]
    assert len(set(output.data["colours"])) == 11


def test_a_probability_says_of_what(workspace):
    members = save_field(workspace, [[[1.0, 3.0]] * 2] * 2, [0.0, 1.0], [0.0, 1.0], "tp", "mm", member=[0, 1])
    chance = ensemble.probability(workspace, [members], ">", 2.0, "mm", "votes").data["path"]
    assert "share of members with tp > 2 mm" in maps.probability(workspace, BARE, chance).text


@pytest.mark.parametrize("title", ["short", "of medium length " * 4, "W" * 5000])
def test_a_title_stays_on_its_sheet(title):
    with sheet(460, 60) as page:
        page.title(title, title)
    dark = (page.pixels.min(axis=-1) < 200).any(axis=0)
    assert dark[MARGIN : MARGIN + 30].any()
    assert not dark[: MARGIN - 4].any()
    assert not dark[4 - MARGIN :].any()


def test_both_signs_have_two_ramps_about_zero(workspace):
    path = save_field(workspace, [[-3.0, 2.0], [0.0, 8.0]], [0.0, 1.0], [0.0, 1.0], "u10", "m s-1")
    levels = maps.field(workspace, BARE, path).data["levels"]
    assert levels[0] == -levels[-1] == -8.0
    asked = maps.field(workspace, BARE, path, low=-4.0, high=8.0).data["levels"]
    assert (asked[0], asked[-1]) == (-4.0, 8.0)
    celsius = save_field(workspace, [[-3.0, 2.0], [0.0, 8.0]], [0.0, 1.0], [0.0, 1.0], "t2m", "degC")
    assert maps.field(workspace, BARE, celsius).data["levels"][0] > -8.0  # its 0 is a number among others


def test_whole_numbers_that_name_kinds_are_drawn_as_classes(workspace):
    attributes = {"flag_values": np.array([1, 2, 7], "int32"), "flag_meanings": "water forest town"}
    axes = {"latitude": [0.0, 1.0], "longitude": [0.0, 1.0]}
    cover = xr.DataArray(np.array([[1, 1], [2, 7]], "int32"), axes, tuple(axes), "cover", attributes)
    output = maps.field(workspace, BARE, saved_fields(workspace, "cover", cover.to_dataset()))
    assert output.data["share_of_cells"] == {"water": 0.5, "forest": 0.25, "town": 0.25}
    left, top, right, bottom = output.data["panel"]
    picture = seen(output)
    corners = [tuple(picture[y, x]) for y in (top + 40, bottom - 40) for x in (left + 40, right - 40)]
    # North on top: forest and town above, water below.
    assert corners == [(238, 102, 119), (34, 136, 51), (68, 119, 170), (68, 119, 170)]
