"""Names can be searched: a noun for a thing, a verb for an action, and no participle that stands alone.

`told`, `settled` or `shown` say neither what a function does nor what it returns. No module and no function has a name
from the lists; add a word when another is found to hide its meaning.
"""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "mesocosm"
LIST = """
added advised aligned altered averaged bounded broken carried checked chosen cited clipped coloured converted
copied corrected covered damaged decoded described drawn eroded explained extended fetched filled fitted
folded found gathered given gone grown held hidden joined judged kept known labelled laid left listed located
logged lost made marked matched measured mended merged moved named nested normalised noted numbered offered
opened paired parsed placed prepared printed projected raised ranked reduced refused renamed replaced reported
resolved reviewed rounded routed said sampled saved scored searched selected settled shaded shaped sharpened
shown sifted signed simplified smoothed solved sought spelled spelt stacked stated stepped stretched summed
taken tagged tempted told traced turned unpacked unwrapped voted warped written
"""
WORDS = frozenset(LIST.split())
"""Words that no public function may have as its name."""
INNER = "asked found given handed held kept listed printed said settled shown spelled spelt taken told"
INNER_WORDS = frozenset(INNER.split())
"""Words that no private function and no method may have as its name either."""
VARIABLES = frozenset({"told", "settled", "settling"})
"""Words that no argument, no variable and no field may have as its name."""
MODULES = frozenset({"lost"})
"""Modules with a documented name: `mesocosm analyse lost`."""


def names(path: Path) -> tuple[list[str], list[str]]:
    """Return the names of a module's functions, and of its classes' methods."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    inner = [part for node in body if isinstance(node, ast.ClassDef) for part in node.body]
    functions, methods = (
        [node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for nodes in (body, inner)
    )
    return functions, methods


def variables(path: Path) -> set[str]:
    """Return the names of a module's arguments, variables and fields."""
    tree = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    arguments = {node.arg for node in tree if isinstance(node, ast.arg)}
    bound = {node.id for node in tree if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    fields = {node.attr for node in tree if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    return arguments | bound | fields


def test_the_words_would_be_found(tmp_path):
    (tmp_path / "a.py").write_text("def told(): ...\nclass A:\n    def _told(self, said): self.held = kept = 1\n")
    assert names(tmp_path / "a.py") == (["told"], ["_told"])
    assert variables(tmp_path / "a.py") == {"self", "said", "held", "kept"}


def test_no_module_bears_a_word_of_the_list():
    assert [path for path in SOURCE.rglob("*.py") if path.stem in WORDS - MODULES] == []


def test_no_function_bears_a_word_of_the_list():
    bearing = []
    for path in sorted(SOURCE.rglob("*.py")):
        functions, methods = names(path)
        bearing += [f"{path}: {name}" for name in functions if name in WORDS]
        bearing += [f"{path}: {name}" for name in functions + methods if name.lstrip("_") in INNER_WORDS]
    assert bearing == []


def test_no_variable_bears_a_word_of_the_list():
    bearing = {path: sorted(variables(path) & VARIABLES) for path in sorted(SOURCE.rglob("*.py"))}
    assert {path: words for path, words in bearing.items() if words} == {}
