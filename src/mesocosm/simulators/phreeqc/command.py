"""PHREEQC on a file of one's own."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from mesocosm.screen.foreign import tell
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json


@click.command()
@click.argument("input_file", type=Place(exists=True, dir_okay=False))
@click.option("--database", default="phreeqc.dat", show_default=True, help="A shipped database by name, or a file.")
@click.option("-o", "--out", required=True, type=Output(file_okay=False), help="Folder to write.")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=300.0, show_default=True, help="Time limit.")
@json_option
def command(input_file: Path, database: str, out: Path, seconds: float, as_json: bool) -> None:
    """Run PHREEQC on INPUT_FILE: the listing goes to OUT/result.out, selected-output files keep their own names."""
    from mesocosm.errors import ToolError, UserError
    from mesocosm.simulators.phreeqc.engine import LISTING, PhreeqcSimulator
    from mesocosm.simulators.simulator import RunLimits

    if not input_file.read_bytes().strip():
        raise UserError(
            f"INPUT_FILE {input_file} is empty; PHREEQC wants blocks of keywords, such as SOLUTION 1 and END"
        )
    own = Path(database) if Path(database).is_file() else None
    engine = PhreeqcSimulator(folder=out, database_file=own)
    copy = out / f".input-{input_file.name}"
    inputs = {"input_file": copy.name, "database": database}
    engine.validate(inputs)
    out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(input_file, copy)
    try:
        result = engine.run(inputs, seed=0, limits=RunLimits(seconds=seconds))
    except ToolError as error:
        raise UserError(str(error)) from error
    finally:
        copy.unlink(missing_ok=True)
    (out / LISTING).write_bytes(result.artifacts[LISTING])
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
