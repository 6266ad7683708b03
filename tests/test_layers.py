"""Rules of the architecture: the direction of imports, and what the core may know of suites."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
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
    {"item_packs"},
    {"suite"},
    {"agents"},
    {"episode"},
    {"tools"},
    {"simulators"},
    {"earth"},
    {"execution"},
    {"sources"},
    {"isolation"},
    {"workspace"},
    {"trace"},
    {"cache"},
    {"screen"},
    {"registry"},
    {"types"},
    {"storage"},
    {"seeding", "units", "files", "modules", "arguments", "extras", "system_calls"},
    {"errors"},
]
"""A module imports only from layers below its own."""
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}

EARTH = (
    "geo", "documents", "weather", "fields", "drawing", "weather.maps", "weather.soundings", "climate", "forecasts",
    "imagery", "planet", "places", "archives",
)  # fmt: skip
"""Folders of `earth`, the lowest first; a folder with its own entry is not part of the one above it."""
SIMULATORS = ("simulator", "building_hourly", "event_loss", "sumo")
"""Folders of `simulators` that others build on, the lowest first; engines without an entry know no other engine."""

SUITE_LAYERS = [
    {"commands", "pages", "exploits"},
    {"report", "analyses", "release", "synthesis"},
    {"oracle", "agents", "view"},
    {"world", "score", "second"},
    {"items"},
    {"tools"},
]
"""Layers inside a suite; its other modules are its science, which knows none of these."""
SCIENCE = len(SUITE_LAYERS)
SUITE_RANK = {name: rank for rank, layer in enumerate(SUITE_LAYERS) for name in layer}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


@functools.cache
def imports_of(path: Path) -> frozenset[str]:
    """Return all our modules that a file imports, anywhere in it, as `trace.schema`; imported names may follow."""
    imported = set()
    for node in statements(ast.parse(path.read_text()).body):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "mesocosm":
            imported |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names if alias.name.startswith("mesocosm.")}
    return frozenset(name.removeprefix("mesocosm.") for name in imported)


def statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield statements and the blocks inside them; expressions, of which there are ten times more, import nothing."""
    for node in body:
        yield node
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, block, ())
            yield from statements(inner if isinstance(inner, list) else ())


def problems(path: Path) -> list[str]:
    own = layer_of(path)
    others = {name.split(".")[0] for name in imports_of(path)} - {own}
    return [
        f"{name_of(path)} ({own}) imports {other}"
        for other in sorted(others)
        if other not in RANK or RANK[other] <= RANK[own]
    ]


def suite_rank(parts: tuple[str, ...]) -> int:
    return SUITE_RANK.get(parts[0].removesuffix(".py"), SCIENCE) if parts else SCIENCE


def suite_problems(path: Path, suite: str) -> list[str]:
    """Return imports in a suite's module from parts of the suite that stand above it."""
    inside = path.relative_to(SOURCE / "suites" / suite).parts
    if inside == ("__init__.py",):
        return []  # names the parts for the type checker alone
    own = [tuple(name.split(".")[2:]) for name in imports_of(path) if name.startswith(f"suites.{suite}.")]
    return [
        f"{name_of(path)} imports {'.'.join(parts)}" for parts in sorted(own) if suite_rank(parts) < suite_rank(inside)
    ]


def names_a_suite(text: str) -> list[str]:
    """Return the suites that a string names, as a program or a command line would; engines and units of the same name
    are none.
    """
    patterns = [pattern for suite in SUITES for pattern in _patterns(suite)]
    return [found[0] for pattern in patterns if (found := re.search(pattern, text))]


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


def test_imports_point_to_the_layers_below():
    """The public namespace is exempt: it names everything and imports on first use (tests/test_light_import.py)."""
    assert [problem for path in modules() if path != SOURCE / "__init__.py" for problem in problems(path)] == []


def test_an_upward_import_would_be_found(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.SOURCE", tmp_path)
    wrong = tmp_path / "trace" / "templates" / "wrong.py"
    wrong.parent.mkdir(parents=True)
    wrong.write_text("def f():\n    from mesocosm.episode.world import World\n    return World\n")
    assert modules() == [wrong]
    assert problems(wrong) == ["trace/templates/wrong.py (trace) imports episode"]


def folder_problems(top: str, order: Sequence[str]) -> list[str]:
    """Return imports inside one of our folders from a part that stands above; parts without a place in the order stand
    on top.
    """

    def place(name: str) -> tuple[int, str]:
        inside = name.removeprefix(f"{top}.")
        own = max((part for part in order if f"{inside}.".startswith(f"{part}.")), key=len, default="")
        return (order.index(own), own) if own else (len(order), inside.split(".")[0])

    found = []
    for path in sorted((SOURCE / top).rglob("*.py")):
        own = place(dotted(path))
        for name in sorted(name for name in imports_of(path) if name.startswith(f"{top}.")):
            other = place(name)
            if other != own and other[0] >= own[0]:
                found.append(f"{name_of(path)} imports {name}")
    return found


def test_folders_of_the_earth_have_an_order():
    folders = {path.name for path in (SOURCE / "earth").iterdir() if (path / "__init__.py").is_file()}
    assert folders == {name for name in EARTH if "." not in name}
    assert folder_problems("earth", EARTH) == []


def test_engines_know_only_those_they_build_on():
    assert folder_problems("simulators", SIMULATORS) == []


def import_graph() -> dict[str, set[str]]:
    """Return which module imports which, at any depth of a file and for type checkers too, without namespaces that name
    all.

    These namespaces are the package itself and the suites, whose parts are imported on request.
    """
    known = {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path for path in modules()
    }
    namespaces = {"__init__", *(f"suites.{suite}" for suite in SUITES)}
    return {
        name: {
            found for target in imports_of(path) if (found := _module(target, known)) not in {None, name, *namespaces}
        }
        for name, path in known.items()
        if name not in namespaces
    }


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def _module(target: str, known: dict[str, Path]) -> str:
    """Return the module that an import leads to: itself, or the one a name is taken from; empty if there is none."""
    return next((name for name in (target, target.rpartition(".")[0]) if name in known), "")


def test_no_modules_import_each_other_in_a_ring():
    try:
        TopologicalSorter(import_graph()).prepare()
    except CycleError as error:
        pytest.fail(f"a ring of imports: {' <- '.join(error.args[1])}")


def test_a_ring_for_type_checkers_would_be_found(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.SOURCE", tmp_path)
    (tmp_path / "a.py").write_text("from mesocosm.b import x\n")
    (tmp_path / "b.py").write_text("if TYPE_CHECKING:\n    from mesocosm import a\n")
    with pytest.raises(pytest.fail.Exception, match="a ring of imports: (a <- b <- a|b <- a <- b)"):
        test_no_modules_import_each_other_in_a_ring()


# ---------------------------------------------------------------- suites


def outside_suites() -> list[Path]:
    return [path for path in modules() if layer_of(path) != "suites"]


def test_nothing_outside_suites_imports_a_suite():
    every = {
        name_of(path): [name for name in imports_of(path) if name.startswith("suites.")] for path in outside_suites()
    }
    assert {path: names for path, names in every.items() if names} == {}


def test_nothing_outside_suites_names_a_suite():
    """Extras are exempt, and so is an engine with the name of a suite."""
    paths = [path for path in outside_suites() if path.name != "extras.py" and "phreeqc" not in path.parts]
    assert [(name_of(path), name) for path in paths for text in strings_of(path) for name in names_a_suite(text)] == []


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
    """The tests of others must pass where the suite was deleted."""
    own, wanted = ROOT / "tests" / "suites" / suite, re.compile(rf"^\s*(?:from|import) \w+\.suites\.{suite}\b", re.M)
    others = [path for path in sorted((ROOT / "tests").rglob("*.py")) if not path.is_relative_to(own)]
    assert [str(path) for path in others if wanted.search(path.read_text())] == []


@pytest.mark.parametrize("suite", SUITES)
def test_a_suites_tests_load_no_other(suite):
    """No test loads another suite by its name without declaring that it needs it."""
    wanted = re.compile(r"""load\("suites", "(\w+)"\)|needs_suite\("(\w+)"\)""")
    for path in sorted((ROOT / "tests" / "suites" / suite).rglob("*.py")):
        found = wanted.findall(path.read_text())
        loaded, needed = ({pair[place] for pair in found if pair[place]} for place in (0, 1))
        assert loaded - needed <= {suite, "toy"}, path


@pytest.mark.parametrize("suite", SUITES)
def test_imports_inside_a_suite_point_one_way(suite):
    paths = sorted((SOURCE / "suites" / suite).rglob("*.py"))
    assert [problem for path in paths for problem in suite_problems(path, suite)] == []


def test_an_upward_import_inside_a_suite_would_be_found(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.SOURCE", tmp_path)
    wrong = tmp_path / "suites" / "lake" / "records.py"
    wrong.parent.mkdir(parents=True)
    wrong.write_text("from mesocosm.suites.lake.commands import dive\n")
    assert suite_problems(wrong, "lake") == ["suites/lake/records.py imports commands.dive"]


# ---------------------------------------------------------------- what the page on the source says


def test_the_tree_of_the_page_is_the_tree():
    tree = (ROOT / "docs" / "layout.md").read_text().partition("```\nsrc/mesocosm/\n")[2].partition("tests/ ")[0]
    folders = set(re.findall(r"^  (\w+)/ ", tree, re.MULTILINE))
    assert folders == {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    suites = set(re.findall(r"^    (\w+)/ ", tree, re.MULTILINE))
    assert suites >= set(SUITES)
