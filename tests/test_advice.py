"""In a base environment, whatever cannot run names the extra that makes it run."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.linked_environment import PROJECT, ROOT, distributions, linked

from mesocosm import registry
from mesocosm.extras import brings

SCRIPT = ROOT / "benchmarks" / "advice.py"
OWN = {"run": "inspect", "mcp": "mcp", "seal": "sealed", "demo": "inspect", "logs": "inspect"}
"""What a verb needs beside the suite; `logs` is `mesocosm.run(logs=...)`."""


def walked(python: Path, *cases: str) -> dict[str, dict[str, str]]:
    """What each case says in an environment."""
    done = subprocess.run([python, "-P", str(SCRIPT), *cases], capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["case"]: row for row in rows}


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    return walked(linked(tmp_path_factory.mktemp("environments") / "base"))


def wanted(case: str) -> set[str]:
    """The extras that a case about a suite or an engine needs, as these declare them."""
    words = case.removeprefix("python ").split()
    if words[0] == "simulate":
        return {getattr(registry.load("simulators", words[1]), "extra", "")} - {""}
    if words[0] == "seal":  # draws a secret, and makes no item
        return {OWN["seal"]}
    told = words[2:] if case.startswith("python ") else words[:1]
    own = {OWN[word] for word in told if word in OWN}
    return own | set(registry.load("suites", words[1].partition("-")[0]).card.extras)


def test_every_suite_and_engine_names_the_extras_it_declares(base) -> None:
    of_suites = [case for case in base if len(case.removeprefix("python ").split()) > 1 and _is_of_a_thing(case)]
    assert len(of_suites) > 40
    said = {case: set(base[case]["advice"].split(",")) - {""} for case in of_suites}
    assert said == {case: wanted(case) for case in of_suites}


def _is_of_a_thing(case: str) -> bool:
    first = case.removeprefix("python ").split()[0]
    return first in ("items", "show", "run", "mcp", "attack", "seal", "demo", "simulate")


def test_the_extra_that_is_named_brings_the_library_that_is_missing(base) -> None:
    advised = [row for row in base.values() if row["advice"]]
    for row in advised:
        assert row["module"], row
        assert row["module"] == "climada" or any(brings(extra, row["module"]) for extra in row["advice"].split(","))
        assert set(row["advice"].split(",")) <= PROJECT["optional-dependencies"].keys()


def test_verbs_and_doors_without_a_suite_name_their_own_extra(base) -> None:
    expected = {
        "report": "inspect",
        "bundle": "inspect",
        "planet show": "planet",
        "doctor --model": "inspect",
        "tornado sounding": "weather",
        "tornado truth": "weather",
        "import mesocosm.adapters.gymnasium": "gym",
        "import mesocosm.adapters.mcp": "mcp",
        "import mesocosm.adapters.inspect.tasks": "inspect",
        "import mesocosm.adapters.inspect.bridge": "inspect",
        "python frame": "inspect",
    }
    assert {case: base[case]["advice"] for case in expected if case in base} == {
        case: extra for case, extra in expected.items() if case in base
    }


def test_nothing_fails_for_a_library_without_advice(base) -> None:
    assert [row for row in base.values() if "ModuleNotFoundError" in row.get("says", "") and not row["advice"]] == []


@pytest.mark.parametrize(
    ("extra", "cases"),
    [
        ("risk", ["simulate event_loss"]),
        ("networks", ["simulate exposure", "simulate network_disruption"]),
        ("thermal", ["simulate heat_stress"]),
        ("weather", ["tornado sounding", "tornado truth", "items tornado"]),
        ("eo", ["items eo", "python run eo"]),
    ],
)
def test_the_advice_followed_makes_it_work(extra, cases, tmp_path) -> None:
    found = walked(linked(tmp_path / extra, extra), *cases)
    assert {case: row["says"] for case, row in found.items() if row["works"] != "yes"} == {}


def test_the_suite_of_pictures_brings_no_library_for_files_it_never_writes() -> None:
    """Each of them is tens of megabytes: GeoParquet, Zarr, GRIB, maps in PNG."""
    assert not {"geopandas", "pyogrio", "zarr", "numcodecs", "eccodeslib", "matplotlib"} & distributions("eo")
