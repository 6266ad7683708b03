"""Letting the red team at a suite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from mesocosm.redteam.attack import Attacked
    from mesocosm.redteam.tally import Tally


@click.command()
@click.argument("suite")
@click.option("--n", type=click.IntRange(min=1), default=8, show_default=True, help="How many items.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the items.")
@click.option("--exploit", "names", multiple=True, help="Only this exploit; may be repeated.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A variant of the suite's world.")
@json_option
def command(
    suite: str, n: int, seed: int, names: tuple[str, ...], options: tuple[str, ...], as_json: bool
) -> None:  # fmt: skip
    """Run agents that cheat on SUITE, and print what each gained over its honest worth.

    The exit status is 1 where an exploit pays under `default`, breaks an episode or reaches outside.
    """
    from mesocosm import registry
    from mesocosm.redteam.attack import Target, attack, replay
    from mesocosm.redteam.exploit import choose
    from mesocosm.suite import read_options

    target = Target(registry.load("suites", suite), n, seed, read_options(",".join(options)))
    wanted = choose([name for name in names if name != "replay"]) if set(names) != {"replay"} else []
    if not names or "replay" in names:
        wanted.append(replay(target))
    outcome = attack(target, wanted)
    if as_json:
        show_json([{**tally.model_dump(mode="json"), "pays": tally.pays} for tally in outcome.tallies])
    else:
        _show(suite, target.suite.card.profiles, outcome)
    if outcome.harmful:
        raise SystemExit(1)


def _show(suite: str, profiles: tuple[str, ...], outcome: Attacked) -> None:
    from mesocosm.redteam.tally import LEVEL

    ran = [tally for tally in outcome.tallies if not tally.reason]
    headings = (
        "exploit",
        "class",
        "n",
        *profiles,
        "worth",
        "gain",
        "over trivial",
        "chance",
        "breaks",
        "s",
        "left",
        "outside",
        "pays",
    )
    show_table(headings, [_row(tally, profiles) for tally in ran], title=f"Red team against {suite}")
    for tally in outcome.tallies:
        if tally.reason:
            click.echo(f"not applicable: {tally.exploit} ({tally.reason})")
    standards = outcome.standards
    best, worth = standards.best_trivial("default")
    click.echo(
        f"{len(ran)} exploits ran, {len(outcome.tallies) - len(ran)} do not apply, {len(outcome.harmful)} do harm. "
        f"Best trivial baseline: {best}, {worth:.3f}. A guess wins at a rate of "
        f"{standards.guess_rate:.3f}; a guesser pays where guessing wins as often with probability < {LEVEL:g} "
        "(one-sided, exact binomial), any other exploit where it gains at all."
    )
    for tally in outcome.harmful:
        for message in sorted(set(tally.breaks)):
            click.echo(f"{tally.exploit} broke an episode: {message[:200]!r}")


def _row(tally: Tally, profiles: tuple[str, ...]) -> tuple[str, ...]:
    chance = f"{tally.chance:.3f}" if tally.chance == tally.chance else "-"
    return (
        tally.exploit,
        tally.flaw,
        str(tally.items),
        *(f"{tally.scores[profile]:.3f}" for profile in profiles),
        f"{tally.worth['default']:.3f} ({tally.twin})",
        f"{tally.gain['default']:+.3f}",
        f"{tally.over_trivial['default']:+.3f}",
        chance,
        str(len(tally.breaks)),
        f"{tally.seconds:.1f}",
        str(tally.files_left),
        ", ".join(tally.outside) or "-",
        "YES" if tally.pays else "no",
    )
