"""Assets from footprints: worked by hand, conserved sums, and OpenStreetMap buildings counted by another library."""

import csv
import io
import json

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared import SHARED

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.exposure.engine import simulator
from mesocosm.simulators.simulator import RunLimits

pytest.importorskip("pyproj", reason="pip install 'mesocosm[traffic]'")
pytest.importorskip("shapely", reason="pip install 'mesocosm[traffic]'")
LIMITS = RunLimits()
OSM_FILES = SHARED / "data" / "real" / "osm"
WORTH = {"residential": 1000, "commercial": 2000, "industrial": 500}


def box(west, south=0.0, size=0.0001):
    east, north = west + size, south + size
    return {
        "type": "Polygon",
        "coordinates": [[[west, south], [east, south], [east, north], [west, north], [west, south]]],
    }


def house(name, west, use="residential", **properties):
    return {"type": "Feature", "properties": {"id": name, "use": use, **properties}, "geometry": box(west)}


def inputs(*features, **changes):
    buildings = {"type": "FeatureCollection", "features": list(features)}
    return {"buildings": buildings, "unit_values": WORTH, "value_unit": "USD", **changes}


def run(given):
    return simulator.run(given, seed=0, limits=LIMITS)


def rows(result):
    return {row["id"]: row for row in csv.DictReader(io.StringIO(result.artifacts["assets.csv"].decode()))}


def value(result, name):
    return result.values[name].magnitude


SQUARE_M2 = 11.131949 * 11.057428
"""0.0001° each way at the equator: a π/180 · 10⁻⁴ east and a (1-e²) π/180 · 10⁻⁴ north, WGS84."""


def test_worth_is_footprint_times_storeys_times_unit_value():
    result = run(inputs(house("a", 0.0, storeys=3), house("b", 0.001, "commercial", storeys=1)))
    assert float(rows(result)["a"]["footprint_m2"]) == pytest.approx(SQUARE_M2, abs=0.001)
    assert float(rows(result)["a"]["value"]) == pytest.approx(SQUARE_M2 * 3 * 1000, rel=1e-5)
    assert value(result, "value") == pytest.approx(SQUARE_M2 * (3 * 1000 + 2000), rel=1e-5)
    assert result.values["value"].unit == "USD"


def test_a_given_value_is_kept():
    assert rows(run(inputs(house("a", 0.0, value=5))))["a"]["value"] == "5.0"


@pytest.mark.parametrize(("contents", "factor"), [(False, 1.0), (True, 1.5)])
def test_construction_costs_after_huizinga(contents, factor):
    # 24.078 × 10000 ** 0.3852 = 836.41 € of 2010 a square metre of homes.
    given = inputs(house("a", 0.0, storeys=1), unit_values=None, value_unit=None)
    result = run({**given, "gdp_per_capita_usd_2010": 10_000, "with_contents": contents})
    assert value(result, "value") / value(result, "floor_area") == pytest.approx(836.41 * factor, rel=1e-4)
    assert result.values["value"].unit == "EUR 2010"


def test_people_live_where_the_floor_is():
    zone = {"id": "z", "people": 40, "area": box(-0.01, -0.01, 0.1)}
    homes = (house("a", 0.0, storeys=1), house("b", 0.001, storeys=3), house("c", 0.002, "industrial"))
    people = {name: float(row["people"]) for name, row in rows(run(inputs(*homes, population=[zone]))).items()}
    assert people == {"a": 10.0, "b": 30.0, "c": 0.0}


def test_people_without_a_home_are_named():
    zones = [{"id": "here", "people": 4, "area": box(0)}, {"id": "sea", "people": 7, "area": box(50)}]
    result = run(inputs(house("a", 0.0), population=zones))
    assert (value(result, "people"), value(result, "people_without_homes")) == (4, 7)
    assert result.tables[1].rows == (("sea", 7.0),)
    assert "7 people of 1 zones have no home" in result.warnings[0]


OSM = """<osm><node id="1" lon="0" lat="0"/><node id="2" lon="0.0001" lat="0"/><node id="3" lon="0.0001" lat="0.0001"/>
<node id="4" lon="0" lat="0.0001"/>{}</osm>"""


def way(name, **tags):
    tags_xml = "".join(f'<tag k="{key.replace("_levels", ":levels")}" v="{word}"/>' for key, word in tags.items())
    return f'<way id="{name}">{"".join(f"""<nd ref="{node}"/>""" for node in (1, 2, 3, 4, 1))}{tags_xml}</way>'


def from_map(*ways, **changes):
    return run({"osm": OSM.format("".join(ways)), "unit_values": WORTH, "value_unit": "USD", **changes})


def test_use_and_storeys_come_from_the_map():
    result = from_map(
        way("1", building="apartments", building_levels="5"),
        way("2", building="warehouse", height="7.5 m"),
        way("3", building="retail"),
        way("4", building="garage"),
        way("5", highway="service"),
    )
    buildings = {name: (row["use"], row["storeys"]) for name, row in rows(result).items()}
    assert buildings == {"w1": ("residential", "5.0"), "w2": ("industrial", "2.0"), "w3": ("commercial", "2.0")}
    assert value(result, "buildings_left_out") == 1


def test_geojson_without_a_use_is_taken_for_what_is_said():
    given = inputs(house("a", 0.0, None, storeys=1), house("b", 0.001, "commercial", storeys=1))
    industry = run(given | {"unknown_use": "industrial"})
    assert {name: row["use"] for name, row in rows(industry).items()} == {"a": "industrial", "b": "commercial"}
    assert value(industry, "buildings_of_unknown_use") == 1
    left_out = run(given | {"unknown_use": "left out"})
    assert list(rows(left_out)) == ["b"]
    assert (value(left_out, "buildings_left_out"), value(left_out, "buildings_of_unknown_use")) == (1, 0)


def test_buildings_of_unknown_use_are_counted_in_a_warning():
    result = from_map(way("1", building="yes"), way("2", building="house"))
    assert value(result, "buildings_of_unknown_use") == 1
    assert result.warnings == ("1 buildings of unknown use are taken for residential",)
    assert value(from_map(way("1", building="yes"), way("2", building="house"), unknown_use="left out"), "assets") == 1


def test_the_columns_are_an_exposure_of_the_loss_engine():
    columns = json.loads(run(inputs(house("a", 0.0), curves={"residential": "wood"})).artifacts["exposure.json"])
    assert columns.keys() == {"value_unit", "latitude", "longitude", "value", "curve"}
    assert (columns["value_unit"], columns["curve"], columns["longitude"]) == ("USD", ["wood"], [0.00005])


def test_a_run_repeated_gives_the_same_bytes():
    first, second = (run(simulator.example).model_copy(update={"runtime_s": 0.0}) for _ in range(2))
    assert first.fingerprint() == second.fingerprint()


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 9), st.sampled_from(["residential", "industrial"])), min_size=1, max_size=6),
    st.floats(0, 1e5),
    st.floats(0, 1e5),
)
def test_nobody_is_made_or_lost_and_more_storeys_are_worth_more(storeys, here, there):
    homes = [house(f"h{at}", at * 0.001, use, storeys=count) for at, (count, use) in enumerate(storeys)]
    taller = [house(f"h{at}", at * 0.001, use, storeys=count + 1) for at, (count, use) in enumerate(storeys)]
    zones = [
        {"id": "here", "people": here, "area": box(-0.01, -0.01, 0.1)},
        {"id": "there", "people": there, "area": box(0.0015, -0.01, 0.1)},
    ]
    result = run(inputs(*homes, population=zones))
    counted = value(result, "people") + value(result, "people_without_homes")
    assert counted == pytest.approx(here + there, rel=1e-8, abs=len(storeys) * 1e-6)  # each home to a millionth
    assert value(run(inputs(*taller)), "value") > value(run(inputs(*homes)), "value")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"buildings": None}, "exactly one of osm, buildings must be given, got none"),
        ({"unit_values": None}, "exactly one of unit_values, gdp_per_capita_usd_2010"),
        ({"value_unit": None}, "value_unit is needed with unit_values"),
        ({"unit_values": {"residential": 1}}, "unit_values lacks commercial"),
        ({"unit_values": {**WORTH, "residential": -1}}, r"unit_values\.residential: .*greater than or equal to 0"),
        ({"unit_values": {**WORTH, "residential": float("nan")}}, r"unit_values\.residential: .*finite"),
        ({"unit_values": {**WORTH, "farm": 1}}, "unit_values.farm"),
        (
            {"buildings": {"type": "FeatureCollection", "features": []}},
            "buildings: must be a GeoJSON FeatureCollection",
        ),
        (inputs(house("a", 0.0, "flat")), "use: must be one of residential, commercial, industrial, got 'flat'"),
        (inputs(house("a", 0.0, storeys=0)), "storeys: must be a number above 0, got 0"),
        (inputs(house("a", 0.0, value=-1)), "value: must be a number from 0 up, got -1"),
        (inputs(house("a", 0.0), house("a", 1.0)), "buildings: an id is given twice"),
        (inputs(house("a", 400.0)), "longitude -180 to 180"),
        ({"population": [{"id": "z", "people": -1, "area": box(0)}]}, r"population\.0\.people: "),
        (
            {"population": [{"id": "z", "people": 1, "area": {"type": "Point"}}]},
            r"population\.0\.area: must be a Polygon",
        ),
        ({"buildings": None, "osm": OSM.format("")}, "there is no building of a known use"),
        ({"buildings": None, "osm": "<!DOCTYPE a><osm/>"}, "osm: a document type"),
        ({"default_storeys": {"residential": 1}}, "default_storeys lacks commercial"),
    ],
)
def test_bad_inputs_are_refused_with_their_field(changes, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate({**inputs(house("a", 0.0)), **changes})


def test_multipolygons_of_buildings_that_make_no_area_are_counted():
    ring = '<way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/></way>'
    ring += '<way id="2"><nd ref="3"/><nd ref="4"/><nd ref="1"/></way>'
    member = '<member type="way" ref="{}" role="outer"/>'
    whole, cut = (member.format(1) + member.format(other) for other in (2, 77))
    tags = '<tag k="type" v="multipolygon"/><tag k="building" v="house"/>'
    relations = f'<relation id="8">{whole}{tags}</relation><relation id="9">{cut}{tags}</relation>'
    result = run({"osm": OSM.format(ring + relations), "unit_values": WORTH, "value_unit": "USD"})
    assert float(rows(result)["r8"]["footprint_m2"]) == pytest.approx(SQUARE_M2, rel=1e-5)
    assert "1 multipolygons of buildings are left out: their ways make no area" in result.warnings


@pytest.mark.fidelity
@pytest.mark.skipif(not OSM_FILES.is_dir(), reason=f"{OSM_FILES} is not there")
@pytest.mark.parametrize("name", ["helsinki/Helsinki.osm.pbf", "osmnx/planet_10.068,48.135_10.071,48.137.osm"])
def test_footprints_are_those_that_osmium_assembles(name, tmp_path):
    osmium = pytest.importorskip("osmium", reason="pip install osmium: the extract is packed as PBF")
    file = OSM_FILES / name
    with osmium.SimpleWriter(str(tmp_path / "map.osm")) as writer:
        for thing in osmium.FileProcessor(str(file)):
            writer.add(thing)
    ours = rows(run({"osm": (tmp_path / "map.osm").read_text(), "unit_values": WORTH, "value_unit": "USD"}))
    theirs = assembled(osmium, file)
    known = theirs.keys() & ours.keys()
    assert len(known) > 30
    assert len([key for key in ours if key.startswith("w") and key not in known]) <= 1  # a crossed ring: we mend it
    assert {key for key in ours if key.startswith("r")} <= theirs.keys()
    for key in known:
        assert float(ours[key]["footprint_m2"]) == pytest.approx(theirs[key], rel=1e-4, abs=0.01)


def assembled(osmium, file):
    """Return building areas by way or relation in m², by osmium's own assembler on an equal-area plane."""
    import pyproj
    import shapely

    factory, areas = osmium.geom.WKBFactory(), {}
    for thing in osmium.FileProcessor(str(file)).with_areas():
        if thing.is_area() and "building" in thing.tags:
            try:
                shape = shapely.from_wkb(factory.create_multipolygon(thing))
            except RuntimeError:  # a ring that crosses itself
                continue
            middle = shape.centroid
            plane = pyproj.Proj(f"+proj=laea +lat_0={middle.y} +lon_0={middle.x} +ellps=WGS84")
            areas[f"{'w' if thing.from_way() else 'r'}{thing.orig_id()}"] = shapely.transform(
                shape, lambda p, to=plane: numpy.column_stack(to(*p.T))
            ).area
    return areas
