"""Imports point one way: a module imports only from layers to the right of its own."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "mesocosm"

LAYERS = [
    {"suites"},
    {"cli"},
    {"testing"},
    {"adapters"},
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
    {"screen"},
    {"registry"},
    {"types", "extras"},
    {"seeding", "units", "atomic", "json_lines", "files"},
    {"errors"},
]
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
SIDEWAYS = {("cli", "testing"), ("adapters", "report")}
"""Neighbours of one layer that may be used in this direction only."""


def modules() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py") if "templates" not in path.parts)


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_layers(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "mesocosm":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mesocosm."):
            found.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("mesocosm.")}
    return found


def problems(path: Path) -> list[str]:
    own = layer_of(path)
    return [
        f"{path.relative_to(SOURCE)} ({own}) imports {other}"
        for other in sorted(imported_layers(path) - {own})
        if other not in RANK or (RANK[other] <= RANK[own] and (own, other) not in SIDEWAYS)
    ]


def test_every_module_has_a_layer():
    homes = {layer_of(path) for path in modules()} - {"__init__", "packs"}
    assert homes <= RANK.keys()


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_to_the_right(path):
    if path.name == "__init__.py" and path.parent == SOURCE:
        assert imported_layers(path) == set()
    else:
        assert problems(path) == []


def test_an_upward_import_would_be_found(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.SOURCE", tmp_path)
    wrong = tmp_path / "trace" / "wrong.py"
    wrong.parent.mkdir()
    wrong.write_text("def f():\n    from mesocosm.episode.world import World\n    return World\n")
    assert problems(wrong) == ["trace/wrong.py (trace) imports episode"]


def test_one_suite_never_imports_another():
    """What suites share are modules beside their folders."""
    shared = {path.stem for path in (SOURCE / "suites").glob("*.py")}
    for path in modules():
        parts = path.relative_to(SOURCE).parts
        if parts[0] == "suites" and len(parts) > 2:
            others = {
                node.module.split(".")[2]
                for node in ast.walk(ast.parse(path.read_text()))
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mesocosm.suites.")
            }
            assert others <= {parts[1], *shared}, path
