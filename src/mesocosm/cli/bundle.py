"""Pack results into one file from which anyone can compute them again."""

from __future__ import annotations

from pathlib import Path

import click

from mesocosm.report.shared_logs import Logs
from mesocosm.screen.paths import Output, refuse_other_files
from mesocosm.screen.tables import json_option, show_json

EXTRAS = ("inspect",)
GROUP = "share"


@click.command()
@click.argument("logs", nargs=-1, required=True, type=Logs(exists=True))
@click.option("-o", "--out", type=Output(dir_okay=False), required=True, help="File to write.")
@click.option("--key", type=Output(dir_okay=False), help="Private key to sign with; made if there is no such file.")
@json_option
def command(logs: tuple[Path, ...], out: Path, key: Path | None, as_json: bool) -> None:
    """Write the runs in LOGS as one file that anyone can check.

    LOGS are Inspect logs or folders of them. The file holds scores, traces, versions and hashes; `mesocosm leaderboard`
    computes every number of it again.
    """
    from mesocosm.report.bundle.creation import make_bundle
    from mesocosm.trace.signing import key_at, public_key

    refuse_other_files(logs)
    private = key_at(key) if key else ""
    made = make_bundle(logs, out, private)
    publisher = public_key(private) if private else ""
    if as_json:
        return show_json({"file": str(out), **made._asdict(), "publisher": publisher})
    click.echo(f"{out}: {made.runs} runs, {made.episodes} episodes; its manifest has the SHA-256 {made.sha256}")
    if publisher:
        click.echo(f"signed with {key}, to be kept private; the publisher is named by its public key: {publisher}")
    click.echo(f"check it with: mesocosm leaderboard {out}")
