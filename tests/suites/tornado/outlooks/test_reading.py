"""Reading outlooks: three modes, every kind of malformed file, and bytes that are no file at all."""

import json
import math

import hypothesis.strategies as st
import pytest
import shapely
from hypothesis import HealthCheck, example, given, settings
from tests.suites.tornado.outlooks.drawing import SQUARE, collection, feature, text

from mesocosm.suites.tornado.outlooks.outlook import MODES
from mesocosm.suites.tornado.outlooks.reading import read_outlook
from mesocosm.suites.tornado.verification.tornadobench import PROFILES, bands_of

OPEN = SQUARE[:-1]
TURNED = [[y, x] for x, y in SQUARE]
UNSIGNED = [[-x, y] for x, y in SQUARE]

MENDED = {
    "a geometry in place of its feature": text(
        {"type": "Polygon", "properties": {"risk_level": "5%"}, "coordinates": [SQUARE]}
    ),
    "a feature of type Polygon": text({**feature(), "type": "Polygon"}),
    "a feature without a type": text({key: value for key, value in feature().items() if key != "type"}),
    "a label as a whole number": text(feature(5)),
    "a fraction with a zero too many": text(feature("0.050")),
    "a hatched label": text(feature("5% hatched")),
    "a label under another name": json.dumps(
        collection({"type": "Feature", "properties": {"Probability": "5%"}, "geometry": feature()["geometry"]})
    ),
    "a label beside the properties": json.dumps(
        collection({"type": "Feature", "risk_level": "5%", "properties": None, "geometry": feature()["geometry"]})
    ),
    "an open ring": text(feature(coordinates=[OPEN])),
    "a ring without its polygon": text(feature(coordinates=SQUARE)),
    "a polygon with the brackets of a MultiPolygon": text(feature(coordinates=[[SQUARE]])),
    "a MultiPolygon with the brackets of a polygon": text(feature(coordinates=[SQUARE], kind="MultiPolygon")),
    "a MultiPolygon with one member's brackets missing": text(
        feature(coordinates=[[SQUARE], [[x + 5, y] for x, y in SQUARE]], kind="MultiPolygon")
    ),
    "latitude before longitude": text(feature(coordinates=[TURNED])),
    "longitudes without a minus sign": text(feature(coordinates=[UNSIGNED])),
    "numbers in quotes": text(feature(coordinates=[[[str(x), str(y)] for x, y in SQUARE]])),
    "a lone feature": json.dumps(feature()),
    "a list of features": json.dumps([feature()]),
    "a collection without a type": json.dumps({"features": [feature()]}),
    "one feature in place of the list": json.dumps({"type": "FeatureCollection", "features": feature()}),
    "JSON in a string": json.dumps(text(feature())),
    "JSON in an argument's name": json.dumps({"prediction_geojson": collection(feature())}),
    "a code fence": f"```json\n{text(feature())}\n```",
    "prose around it": f"Here is my forecast: {text(feature())} Good luck!",
    "a key given twice": text(feature()).replace('"risk_level": "5%"', '"risk_level": "2%", "risk_level": "5%"'),
    "a lower-case type": text(feature()).replace('"Feature"', '"feature"'),
}
"""Malformed files with one sensible reading: the square at five per cent."""

REFUSED = {
    "nothing": "",
    "not JSON": "tornadoes expected over Oklahoma",
    "cut short": text(feature())[:-40],
    "null": "null",
    "a number": "7",
    "an empty object": "{}",
    "an empty list": "[]",
    "a collection without features": '{"type": "FeatureCollection"}',
    "features null": '{"type": "FeatureCollection", "features": null}',
    "a null feature": text(None),
    "a feature without a label": text({**feature(), "properties": {}}),
    "a label of words": text(feature("high")),
    "a label null": text(feature(None)),
    "a null geometry": text({**feature(), "geometry": None}),
    "an empty polygon": text(feature(coordinates=[])),
    "an empty ring": text(feature(coordinates=[[]])),
    "a ring of two points": text(feature(coordinates=[SQUARE[:2]])),
    "a line there and back": text(feature(coordinates=[[*SQUARE[:2], SQUARE[0], SQUARE[1], SQUARE[0]]])),
    "a point": text(feature(coordinates=[-97.0, 35.0], kind="Point")),
    "coordinates of words": text(feature(coordinates=[[["a", "b"], ["c", "d"], ["e", "f"], ["a", "b"]]])),
    "coordinates null": text(feature(coordinates=[[None, None]])),
    "a NaN coordinate": text(feature(coordinates=[[*SQUARE[:2], [math.nan, 35.0], *SQUARE[2:]]])),
    "an infinite coordinate": text(feature(coordinates=[[*SQUARE[:2], [-97.0, math.inf], *SQUARE[2:]]])),
    "a coordinate of 400 digits": text(feature()).replace("-98.0", "-" + "9" * 400),
    "a coordinate of 9999 digits": text(feature()).replace("-98.0", "-" + "9" * 9999),
    "latitudes beyond the pole": text(feature(coordinates=[[[x, y + 100] for x, y in SQUARE]])),
    "another continent": text(feature(coordinates=[[[x + 110, y] for x, y in SQUARE]])),
    "lists nested a thousand deep": text(feature(coordinates=json.loads("[" * 900 + "]" * 900))),
    "lists nested a hundred thousand deep": "[" * 100_000 + "]" * 100_000,
    "objects nested a hundred thousand deep": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "features in a dictionary": json.dumps({"type": "FeatureCollection", "features": {"0": feature()}}),
    "not UTF-8": b"\xff\xfe\x00{",
    "a binary file": bytes(range(256)),
    "a scribble of three thousand points": text(
        feature(coordinates=[[*[[-97 + 9 * math.sin(n * n), 37 + 6 * math.cos(n**3)] for n in range(3000)], [-97, 43]]])
    ),
    "three hundred thousand points": text(feature(coordinates=[[SQUARE[0], *([SQUARE[1]] * 300_000), *SQUARE[2:]]])),
}
"""Malformed files without an evident reading."""


def square_of(reading):
    assert reading.outlook is not None, reading
    (shape,) = reading.outlook.shapes[5]
    return shape


@pytest.mark.parametrize("mode", MODES)
def test_a_good_file_is_read_alike_in_every_mode(mode):
    reading = read_outlook(text(feature("5%"), feature("10%")), mode)
    assert (reading.status, str(reading)) == ("valid", "valid")
    assert list(reading.outlook.shapes) == [5, 10]
    assert square_of(reading).equals(shapely.Polygon(SQUARE))


@pytest.mark.parametrize("mode", MODES)
def test_an_empty_collection_is_a_forecast_of_no_risk(mode):
    reading = read_outlook('{"type": "FeatureCollection", "features": []}', mode)
    assert reading.status == "valid"
    assert reading.outlook.shapes == {}


@pytest.mark.parametrize("mode", MODES)
def test_an_area_of_no_risk_is_no_risk(mode):
    assert read_outlook(text(feature("0%")), mode).outlook.shapes == {}


@pytest.mark.parametrize("case", MENDED)
def test_repair_reads_what_was_meant_and_says_so(case):
    reading = read_outlook(MENDED[case], "repair")
    assert reading.status == "repaired"
    assert reading.notes
    assert square_of(reading).intersection(shapely.Polygon(SQUARE)).area == pytest.approx(4)


@pytest.mark.parametrize("case", [*MENDED, *REFUSED])
def test_strict_rejects_the_malformed_with_a_reason(case):
    reading = read_outlook({**MENDED, **REFUSED}[case], "strict")
    assert (reading.outlook, reading.status) == (None, "rejected")
    assert str(reading).startswith("rejected: ")


@pytest.mark.parametrize("case", REFUSED)
def test_repair_refuses_what_it_cannot_understand(case):
    reading = read_outlook(REFUSED[case], "repair")
    assert (reading.outlook, reading.status) == (None, "rejected")
    assert all(len(note) < 400 for note in reading.notes)


@pytest.mark.parametrize("case", [*MENDED, *REFUSED])
def test_compat_always_gives_an_outlook(case):
    """As published, everything unusable is dropped, even all of the file."""
    reading = read_outlook({**MENDED, **REFUSED}[case], "compat")
    assert reading.outlook is not None


def test_compat_drops_features_of_another_type_only():
    both = text({**feature("10%"), "type": "Polygon"}, feature("5%"))
    reading = read_outlook(both, "compat")
    assert list(reading.outlook.shapes) == [5]
    assert str(reading) == "rejected: features[0] dropped: type must be 'Feature', got 'Polygon'"


def test_compat_empties_a_file_with_one_open_ring():
    reading = read_outlook(text(feature("5%"), feature("10%", [OPEN])), "compat")
    assert reading.outlook.shapes == {}
    assert "features[1] ring 0 is unclosed" in str(reading)


def test_compat_drops_only_the_bad_member_of_a_multipolygon():
    mixed = [[SQUARE], [[x + 5, y] for x, y in SQUARE]]
    reading = read_outlook(text(feature("5%", mixed, "MultiPolygon")), "compat")
    assert square_of(reading).area == pytest.approx(4)
    assert "member 1 ring 0 dropped" in str(reading)


def test_the_label_field_is_one_for_the_whole_file_in_compat():
    spc = {**feature(), "properties": {"LABEL": "0.05"}}
    assert list(read_outlook(text(spc), "compat").outlook.shapes) == [5]
    assert list(read_outlook(text(spc, feature("10%")), "compat").outlook.shapes) == [10]


@pytest.mark.parametrize("mode", MODES)
def test_fields_of_spc_files_are_known(mode):
    labelled = {**feature(), "properties": {"LABEL": "0.10"}}
    numbered = {**feature(), "properties": {"DN": 30}}
    assert list(read_outlook(text(labelled), mode).outlook.shapes) == [10]
    assert list(read_outlook(text(numbered), mode).outlook.shapes) == [30]


@pytest.mark.parametrize("mode", MODES)
def test_a_byte_order_mark_and_heights_do_no_harm(mode):
    high = [[x, y, 100.0] for x, y in SQUARE]
    reading = read_outlook(b"\xef\xbb\xbf" + text(feature(coordinates=[high])).encode(), mode)
    assert reading.status == "valid"
    assert bands_of(reading.outlook, "published").shapes[5].area > 1e10


@pytest.mark.parametrize("mode", MODES)
def test_polygons_of_a_geometry_collection_are_read(mode):
    members = {"type": "GeometryCollection", "geometries": [feature()["geometry"]]}
    reading = read_outlook(text({**feature(), "geometry": members}), mode)
    assert reading.status == "valid"
    assert square_of(reading).area == pytest.approx(4)


def test_a_strict_reading_names_the_place_the_value_and_what_is_allowed():
    message = str(read_outlook(text(feature(), feature(7)), "strict"))
    assert message == (
        "rejected: features[1].properties.risk_level must be one of "
        "'2%', '5%', '10%', '15%', '30%', '45%', '60%', got 7"
    )
    message = str(read_outlook(text(feature(coordinates=[OPEN])), "strict"))
    assert "coordinates[0] must end where it starts, got first [-98.0, 34.0] and last [-98.0, 36.0]" in message


def test_a_file_wrong_in_many_places_reports_the_first_few():
    reading = read_outlook(text(*[feature(n) for n in range(100, 140)]), "strict")
    assert len(reading.notes) == 6
    assert reading.notes[-1] == "and 35 more"


def never_silent(data):
    """Check that every mode gives a result; a file that breaks a rule is never a forecast of no risk outside compat."""
    compat, strict, repair = (read_outlook(data, mode) for mode in MODES)
    assert compat.outlook is not None
    assert (strict.outlook is None) == (strict.status == "rejected")
    assert (repair.outlook is None) == (repair.status == "rejected")
    if strict.status == "valid":
        assert repair == strict
    elif repair.outlook is not None and not repair.outlook.shapes:
        assert any("labelled without risk" in note for note in repair.notes), "nothing else may vanish"
    for reading in (compat, strict, repair):
        for profile in PROFILES if reading.outlook else ():
            assert all(0 < area < math.inf for area in bands_of(reading.outlook, profile).areas.values())


LOOSE = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
numbers = st.one_of(
    st.floats(-130, 60), st.integers(-200, 200), st.floats(), st.just("12"), st.none(), st.booleans(), st.integers()
)
points = st.one_of(
    st.lists(numbers, max_size=4), st.tuples(st.floats(-125, -66), st.floats(24, 50)).map(list), st.just(SQUARE[0])
)
nests = st.recursive(st.lists(points, max_size=7), lambda inner: st.lists(inner, max_size=3), max_leaves=8)
labels = st.one_of(st.sampled_from(["2%", "5%", "10%", "0%", "<2%", 5, 0.05, "10% hatched", None, "SIGN"]), st.text())
kinds = st.sampled_from(["Polygon", "MultiPolygon", "GeometryCollection", "LineString", "Feature", "polygon", None])
geometries = st.one_of(st.none(), st.fixed_dictionaries({"type": kinds, "coordinates": nests}))
features = st.one_of(
    st.none(),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["Feature", "Polygon", "feature", None]), "geometry": geometries},
        optional={"properties": st.one_of(st.none(), st.fixed_dictionaries({"risk_level": labels}))},
    ),
)
documents = st.fixed_dictionaries(
    {"type": st.sampled_from(["FeatureCollection", "Feature", None])}, optional={"features": st.lists(features)}
)


@given(documents.map(json.dumps))
@LOOSE
def test_documents_of_nearly_the_right_shape(data):
    never_silent(data)


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200)))
@LOOSE
@example(b"\xef\xbb\xbf")
@example("{}}{")
def test_arbitrary_bytes(data):
    never_silent(data)


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.floats(), st.integers(), st.text(max_size=5)),
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=9), inner, max_size=4)),
        max_leaves=20,
    ).map(json.dumps)
)
@LOOSE
def test_arbitrary_json(data):
    never_silent(data)


@given(st.integers(0, 5000), st.integers(0, 5000), st.binary(max_size=4))
@LOOSE
def test_a_good_file_with_a_wound(start, length, patch):
    whole = text(feature("2%"), feature("5%", [[SQUARE]], "MultiPolygon"), feature("10%")).encode()
    at = start % len(whole)
    never_silent(whole[:at] + patch + whole[at + length % 20 :])


@given(st.lists(st.tuples(st.floats(-125, -66), st.floats(24, 50)).map(list), min_size=3, max_size=12))
@LOOSE
def test_rings_that_cross_themselves(ring):
    never_silent(text(feature("5%", [[*ring, ring[0]]])))
