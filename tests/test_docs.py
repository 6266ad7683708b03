"""The documentation stays valid: its examples run, its links lead somewhere, its generated pages are up to date."""

import ast
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES += sorted((ROOT / "docs" / "engines").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)#]+)[^)]*\)")
FILE = re.compile(r"# (?P<name>\w+\.py)(?P<more>, continued)?\n")
"""First line of an example that is a file, or that a reader adds to a file."""
NOT_HERE = re.compile(r"make |pip |inspect |mesocosm (mcp|run \S+ --model \S+ --limit)")
"""Commands that need a model, a client, a package index, or this very test."""
REFUSED_AGAIN = re.compile(r"mesocosm (new|seal (?!close))")
"""Commands whose results must not be overwritten by a second call."""

LOADED_FROM_ELSEWHERE = re.compile(r"<(?:script|link|img)\b[^>]*(?:src|href)=[\"']?(?:https?:)?//")


def blocks(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text())


AT_LENGTH = frozenset(
    {"running.md", "report.md", "tornado.md", "phreeqc.md", "sandbox.md", "terra-tools.md", "trajectories.md"}
)
"""Pages whose examples take long: pages of suites, and pages that start processes."""


def is_of_one_engine(page: Path) -> bool:
    return page.parent.name == "engines" and page.stem != "index"


EXAMPLES = [
    pytest.param(page, marks=pytest.mark.exhaustive if page.name in AT_LENGTH or is_of_one_engine(page) else ())
    for page in PAGES
]


@pytest.mark.parametrize("page", EXAMPLES, ids=[page.name for page in PAGES])
def test_every_page_runs_twice_in_one_folder(page, tmp_path, monkeypatch):
    """A reader follows a page from top to bottom, and again on another day without cleaning up."""
    monkeypatch.chdir(tmp_path)
    follow(page, again=False)
    follow(page, again=True)


def follow(page: Path, *, again: bool, examples: int | None = None) -> None:
    """Do what a page says: write its files, run its commands in order, run its other examples in one session."""
    session: dict = {"__name__": "example"}
    runnable = [(language, code) for language, code in blocks(page) if language in ("python", "console")]
    for language, code in runnable[:examples]:
        if language == "console":
            run_console(code, again=again)
        elif named := FILE.match(code):
            write_file(named, code)
        else:
            exec(compile(code, page.name, "exec"), session)


def write_file(named: re.Match[str], code: str) -> None:
    """Begin a file, or append the page's addition to it."""
    with Path(named["name"]).open("a" if named["more"] else "w") as file:
        file.write(f"\n\n{code}" if named["more"] else code)


def run_console(code: str, *, again: bool) -> None:
    printed = ""
    for line in code.splitlines():
        if line.startswith("$ "):
            printed = run_command(line[2:].partition(" #")[0], again=again)
        else:
            assert line in printed, f"{line!r} is not in what was printed: {printed}"


def run_command(line: str, *, again: bool) -> str:
    """Return the output of a command; a command that never overwrites must refuse the second time."""
    if NOT_HERE.match(line):
        return ""
    program, *words = shlex.split(line)
    if program == "python":
        return run_program(words)
    assert program == "mesocosm", line
    # In this process: a new one for each of fifty commands would spend a minute on importing.
    done = CliRunner().invoke(mesocosm_command, words)
    if again and REFUSED_AGAIN.match(line):
        assert "exists already" in str(done.exception), f"{line}: {done.output} {done.exception!r}"
        return ""
    assert done.exit_code == 0, f"{line}: {done.output} {done.exception!r}"
    return done.stdout


def run_program(words: list[str]) -> str:
    """Return the output of a program that the page has written."""
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.stdout} {done.stderr}"
    return done.stdout


# ---------------------------------------------------------------- as after a plain install

WITHOUT_TOY = """
import sys
from importlib import metadata


class Hidden:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] == "mesocosm_toy":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Hidden)
every = metadata.Distribution.discover
metadata.Distribution.discover = lambda **where: (one for one in every(**where) if "mesocosm_toy" not in str(one._path))
"""
"""A `sitecustomize` that hides the example package from an interpreter and all that it starts."""
FOLLOW_FIRST = """
import os, sys, tempfile
from pathlib import Path
import mesocosm
from tests.test_docs import follow

assert "toy" not in mesocosm.suite_names()
for page in map(Path, sys.argv[1:]):
    os.chdir(tempfile.mkdtemp(dir=os.environ["HOME"]))
    try:
        follow(page, again=False, examples=1)
    except BaseException as error:
        raise SystemExit(f"{page.name}: {error!r}")
"""
FIRST_AT_LENGTH = AT_LENGTH - {"running.md", "report.md"}


@pytest.mark.parametrize(
    "pages",
    [
        [page for page in PAGES if page.name not in FIRST_AT_LENGTH and not is_of_one_engine(page)],
        pytest.param([page for page in PAGES if page.name in FIRST_AT_LENGTH], marks=pytest.mark.exhaustive),
    ],
    ids=["short", "at length"],
)
def test_the_first_example_of_every_page_works_after_a_plain_install(pages, tmp_path):
    """The suite `toy` is part of the tests: a plain installation of the package does not have it."""
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_TOY)
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path, "HOME": str(tmp_path)}
    command = [sys.executable, "-c", FOLLOW_FIRST, *map(str, pages)]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# ---------------------------------------------------------------- where is what

SOURCE = ROOT / "src" / "mesocosm"
OUTSIDE = frozenset({"benchmarks", "deploy", "docs", "fuzz", "pyproject.toml", "requirements", "tests", "web"})
"""Beginnings of the paths on the page that are not below `src/mesocosm`."""
ROW = re.compile(r"^\| (?!you look for)(.*) \|$", re.MULTILINE)
PLACE = re.compile(r"`([^`]+)`")
"""A file on the right of the table, with names in it: `FILE` or `FILE: NAME, CLASS.NAME`."""


def wrong_places(page: str) -> list[str]:
    """Return every place of the tables that does not exist, and every row that has not two cells."""
    wrong = []
    for row in ROW.findall(page):
        cells = row.split(" | ")
        wrong += [] if len(cells) == 2 else [row]
        wrong += [place for place in PLACE.findall(cells[-1]) if not is_defined(place)]
    return wrong


def is_defined(place: str) -> bool:
    name, _, members = place.partition(": ")
    file = (ROOT if name.split("/")[0] in OUTSIDE else SOURCE) / name
    if not members:
        return file.exists()
    return file.is_file() and set(members.split(", ")) <= defined_names(ast.parse(file.read_text()).body)


def defined_names(body: list[ast.stmt], owner: str = "") -> set[str]:
    """Return the functions, classes and assigned names of a module, and those of its classes as `Class.name`."""
    names = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(owner + node.name)
        if isinstance(node, ast.ClassDef):
            names |= defined_names(node.body, f"{owner}{node.name}.")
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {owner + target.id for target in targets if isinstance(target, ast.Name)}
    return names


def test_every_place_on_the_page_where_is_what_exists():
    page = (ROOT / "docs" / "where.md").read_text()
    assert len(ROW.findall(page)) > 100
    assert wrong_places(page) == []


@pytest.mark.parametrize(
    "wrong",
    [
        "api/runing.py",
        "src/mesocosm/api/running.py",
        "api/running.py: runs",
        "api/running.py: run, runs",
        "types.py: Budget.dollars",
        "types.py: steps",
        "redteam/exploits: leaks",
        "tests/test_nothing.py",
    ],
)
def test_a_wrong_place_would_be_found(wrong):
    right = "| budget | `types.py: Budget, Budget.steps`, `redteam/exploits/`, `tests/toy/` |\n"
    assert wrong_places(right) == []
    assert wrong_places(f"{right}| words | the code is in `{wrong}` |\n") == [wrong]


# ---------------------------------------------------------------- links, reference, site


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    for target in LINK.findall(page.read_text()):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_page_stands_in_the_navigation_of_the_site():
    named = re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text())
    pages = [str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")]
    assert sorted(named) == sorted(pages)


def test_the_generated_reference_is_up_to_date():
    done = subprocess.run(
        [sys.executable, "docs/write_reference.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_the_reference_says_what_an_argument_needs():
    schema = {
        "properties": {
            "path": {"type": "string", "description": "A file."},
            "way": {"enum": ["near", "far"], "type": "string", "default": "near"},
            "most": {"anyOf": [{"type": "integer", "description": "(at least 1)"}, {"type": "null"}]},
            "areas": {"type": "array", "items": {"properties": {"name": {"type": "string"}}, "required": ["name"]}},
        },
        "required": ["path"],
    }
    assert write_reference().argument_lines(schema) == [
        "- `path` (text, required): A file.",
        "- `way` (one of `near`, `far`, default `near`)",
        "- `most` (whole number, optional): (at least 1)",
        "- `areas` (list of anything, optional)",
        "    - `name` (text, required)",
    ]


def write_reference():
    spec = importlib.util.spec_from_file_location("write_reference", ROOT / "docs" / "write_reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_site_builds(tmp_path):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "index.html").exists()
    pages = {page: page.read_text() for page in (tmp_path / "site").rglob("*.html")}
    assert {page.name for page, text in pages.items() if LOADED_FROM_ELSEWHERE.search(text)} == set()
    assert '<span class="kn">import</span>' in pages[tmp_path / "site" / "tutorial" / "index.html"]  # coloured


def test_every_verb_and_every_event_is_documented():
    from mesocosm.trace.schema import KNOWN_KINDS

    reference = (ROOT / "docs" / "reference" / "trace-format.md").read_text()
    assert all(f"`{kind}`" in reference for kind in KNOWN_KINDS)


def test_the_first_screen_of_the_readme_holds_the_two_commands():
    first_screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:32])
    assert "make demo" in first_screen
    assert "make test" in first_screen


def test_the_five_papers_are_cited_alike_everywhere():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    cited = {paper["url"] for paper in citation["references"]}
    assert len(cited) == 5
    for page in (ROOT / "README.md", ROOT / "docs" / "citing.md"):
        assert set(re.findall(r"https://arxiv\.org/abs/[\d.]+", page.read_text())) == cited
    packaged = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert citation["version"] == packaged["version"]
    assert citation["date-released"][:4] in (ROOT / "docs" / "citing.md").read_text()
