"""Build a pack of recorded data, check it, and show where its files come from."""

from __future__ import annotations

from pathlib import Path

import click

from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json, show_table
from mesocosm.screen.untrusted_text import plain, tell

FOLDER = Place(exists=True, file_okay=False)


@click.group()
def command() -> None:
    """Build, check and show packs of recorded data, for runs with --option data=real."""


@command.command()
@click.option("--from", "given", type=FOLDER, help="Folder with the files; without it they are downloaded.")
@click.option("--kind", "kinds", multiple=True, help="Only requests of this kind; may be repeated.")
@click.option("-o", "--out", type=Output(file_okay=False), required=True, help="New folder to write.")
@json_option
def build(given: Path | None, kinds: tuple[str, ...], out: Path, as_json: bool) -> None:
    """Write a pack: copy or download the files of the recipe, check their hashes, and add the requests."""
    from mesocosm.suites.terra.real_data.building import build as write_pack
    from mesocosm.suites.terra.real_data.pack import VARIABLE

    pack = write_pack(out, given, kinds, progress=lambda name: tell(name, err=True))
    manifest = pack.manifest
    if as_json:
        counts = {"requests": len(manifest.requests), "files": len(manifest.files)}
        show_json({"folder": str(out), **counts, "sha256": pack.sha256})
        return
    click.echo(f"{out}: {len(manifest.requests)} requests on {len(manifest.files)} files; SHA-256 {pack.sha256}")
    click.echo(f"play it with: {VARIABLE}={out.resolve()} mesocosm run terra --option data=real")


@command.command()
@click.argument("folder", type=FOLDER)
@json_option
def check(folder: Path, as_json: bool) -> None:
    """Carry out every request of the pack in FOLDER with tools and again without: both ways must agree."""
    from mesocosm.suites.terra.real_data.building import check as carry_out_all
    from mesocosm.suites.terra.real_data.pack import RealPack

    rows = list(carry_out_all(RealPack(folder)))
    if as_json:
        show_json([row.model_dump(mode="json") for row in rows])
        return
    show_table(
        ["number", "kind", "place", "fields", "steps"],
        [[str(row.number), row.kind, plain(row.place), str(row.fields), str(row.steps)] for row in rows],
    )
    click.echo(f"both ways agree in {sum(row.fields for row in rows)} fields of {len(rows)} requests")


@command.command()
@click.argument("folder", type=FOLDER)
@json_option
def show(folder: Path, as_json: bool) -> None:
    """Show the files of the pack in FOLDER with their licences, whom to name, and their addresses."""
    from mesocosm.suites.terra.real_data.pack import RealPack

    files = RealPack(folder).manifest.files
    if as_json:
        show_json([file.model_dump(mode="json") for file in files])
        return
    show_table(
        ["file", "licence", "citation", "address"],
        [[plain(part) for part in (file.name, file.licence, file.citation, file.recipe)] for file in files],
    )
