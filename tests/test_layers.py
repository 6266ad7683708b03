"""The laws of the house: which way imports point, and what the core may know of suites."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "mesocosm"
SUITES = sorted(path.name for path in (SOURCE / "suites").iterdir() if (path / "suite.toml").is_file())

LAYERS = [
    {"__main__"},
    {"suites"},
    {"cli"},
    {"api"},
    {"testing"},
    {"redteam"},
    {"adapters"},
    {"sealed"},
    {"report"},
    {"synthesis"},
    {"stats"},
    {"scoring"},
    {"questions"},
    {"suite"},
    {"agents"},
    {"episode"},
    {"tools"},
    {"simulators"},
    {"earth"},
    {"sources"},
    {"isolation"},
    {"workspace"},
    {"trace"},
    {"cache"},
    {"screen"},
    {"registry"},
    {"types"},
    {"seeding", "units", "files", "modules", "processes", "arguments", "extras"},
    {"errors"},
]
"""A module imports only from layers below its own."""
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}

WING = [
    {"commands", "pages", "exploits"},
    {"report", "analyses", "release", "synthesis"},
    {"oracle", "agents", "view"},
    {"world", "score", "second"},
    {"items"},
    {"tools"},
]
"""The same inside a suite; everything else there is its science, which knows none of these."""
SCIENCE = len(WING)
WING_RANK = {name: rank for rank, layer in enumerate(WING) for name in layer}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> set[str]:
    """Every module of ours that a file imports, wherever in the file, as `trace.schema`; names it takes may follow."""
    imported = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "mesocosm":
            imported |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names if alias.name.startswith("mesocosm.")}
    return {name.removeprefix("mesocosm.") for name in imported}


def problems(path: Path) -> list[str]:
    own = layer_of(path)
    others = {name.split(".")[0] for name in imports_of(path)} - {own}
    return [
        f"{name_of(path)} ({own}) imports {other}"
        for other in sorted(others)
        if other not in RANK or RANK[other] <= RANK[own]
    ]


def wing_rank(parts: tuple[str, ...]) -> int:
    return WING_RANK.get(parts[0].removesuffix(".py"), SCIENCE) if parts else SCIENCE


def wing_problems(path: Path, suite: str) -> list[str]:
    """Imports of a suite's module from parts of it that stand above its own."""
    inside = path.relative_to(SOURCE / "suites" / suite).parts
    if inside == ("__init__.py",):
        return []  # names the parts for the type checker alone
    own = [tuple(name.split(".")[2:]) for name in imports_of(path) if name.startswith(f"suites.{suite}.")]
    return [
        f"{name_of(path)} imports {'.'.join(parts)}" for parts in sorted(own) if wing_rank(parts) < wing_rank(inside)
    ]


def names_a_suite(text: str) -> list[str]:
    """Suites that a string names, as a program or a command line would; engines and units of the same name are none."""
    told = [pattern for suite in SUITES for pattern in _patterns(suite)]
    return [found[0] for pattern in told if (found := re.search(pattern, text))]


def _patterns(suite: str) -> list[str]:
    return [
        rf"\bsuites?[./ ]`?{suite}\b",
        rf"\bmesocosm[./]{suite}\b",
        rf"\bmesocosm (?:\w+ )?{suite}\b",
        rf"^{suite}(?:-s\d.*|\..*)?$",
    ]


def strings_of(path: Path) -> list[str]:
    tree = ast.parse(path.read_text())
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


# ---------------------------------------------------------------- the order


def test_every_module_has_a_layer():
    assert {layer_of(path) for path in modules()} - {"__init__"} <= RANK.keys()


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_imports_point_to_the_layers_below(path):
    if path == SOURCE / "__init__.py":
        pytest.skip("the public namespace names everything and imports it on first use: tests/test_light_import.py")
    assert problems(path) == []


def test_an_upward_import_would_be_found(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.SOURCE", tmp_path)
    wrong = tmp_path / "trace" / "templates" / "wrong.py"
    wrong.parent.mkdir(parents=True)
    wrong.write_text("def f():\n    from mesocosm.episode.world import World\n    return World\n")
    assert modules() == [wrong]
    assert problems(wrong) == ["trace/templates/wrong.py (trace) imports episode"]


# ---------------------------------------------------------------- suites


def outside_suites() -> list[Path]:
    return [path for path in modules() if layer_of(path) != "suites"]


@pytest.mark.parametrize("path", outside_suites(), ids=name_of)
def test_nothing_outside_suites_imports_or_names_a_suite(path):
    assert [name for name in imports_of(path) if name.split(".")[0] == "suites"] == []
    if name_of(path) != "extras.py" and "phreeqc" not in path.parts:  # an engine, and the extra that installs it
        assert [name for text in strings_of(path) for name in names_a_suite(text)] == []


def test_a_name_of_a_suite_would_be_found():
    suite = SUITES[0]
    for text in (suite, f"{suite}-s7-0001", f"{suite}.guesser", f"see `mesocosm {suite} grade`", f"suites/{suite}/x"):
        assert names_a_suite(text), text


@pytest.mark.parametrize("suite", SUITES)
def test_one_suite_never_imports_another(suite):
    for path in (SOURCE / "suites" / suite).rglob("*.py"):
        others = {name.split(".")[1] for name in imports_of(path) if name.startswith("suites.")}
        assert others <= {suite}, path


@pytest.mark.parametrize("suite", SUITES)
def test_only_a_suites_own_tests_import_it(suite):
    """Those of others must pass where it was deleted."""
    own, wanted = ROOT / "tests" / "suites" / suite, re.compile(rf"^\s*(?:from|import) \w+\.suites\.{suite}\b", re.M)
    others = [path for path in sorted((ROOT / "tests").rglob("*.py")) if not path.is_relative_to(own)]
    assert [str(path) for path in others if wanted.search(path.read_text())] == []


@pytest.mark.parametrize("suite", SUITES)
def test_a_suites_tests_load_no_other(suite):
    """By its name, without saying that they need it."""
    wanted = re.compile(r"""load\("suites", "(\w+)"\)|needs_suite\("(\w+)"\)""")
    for path in sorted((ROOT / "tests" / "suites" / suite).rglob("*.py")):
        found = wanted.findall(path.read_text())
        loaded, needed = ({pair[place] for pair in found if pair[place]} for place in (0, 1))
        assert loaded - needed <= {suite, "toy"}, path


@pytest.mark.parametrize("suite", SUITES)
def test_imports_inside_a_suite_point_one_way(suite):
    paths = sorted((SOURCE / "suites" / suite).rglob("*.py"))
    assert [problem for path in paths for problem in wing_problems(path, suite)] == []


def test_an_upward_import_inside_a_suite_would_be_found(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.SOURCE", tmp_path)
    wrong = tmp_path / "suites" / "lake" / "records.py"
    wrong.parent.mkdir(parents=True)
    wrong.write_text("from mesocosm.suites.lake.commands import dive\n")
    assert wing_problems(wrong, "lake") == ["suites/lake/records.py imports commands.dive"]


# ---------------------------------------------------------------- what the page on the source says


def test_the_tree_of_the_page_is_the_tree():
    tree = (ROOT / "docs" / "layout.md").read_text().partition("```\nsrc/mesocosm/\n")[2].partition("tests/ ")[0]
    told = set(re.findall(r"^  (\w+)/ ", tree, re.MULTILINE))
    assert told == {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    suites = set(re.findall(r"^    (\w+)/ ", tree, re.MULTILINE))
    assert suites >= set(SUITES)
