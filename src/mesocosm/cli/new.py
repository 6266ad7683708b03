"""Write a first draft of something new, with a test that passes."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.options import Renamed
from mesocosm.screen.paths import Output
from mesocosm.screen.tables import json_option, show_json

if TYPE_CHECKING:
    from mesocosm.registry import Kind

GROUP = "make"
KINDS = ("tool", "suite", "simulator", "source", "agent", "command", "analysis", "page")
IMPORTS = re.compile(
    r"^(?P<indent> *)(?:from (?!__future__)|import )\S.*\n(?:\n*(?P=indent)(?:from|import) \S.*\n)*", re.MULTILINE
)
"""Block of import lines, blank lines included."""


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("name")
@click.option("-o", "--out", "into", cls=Renamed, former=("--into",), type=Output(file_okay=False),
              default=Path(), help="Folder to write.")  # fmt: skip
@json_option
def command(kind: str, name: str, into: Path, as_json: bool) -> None:
    """Write a first draft of something, with a test that passes.

    NAME is the name of the new thing.

    In a checkout of mesocosm the files go where they belong; elsewhere they become a package of their own, which
    registers itself by an entry point once it is installed.
    """
    _check_name(kind, name)
    drafts = _in_checkout(kind, name, into) if (into / "src" / "mesocosm").is_dir() else _as_package(kind, name, into)
    _refuse_existing(drafts)
    for path, text in drafts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if as_json:
        return show_json([str(path) for path in drafts])
    for path in drafts:
        click.echo(str(path))
    package = into / f"mesocosm-{name}"
    if package / "pyproject.toml" in drafts:
        click.echo(f"install it: pip install -e {package}", err=True)
        click.echo(f"run its test: python -m pytest {package}    (needs pytest: pip install pytest)", err=True)


def _in_checkout(kind: str, name: str, into: Path) -> dict[Path, str]:
    folder = _folder(kind)
    home, tests = into.joinpath("src", "mesocosm", *folder), into.joinpath("tests", *folder)
    return _drafts(kind, name, ".".join(("mesocosm", *folder, name)), home / name, tests / f"test_{name}.py")


def _folder(kind: str) -> tuple[str, ...]:
    """Return the folder below the package for our own things of a kind; our own commands are verbs."""
    from mesocosm import registry

    return ("cli",) if kind == "command" else tuple(registry.OWN_FOLDER[_plural(kind)].split(".")[1:])


def _plural(kind: str) -> Kind:
    from mesocosm import registry

    return next(plural for plural, singular in registry.SINGULAR.items() if singular == kind)


def _as_package(kind: str, name: str, into: Path) -> dict[Path, str]:
    root = into / f"mesocosm-{name}"
    package = root / f"mesocosm_{name}"
    module = f"mesocosm_{name}.{name}"
    drafts = _drafts(kind, name, module, package / name, root / "tests" / f"test_{name}.py")
    drafts[package / "__init__.py"] = f'"""A package that adds the {kind} {name} to mesocosm."""\n'
    drafts[root / "pyproject.toml"] = _fill(_templates() / "pyproject.toml.txt", kind, name, module)
    return drafts


def _drafts(kind: str, name: str, module: str, home: Path, test: Path) -> dict[Path, str]:
    folder = _templates() / kind
    drafts = {test: _fill(folder / "test.py.txt", kind, name, module)}
    if kind != "suite":
        return {home.with_suffix(".py"): _fill(folder / "module.py.txt", kind, name, module), **drafts}
    for template in _walk(folder):
        relative = template.removesuffix(".txt")
        if relative != "test.py":
            drafts[home / relative] = _fill(folder / template, kind, name, module)
    return drafts


def _walk(folder: Traversable, prefix: str = "") -> list[str]:
    paths = []
    for entry in folder.iterdir():
        paths += _walk(entry, f"{prefix}{entry.name}/") if entry.is_dir() else [f"{prefix}{entry.name}"]
    return sorted(paths)


def _fill(template: Traversable, kind: str, name: str, module: str) -> str:
    text = template.read_text(encoding="utf-8")
    for word, value in (("KINDS", _plural(kind)), ("KIND", kind), ("NAME", name), ("MODULE", module)):
        text = text.replace(word, value)
    return IMPORTS.sub(lambda block: _in_order(block[0], module.partition(".")[0]), text)


def _in_order(block: str, own_package: str) -> str:
    """Sort imports as linters want them: standard library, other packages, own package."""
    lines = {line for line in block.splitlines() if line.strip()}
    groups: dict[int, list[str]] = {}
    for line in sorted(lines, key=lambda line: (line.split()[0] == "from", line.split()[1])):
        package = line.split()[1].partition(".")[0]
        group = 0 if package in sys.stdlib_module_names else 2 if package == own_package else 1
        groups.setdefault(group, []).append(line)
    return "\n\n".join("\n".join(groups[group]) for group in sorted(groups)) + "\n"


def _templates() -> Traversable:
    return files("mesocosm.cli") / "templates"


def _check_name(kind: str, name: str) -> None:
    from mesocosm import registry
    from mesocosm.errors import InvalidRecord

    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise InvalidRecord(f"NAME must not be a word of the Python language, got {name!r}; write {name}_{kind}, say")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name, re.ASCII):
        raise InvalidRecord(f"NAME must be a lower-case word such as soil_moisture, got {name!r}{_mend(name)}")
    if name in registry.homes(_plural(kind)) or (kind == "command" and name in registry.submodules("mesocosm.cli")):
        article = "an" if kind[0] in "aeiou" else "a"
        raise InvalidRecord(f"there is {article} {kind} called {name!r} already; choose another name")


def _mend(name: str) -> str:
    """Return the question whether the nearest allowed name was meant; empty if there is none."""
    word = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()).strip("_")
    return f"; did you mean {word}?" if re.match("[a-z]", word) and not keyword.iskeyword(word) else ""


def _refuse_existing(drafts: dict[Path, str]) -> None:
    from mesocosm.errors import InvalidRecord

    if taken := [str(path) for path in drafts if path.exists()]:
        raise InvalidRecord(f"{taken[0]} exists already; nothing was written")
