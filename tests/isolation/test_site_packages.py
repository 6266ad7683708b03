from __future__ import annotations

import importlib.metadata
import json
import shutil
from pathlib import Path, PurePosixPath

import pytest

from mesocosm.isolation import site_packages as farms


def test_only_what_the_libraries_require_is_linked() -> None:
    farm = farms.library_farm()
    linked = {path.name for path in (farm.folder / "libraries").iterdir()}
    assert {"numpy", "pandas", "dateutil", "packaging"} <= linked
    assert not linked & {"mesocosm", "pytest", "pydantic", "pip", "sandlock"}


def test_every_link_leads_to_something() -> None:
    farm = farms.library_farm()
    links = [path for path in farm.folder.rglob("*") if path.is_symlink()]
    assert len(links) > 100
    assert all(path.exists() for path in links)


def test_site_packages_of_the_interpreter_is_hidden() -> None:
    farm = farms.library_farm()
    for library in farms.standard_library_folders():
        if (library / "site-packages").exists():
            assert library / "site-packages" in farm.hidden
    assert not list(farm.home.glob("lib/*/site-packages"))


@pytest.mark.parametrize(
    ("file", "files", "part"),
    [
        ("numpy/core/a.py", ["numpy/__init__.py", "numpy/core/a.py"], "numpy"),
        ("six.py", ["six.py"], "six.py"),
        ("numpy.libs/a.so", ["numpy.libs/a.so"], "numpy.libs"),
        # A folder without __init__ is shared with other distributions, which must not come along.
        ("shared/one/a.py", ["shared/one/__init__.py", "shared/one/a.py"], "shared/one"),
        ("shared/plain.txt", ["shared/plain.txt"], "shared/plain.txt"),
    ],
)
def test_part_that_belongs_to_one_distribution(file: str, files: list[str], part: str) -> None:
    assert farms.unshared_part(PurePosixPath(file), set(map(PurePosixPath, files))) == PurePosixPath(part)


def test_extras_are_not_followed() -> None:
    names = set(farms.required_names(importlib.metadata.distribution("xarray")))
    assert {"numpy", "pandas", "packaging"} <= names
    assert "dask" not in names


def test_farm_is_made_anew_where_it_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    farms.library_farm.cache_clear()
    try:
        folder = farms.library_farm().folder
        assert folder.is_relative_to(tmp_path)
        (folder / "shared.json").unlink()
        farms.library_farm.cache_clear()
        assert (farms.library_farm().folder / "shared.json").exists()
        assert [path.name for path in folder.parent.iterdir()] == [folder.name]
    finally:
        farms.library_farm.cache_clear()
        shutil.rmtree(tmp_path)


def test_no_file_of_the_cache_grants_a_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a file with the right code: whoever reads the key could write it."""
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
    (tmp_path / "secret.so").write_text("secret")
    farm = farms.library_farm(("packaging",))
    swapped = ["/", str(tmp_path), str(tmp_path / "secret.so"), str(Path.home())]
    shared = json.loads((farm.folder / "shared.json").read_text())
    draft = tmp_path / "draft"
    shutil.copytree(farm.folder, draft, symlinks=True)
    for name in ("shared.json", "readable.json"):
        (draft / name).write_text(json.dumps([*shared, *swapped]))
    farms.FARMS.store(farm.folder.name, lambda place: shutil.copytree(draft, place, symlinks=True))
    farms.library_farm.cache_clear()
    try:
        assert farms.library_farm(("packaging",)) == farm
        assert not {Path(path) for path in swapped} & set(farm.readable)
    finally:
        farms.library_farm.cache_clear()


def test_a_swapped_farm_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
    farm = farms.library_farm(("packaging",))
    shutil.move(farm.folder, tmp_path / "farm")
    farm.folder.symlink_to("/")
    farms.library_farm.cache_clear()
    try:
        assert farms.library_farm(("packaging",)) == farm
        assert not farm.folder.is_symlink()
    finally:
        farms.library_farm.cache_clear()


def test_that_it_takes_time_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    farms._say_that_it_takes_time.cache_clear()
    for library in ("click", "packaging"):
        farms.library_farm((library,))
    assert capsys.readouterr().err.count("preparing the libraries of the sandbox") == 1


def test_survey_loads_nothing_beside_the_libraries(tmp_path: Path) -> None:
    """A library that adds "." to the path and writes to its home on import puts neither into the farm."""
    (tmp_path / "libraries").mkdir()
    (tmp_path / "libraries" / "stray.py").write_text(
        "import sys, pathlib\nsys.path.append('.')\npathlib.Path.home().joinpath('left').write_text('x')\n"
    )
    farms.link_standard_library(tmp_path)
    before = set(Path.home().iterdir())
    loaded = farms.loaded_shared_libraries(tmp_path, ("stray",))
    assert not [path for path in loaded if path.is_relative_to(Path.cwd())]
    assert set(Path.home().iterdir()) == before
