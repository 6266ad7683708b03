"""Verify the record of a sealed evaluation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.paths import Place
from mesocosm.screen.tables import json_option, show, show_json

if TYPE_CHECKING:
    from mesocosm.sealed.verification import Verdict

EXTRAS = ("sealed",)


GROUP = "share"


@click.command()
@click.argument("folder", type=Place(exists=True, file_okay=False))
@click.option("--reveal", type=Place(exists=True, dir_okay=False), help="The revealed secret.")
@click.option("--commitment", help="Commitment announced before the evaluation.")
@json_option
def command(folder: Path, reveal: Path | None, commitment: str | None, as_json: bool) -> None:
    """Check the sealed record in FOLDER.

    Check signatures, chains and the commitment; with --reveal, also items and scores. The exit code is 1 if something
    is wrong.
    """
    from mesocosm.sealed.seal import read_secret
    from mesocosm.sealed.verification import verify

    record = folder / "record" if (folder / "record").is_dir() else folder
    verdict = verify(record, read_secret(reveal) if reveal is not None else None, commitment)
    if as_json:
        rows = [row.model_dump(mode="json") for row in verdict.rows]
        seal = verdict.seal.model_dump(mode="json")
        show_json({**vars(verdict), "seal": seal, "rows": rows, "sound": verdict.sound})
    else:
        _show(verdict)
    if not verdict.sound:
        raise SystemExit(1)


def _show(verdict: Verdict) -> None:
    for problem in verdict.problems:
        click.echo(f"refused: {problem}")
    if not verdict.sound:
        return
    from mesocosm.report.table import results_table

    show(results_table(verdict.rows))
    extent = "items remade and scored again" if verdict.revealed else "items and scores not checked: give --reveal"
    click.echo(f"sound: {verdict.episodes} episodes under {verdict.seal.commitment}; {extent}")
