"""The Climate Data Store, against a loopback server with handwritten replies in its format."""

import io
import json
import zipfile
from datetime import UTC, datetime

import numpy as np
import pytest
import xarray as xr
from tests.sources.server import Reply

from mesocosm.earth.archives.archive import Request
from mesocosm.earth.archives.cds_archive import CdsArchive, area_of, months_of
from mesocosm.earth.archives.cds_jobs import Cds
from mesocosm.earth.fields.netcdf_writer import as_netcdf
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord
from mesocosm.sources.keys import Secret
from mesocosm.sources.recording import NotRecorded, Records
from mesocosm.sources.service import Connection
from mesocosm.sources.web import WebError
from mesocosm.testing import check_source
from mesocosm.types import TimeInterval

KEY = "5e7a1d0c-0000-1111-2222-333344445555"
TODAY = datetime(2026, 1, 10, tzinfo=UTC)
BOX = BoundingBox(west=24.0, south=60.0, east=24.5, north=60.5)
ERA5, LEVELS = "reanalysis-era5-single-levels", "reanalysis-era5-pressure-levels"
CMIP6, SEASONAL = "projections-cmip6", "seasonal-monthly-single-levels"


@pytest.fixture
def record(server, web, tmp_path):
    return CdsArchive(Connection(Cds(web=web, address=server.url), "record", Records(tmp_path), Secret(KEY)), TODAY)


@pytest.fixture
def replay(server, tmp_path):
    return CdsArchive(Connection(Cds(address=server.url), "replay", Records(tmp_path)), TODAY)


def request(collection, *variables, start="2020-07-31T22", end="2020-08-01T02", **rest):
    first, last = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (start, end))
    interval = TimeInterval(start=first, end=last)
    return Request(collection=collection, variables=variables, interval=interval, box=rest.pop("box", BOX), **rest)


def era5(first, count, **fields):
    """Make hourly fields by name, as the store writes them: north first, with valid_time, expver and number."""
    times = np.datetime64(first, "ns") + np.arange(count) * np.timedelta64(1, "h")
    axes = ("valid_time", "latitude", "longitude")
    coords = {
        "valid_time": times, "latitude": [60.5, 60.25, 60.0], "longitude": [24.0, 24.25, 24.5], "number": 0,
        "expver": ("valid_time", ["0001"] * count),
    }  # fmt: skip
    made = {
        name: (axes, np.arange(count)[:, None, None] + np.full((count, 3, 3), base), {"units": unit})
        for name, (base, unit) in fields.items()
    }
    return as_netcdf(xr.Dataset(made, coords))


def job(server, dataset, *files, name="j1", states=("successful",), status="accepted"):
    """Serve a dataset whose jobs are done after several queries; files come one after another."""
    ids = [f"{name}{at}" for at in range(len(files))]
    accepted = [
        Reply(json.dumps({"processID": dataset, "type": "process", "jobID": each, "status": status}).encode(), 201)
        for each in ids
    ]
    server.put(f"/retrieve/v1/processes/{dataset}/execution", *accepted)
    for each, data in zip(ids, files, strict=True):
        server.put(f"/retrieve/v1/jobs/{each}", *[json.dumps({"jobID": each, "status": s}).encode() for s in states])
        href = server.put(f"/store/{each}.nc", data)
        asset = {"type": "application/netcdf", "href": href, "file:size": len(data), "file:local_path": "s3://x"}
        server.put(f"/retrieve/v1/jobs/{each}/results", json.dumps({"asset": {"value": asset}}).encode())


def inputs(server, at=0):
    return json.loads([body for path, body in server.sent if path.endswith("execution")][at])["inputs"]


def test_hours_over_two_months_are_two_jobs(server, record):
    job(server, ERA5, era5("2020-07-31T22", 2, t2m=(280.0, "K")), era5("2020-08-01T00", 2, t2m=(290.0, "K")))
    fields = record.fetch(request("reanalysis", "temperature_2m"))
    assert fields.temperature_2m.isel(latitude=0, longitude=0).values.tolist() == [280.0, 281.0, 290.0, 291.0]
    assert fields.latitude.values.tolist() == [60.0, 60.25, 60.5]
    assert inputs(server) == {
        "product_type": ["reanalysis"], "variable": ["2m_temperature"], "year": ["2020"], "month": ["07"],
        "day": ["31"], "time": [f"{hour:02d}:00" for hour in range(24)], "area": [60.5, 24.0, 60.0, 24.5],
        "data_format": "netcdf", "download_format": "unarchived",
    }  # fmt: skip
    assert (inputs(server, 1)["month"], inputs(server, 1)["day"]) == (["08"], ["01"])


def test_rain_is_dated_by_the_beginning_of_its_hour(server, record):
    """The store's total_precipitation at 01:00 fell from 00:00 to 01:00."""
    job(server, ERA5, era5("2020-08-01T00", 4, tp=(0.001, "m")))
    fields = record.fetch(request("reanalysis", "precipitation", start="2020-08-01", end="2020-08-01T02"))
    assert [str(time)[11:13] for time in fields.time.values] == ["00", "01"]
    np.testing.assert_allclose(fields.precipitation[:, 0, 0], [1.001, 2.001], rtol=1e-6)  # of 01:00 and 02:00


def test_six_hourly_moments_ask_for_those_hours_alone(server, record):
    job(server, ERA5, era5("2020-08-01T00", 24, msl=(1e5, "Pa")))
    record.fetch(request("reanalysis", "pressure_msl", start="2020-08-01", end="2020-08-02", step="6 hours"))
    assert inputs(server)["time"] == ["00:00", "06:00", "12:00", "18:00"]


def test_moments_and_sums_come_in_an_archive(server, record):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(
            "data_stream-oper_stepType-instant.nc", era5("2020-08-01T00", 24, t2m=(280.0, "K"), tcc=(0, "(0 - 1)"))
        )
        archive.writestr("readme.txt", "nothing")
    job(server, ERA5, packed.getvalue())
    fields = record.fetch(request("reanalysis", "temperature_2m", "cloud_cover", start="2020-08-01", end="2020-08-02"))
    assert fields.cloud_cover.units == "1"
    assert fields.sizes["time"] == 24


def test_levels(server, record):
    fields = xr.load_dataset(io.BytesIO(era5("2020-08-01T00", 2, t=(250.0, "K"))), engine="h5netcdf")
    both = fields.expand_dims(pressure_level=[850.0, 500.0], axis=1)
    job(server, LEVELS, as_netcdf(both))
    asked = request("reanalysis_levels", "temperature", start="2020-08-01", end="2020-08-01T02", levels=(500.0, 850.0))
    assert record.fetch(asked).level.values.tolist() == [500.0, 850.0]
    assert inputs(server)["pressure_level"] == ["500", "850"]


def test_a_slow_job_is_asked_for_at_growing_pauses(server, record, waits):
    job(
        server,
        ERA5,
        era5("2020-08-01T00", 2, t2m=(280.0, "K")),
        states=("accepted", "running", "running", "successful"),
    )
    record.fetch(request("reanalysis", "temperature_2m", start="2020-08-01", end="2020-08-01T02"))
    assert waits == [1.0, 2.0, 4.0, 8.0]


def test_a_job_that_never_ends_is_given_up(server, record):
    job(server, ERA5, b"", states=("running",))
    with pytest.raises(WebError, match="a job is still running after 1"):
        record.fetch(request("reanalysis", "temperature_2m", start="2020-08-01", end="2020-08-01T02"))


def test_a_job_that_fails_says_why(server, record):
    job(server, ERA5, b"", states=("failed",))
    said = {"type": "job results failed", "title": "The job has failed", "detail": "MARS: no data", "status": 400}
    server.put("/retrieve/v1/jobs/j10/results", Reply(json.dumps(said).encode(), 400))
    with pytest.raises(WebError, match="the job is failed: .*The job has failed; MARS: no data"):
        record.fetch(request("reanalysis", "temperature_2m", start="2020-08-01", end="2020-08-01T02"))


def test_a_licence_that_is_not_accepted(server, record):
    said = {"title": "required licences not accepted", "detail": "accept them at https://cds.example/licences"}
    server.put(f"/retrieve/v1/processes/{ERA5}/execution", Reply(json.dumps(said).encode(), 403))
    with pytest.raises(WebError, match="403 Forbidden: required licences not accepted; accept them") as caught:
        record.fetch(request("reanalysis", "temperature_2m"))
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(b"<html>Gateway</html>", 201), "with a page of HTML, not with JSON"),
        (Reply(b"[]", 201), "returned a job as list, not as an object"),
        (Reply(b'{"status": "accepted"}', 201), "returned no job"),
        (Reply(b'{"jobID": "../../x"}', 201), "returned no job"),
        (Reply(status=503), "503 Service Unavailable, tried 4 times"),
    ],
)
def test_what_is_no_job(server, record, reply, words):
    server.put(f"/retrieve/v1/processes/{ERA5}/execution", reply)
    with pytest.raises(WebError, match=words):
        record.fetch(request("reanalysis", "temperature_2m"))


def test_a_file_of_another_size_is_refused(server, record):
    job(server, ERA5, b"x" * 10)
    server.put("/store/j10.nc", b"x" * 7)
    with pytest.raises(WebError, match="7 bytes arrived of a file of 10"):
        record.fetch(request("reanalysis", "temperature_2m", start="2020-08-01", end="2020-08-01T02"))


def test_a_file_that_is_an_error_page_is_refused(server, record):
    job(server, ERA5, b"<html>sorry</html>")
    with pytest.raises(InvalidRecord, match="an answer of reanalysis-era5-single-levels is neither NetCDF nor GRIB"):
        record.fetch(request("reanalysis", "temperature_2m", start="2020-08-01", end="2020-08-01T02"))


def test_a_recorded_run_is_repeated_without_server_and_key(server, record, replay, tmp_path):
    job(server, ERA5, era5("2020-08-01T00", 2, t2m=(280.0, "K")), states=("running", "successful"))
    asked = request("reanalysis", "temperature_2m", start="2020-08-01", end="2020-08-01T02")
    first = as_netcdf(record.fetch(asked))
    questions = len(server.asked)
    assert as_netcdf(replay.fetch(asked)) == first
    assert len(server.asked) == questions
    assert not any(KEY.encode() in path.read_bytes() for path in tmp_path.glob("*/*"))
    with pytest.raises(NotRecorded, match="POST https://cds.climate.copernicus.eu/api/retrieve/v1/processes/"):
        replay.fetch(request("reanalysis", "temperature_2m", start="2020-08-03", end="2020-08-03T02"))


def test_the_key_goes_in_its_header(server, record):
    job(server, ERA5, era5("2020-08-01T00", 2, t2m=(280.0, "K")))
    record.fetch(request("reanalysis", "temperature_2m", start="2020-08-01", end="2020-08-01T02"))
    assert server.asked[0][1]["PRIVATE-TOKEN"] == KEY


def test_projections_of_a_360_day_calendar(server, record):
    import cftime

    times = [cftime.Datetime360Day(2050, 2, day) for day in (28, 29, 30)]
    axes = ("time", "lat", "lon")
    fields = xr.Dataset(
        {"tas": (axes, np.full((3, 1, 1), 280.0), {"units": "K"})}, {"time": times, "lat": [60.2], "lon": [24.2]}
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("tas_day_UKESM1-0-LL_ssp245.nc", bytes(fields.to_netcdf(engine="h5netcdf")))
    job(server, CMIP6, packed.getvalue())
    asked = request("projections", "temperature", start="2050-02-01", end="2050-03-01", step="day", scenario="ssp245",
                    model="ukesm1_0_ll")  # fmt: skip
    assert record.fetch(asked).temperature.sizes["time"] == 3
    sent = inputs(server)
    assert (sent["experiment"], sent["variable"]) == ("ssp2_4_5", "near_surface_air_temperature")
    assert (sent["year"], sent["month"], sent["temporal_resolution"]) == (["2050"], ["02"], "daily")


def test_seasonal_forecasts_come_in_the_standard_form(server, record):
    axes = ("number", "forecast_reference_time", "forecastMonth", "latitude", "longitude")
    coords = {
        "number": [0, 1], "forecast_reference_time": np.array(["2001-05-01", "2002-05-01"], "datetime64[ns]"),
        "forecastMonth": [1, 2], "latitude": [61.0, 60.0], "longitude": [24.0, 25.0],
    }  # fmt: skip
    fields = xr.Dataset({"tprate": (axes, np.full((2, 2, 2, 2, 2), 1e-8), {"units": "m s**-1"})}, coords)
    job(server, SEASONAL, as_netcdf(fields))
    asked = request("seasonal", "precipitation", start="2001-01-01", end="2003-01-01", step="month", start_month=5,
                    lead_months=(2, 1), box=BoundingBox(west=23.5, south=59.5, east=25.5, north=61.5))  # fmt: skip
    forecast = record.fetch(asked)
    assert dict(forecast.sizes) == {"issued": 2, "member": 2, "lead_month": 2, "latitude": 2, "longitude": 2}
    sent = inputs(server)
    assert (sent["year"], sent["month"], sent["leadtime_month"]) == (["2001", "2002"], ["05"], ["1", "2"])
    assert (sent["originating_centre"], sent["system"]) == ("ecmwf", "51")


def test_constraints_use_our_names(server, record):
    said = {"experiment": ["ssp2_4_5", "ssp4_3_4"], "model": ["miroc6"], "temporal_resolution": ["daily", "monthly"]}
    server.put(f"/retrieve/v1/processes/{CMIP6}/constraints", json.dumps(said).encode())
    left = record.choices("projections", {"variables": ["temperature_max"]})
    assert left == {"scenario": ["ssp245"], "model": ["miroc6"], "step": ["day", "month"]}
    assert json.loads(server.sent[0][1]) == {"inputs": {"variable": ["daily_maximum_near_surface_air_temperature"]}}


def test_boxes_in_the_store_s_order():
    assert area_of(BoundingBox(west=24.1, south=60.1, east=24.3, north=60.2), 0.25) == [60.25, 24.0, 60.0, 24.5]
    assert area_of(BoundingBox(west=179.0, south=-1.0, east=-179.0, north=1.0), 1.0) == [1.0, 179.0, -1.0, 181.0]


def test_months_of_an_interval():
    first, last = datetime(2019, 12, 31, 12, tzinfo=UTC), datetime(2020, 2, 1, tzinfo=UTC)
    parts = months_of(TimeInterval(start=first, end=last))
    assert [(part.start.month, part.end.month) for part in parts] == [(12, 1), (1, 2)]


def test_dates_that_are_not_there_yet(record):
    with pytest.raises(InvalidRecord, match="covers 1940-01-01 to 2026-01-05"):
        record.fetch(request("reanalysis", "temperature_2m", start="2026-01-06", end="2026-01-07"))


def test_the_store_holds_the_contract_of_sources(server, web):
    check_source(Cds(web=web, address=server.url))
