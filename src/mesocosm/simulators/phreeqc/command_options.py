"""Options of `mesocosm simulate phreeqc`: an input file of PHREEQC's own, and a database for it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mesocosm.screen.paths import Place
from mesocosm.screen.tables import show_json
from mesocosm.screen.untrusted_text import tell

if TYPE_CHECKING:
    from mesocosm.simulators.simulator import Result

OF_JSON = ("inputs", "files", "example", "show_inputs")
"""Options that name the input where no file does."""


def extend_command(plain: click.Command) -> click.Command:
    """Return the engine's command with a PHREEQC input file as its argument, and `--database`."""
    run = plain.callback
    assert run is not None

    def run_either(input_file: Path | None, database: str | None, **plainly: Any) -> None:
        if input_file is None:
            _refuse_database(database)
            run(**plainly)
            return
        _refuse_both(click.get_current_context())
        if plainly["out"] is None:
            raise click.UsageError("-o is missing: the folder that the listing and selected output go to")
        _run_file(input_file, database, plainly["out"], plainly["seed"], plainly["seconds"], plainly["as_json"])

    argument = click.Argument(
        ["input_file"], required=False, metavar="[INPUT_FILE]", type=Place(exists=True, dir_okay=False)
    )
    option = click.Option(
        ["--database"], help="Database for INPUT_FILE: a shipped one by name, or a file; by default phreeqc.dat."
    )
    manner = (
        "INPUT_FILE is text in PHREEQC's own language: the listing goes to OUT/result.out, selected-output files keep "
        "their own names. PHREEQC has no random numbers, so the seed changes nothing."
    )
    return click.Command(
        plain.name,
        callback=run_either,
        params=[argument, *plain.params, option],
        help=f"{plain.help}\n\n{manner}",
        short_help=plain.short_help,
    )


def _refuse_database(database: str | None) -> None:
    if database is not None:
        raise click.UsageError("--database goes with INPUT_FILE; in JSON inputs, use the key `database`")


def _refuse_both(context: click.Context) -> None:
    """Refuse inputs as JSON beside a file."""
    for parameter in context.command.params:
        if parameter.name in OF_JSON and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{parameter.opts[-1]} does not go with INPUT_FILE, which is the whole input")


def _run_file(input_file: Path, database: str | None, out: Path, seed: int, seconds: float, as_json: bool) -> None:
    from mesocosm.errors import ToolError, UserError
    from mesocosm.simulators.phreeqc.engine import DEFAULT_DATABASE, LISTING, PhreeqcSimulator
    from mesocosm.simulators.simulator import RunLimits

    if not input_file.read_bytes().strip():
        raise UserError(f"INPUT_FILE {input_file} is empty; PHREEQC needs keyword blocks, such as SOLUTION 1 and END")
    database = database or DEFAULT_DATABASE
    engine = PhreeqcSimulator(folder=out, database_file=Path(database) if Path(database).is_file() else None)
    copy = out / f".input-{input_file.name}"
    inputs = {"input_file": copy.name, "database": database}
    engine.validate(inputs)
    out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(input_file, copy)
    try:
        result = engine.run(inputs, seed=seed, limits=RunLimits(seconds=seconds))
    except ToolError as error:
        raise UserError(str(error)) from error
    finally:
        copy.unlink(missing_ok=True)
    (out / LISTING).write_bytes(result.artifacts[LISTING])
    _show(result, out, as_json)


def _show(result: Result, out: Path, as_json: bool) -> None:
    from mesocosm.errors import UserError
    from mesocosm.simulators.phreeqc.engine import LISTING

    for line in result.warnings:
        tell(line, err=True)
    count, characters = (int(result.values[name].magnitude) for name in ("errors", "characters"))
    if count:
        reasons = "\n".join(result.errors).strip()
        raise UserError(f"PHREEQC ended with {count} errors:\n{reasons}")
    if as_json:
        files = {str(out / LISTING): {"characters": characters}}
        files |= {str(out / table.file): {"rows": len(table.rows)} for table in result.tables}
        return show_json({"files": files, "seconds": result.runtime_s})
    click.echo(f"{out / LISTING}: {characters:,} characters in {result.runtime_s:.2f} s")
    for table in result.tables:
        click.echo(f"{out / table.file}: {len(table.rows)} rows")
