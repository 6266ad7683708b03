"""Items on recorded data: a small pack that may be redistributed, built from real files, played without a network."""

import json
import shutil

import pytest
from tests.shared import ROOT, SHARED

import mesocosm
from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.episode.agent import Case, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.errors import InvalidRecord
from mesocosm.suite.blocks import MapBlock
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.items import REAL_SEED
from mesocosm.suites.terra.oracle import oracle
from mesocosm.suites.terra.real_data.building import build, check, recipe
from mesocosm.suites.terra.real_data.pack import VARIABLE, RealPack
from mesocosm.suites.terra.real_data.real_workflow import real_workflow, real_workflow_names
from mesocosm.suites.terra.view import view

REAL = SHARED / "data" / "real"
KINDS = ("basin_flow", "fire_spring", "storm_strength", "street_walk")
"""Public domain, Apache and ODbL: data that a pack may pass on, with credit."""
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="../shared/data is not here")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("real") / "pack"
    build(out, REAL, KINDS)
    return out


@pytest.fixture
def pack(folder, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(folder))
    suite.forget()
    yield RealPack(folder)
    suite.forget()


def play(case, script, **options):
    with suite.world(*case, options={"data": "real", **options}) as world:
        asked = Case(*case, tools=world.tools, seed=0, options=world.options)
        return suite.score(*case, run_episode(world, ScriptAgent(script(asked))))


def test_the_recipe_has_enough_requests_of_enough_kinds_with_licence_and_credit():
    whole = recipe()
    assert len(whole.requests) >= 24
    assert {request.kind for request in whole.requests} == set(real_workflow_names())
    assert len({real_workflow(name).domain for name in real_workflow_names()}) >= 6
    files = {file.name: file for file in whole.files}
    assert {source for request in whole.requests for file in request.files for source in file.sources} == set(files)
    assert all(file.licence and file.citation and file.recipe.startswith("https://") for file in files.values())


def test_the_page_says_how_many_requests_there_are():
    page = (ROOT / "docs" / "terra-real.md").read_text()
    requests, kinds = recipe().requests, real_workflow_names()
    assert f"{len(requests)} requests of {len(kinds)} kinds" in page
    assert all(f"| `{kind}` |" in page for kind in kinds)


@needs_real
def test_the_recipe_names_the_licences_and_hashes_of_the_files_that_are_here():
    import csv

    with (REAL / "MANIFEST.csv").open() as table:
        here = {row["path"]: row for row in csv.DictReader(table)}
    assert all(file.sha256 == here[file.path]["sha256"] for file in recipe().files)


@needs_real
def test_both_ways_agree_on_the_small_pack(pack):
    rows = list(check(pack))
    assert {row.kind for row in rows} == set(KINDS)
    assert all(row.fields >= 5 and row.steps >= 3 for row in rows)


@needs_real
@pytest.mark.exhaustive
def test_both_ways_agree_on_the_whole_pack(tmp_path):
    build(tmp_path / "pack", REAL)
    assert len(list(check(RealPack(tmp_path / "pack")))) == len(recipe().requests)


@needs_real
@pytest.mark.parametrize("index", range(len(KINDS)))
def test_the_oracle_earns_full_marks_with_every_field_computed_twice(pack, index):
    case = suite.case(REAL_SEED, index)
    assert play(case, oracle).value == 1.0
    assert suite.second(case[0]) == case[1].hidden.second
    assert case[1].hidden.recorded.pack == pack.sha256


def truths_of(pack, kind):
    """Return the parameters and the truth of each request of a kind."""
    for index, request in enumerate(pack.manifest.requests):
        if request.kind == kind:
            yield request, suite.case(REAL_SEED, index)[1].answer


@needs_real
def test_no_river_carries_more_water_than_fell_on_its_basin(pack):
    """The rain is that of the weather record Daymet beside the gauges, which no request shows."""
    for request, truth in truths_of(pack, "basin_flow"):
        path = REAL / f"timeseries/camels_us_4basins/{request.given['gauge']}_lump_cida_forcing_leap.txt"
        rows = [line.split() for line in path.read_text().splitlines()[4:]]
        rain_mm = sum(float(row[5]) for row in rows if int(row[0]) == request.given["year"])
        assert 0.1 * rain_mm < truth["runoff_mm"] < rain_mm
        assert truth["low_week_m3_s"] < truth["mean_m3_s"] < truth["flood_m3_s"]


@needs_real
def test_the_category_of_a_storm_is_the_one_that_its_file_states(pack):
    import io

    import xarray as xr

    for request, truth in truths_of(pack, "storm_strength"):
        with xr.open_dataset(io.BytesIO(pack.read(request.given["recorded"]))) as track:
            assert truth["category"] == str(track.attrs["category"])


@needs_real
def test_a_run_plays_the_items_of_the_pack(pack):
    results = mesocosm.run("terra", "null", options={"data": "real"}, limit=2, isolated=False)
    assert [episode.item for episode in results.episodes] == [f"terra-s{REAL_SEED}-000{index}" for index in (0, 1)]
    assert [episode.score.value for episode in results.episodes] == [0.0, 0.0]
    plan = RunPlan(suite="terra", models=("mesocosm/null",), options={"data": "real"})
    assert plan.item_count == len(pack.manifest.requests)


@needs_real
def test_the_workspace_holds_the_files_of_the_request_and_nothing_true(pack):
    case = suite.case(REAL_SEED, 1)
    with suite.world(*case, options={"data": "real"}) as world:
        listed = world.call("files_list_files").text
        assert all(file.name in listed for file in pack.request(1).files)
        assert "pack.json" not in listed
    manifest = json.loads((pack.folder / "pack.json").read_text())
    assert set(manifest["requests"][1]) == {"kind", "place", "box", "now", "given", "files"}


@needs_real
def test_the_noon_weather_comes_without_the_indices_that_were_published_with_it(pack):
    index = next(n for n, request in enumerate(pack.manifest.requests) if request.kind == "fire_spring")
    case = suite.case(REAL_SEED, index)
    with suite.world(*case, options={"data": "real", "tools": "all"}) as world:
        table = world.call("files_read_file", {"path": "noon.csv"}).text
    assert "wind_km_h" in table
    assert "fwi" not in table.lower()


@needs_real
def test_what_was_not_recorded_is_refused_and_the_network_is_not_asked(pack):
    case = suite.case(REAL_SEED, 0)
    with suite.world(*case, options={"data": "real", "tools": "all"}) as world:
        found = world.call("gis_resolve_place", {"name": "Port Louis"})
    assert found.error is not None
    assert "nothing is recorded for this request" in found.error.message


@needs_real
def test_a_reply_that_was_recorded_into_the_pack_is_replayed(pack, folder, tmp_path, monkeypatch):
    """The form of the reply is Nominatim's: https://nominatim.org/release-docs/latest/api/Output/."""
    from mesocosm.sources.page_cache import Page
    from mesocosm.sources.recording import Asked, Records

    case = suite.case(REAL_SEED, 0)
    with suite.world(*case, options={"data": "real", "tools": "all"}) as world:
        missed = world.call("gis_resolve_place", {"name": "Cherryfield"}).error.message
    address = missed.partition("GET ")[2].split()[0]
    reply = [{"display_name": "Cherryfield, Maine", "name": "Cherryfield", "lat": "44.6", "lon": "-67.9",
              "boundingbox": ["44.5", "44.7", "-68.1", "-67.8"], "type": "town", "category": "place",
              "addresstype": "town", "osm_id": 1, "osm_type": "node", "place_rank": 16, "importance": 0.4}]  # fmt: skip
    other = tmp_path / "pack"
    shutil.copytree(folder, other)
    page = Page(json.dumps(reply).encode(), kind="application/json")
    Records(other / "records").keep(Asked(method="GET", url=address), page, "ODbL")
    monkeypatch.setenv(VARIABLE, str(other))
    with suite.world(*case, options={"data": "real", "tools": "all"}) as world:
        found = world.call("gis_resolve_place", {"name": "Cherryfield"})
    assert found.error is None
    assert "-67.9" in found.text


@needs_real
def test_other_seeds_and_planet_items_are_refused(pack):
    with pytest.raises(InvalidRecord, match="leave the seed and the split out"):
        suite.seed_under(7, {"data": "real"})
    assert suite.seed_under(7, {"data": "planet"}) == 7
    assert suite.seed_under(0, {"data": "real"}) == REAL_SEED
    with pytest.raises(InvalidRecord, match=f"seed {REAL_SEED + 1} has no items"):
        suite.case(REAL_SEED + 1, 0)
    with pytest.raises(InvalidRecord, match=r"has \d+ requests, numbered from 0; there is no 500"):
        suite.case(REAL_SEED, 500)


def test_a_planet_item_keeps_its_own_data(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    from tests.suites.terra.answered_items import item

    with pytest.raises(InvalidRecord, match="lies on a planet"):
        suite.setting(*item(), options={"data": "real"})
    assert "recorded" not in item()[1].model_dump()["hidden"]


@needs_real
def test_items_on_recorded_data_cannot_be_sealed(pack, tmp_path):
    from mesocosm.sealed.seal import seal_suite

    with pytest.raises(InvalidRecord, match="cannot be sealed"):
        seal_suite(suite, 1, tmp_path / "seal", options={"data": "real"})
    assert not (tmp_path / "seal").exists()


@needs_real
@pytest.mark.exhaustive
def test_an_item_pack_of_recorded_data_is_played_without_naming_its_options(pack, tmp_path):
    from click.testing import CliRunner

    from mesocosm.cli.main import mesocosm_command

    file, logs = str(tmp_path / "items.pack"), str(tmp_path / "logs")
    build_it = ["pack", "build", "terra", "--option", "data=real", "--limit", "1", "-o", file]
    play_it = ["run", "terra", "--pack", file, "--agent", "null", "--no-baselines", "--log-dir", logs, "--json"]
    done = [CliRunner().invoke(mesocosm_command, words) for words in (build_it, play_it)]
    assert [one.exit_code for one in done] == [0, 0], done
    [row] = json.loads(done[1].stdout)
    assert row["options"]["data"] == "real"


@needs_real
def test_an_item_of_another_pack_is_refused(pack, tmp_path, monkeypatch):
    case = suite.case(REAL_SEED, 0)
    build(tmp_path / "other", REAL, ("fire_spring",))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "other"))
    with pytest.raises(InvalidRecord, match="was made from another pack"):
        suite.setting(*case, options={"data": "real"})


@needs_real
def test_a_report_shows_the_place_on_the_earth(pack):
    from mesocosm.trace.schema import Trace

    [chart] = [block for block in view(*suite.case(REAL_SEED, 0), Trace(events=())) if isinstance(block, MapBlock)]
    assert chart.outlines
    assert chart.layers[0].name == pack.request(0).place


@needs_real
def test_a_changed_file_is_no_file_of_the_recipe(tmp_path):
    [file] = [file for file in recipe().files if file.name == "cffdrs/spring-1985.nc"]
    (tmp_path / "from" / file.path).parent.mkdir(parents=True)
    (tmp_path / "from" / file.path).write_bytes(b"CDF")
    with pytest.raises(InvalidRecord, match="the recipe expects"):
        build(tmp_path / "pack", tmp_path / "from", ("fire_spring",))
    with pytest.raises(InvalidRecord, match=r"has no .*leave --from out to download it"):
        build(tmp_path / "again", tmp_path, ("fire_spring",))
