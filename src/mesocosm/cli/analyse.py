"""Analyses of results: who solves what, what was lost and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm import registry
from mesocosm.extras import needs
from mesocosm.report.shared_logs import Logs
from mesocosm.screen.paths import Output
from mesocosm.screen.tables import json_option, show, show_json, show_table
from mesocosm.screen.untrusted_text import plain, tell

if TYPE_CHECKING:
    from mesocosm.report.analysis import Analysis
    from mesocosm.stats.episode import Episode
    from mesocosm.types import Record

GROUP = "look"
TEXT_FILE = "analyses.txt"

EXTRAS = ("inspect",)


@click.command()
@click.argument("name")
@click.argument("paths", nargs=-1, type=Logs())
@click.option("--baseline", help="What runs are compared with: an agent, an option's value, or a run's full name.")
@click.option("--suite", help="Suite to analyse, if the logs hold several.")
@click.option("--figure", type=Output(dir_okay=False), help="PNG file to draw the figure into.")
@click.option("-o", "--out", type=Output(file_okay=False), help="With `all`: folder to write.")
@json_option
def command(
    name: str,
    paths: tuple[Path, ...],
    baseline: str | None,
    suite: str | None,
    figure: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Run the analysis NAME on runs.

    PATHS are Inspect logs, traces, or folders of them.

    `analyse list` names the analyses, those that need a baseline and those that draw a picture. `analyse all PATHS
    --out DIR` writes the result of every analysis as JSON, its picture as PNG if it has one, and all tables into one
    text file.
    """
    if name == "list":
        _list(as_json)
    elif name == "all":
        _check_all(figure, out)
        _all(_episodes(paths, suite), baseline, out or Path())
    else:
        if name not in registry.homes("analyses") and Path(name).exists():
            raise click.UsageError(
                f"{name} is a path: write mesocosm analyse NAME {name}; `analyse list` tells the names"
            )
        if out is not None:
            raise click.UsageError("--out is for `all`; one analysis draws into --figure FILE.png")
        with needs("a figure", *(["figures"] if figure else [])):
            _single(name, paths, suite, baseline, figure, as_json)


def _list(as_json: bool) -> None:
    from mesocosm import registry
    from mesocosm.report import analysis

    known = [analysis.load(name) for name in registry.names("analyses")]
    if as_json:
        show_json([{"name": wanted.name, "about": wanted.about, "baseline": wanted.baseline} for wanted in known])
        return
    rows = [(wanted.name, wanted.about, wanted.baseline, "yes" if wanted.figure else "no") for wanted in known]
    show_table(("analysis", "shows", "baseline", "figure"), rows)


def _single(
    name: str, paths: tuple[Path, ...], suite: str | None, baseline: str | None, figure: Path | None, as_json: bool
) -> None:
    from mesocosm.report import analysis

    wanted = analysis.load(name)
    wanted.check(baseline)
    if figure is not None:
        _check_figure(wanted, figure)
    episodes = _episodes(paths, suite)
    result = wanted.analyse(episodes, baseline=baseline)
    if as_json:
        show_json(_plain(result))
    else:
        tell(_heading(episodes))
        show(wanted.table(result))
    if figure is not None:
        _draw(wanted, result, figure)


def _check_figure(wanted: Analysis, figure: Path) -> None:
    if wanted.figure is None:
        raise click.UsageError(f"{wanted.name} has no figure; leave out --figure")
    if figure.suffix.lower() != ".png":
        raise click.UsageError(f"--figure must be a .png file, got {figure.name}")


def _check_all(figure: Path | None, out: Path | None) -> None:
    if out is None:
        raise click.UsageError("`analyse all` writes files: say where with --out DIR")
    if figure is not None:
        raise click.UsageError("--figure is for one analysis; `all` draws every figure into --out")


def _episodes(paths: tuple[Path, ...], suite: str | None) -> list[Episode]:
    from mesocosm.errors import InvalidRecord
    from mesocosm.report.episodes import read_episodes

    if not paths:
        raise click.UsageError("give at least one log or folder of logs, such as logs/toy-s0")
    every = read_episodes(paths)
    suites = sorted({episode.suite for episode in every})
    if suite is not None and suite not in suites:
        raise InvalidRecord(f"the logs hold no episode of {suite!r}; they hold {', '.join(suites)}")
    if suite is None and len(suites) > 1:
        raise InvalidRecord(f"the logs hold {' and '.join(suites)}; choose one with --suite")
    return [episode for episode in every if suite in (None, episode.suite)]


def _all(episodes: list[Episode], baseline: str | None, out: Path) -> None:
    from rich.text import Text

    from mesocosm import registry
    from mesocosm.errors import UserError
    from mesocosm.report import analysis

    out.mkdir(parents=True, exist_ok=True)
    printed: list[Any] = [Text(plain(_heading(episodes)) + "\n")]
    for name in registry.names("analyses"):
        wanted = analysis.load(name)
        try:
            # For the other analyses a baseline means something else, such as the run whose listings place the items.
            result = wanted.analyse(episodes, baseline=baseline if wanted.baseline == "needed" else None)
        except UserError as error:
            # One analysis that does not fit these logs must not stop the others.
            printed.append(Text(plain(f"{name}: not done: {error}\n")))
            continue
        printed.append(wanted.table(result))
        _write(wanted, result, out)
    _write_text(printed, out / TEXT_FILE)
    click.echo(f"wrote {out}: {TEXT_FILE}, {len(list(out.glob('*.json')))} JSON, {len(list(out.glob('*.png')))} PNG")


def _heading(episodes: list[Episode]) -> str:
    """Name the suite, the options that all runs share (names of runs leave these out), and the agents that know the
    truth.
    """
    from mesocosm.stats.runs import shared_options

    options = [f"{name}={value}" for name, value in shared_options(episodes).items()]
    knowing = sorted({episode.agent for episode in episodes if episode.knows_reference})
    remark = [f"(handed the truth: {', '.join(knowing)})"] if knowing else []
    return " ".join([episodes[0].suite, *(["with", *options] if options else []), *remark])


def _write(wanted: Analysis, result: Record, out: Path) -> None:
    from mesocosm.files import write_json

    write_json(out / f"{wanted.name}.json", _plain(result))
    if wanted.figure is not None:
        _draw(wanted, result, out / f"{wanted.name}.png")


def _write_text(printed: list[Any], path: Path) -> None:
    from rich.console import Console

    with path.open("w", encoding="utf-8") as file:
        console = Console(file=file, width=200, color_system=None)
        for part in printed:
            console.print(part)


def _draw(wanted: Analysis, result: Record, path: Path) -> None:
    from mesocosm.report import figures

    if wanted.figure is not None:
        figures.save(wanted.figure(result), path)


def _plain(result: Record) -> Any:
    import json

    return json.loads(result.model_dump_json())
