"""Python code written by agents under every isolator that works here: the ordinary cases."""

from __future__ import annotations

import importlib.util
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S

from mesocosm.cache import Kind
from mesocosm.isolation import python
from mesocosm.isolation.isolator import Isolator, Limits, Outcome
from mesocosm.isolation.probe import interpreter
from mesocosm.isolation.python import python_job, run_python
from mesocosm.isolation.site_packages import library_farm

SHORT = Limits(wall_s=PATIENCE_S, cpu_s=20)


def run(code: str, folder: Path, isolator: Isolator) -> Outcome:
    return run_python(code, folder, SHORT, isolator)


def test_printed_text_comes_back(tmp_path: Path, isolator: Isolator) -> None:
    outcome = run("import sys\nprint('höhe', 1)\nprint('aside', file=sys.stderr)", tmp_path, isolator)
    assert (outcome.ending, outcome.returncode) == ("finished", 0)
    assert (outcome.stdout, outcome.stderr) == ("höhe 1\n", "aside\n")
    assert outcome.isolator == isolator.name


@pytest.mark.parametrize(
    ("code", "returncode"), [("", 0), ("exit(3)", 3), ("import sys; sys.exit('no')", 1), ("import os; os.abort()", -6)]
)
def test_exit_code_comes_back(code: str, returncode: int, tmp_path: Path, isolator: Isolator) -> None:
    outcome = run(code, tmp_path, isolator)
    assert (outcome.ending, outcome.returncode) == ("finished", returncode)


def test_traceback_names_the_agents_lines_and_not_ours(tmp_path: Path, isolator: Isolator) -> None:
    outcome = run("def halve(x):\n    return x / 0\n\nhalve(1)\n", tmp_path, isolator)
    assert outcome.returncode == 1
    assert 'File "agent.py", line 4, in <module>\n    halve(1)\n' in outcome.stderr
    assert 'File "agent.py", line 2, in halve\n    return x / 0\n' in outcome.stderr
    assert outcome.stderr.endswith("ZeroDivisionError: division by zero\n")
    assert "bootstrap" not in outcome.stderr
    assert "mesocosm" not in outcome.stderr


def test_nothing_printed_names_a_place_of_this_machine(tmp_path: Path, isolator: Isolator) -> None:
    code = """
import json, os, sys, numpy
for module in (json, numpy):
    print(module.__file__, os.path.realpath(module.__file__))
print(sys.executable, sys.prefix, sys.path)
json.loads("{")
"""
    outcome = run(code, tmp_path, isolator)
    assert 'File "python/lib/json/decoder.py", line' in outcome.stderr
    assert "python/libraries/numpy/__init__.py" in outcome.stdout
    for place in (library_farm().folder, interpreter(), *map(sysconfig.get_path, ("purelib", "stdlib"))):
        assert str(place) not in outcome.stdout + outcome.stderr


def test_syntax_error_names_the_line(tmp_path: Path, isolator: Isolator) -> None:
    outcome = run("x = 1\ny = = 2\n", tmp_path, isolator)
    assert outcome.returncode == 1
    assert 'File "agent.py", line 2\n' in outcome.stderr
    assert "bootstrap" not in outcome.stderr


def test_memory_error_is_an_ordinary_exception(tmp_path: Path, isolator: Isolator) -> None:
    outcome = run("try:\n    bytearray(2**40)\nexcept MemoryError:\n    print('caught')", tmp_path, isolator)
    assert (outcome.ending, outcome.stdout) == ("finished", "caught\n")


# Expected values by hand: the mean of 1 and 3; the root of x**2 - 4 in [0, 5]; 1 + 2; a box of 2 by 3.
LIBRARIES = {
    "numpy": ("import numpy; print(numpy.mean([1.0, 3.0]))", "2.0\n"),
    "scipy": ("from scipy.optimize import brentq; print(round(brentq(lambda x: x**2 - 4, 0, 5), 6))", "2.0\n"),
    "pandas": ("import pandas; print(pandas.Series([1, 2]).sum())", "3\n"),
    "xarray": ("import xarray; print(xarray.DataArray([1, 2], dims='t').sum().item())", "3\n"),
    "h5netcdf": (
        "import xarray; xarray.Dataset({'a': ('t', [1, 2])}).to_netcdf('a.nc')\n"
        "print(xarray.open_dataset('a.nc').a[1].item())",
        "2\n",
    ),
    "rasterio": (
        "import numpy, rasterio\n"
        "form = dict(driver='GTiff', width=2, height=1, count=1, dtype='uint8', crs='EPSG:4326')\n"
        "with rasterio.open('a.tif', 'w', **form) as file: file.write(numpy.array([[[1, 2]]], 'uint8'))\n"
        "with rasterio.open('a.tif') as file: print(file.read().sum(), file.crs)",
        "3 EPSG:4326\n",
    ),
    "shapely": ("import shapely; print(shapely.box(0, 0, 2, 3).area)", "6.0\n"),
}


@pytest.mark.parametrize("library", LIBRARIES)
def test_library_computes(library: str, tmp_path: Path, isolator: Isolator) -> None:
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"pip install {library}")
    code, expected = LIBRARIES[library]
    outcome = run(f"import warnings; warnings.simplefilter('ignore')\n{code}", tmp_path, isolator)
    assert outcome.stdout == expected, outcome


def test_standard_library_is_there(tmp_path: Path, isolator: Isolator) -> None:
    modules = "bz2, csv, ctypes, datetime, decimal, hashlib, json, lzma, math, re, sqlite3, statistics, zlib, zoneinfo"
    code = f"import {modules}\nprint('all')"
    assert run(code, tmp_path, isolator).stdout == "all\n"


def test_files_are_exchanged_through_the_folder(tmp_path: Path, isolator: Isolator) -> None:
    (tmp_path / "given.txt").write_text("7")
    code = """
import os, shutil
os.mkdir('d')
open('d/made.txt', 'w').write(open('given.txt').read() * 2)
shutil.copy2('given.txt', 'copy.txt')
"""
    outcome = run(code, tmp_path, isolator)
    assert outcome.returncode == 0, outcome.stderr
    assert (tmp_path / "d" / "made.txt").read_text() == "77"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.txt", "d", "given.txt"]


def test_temporary_files_work_and_lie_in_the_folder(tmp_path: Path, isolator: Isolator) -> None:
    outcome = run("import tempfile\nwith tempfile.NamedTemporaryFile() as file: print(file.name)", tmp_path, isolator)
    assert outcome.stdout.startswith(str(tmp_path.resolve()))
    assert list(tmp_path.iterdir()) == []


def test_same_code_prints_the_same(tmp_path: Path, isolator: Isolator) -> None:
    code = "print(hash('Elbe'), sorted({'a', 'b', 'c'}, key=hash))"
    assert run(code, tmp_path, isolator).stdout == run(code, tmp_path, isolator).stdout


def test_code_may_be_long(tmp_path: Path, isolator: Isolator) -> None:
    """The code is longer than the 64 KiB that a pipe holds."""
    code = f"text = '{'x' * 300_000}'\nprint(len(text))"
    assert run(code, tmp_path, isolator).stdout == "300000\n"


def test_threads_are_allowed(tmp_path: Path, isolator: Isolator) -> None:
    code = """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool: print(sum(pool.map(abs, [-1, -2])))
"""
    assert run(code, tmp_path, isolator).stdout == "3\n"


def test_runs_side_by_side_do_not_mix(tmp_path: Path, isolator: Isolator) -> None:
    folders = [tmp_path / str(number) for number in range(8)]
    for folder in folders:
        folder.mkdir()

    def one(folder: Path) -> str:
        return run(f"open('mine', 'w').write('{folder.name}')\nprint({folder.name})", folder, isolator).stdout

    with ThreadPoolExecutor(4) as pool:
        printed = list(pool.map(one, folders))
    assert printed == [f"{number}\n" for number in range(8)]
    assert [(folder / "mine").read_text() for folder in folders] == [folder.name for folder in folders]


def test_what_is_given_lies_on_standard_input(tmp_path: Path, isolator: Isolator) -> None:
    given = "höhe\n\0 end".encode()
    code = "import sys\nprint(sys.stdin.buffer.read())"
    outcome = isolator.run(python_job(code, tmp_path.resolve(), SHORT, library_farm(), given))
    assert outcome.stdout == f"{given!r}\n"


def test_agents_find_nothing_on_standard_input(tmp_path: Path, isolator: Isolator) -> None:
    assert "EOFError" in run("input()", tmp_path, isolator).stderr


CACHE_THIEF = """
import os
for top, folders, files in os.walk({cache!r}):
    print("listed", files)
for path in {paths!r}:
    for mode in ("rb", "r+b"):
        try:
            print("opened", open(path, mode).read())
        except OSError:
            pass
"""


def test_code_reads_neither_the_key_of_the_cache_nor_an_entry(
    isolator: Isolator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
    truths = Kind("truths", "What is true", lambda: "1")
    truths.write("a", b"right")
    monkeypatch.setattr(python, "library_farm", lambda: library_farm(("packaging",)))
    paths = [str(tmp_path / "cache" / "installation.key"), str(truths.path("a"))]
    (tmp_path / "folder").mkdir()
    code = CACHE_THIEF.format(cache=str(tmp_path / "cache"), paths=paths)
    outcome = run_python(code, tmp_path / "folder", isolator=isolator)
    assert (outcome.ending, outcome.returncode) == ("finished", 0), outcome.stderr
    assert "opened" not in outcome.stdout
    assert "installation.key" not in outcome.stdout
