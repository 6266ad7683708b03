"""The tornado suite: items, worlds, scores and forecasters."""

import json
import math
import shutil

import numpy as np
import pytest

from mesocosm import registry
from mesocosm.episode.agent import Case
from mesocosm.episode.loop import run_episode
from mesocosm.errors import InvalidRecord
from mesocosm.suite import Suite
from mesocosm.suites.tornado import ingredients
from mesocosm.suites.tornado.days.day_types import day_type
from mesocosm.suites.tornado.days.synthetic import SyntheticDay
from mesocosm.suites.tornado.items import ARCHIVE

pytest.importorskip("eccodes", reason="install mesocosm[weather]")

SEED = 11
BUSY = next(index for index in range(40) if day_type(SEED, index) == 15)
QUIET = next(index for index in range(40) if day_type(SEED, index) == 0)
RING = [[-98, 34], [-94, 34], [-94, 37], [-98, 37], [-98, 34]]


@pytest.fixture(scope="module")
def suite() -> Suite:
    return registry.load("suites", "tornado")


def outlook(*levels: str) -> str:
    features = [
        {
            "type": "Feature",
            "properties": {"risk_level": level},
            "geometry": {"type": "Polygon", "coordinates": [RING]},
        }
        for level in levels
    ]
    return json.dumps({"type": "FeatureCollection", "features": features})


def play(suite: Suite, index: int, agent: str, **options: str):
    item, reference = suite.case(SEED, index)
    with suite.world(item, reference, options=options) as world:
        return run_episode(world, registry.load("agents", agent)(Case(item, reference, world.tools)))


def scored(suite: Suite, index: int, agent: str, profile: str = "default") -> float:
    return suite.score(*suite.case(SEED, index), play(suite, index, agent), profile).value


def test_the_truth_goes_as_high_as_its_day(suite):
    for index in (BUSY, QUIET):
        levels = [
            int(feature["properties"]["risk_level"].rstrip("%"))
            for feature in suite.case(SEED, index)[1].answer["features"]
        ]
        assert max(levels, default=0) == day_type(SEED, index)


def test_the_item_tells_the_day_and_nothing_of_what_happened(suite):
    item, reference = suite.case(SEED, BUSY)
    day = SyntheticDay(SEED, BUSY)
    assert item.data.model_dump() == {"date": day.date.isoformat()}
    assert f"{day.date.isoformat()} 12 UTC" in item.prompt
    assert len(reference.hidden.reports) == len(day.reports) > 0


@pytest.mark.parametrize("profile", ["default", "published"])
@pytest.mark.parametrize("index", [BUSY, QUIET])
def test_the_oracle_is_perfect(suite, index, profile):
    assert scored(suite, index, "oracle", profile) == pytest.approx(1.0, abs=1e-9)


def test_who_knows_the_hazard_is_good_and_not_perfect(suite):
    assert 0.4 < scored(suite, BUSY, "tornado.hazard") < 1.0


def test_only_who_knows_the_hazard_learns_the_truth(suite):
    assert [name for name in suite.card.agents if suite.tells_truth_to(name)] == ["hazard"]


def test_an_empty_outlook_is_right_on_a_quiet_day_alone(suite):
    assert scored(suite, QUIET, "tornado.empty") == 1.0
    assert scored(suite, BUSY, "tornado.empty") == 0.0


def test_false_areas_cost_by_their_size(suite):
    """As published, any false area costs all; by default a large one costs nearly all."""
    assert scored(suite, QUIET, "tornado.overforecaster", "published") == 0.0
    assert 0.0 < scored(suite, QUIET, "tornado.overforecaster") < 0.1


@pytest.mark.exhaustive
def test_the_ingredients_are_read_off_the_maps(suite):
    trace = play(suite, BUSY, "tornado.ingredients")
    tables = [call.arguments["map_type_directory"] for call, _ in trace.calls() if call.tool == "tabulate_map"]
    assert set(tables) == {ingredients.GROUND, *ingredients.HOURLY}
    assert not [seen.error for _, seen in trace.calls() if seen.error]
    assert suite.score(*suite.case(SEED, BUSY), trace).value > 0.2


def test_the_parameter_is_the_one_of_the_paper():
    """Every term at its reference value makes one; a wind shear of 20 m/s is shown as 38.9 knots."""
    values = {
        ingredients.ENERGY: 1500,
        ingredients.INHIBITION: -50,
        ingredients.HELICITY: 150,
        ingredients.SHEAR[0]: 20 * ingredients.KNOTS,
        ingredients.SHEAR[1]: 0,
        ingredients.CLOUD_BASE: 1300,
        ingredients.REFLECTIVITY: 50,
    }
    maps = ingredients.Maps()
    table = {"longitudes": [-98, -97], "latitudes": [35, 36]}
    maps.add(ingredients.GROUND, ingredients.HOURS[0], {**table, "values": np.full((2, 2), 300.0).tolist()})
    for name, value in values.items():
        maps.add(name, 21, {**table, "values": np.full((2, 2), float(value)).tolist()})
    assert ingredients.tornado_parameter(maps, 21) == pytest.approx(np.ones((2, 2)))


def test_a_malformed_outlook_may_be_mended_once(suite):
    item, reference = suite.case(SEED, QUIET)
    with suite.world(item, reference) as world:
        seen = world.call("submit_tornado_prediction", {"prediction_geojson": outlook("7%")})
        assert "risk_level" in seen.error.message
        assert "'7%'" in seen.error.message
        assert "1 try left" in seen.error.message
        assert world.call("submit_tornado_prediction", {"prediction_geojson": outlook("2%")}).done
        assert 0 < suite.score(item, reference, world.finish()).value < 1


@pytest.mark.parametrize("text", ["", "no risk today", "[]", '{"type": "FeatureCollection"}', outlook("7%")])
def test_a_malformed_outlook_is_never_an_empty_one(suite, text):
    """On a quiet day an empty outlook is perfect: a malformed one must not count as empty, except as published."""
    item, reference = suite.case(SEED, QUIET)
    with suite.world(item, reference) as world:
        for _ in range(2):
            world.call("submit_tornado_prediction", {"prediction_geojson": text})
        trace = world.finish()
    assert trace.answer.status == "rejected"
    assert suite.score(item, reference, trace).value == 0.0


def box(level, west, south, east, north):
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"risk_level": level}, "geometry": geometry}


@pytest.mark.parametrize(
    "feature",
    [
        box("60%", -93, 25, -88, 28),  # the Gulf: off the land that is scored
        box("30%", -105, 49.5, -95, 55),  # Canada
        box("10%", -100, 33, -95, 37),  # on land, without the 2 % area around it
    ],
)
def test_a_refused_outlook_loses_its_day(suite, feature):
    item, reference = suite.case(SEED, QUIET)
    text = json.dumps({"type": "FeatureCollection", "features": [feature]})
    with suite.world(item, reference) as world:
        for _ in range(2):
            world.call("submit_tornado_prediction", {"prediction_geojson": text})
        trace = world.finish()
    assert trace.answer.status == "rejected"
    judged = suite.score(item, reference, trace)
    assert judged.value == 0.0
    assert trace.answer.problem in judged.explanation
    assert suite.score(item, reference, trace, "published").value == 0.0  # published: any false area costs all


def test_soundings_are_counted_and_can_be_taken_away(suite):
    item, reference = suite.case(SEED, QUIET)
    place = {"latitude": 35.2, "longitude": -97.4, "forecast_hour": 21}
    with suite.world(item, reference, options={"soundings": "1"}) as world:
        assert "0 of 1 soundings left" in world.call("request_sounding", place).text
        assert "used up" in world.call("read_sounding", place).error.message
    with suite.world(item, reference, options={"soundings": "0"}) as world:
        assert not {"request_sounding", "read_sounding"} & set(world.tools)
    with pytest.raises(InvalidRecord, match="option soundings must be a whole number, 0 or more, got 'many'"):
        suite.world(item, reference, options={"soundings": "many"})


def test_without_pictures_maps_and_soundings_are_read_as_numbers(suite):
    item, reference = suite.case(SEED, QUIET)
    with suite.world(item, reference, options={"pictures": "no"}) as world:
        assert not {"request_hrrr_map", "request_sounding"} & set(world.tools)
        assert {"tabulate_map", "read_sounding"} <= set(world.tools)
        assert world.system.endswith("soundings as text (read_sounding).")
        assert "there is no tool 'request_hrrr_map'" in world.call("request_hrrr_map", {}).error.message


def test_only_one_of_the_two_prompts_states_the_rules(suite):
    item, reference = suite.case(SEED, QUIET)
    prompts = {}
    for name in ("rules", "simple"):
        with suite.world(item, reference, options={"prompt": name}) as world:
            prompts[name] = world.system
    assert "50 soundings" in prompts["rules"]
    assert "0.25 lambda" in prompts["rules"]
    assert "0.25" not in prompts["simple"]


def test_every_observation_says_what_is_left(suite):
    item, reference = suite.case(SEED, QUIET)
    with suite.world(item, reference) as world:
        assert world.call("list_available_map_types").text.endswith("[119 steps left]")


# ------------------------------------------------------------------ archived days


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """Write one synthetic hour and station in the published layout, with a report file of SPC's form."""
    day = SyntheticDay(SEED, BUSY)
    folder = tmp_path / "hrrr_20250314_00z"
    for name in ("hrrr_maps", "bufkit", "ground_truth"):
        (folder / name).mkdir(parents=True)
    shutil.copy(day.surface_file(12), folder / "hrrr_maps")
    shutil.copy(day.sounding_file(day.stations()[0].id), folder / "bufkit")
    rows = "".join(f"{1200 + n},UNK,2 N X,Y,OK,35.{n},-97.{n},\n" for n in range(9))
    text = "Time,F_Scale,Location,County,State,Lat,Lon,Comments\n" + rows
    (folder / "ground_truth" / "250314_rpts_torn.csv").write_text(text)
    monkeypatch.setenv(ARCHIVE, str(tmp_path))
    return folder


def test_a_seed_that_is_a_date_is_a_day_of_the_archive(suite, archive):
    fresh = Suite(suite.package)
    item, reference = fresh.case(20250314, 0)
    assert item.data.date == "2025-03-14"
    assert len(reference.hidden.reports) == 9
    assert reference.answer["features"][0]["properties"]["risk_level"] == "2%"
    with fresh.world(item, reference) as world:
        assert "141 map types" in world.call("list_available_map_types").text
        assert math.isclose(fresh.score(item, reference, world.finish()).value, 0.0)


def test_a_day_that_is_not_there_is_named(suite, archive, monkeypatch):
    fresh = Suite(suite.package)
    with pytest.raises(InvalidRecord, match="no hrrr_20250315_00z; fetch it with: mesocosm tornado day 20250315"):
        fresh.case(20250314, 1)
    with pytest.raises(InvalidRecord, match="seed 20251340 is no date"):
        fresh.case(20251340, 0)
    monkeypatch.delenv(ARCHIVE)
    with pytest.raises(InvalidRecord, match=f"set {ARCHIVE}"):
        fresh.case(20250314, 0)
