"""Make the items of a suite once and write them as one file, from which runs start at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mesocosm.screen.options import executor_options, limit_option, seed_option, split_option, variant_options
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json, show_table

EXTRAS = ("sealed",)
GROUP = "make"


@click.group()
def command() -> None:
    """Write items of a suite as one file, an item pack.

    `mesocosm run SUITE --pack FILE` plays its items without making them. See docs/packs.md.
    """


@command.command()
@click.argument("suite")
@seed_option()
@split_option()
@limit_option(former=("-n", "--n"))
@variant_options()
@click.option("--without-references", is_flag=True, help="Leave out the truth; such a pack cannot be played.")
@executor_options
@click.option("-o", "--out", type=Output(dir_okay=False), required=True, help="File to write.")
@json_option
def build(
    suite: str, seed: int, split: str, limit: int | None, options: tuple[str, ...], without_references: bool,
    jobs: int | None, on: str | None, out: Path, as_json: bool,
) -> None:  # fmt: skip
    """Make the first items of a seed of SUITE and write them as a pack.

    The truth of the items is encrypted; the key lies beside the pack, in a file with `.key` added. The same items give
    the same bytes.
    """
    from mesocosm import registry
    from mesocosm.execution.executor import read_executor
    from mesocosm.item_packs.building import build_pack
    from mesocosm.suite import read_options

    chosen = registry.load("suites", suite)
    variant = read_options(",".join(options))
    with chosen.needs():
        built = build_pack(
            chosen,
            out,
            items=limit or chosen.count_under(variant),
            seed=seed,
            split=split,
            options=variant,
            on=read_executor(jobs, on),
            with_references=not without_references,
        )
    key = str(built.key or "")
    if as_json:
        return show_json({"file": str(out), "sha256": built.sha256, "items": built.items, "key": key})
    click.echo(f"{out}: {built.items} items of {suite}; its manifest has the SHA-256 {built.sha256}")
    if key:
        click.echo(f"the key to the references is {key}: keep it beside the pack, and away from agents")
        click.echo(f"play it with: mesocosm run {suite} --pack {out}")


@command.command()
@click.argument("file", type=Place(exists=True, dir_okay=False))
@json_option
def show(file: Path, as_json: bool) -> None:
    """Say what is in FILE."""
    about = _about(file)
    if as_json:
        return show_json(about)
    show_table(("field", "value"), [(name.replace("_", " "), _word(value)) for name, value in about.items()])


@command.command()
@click.argument("file", type=Place(exists=True, dir_okay=False))
@click.option("--again", type=click.IntRange(min=0), default=1, show_default=True,
              help="Items to make again: are they those of the pack?")  # fmt: skip
@json_option
def check(file: Path, again: int, as_json: bool) -> None:
    """Check every hash of FILE, and make some of its items again.

    Items can only be compared if the installed code is that which made them.
    """
    from mesocosm.item_packs.pack_file import PackFile
    from mesocosm.item_packs.verification import differing_items, is_of_installed_code

    pack = PackFile(file)
    problems, same_code = pack.problems(), is_of_installed_code(pack.manifest)
    if same_code and not problems:
        problems = differing_items(pack, again)
    if as_json:
        show_json({"file": str(file), "sha256": pack.sha256, "same_code": same_code, "problems": problems})
    for problem in problems:
        click.echo(problem, err=True)
    if problems:
        raise click.ClickException(f"{file} is damaged or forged: {len(problems)} problems")
    if not as_json:
        click.echo(f"{file}: all {len(pack.manifest.members)} members have the hashes of its manifest")
        click.echo(
            f"{min(again, pack.manifest.items)} of {pack.manifest.items} items, made again, are the same" if same_code
            else "other code than the installed made these items: build the pack again before you compare results"
        )  # fmt: skip


def _about(file: Path) -> dict[str, Any]:
    from mesocosm.item_packs.pack_file import PackFile

    pack = PackFile(file)
    members = pack.manifest.members
    about = pack.manifest.model_dump(mode="json", exclude={"members", "canary", "key_sha256", "version"})
    counts = {"files": sum(name.startswith("files/") for name in members), "file_bytes": file.stat().st_size}
    return {"file": str(file), "sha256": pack.sha256, **about, **counts}


def _word(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={choice}" for name, choice in value.items()) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)
