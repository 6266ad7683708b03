"""Run an engine on your own inputs, and compare two of its runs.

Every engine runs on inputs as JSON; one that is a package may add options to that command in its module
`command_options`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm import registry
from mesocosm.screen.command_group import Verbs
from mesocosm.screen.option_hints import TAKES_LOOSE_WORDS, refuse_loose_words
from mesocosm.screen.options import seed_option
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.progress import progress
from mesocosm.screen.tables import json_option

if TYPE_CHECKING:
    from mesocosm.simulators.simulator import Result, Table
    from mesocosm.simulators.simulator.scenarios import Difference

GROUP = "run"
FILE_HELP = (
    "An input from a file: its text, or what it holds if it is JSON by its name (.json, .geojson); may be repeated."
)
JSON_NAMES = (".json", ".geojson")


class Engines(Verbs):
    """Group with one verb for every registered engine, imported when it is called, and one that compares runs."""

    def list_commands(self, context: click.Context) -> list[str]:
        engines = registry.homes("simulators").keys() - {registry.SINGULAR["simulators"]}
        return sorted({*engines, str(compare.name)})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name == compare.name:
            return compare
        if name not in self.list_commands(context):
            return None
        module = registry.homes("simulators")[name].module
        parts = registry.submodules(module)
        plain = _on_json(name)
        if "command_options" not in parts:
            return plain
        extended: click.Command = registry.import_module(f"{module}.command_options").extend_command(plain)
        return extended


@click.command(cls=Engines, package="mesocosm.simulators")
def command() -> None:
    """Run a simulator on input files."""


RUN_FOLDER = Place(file_okay=False)


@click.command("compare")
@click.argument("baseline", type=RUN_FOLDER)
@click.argument("other", type=RUN_FOLDER)
@click.option("--change", "changes", multiple=True, metavar="NAME", help="Input that may differ; may be repeated.")
@json_option
def compare(baseline: Path, other: Path, changes: tuple[str, ...], as_json: bool) -> None:
    """Compare two runs that were kept with --out, given by the folders BASELINE and OTHER.

    Runs of different engines, versions or seeds are refused, and so are inputs that differ although no change was
    named.
    """
    from mesocosm.screen.tables import show_json, show_table
    from mesocosm.simulators.simulator.run_record import compare_folders

    compared = compare_folders(baseline, other, changes)
    if as_json:
        extra = {name: {"change": d.change, "relative": d.relative} for name, d in compared.differences.items()}
        document = compared.model_dump()
        show_json({**document, "differences": {n: {**d, **extra[n]} for n, d in document["differences"].items()}})
        return
    rows = [(name, *_spell(difference)) for name, difference in compared.differences.items()]
    show_table(("value", compared.baseline, compared.other, "change", "relative", "unit"), rows)


def _spell(difference: Difference) -> tuple[str, ...]:
    numbers = [f"{number:g}" for number in (difference.baseline, difference.other, difference.change)]
    share = difference.relative
    return (*numbers, "" if share is None else f"{share:+.2%}", difference.unit)


def _on_json(name: str) -> click.Command:
    """Make the command that runs an engine on inputs as JSON."""
    about = _about(name)
    manner = f"Run {name} on INPUTS: values are shown, files and tables go to OUT."

    @click.command(
        name,
        help=f"{about}\n\n{manner}" if about else manner,
        short_help=about or manner,
        context_settings=TAKES_LOOSE_WORDS,
    )
    @click.option("--inputs", default="{}", metavar="JSON", help="Inputs as a JSON object, or @FILE with one.")
    @click.option("--file", "files", multiple=True, metavar="NAME=PATH", help=FILE_HELP)
    @click.option("--example", is_flag=True, help="Run the engine's own example; inputs given here replace its own.")
    @click.option("--show-inputs", is_flag=True, help="Print the inputs of the example as JSON, and run nothing.")
    @seed_option("Seed of the engine's draws.")
    @click.option("--seconds", type=click.FloatRange(min=0.1), default=300.0, show_default=True, help="Time limit.")
    @click.option("-o", "--out", type=Output(file_okay=False), help="Folder to write files to.")
    @json_option
    def run(
        inputs: str, files: tuple[str, ...], example: bool, show_inputs: bool, seed: int, seconds: float,
        out: Path | None, as_json: bool,
    ) -> None:  # fmt: skip
        from mesocosm.screen.tables import show_json
        from mesocosm.simulators.simulator.run_record import record_of

        refuse_loose_words(_meant_option)
        if show_inputs:
            show_json(_example(name))
            return
        given = (_example(name) if example else {}) | _read_inputs(inputs) | _read_files(files)
        result = _run(name, given, seed, seconds)
        written = _write_files(result, out, record_of(name, given, seed, result)) if out else []
        show_json(_document(result, written)) if as_json else _show(result, written)
        if result.errors:
            raise SystemExit(1)

    return run


def _about(name: str) -> str:
    """Return what an engine computes, in a line of its class, which is read without import; empty if there is none."""
    from mesocosm import modules

    try:
        text = modules.docstring_of_maker(registry.module_of("simulators", name), "simulator")
    except (ImportError, SyntaxError):  # of another package, whose command reports the error
        return ""
    return " ".join(text.partition("\n\n")[0].split())


def _meant_option(word: str) -> str:
    is_json = Path(word).suffix.lower() in JSON_NAMES
    return f"did you mean {f'--inputs @{word}' if is_json else f'--inputs @FILE, or --file NAME={word}'}?"


def _read_inputs(text: str) -> dict[str, Any]:
    from mesocosm.errors import InvalidRecord
    from mesocosm.files import read_text

    at_file = text.startswith("@")
    content = read_text(Path(text[1:])) if at_file else text
    where = f"--inputs: {text[1:]} must hold JSON" if at_file else f"--inputs must be JSON{_perhaps_a_file(text)}"
    inputs = _parse(content, where)
    if not isinstance(inputs, dict):
        raise InvalidRecord(f"--inputs must be an object of names and values, got {type(inputs).__name__}")
    return inputs


def _perhaps_a_file(text: str) -> str:
    try:
        return f", or @{text}, which is a file" if Path(text).is_file() else ", or @FILE that holds it"
    except (OSError, ValueError):  # a text that no file system takes for a name
        return ", or @FILE that holds it"


def _read_files(files: tuple[str, ...]) -> dict[str, Any]:
    from mesocosm.errors import InvalidRecord

    pairs = [file.partition("=") for file in files]
    for name, equals, path in pairs:
        if not (name and equals and path):
            raise InvalidRecord(f"--file must be NAME=PATH, got {name + equals + path!r}")
    return {name: _read_file(Path(path)) for name, _, path in pairs}


def _read_file(path: Path) -> Any:
    from mesocosm.files import read_text

    text = read_text(path)
    return _parse(text, f"{path} must hold JSON, as its name says") if path.suffix.lower() in JSON_NAMES else text


def _parse(text: str, wanted: str) -> Any:
    from mesocosm.errors import InvalidRecord

    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"{wanted}: {error}") from error


def _example(name: str) -> dict[str, Any]:
    return dict(registry.load("simulators", name).example)


def _run(name: str, inputs: dict[str, Any], seed: int, seconds: float) -> Result:
    from mesocosm.errors import InvalidRecord, ToolError, UserError
    from mesocosm.simulators.simulator import RunLimits, Simulator
    from mesocosm.workspace.stale_folders import collect

    collect()
    simulator: Simulator = registry.load("simulators", name)
    try:
        simulator.validate(inputs)
    except InvalidRecord as error:
        none = "no inputs are given: --inputs or --file gives them, --example runs the engine's own; "
        hint = "--show-inputs prints an example of all inputs"
        raise InvalidRecord(f"{error}; {hint if inputs else none + hint}") from error
    try:
        with progress(f"simulate {name}"):
            return simulator.run(inputs, seed=seed, limits=RunLimits(seconds=seconds))
    except ToolError as error:
        raise UserError(str(error)) from error


def _write_files(result: Result, out: Path, record: bytes) -> list[str]:
    """Write the run's files and tables; their names come from the engine and must stay inside the folder."""
    from mesocosm.errors import InvalidRecord
    from mesocosm.files import write_whole
    from mesocosm.simulators.simulator.run_record import RECORD

    files = {**{_csv_name(table): _as_csv(table) for table in result.tables}, **result.artifacts, RECORD: record}
    for name in files:
        if not (out / name).resolve().is_relative_to(out.resolve()):
            raise InvalidRecord(f"{result.engine.name} names a file outside of {out}: {name!r}")
    for name, data in files.items():
        write_whole(out / name, data)
    return [str(out / name) for name in sorted(files)]


def _csv_name(table: Table) -> str:
    return table.file if table.file.endswith(".csv") else f"{table.file}.csv"


def _as_csv(table: Table) -> bytes:
    from mesocosm.simulators.simulator.csv_tables import as_sheet

    return as_sheet(table.headings, table.rows)


def _document(result: Result, written: list[str]) -> dict[str, Any]:
    return {**result.model_dump(exclude={"artifacts"}), "files": written}


def _show(result: Result, written: list[str]) -> None:
    from mesocosm.screen.tables import show_table
    from mesocosm.screen.untrusted_text import tell

    engine = result.engine
    click.echo(f"{engine.name} {engine.version} ({engine.kind})")
    show_table(
        ("value", "magnitude", "unit"),
        [(name, f"{value.magnitude:g}", value.unit) for name, value in result.values.items()],
    )
    for table in result.tables:
        tell(f"{table.file}: {len(table.rows)} rows")
    for path in written:
        tell(path)
    for line in (*result.warnings, *result.errors):
        tell(line, err=True)
