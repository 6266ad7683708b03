"""A workflow of more than fifty calls: each uses the results of earlier calls."""

from mesocosm.episode.agent import call
from mesocosm.isolation.selection import why_none

BOX = [0.0, 40.0, 20.0, 60.0]
TOWN = [0.0, -0.01, 0.03, 0.02]


def oracle(case):
    grouped = case.options.get("tools") != "all"
    yield from _search()
    for family, work in (("reanalysis", _fields), ("forecast", _forecasts), ("gis", _maps), ("satellite", _scenes)):
        if grouped:
            yield call("open_group", group=family)
        yield from work()
    if grouped:
        yield call("open_group", group="visualization")
    yield from _program()
    yield call("submit", answer="done")


def _path(seen):
    return seen.data["path"]


def _search():
    seen = yield call("documents_search", words="river rose")
    yield call("documents_read", document=seen.data["documents"][0]["id"])
    yield call("documents_read", document="bulletin-1", section="Bulletin")
    yield call("documents_search", words="unicorn")
    yield call("files_list_files")
    yield call("satellite_index", path="before.tif", name="NDVI")  # refused where groups are closed


def _fields():
    for name in ("surface.nc", "aloft.nc"):
        yield call("reanalysis_inspect", path=name)
    yield call("reanalysis_describe", path="surface.nc", variables=["t2m"])
    yield call("reanalysis_read", path="surface.nc", variable="t2m", point=[10.0, 50.0], most=5)
    seen = yield call("region_convert_units", path="surface.nc", variable="t2m", unit="degC")
    celsius = _path(seen)
    seen = yield call("reanalysis_aggregate", path=celsius, period="month", statistic="mean")
    yield call("reanalysis_inspect", path=_path(seen))
    seen = yield call("reanalysis_climatology", path=celsius, cycle="month")
    normals = _path(seen)
    seen = yield call("reanalysis_anomalies", path=celsius, climatology=normals)
    anomalies = _path(seen)
    yield call("region_reduce", path=anomalies, box=BOX)
    yield call("region_reduce", path=anomalies, box=[100.0, 40.0, 120.0, 60.0])  # refused: another place
    yield call("reanalysis_events", path=celsius, comparison=">=", threshold=8.0, unit="degC", least_steps=3)
    seen = yield call("atmosphere_winds", path="surface.nc", u="u10", v="v10")
    yield call("region_point_series", path=_path(seen), point=[10.0, 50.0], variable="wind_speed")
    yield call("atmosphere_vertical_shear", path="aloft.nc", top=500, bottom=850)
    yield call("atmosphere_moisture_transport", path="aloft.nc")
    yield call("air_quality_index", path="surface.nc", pm2_5="pm2p5")


def _forecasts():
    members = [f"member-{number}.nc" for number in range(3)]
    seen = yield call("ensemble_mean", paths=members)
    mean = _path(seen)
    yield call("ensemble_spread", paths=members, divisor="sample")
    yield call("ensemble_probability", paths=members, comparison=">=", threshold=280.0, units="K", method="votes")
    yield call("forecast_verify", forecast_path=mean, truth_path="member-1.nc")
    seen = yield call("forecast_smooth", path=mean, sigma_km=300)
    yield call("forecast_verify", forecast_path=_path(seen), truth_path="member-1.nc")
    yield call("forecaster_persistence", path="member-0.nc", issued="2001-01-02", lead_hours=[24, 48])


def _maps():
    seen = yield call("gis_resolve_place", name="Smalltown")
    yield call("gis_reverse_geocode", point=seen.data["place"]["point"])
    seen = yield call("gis_fetch_map", box=TOWN)
    town = _path(seen)
    yield call("gis_describe_features", path=town)
    seen = yield call("gis_features", path=town, key="amenity")
    hospitals = _path(seen)
    seen = yield call("gis_buffer", path=hospitals, metres=500)
    zones = _path(seen)
    seen = yield call("gis_features", path=town, key="highway")
    yield call("gis_overlay", path=_path(seen), zones=zones, operation="intersection")
    yield call("gis_feature_statistics", path=_path(seen))
    yield call("gis_distance_matrix", origins=[[0.0, 0.0]], destinations=[[0.03, 0.01]])
    yield call("routing_travel_times", path=town, origins=[[0.0, 0.0]], destinations=[[0.03, 0.01]])
    yield call("routing_route", path=town, start=[0.0, 0.0], end=[0.03, 0.01])
    yield call("gis_zonal_statistics", path="before.tif", zones=zones, band="B08")


def _scenes():
    yield call("satellite_describe", path="before.tif")
    made = []
    for name in ("before.tif", "after.tif"):
        seen = yield call("satellite_index", path=name, name="NBR", bands={"N": "B08", "S2": "B12"})
        made.append(_path(seen))
    yield call("satellite_burn_severity", before=made[0], after=made[1])
    yield call("satellite_change", before=made[0], after=made[1], threshold=0.1)
    yield call("satellite_area_statistics", path=made[0], begins=[-1.0, 0.0], names=["low", "high"])


def _program():
    yield call("calculator_calculate", expression="2.5*m - 50*cm", unit="m")
    seen = yield call("files_write_file", path="notes.txt", content="2.0 m")
    yield call("files_read_file", path=seen.data["path"])
    if why_none() is None:
        yield call("execution_python", code="print(open('notes.txt').read())")
    yield call("image_colour", path="before.tif", bands=["B08", "B04", "B03"])
    yield call("files_list_files")
