"""Tracks of cyclones from our tables, HURDAT2 and IBTrACS."""

import io

import numpy as np
import pytest
import xarray as xr
from tests.shared import SHARED

from mesocosm.earth.geo.backdrop import EarthBackdrop
from mesocosm.errors import ToolError, UserError
from mesocosm.suites.terra.inputs.tracks import read_tracks
from mesocosm.suites.terra.tools import cyclones, feature_map
from mesocosm.workspace.workspace import Workspace

REAL = SHARED / "data" / "real" / "climada"
KNOT = 1852 / 3600
"""Metres per second."""
# Positions of Andrew in HURDAT2 at 12 and 18 UTC on 23 August 1992; the second storm is invented, in the same format.
RADII = ", -999" * 12
HURDAT2 = f"""\
AL041992,             ANDREW,      2,
19920823, 1200,  , HU, 25.4N,  74.2W, 145,  933{RADII}, -999
19920823, 1800, L, HU, 25.4N,  75.8W, 150,  922{RADII}, -999
CP012031,            UNNAMED,      3,
20310901, 0600,  , TD, 10.0S, 179.5E, -99, -999{RADII}
20310901, 1200,  , TS, 10.5S, 179.5W,  35, 1000{RADII}
20310901, 1215,  , TS, 10.6S, 179.0W,  40, -999{RADII}
"""
# The columns and the row of units of IBTrACS 4; other columns are left out.
IBTRACS = """\
SID,SEASON,NUMBER,BASIN,SUBBASIN,NAME,ISO_TIME,NATURE,LAT,LON,WMO_WIND,WMO_PRES,USA_WIND,USA_PRES
 ,Year, , , , , , ,degrees_north,degrees_east,kts,mb,kts,mb
1992230N11325,1992,04,NA,NA,ANDREW,1992-08-23 12:00:00,TS,25.4,-74.2,145,933,145,933
1992230N11325,1992,04,NA,NA,ANDREW,1992-08-23 18:00:00,TS,25.4,-75.8,150,922,150,
2031001S10180,2031,01,SP,MM,NOT_NAMED,2031-01-01 00:00:00,TS,-10.0,180.5,50,990, , 
"""


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


def ibtracs_netcdf():
    days = np.array([[48857.5, 48857.75, np.nan], [0.0, np.nan, np.nan]])  # 23 August 1992 since 1858-11-17
    place = ("storm", "date_time")
    ids, names = (np.array(words, "S13") for words in (["1992230N11325", "2031001S10180"], ["ANDREW", "NOT_NAMED"]))
    since = {"units": "days since 1858-11-17 00:00:00"}
    dataset = xr.Dataset(
        {
            "sid": ("storm", ids),
            "name": ("storm", names),
            "time": (place, days, since),
            "lat": (place, np.array([[25.4, 25.4, np.nan], [-10.0, np.nan, np.nan]])),
            "lon": (place, np.array([[-74.2, -75.8, np.nan], [180.5, np.nan, np.nan]])),
            "usa_wind": (place, np.array([[145.0, 150.0, np.nan], [np.nan] * 3])),
            "usa_pres": (place, np.array([[933.0, np.nan, np.nan], [np.nan] * 3])),
            "wmo_pres": (place, np.array([[933.0, 922.0, np.nan], [990.0, np.nan, np.nan]])),
            "iso_time": (place, np.full((2, 3), b"not read", "S8")),
        }
    )
    return dataset


def packed(dataset, engine):
    if engine == "scipy":
        return bytes(dataset.to_netcdf(engine="scipy", format="NETCDF3_64BIT"))
    file = io.BytesIO()
    dataset.to_netcdf(file, engine="h5netcdf")
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("hurdat2.txt", HURDAT2.encode()),
        ("ibtracs.csv", IBTRACS.encode()),
        ("classic.nc", packed(ibtracs_netcdf(), "scipy")),
        ("modern.nc", packed(ibtracs_netcdf(), "h5netcdf")),
    ],
)
def test_archives_give_the_same_track(workspace, name, data):
    workspace.write_bytes(name, data)
    file = read_tracks(workspace, name)
    [andrew] = [centres for track, centres in file.tracks.items() if track.startswith("ANDREW ")]
    assert [centre.time for centre in andrew] == ["1992-08-23T12:00", "1992-08-23T18:00"]
    assert [(centre.latitude, centre.longitude) for centre in andrew] == [(25.4, -74.2), (25.4, -75.8)]
    assert [centre.wind_m_s for centre in andrew] == pytest.approx([145 * KNOT, 150 * KNOT])
    assert [centre.pressure_hpa for centre in andrew] == [933, 922]
    assert file.wind_minutes == 1


def test_signs_of_hurdat2_for_south_east_and_missing_values(workspace):
    workspace.write_text("hurdat2.txt", HURDAT2)
    unnamed = read_tracks(workspace, "hurdat2.txt").tracks["CP012031"]
    assert [(centre.latitude, centre.longitude) for centre in unnamed] == [(-10, 179.5), (-10.5, -179.5), (-10.6, -179)]
    assert unnamed[0].wind_m_s is None
    assert np.isnan([unnamed[0].pressure_hpa, unnamed[2].pressure_hpa]).all()
    assert unnamed[2].time == "2031-09-01T12:15"


def test_a_storm_without_a_wind_over_one_minute_has_none(workspace):
    workspace.write_text("ibtracs.csv", IBTRACS)
    [centre] = read_tracks(workspace, "ibtracs.csv").tracks["2031001S10180"]
    assert (centre.wind_m_s, centre.longitude, centre.pressure_hpa) == (None, -179.5, 990)


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        ("25.4N,  74.2W", "25.4W,  74.2N", "line 2 cannot be read: a place must be written as 28.0N or 28.0S"),
        ("25.4N,  74.2W", "95.4N,  74.2W", "line 2 cannot be read: latitude lies in ±90"),
        ("19920823, 1800", "19921323, 1800", "line 3 cannot be read"),
        ("74.2W, 145,", "74.2W, inf,", "line 2 cannot be read: a wind is at most 400 knots"),
        ("     2,", "     3,", "line 4: 1 more positions of ANDREW AL041992 must follow"),
        ("     2,", "     1,", "line 3: a storm such as 'AL041992, ANDREW, 68,' must follow"),
        ("     3,", "     4,", "ends 1 positions before the end of CP012031"),
        ("19920823, 1200,  , HU, 25.4N,  74.2W, 145,  933", "19920823, 1200", "line 2"),
    ],
)
def test_a_damaged_hurdat2_file_is_refused_with_its_line(workspace, wrong, right, message):
    assert HURDAT2.count(wrong) == 1
    workspace.write_text("hurdat2.txt", HURDAT2.replace(wrong, right))
    with pytest.raises(UserError, match=message.replace("(", r"\(")):
        read_tracks(workspace, "hurdat2.txt")


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "\x00\x01", "SID,ISO_TIME\n1,2\n"])
def test_other_files_are_refused(workspace, text):
    workspace.write_text("other.csv", text)
    with pytest.raises(ToolError, match="'other.csv' is no table of tracks: it lacks track"):
        read_tracks(workspace, "other.csv")


def test_another_netcdf_file_is_refused(workspace):
    workspace.write_bytes("other.nc", packed(xr.Dataset({"t2m": ("x", [1.0, 2.0])}), "h5netcdf"))
    with pytest.raises(UserError, match=r"'other.nc' is not a NetCDF file of tracks"):
        read_tracks(workspace, "other.nc")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lat": 10}, "latitude lies in ±90"),
        ({"usa_wind": 10}, "a wind is at most 400 knots"),
    ],
)
def test_values_of_netcdf_that_cannot_be_are_refused(workspace, change, message):
    dataset = ibtracs_netcdf()
    [(name, factor)] = change.items()
    dataset[name] = dataset[name] * factor
    workspace.write_bytes("a.nc", packed(dataset, "h5netcdf"))
    with pytest.raises(UserError, match=f"'a.nc' cannot be read as tracks: {message}"):
        read_tracks(workspace, "a.nc")


def test_arrays_that_do_not_fit_together_are_refused(workspace):
    dataset = ibtracs_netcdf().drop_vars("lat").assign(lat=("other", [1.0, 2.0]))
    workspace.write_bytes("a.nc", packed(dataset, "h5netcdf"))
    with pytest.raises(UserError, match="'a.nc' cannot be read as tracks"):
        read_tracks(workspace, "a.nc")


def test_winds_over_one_minute_are_not_taken_for_ten(workspace):
    workspace.write_text("hurdat2.txt", HURDAT2)
    with pytest.raises(ToolError, match=r"`averaging_minutes` must be 1 for 'hurdat2.txt', .* got 10"):
        cyclones.categories(workspace, "hurdat2.txt", "saffir_simpson", 10)
    with pytest.raises(ToolError, match="`averaging_minutes` must be 1"):
        feature_map.tracks(workspace, EarthBackdrop(), "hurdat2.txt", "saffir_simpson", 10)


def test_the_tools_of_tracks_take_an_archive(workspace):
    workspace.write_text("hurdat2.txt", HURDAT2)
    workspace.write_text("ibtracs.csv", IBTRACS)
    reached = cyclones.categories(workspace, "hurdat2.txt", "saffir_simpson", 1).data["tracks"]
    # 150 kt is category 5 (137 kt and above), 40 kt a tropical storm (34 to 63 kt).
    assert [(row["track"], row["category"]) for row in reached] == [
        ("ANDREW AL041992", "category 5"),
        ("CP012031", "tropical storm"),
    ]
    [match] = cyclones.track_error(workspace, "hurdat2.txt", "ibtracs.csv").data["matched"]
    assert (match["truth"], match["mean_km"], match["times"]) == ("ANDREW 1992230N11325", 0, 2)


@pytest.mark.parametrize(
    ("chosen", "tracks"),
    [
        ({"storms": ["andrew"]}, ["ANDREW AL041992"]),
        ({"storms": ["CP012031"]}, ["CP012031"]),
        ({"year": 2031}, ["CP012031"]),
        ({"year": 1992}, ["ANDREW AL041992"]),
        ({"box": [170, -20, -170, 0]}, ["CP012031"]),
    ],
)
def test_storms_are_taken_out_of_an_archive_as_a_table_that_the_tools_take(workspace, chosen, tracks):
    workspace.write_text("hurdat2.txt", HURDAT2)
    output = cyclones.best_tracks(workspace, "hurdat2.txt", **chosen)
    assert [row["track"] for row in output.data["tracks"]] == tracks
    table = read_tracks(workspace, output.data["path"]).tracks
    whole = read_tracks(workspace, "hurdat2.txt").tracks
    assert list(table) == tracks
    assert all(
        centre.wind_m_s in [each.wind_m_s for each in whole[track]] for track in tracks for centre in table[track]
    )


def test_a_storm_that_the_archive_lacks_is_refused(workspace):
    workspace.write_text("hurdat2.txt", HURDAT2)
    with pytest.raises(ToolError, match="has no storm of these names; it holds 2 storms such as ANDREW AL041992"):
        cyclones.best_tracks(workspace, "hurdat2.txt", storms=["KATRINA"])


@pytest.mark.fidelity
@pytest.mark.skipif(not REAL.is_dir(), reason="the real samples are not beside this checkout")
class TestRealFiles:
    def test_andrew_of_climada(self, workspace):
        workspace.write_bytes("a.csv", (REAL / "demo/ibtracs_global_intp-None_1992230N11325.csv").read_bytes())
        [row] = cyclones.categories(workspace, "a.csv", "saffir_simpson", 1).data["tracks"]
        # The file's strongest wind, by a plain text search, is 150 knots.
        assert (row["category"], row["wind_m_s"]) == ("category 5", pytest.approx(150 * KNOT))

    @pytest.mark.parametrize(("name", "track"), [("1997018S11059", "GRETELLE"), ("1988021S12080", "DOAZA")])
    def test_netcdf_tracks_of_climada(self, workspace, name, track):
        path = REAL / f"ibtracs_tracks/{name}.nc"
        workspace.write_bytes("a.nc", path.read_bytes())
        [(storm, centres)] = read_tracks(workspace, "a.nc").tracks.items()
        with xr.open_dataset(path) as real:
            assert storm == f"{track} {name}"
            assert len(centres) == real.sizes["time"]
            assert max(each.wind_m_s for each in centres) == pytest.approx(float(real.max_sustained_wind.max()) * KNOT)
            assert centres[-1].latitude == pytest.approx(float(real.lat[-1]))
