"""Show, check and convert traces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mesocosm.report.shared_logs import Logs
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json, show_table
from mesocosm.screen.untrusted_text import tell

existing = Place(exists=True, dir_okay=False)


GROUP = "look"


class VerbFirst(click.Group):
    """Group that accepts a path without a verb, which people easily forget."""

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        if args[0] not in self.commands and Path(args[0]).exists():
            context.fail(f"{args[0]!r} is a path: write mesocosm trace show {args[0]}.")
        return super().resolve_command(context, args)


@click.group(cls=VerbFirst)
def command() -> None:
    """Show, validate or convert traces."""


@command.command()
@click.argument("paths", nargs=-1, required=True, type=Logs(exists=True))
@json_option
def show(paths: tuple[Path, ...], as_json: bool) -> None:
    """Show what was said and called in traces of any format.

    PATHS are trace files, Inspect logs, or folders of them.
    A file of a folder that cannot be read is named and skipped.
    """
    from mesocosm.trace.convert import read_any
    from mesocosm.trace.files import from_files

    traces = from_files(paths, lambda file: [(file, trace) for trace in read_any(file)])
    if as_json:
        show_json([[event.model_dump(mode="json") for event in trace.events] for _, trace in traces])
        return
    for file, trace in traces:
        _show(file, trace)


def _show(file: Path, trace: Any) -> None:
    from mesocosm.report.results import title_of

    start = trace.start
    title = f"{start.item}, {title_of(start.agent, start.knows_reference)}" if start else str(file)
    show_table(("call", "tool", "arguments", "seen"), _rows(trace), title)
    if trace.end is not None:
        tell(f"ended: {trace.end.reason}; answer: {trace.answer.status}")
    for fault in trace.faults:
        tell(f"broke: {fault.message}")
    for problem in trace.problems:
        tell(f"skipped: {problem}", err=True)


@command.command()
@click.argument("path", type=existing)
@json_option
def validate(path: Path, as_json: bool) -> None:
    """Check a trace file line by line; the exit code is 1 if something is wrong."""
    from mesocosm.trace.reader import validate as find_problems

    problems = find_problems(path)
    if as_json:
        show_json({"file": str(path), "sound": not problems, "problems": [str(problem) for problem in problems]})
    else:
        for problem in problems or ("sound",):
            tell(f"{path}: {problem}")
    if problems:
        raise SystemExit(1)


@command.command()
@click.argument("source", type=existing)
@click.argument("folder", type=Output(file_okay=False))
@json_option
def convert(source: Path, folder: Path, as_json: bool) -> None:
    """Convert SOURCE (TerraBench, OpenAI messages, Inspect log) into our own traces in FOLDER."""
    from mesocosm.trace.convert import convert as write_all

    written = write_all(source, folder)
    if as_json:
        return show_json([str(path) for path in written])
    for path in written:
        tell(path)


def _rows(trace: Any) -> list[tuple[str, str, str, str]]:
    """Return messages and calls in the order in which they came."""
    from mesocosm.trace.schema import Called, Said

    pairs = iter(trace.calls())
    rows = []
    for event in trace.events:
        if isinstance(event, Called):
            rows.append(_cells(*next(pairs)))
        elif isinstance(event, Said):
            cut = f" [{event.stop}]" if event.stop else ""
            rows.append(("", f"({event.role} says)", _short(event.text, 400) + cut, ""))
    return rows


def _cells(call: Any, seen: Any) -> tuple[str, str, str, str]:
    import json

    text = "never answered" if seen is None else seen.text
    refused = "" if seen is None or seen.error is None else "refused: "
    return call.id, call.tool, _short(json.dumps(call.arguments, ensure_ascii=False)), _short(refused + text)


def _short(text: str, longest: int = 80) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 3]}..."
