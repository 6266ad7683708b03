"""Run every suite with its reference agents, offline, in a minute or two."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.option_hints import TAKES_LOOSE_WORDS, refuse_loose_words
from mesocosm.screen.options import limit_option
from mesocosm.screen.paths import Output
from mesocosm.screen.progress import progress
from mesocosm.screen.tables import json_option, show, show_json

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext

    from mesocosm.report.results import ResultRow
    from mesocosm.suite import Suite

GROUP = "run"
SEED = 7
TABLES = {"retention": "oracle", "diagnosis": None}
"""Analyses shown for suites whose wrong options are named mistakes, each with its baseline."""
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables that limit numerical libraries to one thread: suites run side by side, and their threads would wait for
each other.
"""
SHARED = (
    "mesocosm.cli.main",
    "mesocosm.cli.run",
    "mesocosm.adapters.inspect.runs",
    "mesocosm.adapters.inspect.tasks",
    "mesocosm.episode.world",
    "mesocosm.report.table",
    "inspect_ai.agent",
    "openai",
    "acp",
    "anthropic",
    "aiohttp",
    "fastapi",
    "numpy",
)
"""Modules that every run imports, directly or through Inspect. Those that are not installed are skipped."""

EXTRAS = ("inspect",)


@click.command(context_settings=TAKES_LOOSE_WORDS)
@click.option("-o", "--out", type=Output(file_okay=False), default=Path("demo"), show_default=True,
              help="Folder to write.")  # fmt: skip
@limit_option(about="How many items of each suite; the suite's own number if left out.")
@click.option("--suite", "only", multiple=True, help="Only this suite; may be repeated.")
@click.option("--jobs", type=click.IntRange(min=1), help="Suites at a time; by default one more than processors.")
@json_option
def command(out: Path, limit: int | None, only: tuple[str, ...], jobs: int | None, as_json: bool) -> None:
    """Run every suite with its reference agents.

    Print the results and write a report that can be opened in a browser.
    """
    refuse_loose_words(lambda word: f"did you mean --suite {word}?")
    from mesocosm import registry
    from mesocosm.extras import needs
    from mesocosm.report.results import read_results
    from mesocosm.report.table import results_table

    suites: list[Suite] = [registry.load("suites", name) for name in only or _suites()]
    with needs("mesocosm demo", *EXTRAS, *(extra for suite in suites for extra in suite.card.extras)):
        registry.require("inspect_ai")  # otherwise each suite would say so itself
    # One more than processors: otherwise some would be idle while the last suites end.
    folders = _run_all(suites, limit, out, jobs or (os.cpu_count() or 1) + 1)
    rows = [row for folder in folders.values() for row in read_results(folder)]
    page = _write_site(rows, out)
    if as_json:
        return show_json([row.model_dump(mode="json") for row in rows])
    for suite in suites:
        if suite.names_mistakes:
            _show_analyses(folders[suite.name])
    show(results_table(rows))
    click.echo(f"the transcripts: inspect view --log-dir {out / 'logs'}")
    click.echo(f"report page: {page.resolve().as_uri()}")


def _write_site(rows: list[ResultRow], out: Path) -> Path:
    """Write the report; another process draws the pages that suites bring meanwhile."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from mesocosm.report.site import write_site
    from mesocosm.report.site.suite_pages import write_suite_pages

    with ProcessPoolExecutor(1, get_context("forkserver")) as pool, progress("report") as shown:
        suite_pages = pool.submit(write_suite_pages, rows, out)
        notes = [f"Seed {SEED}. Logs: {out / 'logs'}"]
        return write_site(
            rows, out, title="mesocosm demo", notes=notes, watch=shown.update, suite_pages=suite_pages.result
        )


def _folder(suite: Suite, limit: int | None, out: Path) -> Path:
    """Return the folder for the logs of a suite; changed code gets a folder of its own."""
    from mesocosm.suite.code_hash import code_hash

    return out / "logs" / f"{suite.name}-n{limit or suite.card.demo_items}-{code_hash(suite.package)[:8]}"


def _run_all(suites: list[Suite], limit: int | None, out: Path, jobs: int) -> dict[str, Path]:
    """Run the suites in processes of their own, at most `jobs` at a time; return the folder of each suite's logs."""
    from concurrent.futures import ThreadPoolExecutor
    from multiprocessing import get_context

    for name in THREADS:
        os.environ.setdefault(name, "1")
    # Importing takes longer than many a suite's episodes: one process imports, and every run is a copy of it.
    context = get_context("forkserver")
    context.set_forkserver_preload(list(SHARED))
    with ThreadPoolExecutor(jobs) as pool:
        longest_first = sorted(suites, key=lambda suite: suite.card.demo_items)  # a suite with slow items asks for few
        asked = {suite.name: pool.submit(_run, suite, limit, out, context) for suite in longest_first}
        try:
            ended = {name: future.result() for name, future in asked.items()}
        except KeyboardInterrupt:  # the runs get it too: they save what they have, and end
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if failed := [name for name, (_, code) in ended.items() if code]:
        raise click.ClickException(
            f"not finished: {', '.join(failed)}. Finished work is kept; run the same command again to continue"
        )
    return {suite.name: ended[suite.name][0] for suite in suites}


def _run(suite: Suite, limit: int | None, out: Path, context: ForkServerContext) -> tuple[Path, int]:
    """Run a suite by the command that a person would type; return its log folder and exit code.

    Progress goes to standard error. The output of the command is printed only if it fails.
    """
    items, agents = limit or suite.card.demo_items, _agents(suite)
    click.echo(f"{suite.name}: {items} items, {', '.join(agents)} …", err=True)
    folder = _folder(suite, limit, out)
    named = [word for agent in agents for word in ("--agent", agent)]
    where = ["--limit", str(items), "--seed", str(SEED), "--log-dir", str(folder)]
    words = ["run", suite.name, *named, "--no-baselines", *where]
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as printed:
        process = context.Process(target=_type, args=(words, printed.name, dict(os.environ)))
        process.start()
        process.join()
        if process.exitcode:
            click.echo(f"{suite.name}: {printed.read().strip()}", err=True)
    return folder, process.exitcode or 0


def _type(words: list[str], printed: str, environment: dict[str, str]) -> None:
    """Run a verb as the whole work of this process; its output goes to a file.

    The environment is passed on, since this process is a copy of one that may have started with another environment.
    """
    from mesocosm.cli.main import main

    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(printed, os.O_WRONLY), 1)
    sys.argv = ["mesocosm", *words]
    main()


def _agents(suite: Suite) -> list[str]:
    """Return `oracle`, the suite's own agents and `careless`; `random` and `null` if the suite has none of these."""
    own = [f"{suite.name}.{name}" for name in suite.card.agents]
    slips = ["careless", "random"] if suite.names_mistakes else []
    return ["oracle", *((own + slips) or ["random", "null"])]


def _suites() -> list[str]:
    """Return our own suites, or those of other packages if there are none."""
    from mesocosm import registry
    from mesocosm.errors import UserError

    every = registry.names("suites")
    own = [name for name in every if registry.homes("suites")[name].package == "mesocosm"]
    if not every:
        raise UserError("no suite is installed; in a checkout: pip install -e tests/toy")
    return own or every


def _show_analyses(logs: Path) -> None:
    from mesocosm.report import analysis
    from mesocosm.report.episodes import read_episodes

    episodes = read_episodes([logs])
    for name, baseline in TABLES.items():
        chosen = analysis.load(name)
        show(chosen.table(chosen.analyse(episodes, baseline=baseline)))
