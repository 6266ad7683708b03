"""An engine on a file of one's own."""

from __future__ import annotations

import shutil
from pathlib import Path

import click


@click.group()
def command() -> None:
    """Run a simulator on input files."""


@command.command()
@click.argument("input_file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--database", default="phreeqc.dat", show_default=True, help="A shipped database by name, or a file.")
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder for the results.")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=300.0, show_default=True, help="Time limit.")
def phreeqc(input_file: Path, database: str, out: Path, seconds: float) -> None:
    """Run PHREEQC on INPUT_FILE: the listing goes to OUT/result.out, selected-output files keep their own names."""
    from mesocosm.errors import ToolError, UserError
    from mesocosm.simulators.phreeqc.confined import run_file
    from mesocosm.simulators.phreeqc.engine import database_path
    from mesocosm.simulators.simulator import RunLimits

    data = Path(database) if Path(database).is_file() else database_path(database)
    out.mkdir(parents=True, exist_ok=True)
    copy = out / f".input-{input_file.name}"
    shutil.copyfile(input_file, copy)
    try:
        done = run_file(copy.name, out, data, RunLimits(seconds=seconds), output_name="result.out")
    except ToolError as error:
        raise UserError(str(error)) from error
    finally:
        copy.unlink(missing_ok=True)
    (out / "result.out").write_text(done.listing, encoding="utf-8")
    for line in done.warnings.splitlines():
        click.echo(line, err=True)
    if done.error_count:
        raise UserError(f"PHREEQC ended with {done.error_count} errors:\n{done.errors.strip()}")
    click.echo(f"{out / 'result.out'}: {len(done.listing):,} characters in {done.seconds:.2f} s")
    for table in done.tables:
        click.echo(f"{out / table.file}: {len(table.rows)} rows")
