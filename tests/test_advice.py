"""In a base environment, every failure for lack of a library names the extra that installs it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.linked_environment import PROJECT, ROOT, distributions, linked
from tests.suite_marks import needs_suite

from mesocosm import registry
from mesocosm.extras import brings

SCRIPT = ROOT / "benchmarks" / "advice.py"
OWN = {"run": "inspect", "mcp": "mcp", "seal": "sealed", "demo": "inspect", "logs": "inspect"}
"""Needs of a verb besides the suite's; `logs` is `mesocosm.run(logs=...)`."""


def walked(python: Path, *cases: str) -> dict[str, dict[str, str]]:
    """Return the message of each case in an environment with an empty cache, since a cached item needs no library."""
    alone = {**os.environ, "MESOCOSM_CACHE": str(python.parent.parent / "cache")}
    done = subprocess.run([python, "-P", str(SCRIPT), *cases], capture_output=True, text=True, check=True, env=alone)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["case"]: row for row in rows}


def wanted(case: str) -> set[str]:
    """Return the extras that a case about a suite or an engine needs, according to their declarations."""
    words = case.removeprefix("python ").split()
    if words[0] == "simulate":
        return {getattr(registry.load("simulators", words[1]), "extra", "")} - {""}
    if words[0] == "seal":  # draws a secret, and makes no item
        return {OWN["seal"]}
    commands = words[2:] if case.startswith("python ") else words[:1]
    own = {OWN[word] for word in commands if word in OWN}
    return own | set(registry.load("suites", words[1].partition("-")[0]).card.extras)


def _is_of_a_thing(case: str) -> bool:
    first = case.removeprefix("python ").split()[0]
    return first in ("items", "show", "run", "mcp", "attack", "seal", "demo", "simulate")


WITHOUT_A_SUITE = {
    "report": "inspect",
    "bundle": "inspect",
    "analyse": "inspect",
    "analyse --figure": "figures,inspect",
    "planet show": "planet",
    "doctor --model": "inspect",
    "sounding": "weather",
    "map": "figures,weather",
    "tornado truth": "weather",
    "import mesocosm.adapters.gymnasium": "gym",
    "import mesocosm.adapters.mcp": "mcp",
    "import mesocosm.adapters.inspect.tasks": "inspect",
    "import mesocosm.adapters.inspect.bridge": "inspect",
    "python frame": "inspect",
}
"""Verbs, commands of suites and Python entry points, with the extras that each of them needs."""


def test_a_base_environment_names_the_extras_of_what_was_asked_for(tmp_path) -> None:
    """One process walks through all cases, which takes as long as a dozen commands."""
    found = walked(linked(tmp_path / "base"))
    advice = {case: set(row["advice"].split(",")) - {""} for case, row in found.items()}
    things = [case for case in found if _is_of_a_thing(case)]
    assert len(things) > 40
    assert {case: advice[case] for case in things} == {case: wanted(case) for case in things}
    others = {case: set(extra.split(",")) for case, extra in WITHOUT_A_SUITE.items() if case in found}
    assert {case: advice[case] for case in others} == others
    for case, row in found.items():
        assert advice[case] <= PROJECT["optional-dependencies"].keys(), case
        brought = row["module"] == "climada" or any(brings(extra, row["module"]) for extra in advice[case])
        assert brought if advice[case] else "ModuleNotFoundError" not in row["says"], row


@pytest.mark.parametrize(
    ("extra", "cases"),
    [
        ("risk", ["simulate event_loss"]),
        ("networks", ["simulate exposure", "simulate network_disruption"]),
        ("thermal", ["simulate heat_stress"]),
        pytest.param("weather", ["sounding", "tornado truth"], marks=needs_suite("tornado")),
        pytest.param("eo", ["items eo"], marks=needs_suite("eo")),
        pytest.param("eo", ["python run eo", "attack eo"], marks=[needs_suite("eo"), pytest.mark.exhaustive]),
        pytest.param("weather", ["python run tornado"], marks=[needs_suite("tornado"), pytest.mark.exhaustive]),
    ],
)
def test_the_advice_followed_makes_it_work(extra, cases, tmp_path) -> None:
    found = walked(linked(tmp_path / extra, extra), *cases)
    assert {case: row["says"] for case, row in found.items() if row["works"] != "yes"} == {}


def test_the_suite_of_pictures_brings_no_library_for_files_it_never_writes() -> None:
    """Each of these libraries has tens of megabytes: GeoParquet, Zarr, GRIB, maps in PNG."""
    assert not {"geopandas", "pyogrio", "zarr", "numcodecs", "eccodeslib", "matplotlib"} & distributions("eo")
