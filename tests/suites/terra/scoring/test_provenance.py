"""Answers that can be traced to the result of a tool."""

import math

import pytest
from tests.suites.terra.scoring.making import call

from mesocosm.suites.terra.scoring.prediction import prediction_of
from mesocosm.suites.terra.scoring.provenance import trace_answers
from mesocosm.suites.terra.scoring.truth import truth_of

READ = call("reanalysis.read", text="hot on 9 of 92 days, 18.3 to 62.8", data={"days": 9}, files={"run/t.nc": "aa"})


def support(value, calls, absolute=0.0, **entry):
    truth = truth_of([{"key": "x", "value": value, "abs_tol": absolute, "rel_tol": 0, "floor_scale": 0}])
    return trace_answers(truth, prediction_of([{"key": "x", "value": value, **entry}]), calls)


@pytest.mark.parametrize(
    ("value", "observed", "share"),
    [
        (31.4, {"text": "mean 31.4 degC"}, 1),
        (31.4, {"text": "mean 31.4171 degC"}, 1),  # rounds to it
        (31.4, {"text": "mean 31.46 degC"}, 0),
        (31.4, {"data": {"mean": [30.0, 31.41]}}, 1),
        (31.4, {"text": "file t2m-31.4abc.nc"}, 0),  # part of a name
        (-31.4, {"text": "\N{MINUS SIGN}31.4"}, 1),
        (3, {"text": "3 files"}, 0),  # a single digit proves nothing
        (3, {"data": {"hot_days": 3}}, 1),
        (1.2e6, {"text": "1200000 people"}, 1),
        (1404.9, {"text": "1,404.9 m³/s"}, 1),
        (1404.9, {"text": "1,4049"}, 0),
        ("Ostrava", {"text": "nearest: OSTRAVA."}, 1),
        ("Ostrava", {"text": "Ostravany"}, 0),
        ("2031-07-14", {"text": "onset 2031-07-14"}, 1),
        (["Brno", "Opava"], {"data": ["Opava", "Brno"]}, 1),
    ],
)
def test_values_that_turn_up(value, observed, share):
    assert support(value, [call("gis.a", **observed)]).share == share


def test_a_tolerance_widens_the_search_by_half_a_per_cent_at_most():
    assert support(200.0, [call("gis.a", text="200.9")], absolute=5).share == 1
    assert support(200.0, [call("gis.a", text="203.0")], absolute=5).share == 0


def test_what_the_agent_wrote_itself_is_no_observation():
    echo = call("calculator", text="31.4", expression="31.4 + 0 * 62.8")
    assert support(31.4, [READ, echo]).share == 0
    assert support(31.4, [call("gis.a", text="31.4"), echo]).fields == {"x": "observed in call 1"}


def test_failed_calls_and_calls_after_the_answer_show_nothing():
    assert support(31.4, [call("gis.a", status="failed", text="31.4")]).share == 0
    assert support(31.4, [call("gis.a", text="31.4").model_copy(update={"before_answer": False})]).share == 0


@pytest.mark.parametrize("cites", [{"step": "c1"}, {"step": 1}, {"artifact": "t.nc"}, {"evidence": ["?", "t.nc"]}])
def test_naming_a_source_that_holds_the_value_counts(cites):
    result = support(31.4, [call("gis.a", id="c1", text="mean 31.4", files={"t.nc": "aa"})], **cites)
    assert (result.share, result.cited, result.fields) == (1, 1, {"x": "cited"})


@pytest.mark.parametrize("cites", [{"step": "c1"}, {"step": 1}, {"artifact": "t.nc"}, {"evidence": ["?", "t.nc"]}])
def test_a_wrong_answer_that_names_a_call_is_not_supported(cites):
    result = support(77.7, [call("gis.a", id="c1", text="mean 31.4", files={"t.nc": "aa"})], **cites)
    assert (result.share, result.cited, result.observed) == (0, 0, 0)


def test_a_call_that_only_echoes_the_value_is_no_source():
    assert support(31.4, [call("gis.buffer", id="c1", text="radius 31.4", radius=31.4)], step="c1").share == 0


def test_a_file_is_a_source_of_what_was_read_from_it():
    made = call("archive.get", text="wrote t.nc", files={"run/t.nc": "aa"})
    read = call("region.mean", text="mean 31.4", path="run/t.nc")
    assert support(31.4, [made, read], artifact="run/t.nc").cited == 1
    assert support(77.7, [made, read], artifact="run/t.nc").cited == 0


def test_a_named_file_must_be_one_that_a_call_made():
    read = call("region.mean", id="c1", text="mean 31.4", path="t.nc")
    assert support(31.4, [read], artifact="elsewhere.nc").cited == 0
    assert support(77.7, [read], artifact="elsewhere.nc").share == 0


@pytest.mark.parametrize("value", [True, False, 0, 0.0, 1, -2, "", [], None])
def test_what_can_be_guessed_is_not_counted(value):
    check = call("gis.within", id="c1", data={"value": value}, text=str(value))
    assert math.isnan(support(value, [check], step="c1").share)


@pytest.mark.parametrize("cites", [{}, {"step": "c2"}, {"artifact": "own.nc"}])
def test_what_a_tool_makes_of_the_agents_file_stays_the_agents(cites):
    write = call("files.write_file", text="wrote", path="own.csv", content="t\n1", files={"own.csv": "b"})
    turned = call("gis.convert", id="c2", text="mean 31.4", path="own.csv", out="own.nc", files={"own.nc": "c"})
    again = call("region.mean", text="mean 31.4", path="own.nc")
    assert support(31.4, [write, turned, again], **cites).share == 0


def test_an_engine_that_ran_on_the_agents_input_shows_its_results():
    write = call("files.write_file", text="wrote", path="deck.txt", content="run", files={"deck.txt": "b"})
    assert support(31.4, [write, call("simulation.run", text="load 31.4", path="deck.txt")]).share == 1


def test_a_note_about_a_file_does_not_make_it_the_agents_own():
    fetch = call("archive.get", text="wrote t.nc", files={"t.nc": "aa"})
    note = call("files.write_file", text="wrote", path="note.md", content="see t.nc", files={"note.md": "b"})
    assert support(31.4, [fetch, note, call("region.mean", text="mean 31.4", path="t.nc")]).share == 1


def test_naming_a_source_that_is_not_there_does_not():
    assert support(31.4, [call("gis.a", id="c1", status="failed")], step="c1").share == 0
    assert support(31.4, [], step="c9").share == 0


@pytest.mark.parametrize("tool", ["files.write_file", "execution_python", "calculator.calculate"])
def test_what_the_agent_made_itself_is_no_source(tool):
    assert support(31.4, [call(tool, id="c1", files={"t.nc": "aa"})], step="c1").share == 0
    assert support(31.4, [call(tool, files={"t.nc": "aa"})], artifact="t.nc").share == 0


def test_a_program_that_prints_every_number_shows_none():
    every = " ".join(f"{number / 10:.1f}" for number in range(1000))
    assert support(31.4, [call("execution.python", text=every)]).share == 0
    assert support(31.4, [READ, call("execution.python", text="mean 31.4", code="print(mean('t.nc'))")]).share == 1
    assert support(31.4, [call("reanalysis.read", text=every)]).share == 1


@pytest.mark.parametrize(
    ("value", "expression", "share"),
    [
        (31.4, "62.8 / 2", 1),  # half of what was shown
        (31.4, "63 / 2", 1),  # rounded
        (31.4, "-62.8 / -2", 1),
        (31.4, "15.7 * 2", 0),  # a guess in other words
        (31.4, "15.7 * 2 + 0 * 9", 0),
        (31.4, "15.7 * 2 + 1e999", 0),
        (9.8, "9 / 92 * 100", 1),
        (1.29, "round(9/7, 2)", 1),
        (282.15, "9 + 273.15", 1),
        (4.5, "8 / 2", 0),
        (44.3, "sum([62.8,18.3,120])/3", 1),
        (31.4, "", 0),
    ],
)
@pytest.mark.parametrize("tool", ["calculator.calculate", "execution.python", "run_math_agent"])
def test_arithmetic_shows_something_only_of_what_was_shown(tool, value, expression, share):
    computed = call(tool, data={"value": value}, expression=expression, seconds=92)
    assert support(value, [READ, computed]).share == share
    assert support(value, [computed]).share == 0


WRITTEN = call(
    "files.write_file", text="wrote own.csv: 314 bytes", path="own.csv", content="15.7", files={"own.csv": "b"}
)


@pytest.mark.parametrize(
    ("code", "share"),
    [
        ("print(open_dataset('t.nc').mean())", 1),
        ("print(read_csv('wells.csv').ca.mean())", 1),  # a file of the item, of which no call need have told
        ("print(open('deck').read())", 1),
        ("for path in glob('run/*.nc'): print(path)", 1),
        ("for year in years: print(f'well{year[0]}.csv')", 1),
        ("print(read_csv('own.csv').mean())", 0),
        ("print(15.7 * 2)  # own.csv", 0),
        ("print(15.7 * 2)  # nothing.csv", 0),
        ("print(15.7 * 2)  # *.tif", 0),
        ("open('made.csv', 'w').write(str(15.7 * 2)); print(open('made.csv').read())", 0),
        ("import numpy.random; print(15.7 * 2)", 0),
    ],
)
def test_programs_show_what_is_in_files_that_were_there_and_not_their_own(code, share):
    program = call("execution.python", text="mean 31.4", code=code)
    assert support(31.4, of_item([READ, WRITTEN, program], "data/wells.csv", "deck")).share == share


def of_item(calls, *files):
    return [made.model_copy(update={"item_files": frozenset(files)}) for made in calls]


def test_a_file_that_a_tool_names_is_there_where_a_trace_tells_of_none():
    fetch = call("fetch_era5", text="saved to out/x.nc")
    program = call("code_agent", text="mean 31.4", code="print(open_dataset('x.nc').mean())")
    assert support(31.4, [fetch, program]).share == 1
    assert support(31.4, [program]).share == 0
    assert support(31.4, of_item([fetch, program])).share == 0


@pytest.mark.parametrize("name", ["own.nc", "own", "own.dat", "a b/\N{LATIN SMALL LETTER O WITH DIAERESIS}wn.h5"])
@pytest.mark.parametrize("status", ["ok", "failed"])
def test_what_is_read_from_a_file_that_a_program_made_up_is_its_own(name, status):
    program = call("execution.python", status, code=f"write('{name}', '57' + chr(46) + '77')", files={name: "b"})
    read = call("reanalysis.inspect", id="c2", text="mean 57.77", path=f"./{name}")
    for cites in ({}, {"step": "c2"}, {"artifact": name}):
        assert support(57.77, of_item([program, read]), **cites).share == 0


def test_a_listing_of_files_shows_nothing():
    program = call("execution.python", code="write('57' + chr(46) + '77 mm')", files={"57.77 mm": "b"})
    listing = call("files_list_files", text="5777 6e5cc5a0db55 57.77 mm")
    assert support(57.77, of_item([program, listing])).share == 0


def test_writing_a_file_shows_nothing_and_feeds_nothing():
    read = call("files.read_file", text="15.7", path="own.csv")
    double = call("calculator.calculate", data={"value": 31.4}, expression="15.7 * 2")
    assert support(314, [WRITTEN]).share == 0
    assert (
        support(31.4, [WRITTEN, call("calculator.calculate", data={"value": 31.4}, expression="314 / 10")]).share == 0
    )
    assert support(31.4, [WRITTEN, read, double]).share == 0


def test_long_listings_feed_what_they_do_not_show():
    listing = call("files.read_file", text=" ".join(f"{number / 4:.2f}" for number in range(400, 800)), path="s.csv")
    mean = call("calculator.calculate", data={"value": 140.5}, expression="(130.25 + 150.75) / 2")
    assert support(130.25, [listing]).share == 0
    assert support(140.5, [listing, mean]).share == 1
    printed = call("execution.python", text=listing.text, code="print(read('t.nc'))", files={"out.csv": "c"})
    again = call("execution.python", text="31.4", code="print(read('out.csv'))")
    assert support(31.4, [READ, printed, again]).share == 1
    assert support(31.4, [printed, again]).share == 0


def test_what_was_computed_of_something_shown_can_be_computed_with():
    half = call("calculator.calculate", data={"value": 31.4}, expression="62.8 / 2")
    quarter = call("calculator.calculate", data={"value": 15.7}, expression="31.4 / 2")
    assert support(15.7, [READ, half, quarter]).share == 1
    assert support(15.7, [half, quarter]).share == 0


def test_fields_left_open_are_not_counted():
    assert math.isnan(support(None, [call("gis.a")]).share)


def test_what_hostile_programs_hold_is_read_in_passing():
    listing = call("gis.a", text=" ".join(f"{number}.5 x{number}.nc" for number in range(5000)))
    code = "a" * 60_000 + " ".join(f"x{number}.ab" for number in range(5000))
    programs = [call("execution.python", text="31.4", code=code) for _ in range(40)]
    assert support(31.4, [listing, *programs]).share == 0
