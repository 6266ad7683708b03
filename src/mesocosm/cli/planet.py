"""Build and show the procedural planet: its files, its pictures, what is on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.interruption import resumable
from mesocosm.screen.options import executor_options, seed_option
from mesocosm.screen.paths import Output, SharedPlace
from mesocosm.screen.progress import progress
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from mesocosm.earth.planet.manifest import Job
    from mesocosm.earth.planet.sizes import SizeName

GROUP = "make"
planet_seed = seed_option("Seed of the planet.", default=1)
size_option = click.option(
    "--size",
    type=click.Choice(["tiny", "small", "large"]),
    default="tiny",
    show_default=True,
    help="Number of regions, towns and days in detail.",
)

EXTRAS = ("planet",)


@click.group()
def command() -> None:
    """Build a synthetic Earth and look at it."""


@command.command()
@planet_seed
@size_option
@executor_options
@click.option("--subject", "subjects", multiple=True, help="Only this subject, such as weather; may be repeated.")
@click.option("--region", "regions", multiple=True, help="Only this region, such as r000; may be repeated.")
@click.option("-o", "--out", "folder", required=True, type=SharedPlace(), help="Folder to write.")
@json_option
def build(
    seed: int,
    size: SizeName,
    jobs: int | None,
    on: str | None,
    subjects: tuple[str, ...],
    regions: tuple[str, ...],
    folder: Path | str,
    as_json: bool,
) -> None:
    """Write the planet's files; an interrupted build continues, and the same seed gives the same bytes."""
    from mesocosm.earth.planet.build import build as build_planet
    from mesocosm.earth.planet.exports import SUBJECTS
    from mesocosm.execution.executor import read_executor

    chosen = read_executor(jobs, on)
    with resumable(), progress("planet build") as shown:

        def watch(job: Job, done: int, total: int) -> None:
            shown.update(done, total, f"{job.region} {job.subject} {job.part}")

        made = build_planet(seed, size, folder, on=chosen, subjects=subjects or SUBJECTS, regions=regions, watch=watch)
    count, size_mb = len(made.files), sum(file.bytes for file in made.files) / 1e6
    if as_json:
        return show_json({"folder": str(folder), "files": count, "megabytes": size_mb, "sha256": made.fingerprint()})
    click.echo(f"{folder}: {count} files, {size_mb:.1f} MB; all of them together have the SHA-256 {made.fingerprint()}")


@command.command()
@planet_seed
@size_option
@executor_options
@click.option("-o", "--out", "folder", required=True, type=Output(file_okay=False), help="Folder to write.")
@json_option
def index(seed: int, size: SizeName, jobs: int | None, on: str | None, folder: Path, as_json: bool) -> None:
    """List all that satellites record of a planet, without pixels, in a catalogue; an interrupted run continues."""
    from mesocosm.earth.planet.archive.indexing import index as index_archive
    from mesocosm.execution.executor import read_executor

    chosen = read_executor(jobs, on)
    with resumable(), progress("planet index") as shown:
        held = index_archive(
            seed, size, folder, on=chosen, watch=lambda region, done, total: shown.update(done, total, region)
        )
    size_mb = sum(path.stat().st_size for path in folder.rglob("*.parquet")) / 1e6
    if as_json:
        document = {"folder": str(folder), "entries": held.entries, "files": held.files, "megabytes": size_mb}
        return show_json(document)
    click.echo(f"{folder}: {held.entries:,} entries, {held.files:,} files that can be made; {size_mb:.1f} MB")


@command.command()
@planet_seed
@click.option("-o", "--out", "folder", required=True, type=Output(file_okay=False), help="Folder to write.")
@json_option
def gallery(seed: int, folder: Path, as_json: bool) -> None:
    """Draw a planet: a page with maps, a town, weather, rivers and floods."""
    from mesocosm.earth.planet.gallery.page import make_gallery

    with progress("planet gallery") as shown:
        files = make_gallery(seed, folder, watch=lambda title, done, total: shown.update(done, total, title))
    if as_json:
        return show_json([str(path) for path in files])
    click.echo(f"{files[0]}: {len(files) - 1} pictures")


@command.command()
@click.argument("folder", type=SharedPlace(exists=True))
@json_option
def check(folder: Path | str, as_json: bool) -> None:
    """Compare the files of a built planet with its manifest."""
    from mesocosm.earth.planet.manifest import damaged_paths, read_manifest

    files, bad = len(read_manifest(folder).files), damaged_paths(folder)
    if as_json:
        show_json({"files": files, "damaged": bad})
    else:
        click.echo(f"{folder}: {files - len(bad)} of {files} files match the manifest")
        for path in bad:
            click.echo(f"missing or changed: {path}")
    if bad:
        raise SystemExit(1)


@command.command()
@planet_seed
@size_option
@json_option
def show(seed: int, size: SizeName, as_json: bool) -> None:
    """List the regions of a planet: climate, towns, events."""
    from mesocosm.earth.planet.overview import overview

    rows = overview(seed, size)
    if as_json:
        return show_json([row.model_dump(mode="json") for row in rows])
    headings = ("region", "climate", "where", "largest towns", "people", "events of the first year")
    show_table(headings, [row.cells() for row in rows], title=f"Planet of seed {seed}, {size}")
