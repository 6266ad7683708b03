"""Checks of the contracts of what people read: analyses, pages and commands."""

from __future__ import annotations

import io
import itertools
import json
import tempfile
from pathlib import Path
from types import ModuleType

import click

from mesocosm import registry
from mesocosm.episode.agent import Case
from mesocosm.episode.loop import run_episode
from mesocosm.errors import UserError
from mesocosm.report.analysis import Analysis, of_module
from mesocosm.report.page import Page
from mesocosm.stats.episode import Episode
from mesocosm.suite import Suite
from mesocosm.testing.require import require
from mesocosm.types import Record
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

SHORTEST_TELLING = 10
"""Fewest characters of a sentence that can say what a thing is for."""


def check_analysis(name: str, module: ModuleType) -> None:
    """Check that an analysis says what it shows, and gives a record that is JSON and can be printed or says what is
    missing.
    """
    wanted = of_module(name, module)
    require(len(wanted.about) >= SHORTEST_TELLING, f"{name}: the module's docstring says in one line what it shows")
    episodes = _episodes()
    try:
        result = wanted.compute(episodes, **({} if wanted.baseline == "unused" else {"baseline": episodes[0].agent}))
    except UserError as error:  # an analysis to which these episodes do not apply
        require(str(error), f"{name}: refuses episodes without saying why")
        return
    _check_result(wanted, result)


def _check_result(wanted: Analysis, result: Record) -> None:
    from rich.console import Console

    require(isinstance(result, Record), f"{wanted.name}: `analyse` must give a Record, got {type(result).__name__}")
    require(isinstance(json.loads(result.model_dump_json()), dict), f"{wanted.name}: the result is not a JSON object")
    console = Console(file=io.StringIO(), width=200)
    console.print(wanted.table(result))
    require(console.file.getvalue().strip(), f"{wanted.name}: the table is empty")  # type: ignore[attr-defined]
    if wanted.figure is not None:
        require(hasattr(wanted.figure(result), "savefig"), f"{wanted.name}: `figure` must give matplotlib's Figure")


def _episodes() -> list[Episode]:
    """Make episodes of two runs of two items, one solved, of a suite that does not exist."""
    return [
        Episode(
            suite="anything",
            item=f"anything-s0-000{number}",
            agent=agent,
            correct=number == 0,
            score=1.0 - number,
            answer="valid",
            steps=1,
            seconds=1.0,
            calls=(("submit", False),),
        )
        for agent, number in itertools.product(("first", "second"), range(2))
    ]


def check_page(page: object) -> None:
    """Check that a page is about an installed suite, and writes a file into its folder from the log of a run."""
    if not isinstance(page, Page):
        raise AssertionError("a page has a title, a suite and a method `write(logs, folder)`")
    require(page.title.strip(), "a page has a title, which the link to it says")
    require(page.suite in registry.names("suites"), f"{page.title}: no suite is called {page.suite!r}")
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}check-", dir=work_folder()) as scratch:
        folder = Path(scratch, "page")
        folder.mkdir()
        written = page.write([_log(registry.load("suites", page.suite), Path(scratch))], folder)
        inside = written.resolve().is_relative_to(folder.resolve())
        require(inside, f"{page.title}: the file to open must lie in the page's folder, got {written}")
        require(written.is_file() and written.stat().st_size, f"{page.title}: {written.name} was not written")


def _log(suite: Suite, folder: Path) -> Path:
    """Make the log of an agent that does nothing, on one item."""
    from mesocosm.adapters.inspect.external_log import write_log
    from mesocosm.adapters.inspect.run_plan import RunPlan

    item, reference = suite.case(0, 0)
    with suite.world(item, reference, agent="null") as world:
        null = registry.load("agents", "null")(Case(item, reference, world.tools, options=world.options))
        trace = run_episode(world, null)
    plan = RunPlan(suite=suite.name, models=("mesocosm/null",), items=1)
    return write_log(suite, plan, [(item.id, 1, trace)], folder)


def check_command(name: str, command: object) -> None:
    """Check that a command and all its verbs say what they do, and answer `--help`."""
    if not isinstance(command, click.Command):
        raise AssertionError(f"{name}: `command` must be a command of click, got {type(command).__name__}")
    require(name not in registry.submodules("mesocosm.cli"), f"{name}: mesocosm has a verb of this name itself")
    _check_help(name, command, click.Context(command, info_name=name))


def _check_help(name: str, command: click.Command, context: click.Context) -> None:
    require(len((command.help or "").strip()) >= SHORTEST_TELLING, f"{name}: the docstring says what the command does")
    require(command.get_help(context), f"{name}: --help says nothing")
    if not isinstance(command, click.Group):
        return
    for verb in command.list_commands(context):
        inner = command.get_command(context, verb)
        if inner is None:
            raise AssertionError(f"{name} {verb}: listed, but not there")
        _check_help(f"{name} {verb}", inner, click.Context(inner, info_name=verb, parent=context))
