"""Sets of generated questions as files."""

from __future__ import annotations

from pathlib import Path

import click

from mesocosm.screen.options import seed_option, split_option
from mesocosm.screen.paths import Output
from mesocosm.screen.tables import json_option, show_json

SETS = ["mcq10", "mcq10-ext", "mcq30", "oeq"]


@click.command()
@click.option("--set", "name", type=click.Choice(SETS), required=True, help="Which set.")
@seed_option("Seed of the questions.")
@split_option()
@click.option("-o", "--out", type=Output(dir_okay=False), required=True, help="File to write.")
@click.option("--croissant", is_flag=True, help="Write a Croissant description beside it, as FILE.croissant.json.")
@json_option
def command(name: str, seed: int, split: str, out: Path, croissant: bool, as_json: bool) -> None:
    """Write a set of questions with their keys: ten or thirty of every template, or three in the open format.

    A set of the split train or validation leaves out the templates that are held out of training, and its questions say
    of which split they are: a leaderboard does not take them.
    """
    import json

    from mesocosm.errors import UserError
    from mesocosm.files import write_whole
    from mesocosm.suites.atmos.release.sets import records

    lines = [json.dumps(record, ensure_ascii=False) for record in records(name, seed, split)]
    try:
        write_whole(out, "".join(f"{line}\n" for line in lines))
    except OSError as error:
        raise UserError(f"cannot write {out}: {error.strerror}") from error
    beside = out.with_name(f"{out.name}.croissant.json") if croissant else None
    if beside is not None:
        from mesocosm.suites.atmos.release.croissant import describe

        write_whole(beside, json.dumps(describe(name, seed, split, out), indent=2))
    if as_json:
        return show_json({"file": str(out), "questions": len(lines), "description": str(beside) if beside else None})
    click.echo(f"{out}: {len(lines)} questions")
    if beside is not None:
        click.echo(f"{beside}: its description")
