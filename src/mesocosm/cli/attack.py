"""Attack a suite with the red team."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mesocosm.screen.options import executor_options, limit_option, seed_option, split_option, variant_options
from mesocosm.screen.progress import progress
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from mesocosm.redteam.attack import Attacked
    from mesocosm.redteam.exploit import Exploit
    from mesocosm.redteam.tally import Tally
    from mesocosm.redteam.target import Target


GROUP = "check"


@click.command()
@click.argument("suite")
@limit_option(default=40)
@seed_option()
@split_option(only="test")
@click.option("--exploit", "names", multiple=True, help="Only this exploit; may be repeated.")
@variant_options()
@executor_options
@json_option
def command(
    suite: str, limit: int, seed: int, split: str, names: tuple[str, ...], options: tuple[str, ...], jobs: int | None,
    on: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Run agents that cheat on SUITE.

    Print what each exploit gained beyond what it is worth without its trick. The exit status is 1 if an exploit gains a
    score under `default`, breaks an episode or reaches outside the workspace. A gain that may be luck is no failure:
    the last lines say how many items would decide.
    """
    from mesocosm import registry
    from mesocosm.execution.executor import read_executor
    from mesocosm.redteam.attack import attack, attack_on
    from mesocosm.redteam.target import Target
    from mesocosm.suite import read_options, split_seed

    chosen, variant = registry.load("suites", suite), read_options(",".join(options))
    target = Target(chosen, limit, chosen.seed_under(split_seed(split, seed), variant), variant)
    wanted, place = _wanted(target, names), read_executor(jobs, on)
    with progress(f"attack {suite}") as shown:
        outcome = (
            attack(target, wanted, shown.step) if place.runs_here else attack_on(target, wanted, place, shown.step)
        )
    if as_json:
        show_json([_plain(tally) for tally in outcome.tallies])
    else:
        _show(suite, target.suite.card.profiles, outcome)
    if outcome.harmful:
        raise SystemExit(1)


def _wanted(target: Target, names: tuple[str, ...]) -> list[Exploit]:
    """Return the exploits with these names, or all; `replay` is made for the target."""
    from mesocosm.redteam.baselines import replay
    from mesocosm.redteam.exploit import choose

    wanted = choose([name for name in names if name != "replay"]) if set(names) != {"replay"} else []
    return [*wanted, replay(target)] if not names or "replay" in names else wanted


def _plain(tally: Tally) -> dict[str, object]:
    return {**tally.model_dump(mode="json"), "pays": tally.pays, "verdict": tally.verdict}


def _show(suite: str, profiles: tuple[str, ...], outcome: Attacked) -> None:
    ran = [tally for tally in outcome.tallies if not tally.reason]
    means = (*profiles, "worth", "gain [95 %]", "over trivial", "chance")
    headings = ("exploit", "class", "n", *means, "breaks", "s", "left", "outside", "verdict")
    show_table(headings, [_row(tally, profiles) for tally in ran], title=f"Red team against {suite}")
    for tally in outcome.tallies:
        if tally.reason:
            click.echo(f"not applicable: {tally.exploit} ({tally.reason})")
    _show_rule(outcome, len(ran))
    _show_undecided(outcome)
    for tally in outcome.harmful:
        for message in sorted(set(tally.breaks)):
            click.echo(f"{tally.exploit} broke an episode: {message[:200]!r}")


def _show_rule(outcome: Attacked, ran: int) -> None:
    from mesocosm.redteam.tally import LEVEL

    standards = outcome.standards
    best, worth = standards.best_trivial("default")
    established = max((tally.gain["default"] for tally in outcome.tallies if tally.pays), default=0.0)
    click.echo(
        f"{ran} exploits ran, {len(outcome.tallies) - ran} do not apply, {len(outcome.harmful)} do harm. "
        f"Largest established gain: {established:.3f}. Best trivial baseline: {best}, {worth:.3f}. "
        f"A guess wins at a rate of {standards.guess_rate:.3f}; a guesser pays where guessing wins as often with "
        f"probability < {LEVEL:g} (one-sided, exact binomial), any other exploit where it gains at all."
    )


def _show_undecided(outcome: Attacked) -> None:
    if outcome.undecided:
        needed = max(tally.items_needed for tally in outcome.undecided)
        names = ", ".join(tally.exploit for tally in outcome.undecided)
        click.echo(f"too few items to tell a gain from luck, {needed} would be enough: {names}")


def _row(tally: Tally, profiles: tuple[str, ...]) -> tuple[str, ...]:
    chance = f"{tally.chance:.3f}" if tally.chance == tally.chance else "-"
    low, high = tally.interval
    return (
        tally.exploit,
        tally.flaw,
        str(tally.items),
        *(f"{tally.scores[profile]:.3f}" for profile in profiles),
        f"{tally.worth['default']:.3f} ({tally.twin})",
        f"{tally.gain['default']:+.3f} [{low:+.2f}, {high:+.2f}]",
        f"{tally.over_trivial['default']:+.3f}",
        chance,
        str(len(tally.breaks)),
        f"{tally.seconds:.1f}",
        str(tally.files_left),
        ", ".join(tally.outside) or "-",
        "PAYS" if tally.pays else tally.verdict,
    )
