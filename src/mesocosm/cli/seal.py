"""Make, serve and close sealed evaluations, as their scorer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mesocosm import registry
from mesocosm.errors import did_you_mean
from mesocosm.screen.options import limit_option, profile_option, split_option, variant_options
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json

EXTRAS = ("sealed",)
GROUP = "share"


class SuiteFirst(click.Group):
    """Group in which `seal SUITE` means `seal make SUITE`; the other verbs work on what was sealed."""

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        name = args[0]
        if name not in self.commands:
            hint = "" if name in registry.homes("suites") else did_you_mean(name, self.commands)
            if hint:
                context.fail(f"{name!r} is neither a verb nor a suite; {hint}")
            args.insert(0, "make")
        return super().resolve_command(context, args)


@click.group(cls=SuiteFirst)
def command() -> None:
    """Seal a suite, serve its items to agents, close the record.

    `seal make SUITE -o FOLDER` makes a sealed evaluation. Run these verbs as the scorer's user and agents as another
    user: see docs/security.md.
    """


@command.command()
@click.argument("suite")
@limit_option()
@split_option(only="test")
@click.option("--epochs", type=click.IntRange(min=1), default=1, show_default=True, help="Runs per item and agent.")
@profile_option()
@variant_options()
@click.option("-o", "--out", "folder", required=True, type=Output(), help="New folder to write.")
@json_option
def make(
    suite: str, limit: int | None, split: str, epochs: int, profile: str, options: tuple[str, ...], folder: Path,
    as_json: bool,
) -> None:  # fmt: skip
    """Draw the secret of a sealed evaluation of SUITE and print the commitment to publish.

    Sealed items belong to the test split, as in every evaluation.
    """
    from mesocosm.sealed.seal import seal_suite
    from mesocosm.suite import read_options

    chosen = registry.load("suites", suite)
    variant = read_options(",".join(options))
    seal = seal_suite(chosen, limit or chosen.card.items, folder, options=variant, profile=profile, epochs=epochs)
    if as_json:
        show_json(seal.model_dump(mode="json"))
        return
    click.echo(f"commitment: {seal.commitment}")
    click.echo(f"publish it, then: mesocosm seal serve {folder} --socket PATH --for USER")


@command.command()
@click.argument("folder", type=Place(exists=True, file_okay=False))
@click.option("--socket", "path", required=True, type=Place(), help="Socket for agents to connect to.")
@click.option("--for", "user", help="The user whose agents may connect, by name or number; your own if left out.")
def serve(folder: Path, path: Path, user: str | None) -> None:
    """Hold the items of FOLDER in this process and serve them, until it is stopped."""
    from mesocosm.sealed.process_hardening import shut_off, user_number
    from mesocosm.sealed.seal import SealedFolder

    allowed = user_number(user)
    shut_off(SealedFolder(folder).cache)
    from mesocosm.sealed.scorer import Scorer
    from mesocosm.sealed.server import serve_until_stopped

    with Scorer(folder) as scorer:
        serve_until_stopped(scorer, path, allowed, ready=lambda: click.echo(f"serving {scorer.seal.suite} at {path}"))


@command.command()
@click.argument("folder", type=Place(exists=True, file_okay=False))
@json_option
def close(folder: Path, as_json: bool) -> None:
    """Sign the record of FOLDER as complete; nothing can be added afterwards."""
    from mesocosm.sealed.scorer import Scorer

    with Scorer(folder) as scorer:
        scorer.close_record()
    if as_json:
        return show_json({"record": str(folder / "record"), "secret": str(folder / "secret.json")})
    click.echo(f"closed; publish {folder / 'record'}, and reveal {folder / 'secret.json'} when the items may be known")
