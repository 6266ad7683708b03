"""Optional libraries: the requested object decides which extra a message advises."""

from __future__ import annotations

import pickle
import re
import sys
import tomllib
from pathlib import Path

import pytest

from mesocosm.errors import MissingExtra
from mesocosm.extras import INCLUDES, MODULES, brings, extra_of, missing_of, modules_of, needs

ROOT = Path(__file__).parent.parent
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
IMPORTED_AS = {
    "eclipse-sumo": "sumo",
    "fpdf2": "fpdf",
    "google-genai": "google.genai",
    "inspect-ai": "inspect_ai",
    "netcdf4": "netCDF4",
    "pillow": "PIL",
    "pyenergyplus-lbnl": "pyenergyplus",
    "pyshp": "shapefile",
    "pystac-core": "pystac",
    "python-box": "box",
    "scikit-learn": "sklearn",
}
"""Distributions whose module has another name."""
BROUGHT_ALONG = {"mcp": {"mcp_types", "starlette"}}
"""Modules that we import ourselves and that are installed with a library of the extra."""


def distributions(extra: str) -> set[str]:
    return {re.split(r"[<>=;\[ ]", line)[0] for line in DECLARED[extra] if not line.startswith("mesocosm[")}


@pytest.mark.parametrize("extra", MODULES)
def test_the_modules_of_an_extra_are_those_of_its_distributions(extra: str) -> None:
    modules = {IMPORTED_AS.get(name, name) for name in distributions(extra)} | BROUGHT_ALONG.get(extra, set())
    assert set(MODULES[extra]) == modules


@pytest.mark.parametrize("extra", MODULES)
def test_the_extras_in_an_extra_are_those_it_declares(extra: str) -> None:
    lines = [line for line in DECLARED[extra] if line.startswith("mesocosm[")]
    assert set(INCLUDES.get(extra, ())) == {part for line in lines for part in line[len("mesocosm[") : -1].split(",")}


def test_an_extra_brings_what_the_extras_in_it_bring() -> None:
    assert brings("terra", "pyproj")
    assert brings("terra", "sandlock.landlock")
    assert not brings("risk", "pyproj")
    assert modules_of("no such extra") == []


def test_a_blocked_module_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "thermofeel", None)
    assert missing_of("thermal") == ["thermofeel"]


@pytest.mark.parametrize(
    ("module", "extra"), [("scipy.stats", "inspect"), ("rasterio", "science"), ("gymnasium", "gym"), ("json", None)]
)
def test_which_extra_brings_a_module(module: str, extra: str | None) -> None:
    assert extra_of(module) == extra


def raised(module: str, *asked: tuple[str, tuple[str, ...]]) -> MissingExtra:
    """Return the error of a missing library within several nested requests, the outermost first."""
    if not asked:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)
    (name, extras), *inner = asked
    with pytest.raises(MissingExtra) as caught, needs(name, *extras):
        raise raised(module, *inner)
    return caught.value


def test_what_was_asked_for_decides_the_extra() -> None:
    error = raised("scipy", ("the engine event_loss", ("risk",)))
    assert str(error) == "the engine event_loss needs scipy, which is not installed: pip install 'mesocosm[risk]'"


def test_a_library_that_the_thing_does_not_bring_answers_with_its_own_extra() -> None:
    error = raised("gymnasium", ("the engine event_loss", ("risk",)))
    assert str(error) == "gymnasium is not installed; it comes with: pip install 'mesocosm[gym]'"


def test_extras_of_all_that_was_asked_for_are_advised_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spyndex", None)
    error = raised("inspect_ai", ("mesocosm run", ("inspect",)), ("the suite lake", ("eo",)))
    assert str(error) == "mesocosm run needs inspect_ai, which is not installed: pip install 'mesocosm[inspect,eo]'"


def test_an_extra_that_comes_with_another_is_not_named() -> None:
    assert raised("scipy", ("the suite lake", ("terra",)), ("the engine event_loss", ("risk",))).extra == "terra"


def test_a_library_of_no_extra_fails_as_itself() -> None:
    with pytest.raises(ModuleNotFoundError, match="zzz"), needs("mesocosm run", "inspect"):
        raise ModuleNotFoundError("No module named 'zzz'", name="zzz")


def test_the_error_is_an_import_error_that_other_processes_can_read() -> None:
    error = raised("scipy", ("the engine event_loss", ("risk",)))
    copy = pickle.loads(pickle.dumps(error))
    assert isinstance(copy, ImportError)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


def test_a_further_step_follows_the_line() -> None:
    with pytest.raises(MissingExtra, match=r"mesocosm\[climada\]' && pip install --no-deps it$"), needs("x", "climada"):
        raise MissingExtra("climada", "climada", after="pip install --no-deps it")
