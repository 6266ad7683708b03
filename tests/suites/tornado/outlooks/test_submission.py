"""The messages to an agent about its outlook."""

import json

import pytest
from tests.suites.tornado.outlooks.drawing import SQUARE, box, collection, feature, outlook, text

from mesocosm.suites.tornado.outlooks.outlook import nest_levels
from mesocosm.suites.tornado.outlooks.submission import check_submission

LARGE = [[-100.0, 32.0], [-94.0, 32.0], [-94.0, 38.0], [-100.0, 38.0], [-100.0, 32.0]]


def moved(ring, east=0.0, north=0.0):
    return [[x + east, y + north] for x, y in ring]


def test_a_good_outlook_has_no_problems():
    assert check_submission(text(feature("2%", [LARGE]), feature("5%", [SQUARE]))) == []
    assert check_submission(json.dumps(collection())) == []


@pytest.mark.parametrize(
    ("submission", "sentence"),
    [
        ("{", "the file is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("[]", "the outlook must be a JSON object of type 'FeatureCollection', got []"),
        ('{"type": "Feature"}', "type must be 'FeatureCollection', got 'Feature'"),
        ('{"type": "FeatureCollection"}', "features must be a list, empty for no risk, got None"),
        (text({**feature(), "type": "Polygon"}), "features[0].type must be 'Feature', got 'Polygon'"),
        (text(feature("2%", [LARGE]), feature("7%")), "features[1].properties.risk_level must be one of '2%', "),
        (text(feature("2%", [SQUARE[:-1]])), "coordinates[0] must end where it starts"),
        (text(feature("2%", [[*SQUARE[:2], SQUARE[0]]])), "must have at least four points, the first repeated; got 3"),
        (text(feature("2%", [[[y, x] for x, y in SQUARE]])), "[longitude -180 to 180, latitude -90 to 90]"),
        (text(feature("2%", [moved(SQUARE, 190)])), "must lie in the contiguous United States, longitudes -125 to -66"),
        (text(feature("2%", [moved(SQUARE, 7, -9)])), "must lie in the contiguous United States, got none of it there"),
        (text(feature("2%", [[SQUARE[0]] * 5])), "must enclose an area, got one point again and again"),
        (text(feature("2%", [moved([[0, 0], [0.01, 0], [0.01, 0.01], [0, 0]], -97, 35)])), "at least 20 km², got 0.5"),
        (text(feature("5%")), "an area of 2% must surround every higher one, got none; the lowest is 5%"),
        ("[" * 200_000, "nested too deeply"),
    ],
)
def test_each_problem_is_one_sentence_with_place_value_and_what_is_allowed(submission, sentence):
    (problem,) = check_submission(submission)
    assert sentence in problem
    assert "\n" not in problem


@pytest.mark.parametrize(
    "submission",
    ["No risk today.", '{"risk": "5%"}', json.dumps(feature("2%", [LARGE])), json.dumps([feature("2%", [LARGE])])],
)
def test_another_form_is_answered_with_the_right_one(submission):
    (problem,) = check_submission(submission)
    assert (
        '; write {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"risk_level"' in problem
    )


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ("risk_level", "risk_levl", "got nothing; `risk_levl` is not a member of it, did you mean `risk_level`?"),
        ("features", "featurs", "got None; `featurs` is not a member of it, did you mean `features`?"),
        ("geometry", "geometri", "geometry is missing; `geometri` is not a member of it, did you mean `geometry`?"),
        ("coordinates", "coordnates", "is missing; `coordnates` is not a member of it, did you mean `coordinates`?"),
        ("properties", "propertys", "properties is missing; `propertys` is not a member of it, did you mean"),
        ("risk_level", "risk", "got nothing; `risk` is not a member of it, did you mean `risk_level`?"),
        ("risk_level", "probability", "'60%', got nothing but `probability`"),
    ],
)
def test_a_misspelt_member_is_named_beside_the_missing_one(right, wrong, sentence):
    (problem,) = check_submission(text(feature("2%", [LARGE])).replace(f'"{right}"', f'"{wrong}"'))
    assert sentence in problem


def test_what_juts_out_is_reported_with_its_size():
    """Half of the 5 % square, some 20,000 km², lies east of the 2 % square."""
    (problem,) = check_submission(text(feature("2%"), feature("5%", [moved(SQUARE, 1)])))
    assert problem.startswith("the 5% area must lie within the 2% area, got ")
    assert 18_000 < float(problem.split("got ")[1].split(" km²")[0].replace(",", "")) < 22_000


def test_every_problem_is_reported_at_once():
    problems = check_submission(text(feature(3), {**feature(), "type": "X"}, feature("2%", [SQUARE[:-1]])))
    assert [problem.partition(".")[0] for problem in problems] == ["features[0]", "features[1]", "features[2]"]


def test_levels_may_share_an_edge():
    assert check_submission(text(feature("2%"), feature("5%"))) == []


def test_a_truth_drawn_nested_can_be_submitted():
    disjoint = outlook(p2=box(-100, 32, -94, 38) - box(-98, 34, -96, 36), p5=box(-98, 34, -96, 36))
    assert check_submission(json.dumps(disjoint.geojson())) != []
    assert check_submission(json.dumps(nest_levels(disjoint).geojson())) == []
