from __future__ import annotations

import string
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, entry_points
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm import registry
from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord, MissingExtra, UnknownName, nearest
from mesocosm.tools.files import read_file

Install = Callable[[str, dict[str, str], dict[str, str]], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put a package on the path as pip would: modules, and a dist-info folder that names its entry points."""
    modules = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)

    def add(package: str, points: dict[str, str], files: dict[str, str]) -> None:
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"[{group}]\n{point}\n" for group, point in points.items()]
        (info / "entry_points.txt").write_text("\n".join(lines))
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        registry.homes.cache_clear()

    yield add
    registry.homes.cache_clear()
    for name in set(sys.modules) - modules:
        del sys.modules[name]


# ------------------------------------------------------------ finding


def test_the_toy_package_is_really_installed_and_found_by_its_entry_points() -> None:
    assert {point.value for point in entry_points(group="mesocosm.suites")} >= {"mesocosm_toy.toy"}
    assert registry.homes("suites")["toy"] == registry.Home("mesocosm_toy.toy", "mesocosm-toy")


@pytest.mark.parametrize(
    ("kind", "name", "module"),
    [
        ("suites", "toy", "mesocosm_toy.toy"),
        ("agents", "surveyor", "mesocosm_toy.surveyor"),
        ("simulators", "sphere", "mesocosm_toy.sphere"),
        ("sources", "stations", "mesocosm_toy.stations"),
        ("agents", "null", "mesocosm.agents.null"),
    ],
)
def test_one_of_each_kind_is_listed_and_loaded(kind: registry.Kind, name: str, module: str) -> None:
    assert name in registry.names(kind)
    assert registry.load(kind, name) is getattr(sys.modules[module], registry.OBJECT_NAME[kind])


def test_a_tool_id_is_its_path() -> None:
    assert registry.load("tools", "files.read_file") is read_file
    assert read_file.__module__ == "mesocosm.tools.files"


def test_only_marked_functions_of_the_module_itself_are_tools() -> None:
    names = registry.names("tools")
    assert {"files.write_file", "calculator.calculate", "gravity.read_meter", "submit.submit"} <= set(names)
    assert not [name for name in names if name.startswith(("tool.", "schema.", "sampling.", "view."))]


def test_names_are_sorted() -> None:
    for kind in registry.KINDS:
        assert registry.names(kind) == sorted(registry.names(kind))


def test_everything_here_loads_without_a_problem() -> None:
    assert registry.problems() == []


# ------------------------------------------------------------ names that are not there


def test_a_misspelt_suite_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no suite is called 'toyy'; did you mean toy"):
        registry.load("suites", "toyy")


def test_a_tool_without_its_family_suggests_the_whole_id() -> None:
    with pytest.raises(UnknownName, match=r"did you mean files\.read_file"):
        registry.load("tools", "read_file")


@pytest.mark.parametrize(
    ("kind", "name"),
    [("tools", "files"), ("tools", "files."), ("tools", "files._x"), ("tools", "files.Workspace"), ("suites", "toy.x")]
    + [("simulators", "simulator"), ("agents", ""), ("agents", "../null"), ("tools", "tool.load")],
)
def test_a_name_that_is_no_such_thing_is_unknown(kind: registry.Kind, name: str) -> None:
    with pytest.raises(UnknownName, match="is called"):
        registry.load(kind, name)


def test_at_most_three_names_are_suggested() -> None:
    assert len(nearest("tool", ["tool1", "tool2", "tool3", "tool4"])) == 3


@given(st.text(string.ascii_lowercase, min_size=3, max_size=12), st.data())
@settings(max_examples=60, deadline=None)
def test_one_wrong_letter_still_finds_the_name(name: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(name) - 1))
    # difflib's ratio is 2M/T: of n letters, n-1 match, so 2(n-1)/2n = (n-1)/n, which is 2/3 or more from n = 3.
    assert nearest(name[:place] + "?" + name[place + 1 :], [name, "0123456789"]) == [name]


@given(st.text(), st.lists(st.text(), max_size=8))
@settings(max_examples=60, deadline=None)
def test_suggestions_are_known_names_and_none_twice(name: str, known: list[str]) -> None:
    found = nearest(name, known)
    assert set(found) <= set(known)
    assert len(set(found)) == len(found)


# ------------------------------------------------------------ adding at run time


def test_what_is_added_is_found_and_can_be_taken_back() -> None:
    registry.add("agents", "sleepy", thing := object())
    try:
        assert registry.load("agents", "sleepy") is thing
        assert "sleepy" in registry.names("agents")
    finally:
        registry.discard("agents", "sleepy")
    assert "sleepy" not in registry.names("agents")


def test_a_taken_name_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="agents already has 'null'; choose another name"):
        registry.add("agents", "null", object())


# ------------------------------------------------------------ plug-ins of others


def test_a_package_adds_a_tool_by_entry_point_alone(install: Install) -> None:
    code = "from mesocosm.tools.tool import tool\n\n@tool()\ndef weigh(rock: str) -> str:\n    return rock\n"
    install("scales", {"mesocosm.tools": "scales = scales_tools"}, {"scales_tools.py": code})
    assert "scales.weigh" in registry.names("tools")
    assert registry.load("tools", "scales.weigh")("gneiss") == "gneiss"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import no_such_library_zzz", "ModuleNotFoundError: No module named 'no_such_library_zzz'"),
        ("def (", "SyntaxError"),
    ],
)
def test_a_broken_plug_in_is_reported_and_hides_nothing(install: Install, code: str, message: str) -> None:
    install("shaky", {"mesocosm.agents": "shaky = shaky_agent"}, {"shaky_agent.py": code})
    assert {"null", "surveyor"} <= set(registry.names("agents"))
    assert "shaky" not in registry.names("agents")
    [problem] = registry.problems()
    assert problem.startswith(f"agents 'shaky' of shaky: {message}")


def test_a_plug_in_that_is_not_there_is_reported(install: Install) -> None:
    install("ghost", {"mesocosm.suites": "ghost = ghost_package.suite"}, {})
    assert "toy" in registry.names("suites")
    assert registry.problems() == ["suites 'ghost' of ghost: ModuleNotFoundError: No module named 'ghost_package'"]


def test_two_packages_with_one_name_are_refused_and_both_named(install: Install) -> None:
    install("rival", {"mesocosm.suites": "toy = rival_toy"}, {"rival_toy.py": "suite = None"})
    with pytest.raises(InvalidRecord, match="suites 'toy' comes from both .*; uninstall one of them") as caught:
        registry.load("suites", "toy")
    assert "mesocosm-toy" in str(caught.value)
    assert "rival" in str(caught.value)


def test_a_command_that_cannot_be_loaded_leaves_the_others_alone(install: Install) -> None:
    install("shaky", {"mesocosm.commands": "shaky = shaky_package.missing"}, {})
    result = CliRunner().invoke(mesocosm_command, ["--help"])
    assert result.exit_code == 0
    assert "gravity" in result.output
    failed = CliRunner().invoke(mesocosm_command, ["shaky"])
    assert "cannot be loaded: ModuleNotFoundError: No module named 'shaky_package'" in str(failed.exception)


def test_a_clash_of_names_leaves_all_other_names_alone(install: Install) -> None:
    install("rival", {"mesocosm.agents": "null = rival_agent"}, {"rival_agent.py": "agent = None"})
    assert registry.load("agents", "oracle") is not None


def test_a_clash_of_names_is_among_the_problems(install: Install) -> None:
    install("rival", {"mesocosm.agents": "null = rival_agent"}, {"rival_agent.py": "agent = None"})
    [problem] = registry.problems()
    assert "agents 'null' comes from both mesocosm and rival" in problem


# ------------------------------------------------------------ optional libraries


def test_a_missing_optional_library_answers_with_its_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shapely", None)
    with pytest.raises(MissingExtra) as caught:
        registry.require("shapely")
    assert str(caught.value) == "shapely is not installed; it comes with: pip install 'mesocosm[science]'"


def test_the_version_of_a_missing_library_answers_with_its_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aquacrop", None)
    monkeypatch.setattr("mesocosm.registry.version", lambda name: (_ for _ in ()).throw(PackageNotFoundError(name)))
    with pytest.raises(MissingExtra, match=r"pip install 'mesocosm\[crops\]'"):
        registry.version_of("aquacrop")


def test_the_version_of_a_library_is_read_without_importing_it() -> None:
    import numpy

    assert registry.version_of("numpy") == numpy.__version__


def test_a_library_that_is_nobodys_extra_fails_as_itself() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_library_zzz"):
        registry.require("no_such_library_zzz")
