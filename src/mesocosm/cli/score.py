"""Score traces again, from files alone."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from mesocosm.report.shared_logs import Logs
from mesocosm.screen.options import profile_option
from mesocosm.screen.tables import json_option, show_json, show_table
from mesocosm.screen.untrusted_text import pass_over

GROUP = "run"


@click.command()
@click.argument("paths", nargs=-1, required=True, type=Logs(exists=True))
@profile_option()
@json_option
def command(paths: tuple[Path, ...], profile: str, as_json: bool) -> None:
    """Score traces again; nothing is run.

    PATHS are trace files, Inspect logs, or folders of them.
    A file of a folder that cannot be read or scored is named and passed over.
    """
    from mesocosm.trace.files import from_files

    rows = _each_once(from_files(paths, lambda file: _rows_of(file, profile)))
    if as_json:
        show_json(rows)
        return
    from mesocosm.report.number_format import number

    headings = ("item", "agent", "profile", "score", "answer", "end", "file")
    cells = [
        (row["item"], row["agent"], row["profile"], number(float(row["value"])), row["answer"], row["end"], row["file"])
        for row in rows
    ]
    show_table(headings, cells)


def _each_once(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out rows of traces that came before: what a stopped run had played is in its log and in that of the next
    run.
    """
    first: dict[str, dict[str, Any]] = {}
    for row in rows:
        trace = row.pop("trace")
        if trace in first:
            pass_over(row["file"], f"{row['item']} of {row['agent']} is the same trace as in {first[trace]['file']}")
        first.setdefault(trace, row)
    return list(first.values())


def _rows_of(file: Path, profile: str) -> list[dict[str, Any]]:
    from mesocosm.trace.convert import read_any

    return [_row(file, trace, profile) for trace in read_any(file)]


def _row(source: Path, trace: Any, profile: str) -> dict[str, Any]:
    import hashlib
    import json

    from mesocosm import registry
    from mesocosm.errors import TraceError
    from mesocosm.report.results import title_of
    from mesocosm.storage.places import original_of

    start = trace.start
    if start is None or not start.suite:
        raise TraceError(f"{source} does not say which suite it belongs to; only traces of mesocosm suites are scored")
    suite = registry.load("suites", start.suite)
    score = suite.score(*suite.find(start.item), trace, profile)
    agent = title_of(start.agent, start.knows_reference)
    played = hashlib.sha256(trace.model_dump_json().encode()).hexdigest()
    about = {
        "trace": played,
        "file": original_of(source),
        "item": start.item,
        "agent": agent,
        "answer": trace.answer.status,
    }
    return {**about, "end": trace.end.reason if trace.end else "cut off", **json.loads(score.model_dump_json())}
