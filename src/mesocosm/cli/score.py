"""Scoring again, from files alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mesocosm.screen.tables import json_option, show_json, show_table


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--profile", default="default", show_default=True, help="Scoring definition.")
@json_option
def command(paths: tuple[Path, ...], profile: str, as_json: bool) -> None:
    """Score traces again from PATHS: trace files, Inspect logs, or folders of them. Nothing is run."""
    rows = [_row(source, trace, profile) for source, trace in _traces(paths)]
    if as_json:
        show_json(rows)
        return
    from mesocosm.report.wording import number

    headings = ("item", "agent", "profile", "score", "answer", "end", "file")
    cells = [
        (row["item"], row["agent"], row["profile"], number(float(row["value"])), row["answer"], row["end"], row["file"])
        for row in rows
    ]
    show_table(headings, cells)


def _traces(paths: tuple[Path, ...]) -> list[tuple[Path, Any]]:
    from mesocosm.trace.convert import read_any

    files = [file for path in paths for file in _files(path)]
    return [(file, trace) for file in files for trace in read_any(file)]


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix in (".eval", ".jsonl"))


def _row(source: Path, trace: Any, profile: str) -> dict[str, Any]:
    import json

    from mesocosm import registry
    from mesocosm.errors import TraceError

    start = trace.start
    if start is None or not start.suite:
        raise TraceError(f"{source} does not say which suite it belongs to; only traces of mesocosm suites are scored")
    suite = registry.load("suites", start.suite)
    score = suite.score(*suite.find(start.item), trace, profile)
    about = {"file": str(source), "item": start.item, "agent": start.agent, "answer": trace.answer.status}
    return {**about, "end": trace.end.reason if trace.end else "cut off", **json.loads(score.model_dump_json())}
