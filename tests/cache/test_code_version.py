import shutil
from pathlib import Path

import pytest

import mesocosm
from mesocosm.cache.code_version import code_version


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A small package in place of ours."""
    for name in ("lake/town.py", "lake/reader.py", "sea.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    monkeypatch.setattr(mesocosm, "__file__", str(tmp_path / "__init__.py"))
    code_version.cache_clear()
    yield tmp_path
    code_version.cache_clear()


def version_after(package: Path, change: str) -> str:
    with (package / change).open("a") as file:
        file.write("y = 2\n")
    code_version.cache_clear()
    return code_version("lake", "sea.py", without=("lake/reader.py",))


def test_it_changes_with_the_code_it_names_alone(package):
    before = code_version("lake", "sea.py", without=("lake/reader.py",))
    assert len(before) == 12
    assert version_after(package, "lake/reader.py") == before
    town = version_after(package, "lake/town.py")
    assert len({before, town, version_after(package, "sea.py")}) == 3


def test_it_changes_with_the_tables_of_its_folders(package):
    before = code_version("lake", "sea.py", without=("lake/reader.py",))
    assert version_after(package, "lake/depths.toml") != before


def test_a_renamed_module_is_other_code(package):
    before = code_version("lake")
    shutil.move(package / "lake" / "town.py", package / "lake" / "city.py")
    code_version.cache_clear()
    assert code_version("lake") != before
