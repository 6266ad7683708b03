"""The pages cannot rot: their examples run, their links lead somewhere, the generated ones are up to date."""

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES += sorted((ROOT / "docs" / "engines").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)#]+)[^)]*\)")
NOT_HERE = re.compile(r"make |\.venv/bin/(inspect|mesocosm (mcp|run \S+ --model))")
"""Commands that need a model, a client, or this very test."""

LOADED_FROM_ELSEWHERE = re.compile(r"<(?:script|link|img)\b[^>]*(?:src|href)=[\"']?(?:https?:)?//")


def blocks(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text())


AT_LENGTH = frozenset(
    {"running.md", "report.md", "tornado.md", "phreeqc.md", "sandbox.md", "terra-tools.md", "trajectories.md"}
)
"""Pages whose examples take long: those of a suite, and those that start processes."""


def is_of_one_engine(page: Path) -> bool:
    return page.parent.name == "engines" and page.stem != "index"


EXAMPLES = [
    pytest.param(page, marks=pytest.mark.exhaustive if page.name in AT_LENGTH or is_of_one_engine(page) else ())
    for page in PAGES
]


@pytest.mark.parametrize("page", EXAMPLES, ids=[page.name for page in PAGES])
def test_every_example_of_a_page_runs(page, tmp_path):
    """Python blocks and commands of a page run in order, in one folder; printed lines must come out."""
    names: dict = {"__name__": "example"}
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        for language, code in blocks(page):
            if language == "python":
                save_if_named(code)
                exec(compile(code, page.name, "exec"), names)
            elif language == "console":
                run_console(code)
    finally:
        os.chdir(before)


def save_if_named(code: str) -> None:
    """An example that begins with the name of a file is that file."""
    named = re.match(r"# (\w+\.py)\n", code)
    if named:
        Path(named[1]).write_text(code)


def run_console(code: str) -> None:
    printed = ""
    for line in code.splitlines():
        if line.startswith("$ "):
            printed = run_command(line[2:])
        else:
            assert line in printed, f"{line!r} is not in what was printed: {printed}"


def run_command(line: str) -> str:
    if NOT_HERE.match(line):
        return ""
    words = shlex.split(line.partition(" #")[0])
    assert words[0].rpartition("/")[2] == "mesocosm", line
    # In this process: a new one for each of fifty commands would spend a minute on importing.
    done = CliRunner().invoke(mesocosm_command, words[1:])
    assert done.exit_code == 0, f"{line}: {done.output} {done.exception!r}"
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    for target in LINK.findall(page.read_text()):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_generated_reference_is_up_to_date():
    done = subprocess.run(
        [sys.executable, "docs/write_reference.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_the_reference_tells_what_an_argument_needs():
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
    first_screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:24])
    assert "make demo" in first_screen
    assert "make test" in first_screen
