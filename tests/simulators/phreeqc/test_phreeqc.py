"""The real engine: numbers, independence of runs, and malicious input."""

import math
import threading
from pathlib import Path

import pytest

from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.isolation.selection import why_none
from mesocosm.simulators.phreeqc import engine
from mesocosm.simulators.phreeqc.engine import run_file, run_text
from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.simulators.simulator import RunLimits

needs_isolator = pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}")

DATABASE = engine.database_path("phreeqc.dat")
CARBONATE = """SOLUTION 1
 temp 25
 pH 7 charge
EQUILIBRIUM_PHASES 1
 CO2(g) -1.5 10
END
"""


def test_pure_water_under_carbon_dioxide_has_the_ph_of_the_textbook():
    """pH = -log10 sqrt(K1 KH p): K1 10^-6.352, KH 10^-1.468, p 10^-1.5 gives 4.66 (activities are one here)."""
    readings = Readings(engine.run(CARBONATE).listing)
    expected = (6.352 + 1.468 + 1.5) / 2
    assert readings.described("pH") == pytest.approx(expected, abs=0.02)
    assert math.isclose(readings.saturation_index("CO2(g)"), -1.5, abs_tol=0.005)


def test_the_engine_says_its_version_and_databases():
    assert engine.version().startswith("3.8.6")
    assert {"phreeqc.dat", "llnl.dat", "pitzer.dat", "wateq4f.dat", "minteq.v4.dat"} <= set(engine.database_names())
    assert len(engine.database_names()) == 19
    assert len(engine.database_sha256("phreeqc.dat")) == 64


def test_an_unknown_database_suggests_the_nearest():
    with pytest.raises(InvalidRecord, match="did you mean pitzer.dat"):
        engine.run(CARBONATE, "pitzr.dat")


def test_nothing_leaks_from_one_run_into_the_next():
    """The first run redefines calcite and saves a solution; the second must know neither."""
    engine.run("PHASES\nCalcite\n CaCO3 = Ca+2 + CO3-2\n log_k 5\nSOLUTION 7\n Na 1\nSAVE solution 7\nEND\n")
    fresh = engine.run("SOLUTION 1\n pH 8\n Ca 1\n C(4) 1\nEND\nUSE solution 7\nREACTION\n NaCl 1\n 0.1\nEND\n")
    again = engine.run("SOLUTION 1\n pH 8\n Ca 1\n C(4) 1\nEND\n")
    assert "Solution 7 not found" in fresh.errors + fresh.listing
    assert Readings(again.listing).number("Saturation indices", "Calcite", 2) == pytest.approx(-8.48)


def test_selected_output_is_a_table():
    done = engine.run(f"SELECTED_OUTPUT 1\n -file a.sel\n -reset false\n -pH true\n{CARBONATE}")
    [table] = done.tables
    assert (table.file, table.headings) == ("a.sel", ("pH",))
    assert table.rows[-1][0] == pytest.approx(4.66, abs=0.02)
    assert not Path("a.sel").exists()  # in process nothing is written


def test_errors_and_warnings_are_the_engines_own():
    failed = engine.run("SOLUTION 1\nEQUILIBRIUM_PHASES 1\n Calcitee 0\nEND\n")
    assert "Phase not found in database, Calcitee." in failed.errors
    assert failed.error_count > 0
    assert "Unknown input" in engine.run("SOLUTIO 1\nEND\n").warnings


def test_threads_get_the_same_numbers():
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(engine.run(CARBONATE).listing)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert len(set(found)) == 1


@needs_isolator
def test_shut_away_it_gives_the_same_listing():
    assert run_text(CARBONATE, DATABASE, RunLimits()).listing == engine.run(CARBONATE).listing


HOSTILE = {
    "reads a file by INCLUDE$": "INCLUDE$ {secret}\nSOLUTION 1\nEND\n",
    "writes selected output outside": "SOLUTION 1\nSELECTED_OUTPUT\n -file {outside}\n -pH true\nEND\n",
    "dumps outside": "SOLUTION 1\nDUMP\n -file {outside}\n -all\nEND\n",
    "names a database": "DATABASE {secret}\nSOLUTION 1\nEND\n",
    "saves from BASIC": 'SOLUTION 1\nUSER_PRINT\n 10 SAVE "{outside}"\nEND\n',
    "loads into BASIC": 'SOLUTION 1\nUSER_PRINT\n 10 LOAD "{secret}"\n 20 LIST\nEND\n',
    "draws a graph to a file": "SOLUTION 1\nUSER_GRAPH\n -plot_tsv_file {secret}\n 10 PLOT_XY 1, 2\nEND\n",
}


@needs_isolator
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_reads_and_writes_nothing_outside(name, tmp_path):
    work, secret, outside = tmp_path / "work", tmp_path / "secret.txt", tmp_path / "outside.txt"
    work.mkdir()
    secret.write_text("TITLE the-secret-text\n")
    (work / "input").write_text(HOSTILE[name].format(secret=secret, outside=outside))
    try:
        done = run_file("input", work, DATABASE, RunLimits(seconds=60))
        output = done.listing + done.errors + done.warnings
    except ToolError as error:
        output = str(error)
    assert "the-secret-text" not in output
    assert not outside.exists()
    assert secret.read_text() == "TITLE the-secret-text\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret.txt", "work"]


@needs_isolator
def test_the_secret_would_have_been_read_without_the_isolator(tmp_path):
    """Show that the check above can fail: in process, INCLUDE$ reads the file that it names."""
    secret = tmp_path / "secret.txt"
    secret.write_text("TITLE the-secret-text\n")
    assert "the-secret-text" in engine.run(f"INCLUDE$ {secret}\nSOLUTION 1\nEND\n").listing


@needs_isolator
def test_an_endless_basic_program_is_stopped():
    with pytest.raises(ToolError, match="it ran longer than 2 s"):
        run_text(
            "SOLUTION 1\nUSER_PRINT\n 10 GOTO 10\nEND\n", engine.database_path("phreeqc.dat"), RunLimits(seconds=2)
        )


LONG_TITLE = f"TITLE {'é' * 300}\nSOLUTION 1\nEND\n"
"""Crashes the engine, which copies a title into a buffer that is too short."""


@needs_isolator
def test_input_that_crashes_the_engine_says_so():
    with pytest.raises(ToolError, match=r"PHREEQC crashed on this input \(SIG[A-Z]+\)"):
        run_text(LONG_TITLE, DATABASE, RunLimits())


@needs_isolator
def test_half_a_letter_in_the_listing_is_marked():
    """BASIC counts bytes: the first byte of `é` is half a letter."""
    done = run_text('SOLUTION 1\nUSER_PRINT\n 10 PRINT MID$("é", 1, 1), "end"\nEND\n', DATABASE, RunLimits())
    assert "\ufffd end" in done.listing


@needs_isolator
def test_a_listing_without_end_is_stopped():
    deck = "SOLUTION 1\nUSER_PRINT\n 10 PRINT PAD$('x', 1000)\n 20 GOTO 10\nEND\n"
    with pytest.raises(ToolError, match="PHREEQC was stopped"):
        run_text(deck.replace("'", '"'), DATABASE, RunLimits(seconds=600, memory_bytes=2**28))


@needs_isolator
def test_what_the_engine_refuses_is_in_the_result():
    result = engine.simulator.run({"input": "SOLUTION 1\n pH seven\nEND\n"}, seed=0, limits=RunLimits())
    assert result.values["errors"].magnitude > 0
    assert any("Concentration data error for ph" in line for line in result.errors)


@needs_isolator
def test_in_a_folder_of_ones_own_files_are_found_and_left(tmp_path):
    (tmp_path / "deck").write_text(f"SELECTED_OUTPUT 1\n -file a.sel\n -reset false\n -pH true\n{CARBONATE}")
    there = engine.PhreeqcSimulator(folder=tmp_path)
    result = there.run({"input_file": "deck"}, seed=0, limits=RunLimits())
    assert (result.tables[0].file, result.errors) == ("a.sel", ())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.sel", "deck"]


@pytest.mark.parametrize(
    ("folder", "inputs", "message"),
    [
        (None, {"input_file": "deck"}, "input_file is not an input; allowed: input, database"),
        (Path("x"), {"input": "END"}, "input is not an input; allowed: input_file, database"),
        (Path("x"), {}, "input_file must be the name of a file in the folder, got None"),
        (None, {"input": " "}, "input must be PHREEQC input text, got ' '"),
        (None, {"input": "END", "database": "pitzr.dat"}, "did you mean pitzer.dat"),
    ],
)
def test_nonsense_is_refused_before_anything_runs(folder, inputs, message):
    with pytest.raises(InvalidRecord, match=message):
        engine.PhreeqcSimulator(folder=folder).validate(inputs)
