"""Run agents on a suite."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mesocosm.screen.interruption import resumable
from mesocosm.screen.option_hints import TAKES_LOOSE_WORDS, refuse_loose_words
from mesocosm.screen.options import (
    executor_options,
    limit_option,
    profile_option,
    seed_option,
    settings_options,
    split_option,
    variant_options,
)
from mesocosm.screen.paths import Place, SharedPlace
from mesocosm.screen.tables import json_option, show, show_json
from mesocosm.screen.untrusted_text import plain, tell

if TYPE_CHECKING:
    from mesocosm.adapters.inspect.model_settings import ModelSettings
    from mesocosm.adapters.inspect.run_plan import RunPlan
    from mesocosm.execution.executor import Executor
    from mesocosm.report.estimate import Estimate
    from mesocosm.report.results import ResultRow
    from mesocosm.suite import Split, Suite

EXTRAS = ("inspect",)


GROUP = "run"


@click.command(context_settings=TAKES_LOOSE_WORDS)
@click.argument("suite")
@click.option("--model", "models", multiple=True, help="An Inspect model such as openai/gpt-5; may be repeated.")
@click.option("--agent", "agents", multiple=True, help="A reference agent such as oracle; may be repeated.")
@limit_option()
@click.option("--epochs", type=click.IntRange(min=1), default=1, show_default=True, help="Runs per item.")
@seed_option()
@split_option()
@profile_option()
@variant_options()
@click.option("--log-dir", type=SharedPlace(), help="Folder for logs; the same folder resumes a run.")
@executor_options
@click.option("--max-samples", type=click.IntRange(min=1), default=8, show_default=True, help="Episodes at a time.")
@click.option(
    "--max-retries", type=click.IntRange(min=0), default=6, show_default=True, help="Retries of a model request."
)
@click.option("--baselines/--no-baselines", default=True, help="Also run the suite's baselines.")
@settings_options
@click.option("--estimate", "only_estimate", is_flag=True, help="Say what it would cost, and run nothing.")
@click.option(
    "--speed", type=click.FloatRange(min=0, min_open=True), default=50.0, show_default=True,
    help="For the estimate: tokens a second that one connection writes.",
)  # fmt: skip
@click.option("--pack", type=Place(exists=True, dir_okay=False), help="Item pack to play: see `mesocosm pack`.")
@click.option("--metrics", is_flag=True, help="Print the suite's own metrics, even if they do not fit the screen.")
@click.option("--sealed", type=Place(), help="The socket of a scorer: see `mesocosm seal`.")
@json_option
def command(
    suite: str, models: tuple[str, ...], agents: tuple[str, ...], limit: int | None, epochs: int, seed: int,
    split: Split, profile: str, options: tuple[str, ...], log_dir: Path | str | None, jobs: int | None,
    on: str | None, max_samples: int, max_retries: int, baselines: bool, only_estimate: bool, speed: float,
    pack: Path | None, metrics: bool, sealed: Path | None, as_json: bool, **given: Any,
) -> None:  # fmt: skip
    """Run agents on SUITE and print the results.

    A run can be interrupted, killed or repeated: the same command continues where it stopped. Settings of the models,
    such as --temperature, make a row of their own: after a run with other settings, both rows are in the table.
    """
    refuse_loose_words(_meant_option)
    settings = _settings(given, models)
    if sealed is not None:
        return _run_sealed(suite, sealed, models, agents, log_dir, max_samples, max_retries, settings, as_json)
    from mesocosm import registry
    from mesocosm.adapters.inspect.run_plan import RunPlan
    from mesocosm.adapters.inspect.runs import check
    from mesocosm.execution.executor import read_executor
    from mesocosm.suite import read_options

    chosen = read_options(",".join(options))
    played = registry.load("suites", suite)
    if pack is not None:
        click.get_current_context().call_on_close(lambda: played.use_stored(None))  # a later run has its own items
        seed, split, limit, chosen = _use_pack(played, pack, limit, chosen)
    wanted = RunPlan(
        suite=suite,
        models=_models(models, agents, played.card.baselines if baselines else ()),
        items=limit,
        epochs=epochs,
        seed=seed,
        split=split,
        profile=profile,
        options=chosen,
        max_samples=max_samples,
        max_retries=max_retries,
        pack=str(pack.resolve()) if pack is not None else "",
        pack_sha256=played.stored.sha256 if played.stored is not None else "",
        settings=settings,
    )
    if only_estimate:
        settings.check(wanted.external_models)
        return _show_estimate(_estimate(wanted), wanted, speed, as_json)
    with played.needs():
        check(wanted)
        if not models and not agents:
            tell(f"no --model or --agent is given: the baselines of {suite} play alone", err=True)
        if wanted.external_models:
            tell(f"before it runs: {_estimate(wanted).sentence(speed=speed)}", err=True)
        with resumable():
            _run(wanted, log_dir or _default_folder(wanted), read_executor(jobs, on), metrics, as_json)


def _meant_option(word: str) -> str:
    """Return the suggestion for an unexpected word after the suite."""
    from mesocosm import registry

    if word in registry.names("suites"):
        return f"name one suite at a time: mesocosm run {word}"
    if word in registry.names("agents"):
        return f"did you mean --agent {word}?"
    return f"did you mean --model {word}?" if "/" in word else "agents are named by --agent, models by --model"


def _default_folder(plan: RunPlan) -> Path:
    """Return the default folder of logs: one for each split, seed, number of items and variant."""
    from mesocosm.suite.identity import seed_id

    limit = [f"n{plan.items}"] if plan.items else []
    return Path("logs", "-".join([seed_id(plan.suite, plan.item_seed), *limit, *plan.options.values()]))


def _run(wanted: RunPlan, folder: Path | str, on: Executor, metrics: bool, as_json: bool) -> None:
    from mesocosm.adapters.inspect.runs import execute
    from mesocosm.report.unanswered import unanswered_lines

    rows, unfinished = execute(wanted, folder, on)
    if as_json:
        show_json([row.model_dump(mode="json") for row in rows])
    elif rows:
        from mesocosm.report.table import metrics_tables, results_table

        show(results_table(rows))
        for table in metrics_tables(rows):
            show(table, only_where_it_fits=not metrics)
        click.echo(f"logs: {folder}    look at them: inspect view --log-dir {folder}")
    for line in unanswered_lines(rows):
        tell(line, err=True)
    _tell_breakage(rows)
    if unfinished:
        models = ", ".join(f"{model} ({reason})" if reason else model for model, reason in unfinished.items())
        raise click.ClickException(
            f"not finished: {plain(models)}. Finished work is kept; run the same command again to continue"
        )


def _settings(given: dict[str, Any], models: tuple[str, ...]) -> ModelSettings:
    from mesocosm.adapters.inspect.model_settings import ModelSettings

    settings = ModelSettings(**given)
    set_here = [f"--{name.replace('_', '-')}" for name in settings.non_defaults if not name.startswith("price")]
    if set_here and not any(not model.startswith("mesocosm/") for model in models):
        raise click.UsageError(
            f"{', '.join(set_here)} is set for models; give --model, reference agents have no settings"
        )
    return settings


def _tell_breakage(rows: list[ResultRow]) -> None:
    """Say why episodes broke and agents failed; the run fails if nothing of an agent could be scored."""
    from mesocosm.report.failure_reasons import breakage_lines, crash_lines, nothing_scored

    for line in [*breakage_lines(rows), *crash_lines(rows)]:
        tell(line, err=True)
    if lost := [row.agent for row in rows if nothing_scored(row)]:
        raise click.ClickException(
            plain(f"no episode of {', '.join(lost)} could be scored; mend that, and the same command asks again")
        )


def _models(models: tuple[str, ...], agents: tuple[str, ...], baselines: tuple[str, ...]) -> tuple[str, ...]:
    named = dict.fromkeys([*models, *(f"mesocosm/{agent}" for agent in (*agents, *baselines))])
    if not named:
        raise click.UsageError("nothing to run: give --model or --agent, or leave out --no-baselines")
    return tuple(named)


# ---------------------------------------------------------------- items of a pack


def _use_pack(
    suite: Suite, path: Path, limit: int | None, options: dict[str, str]
) -> tuple[int, Split, int | None, dict[str, str]]:
    """Let the suite take its items from a pack; return seed, split, number of items and options of this run."""
    from mesocosm.item_packs.packed_cases import use_pack
    from mesocosm.item_packs.verification import is_of_installed_code

    about = use_pack(suite, path).manifest
    if not is_of_installed_code(about):
        tell(f"by its manifest, other code than the installed made the items of {path}", err=True)
    _refuse_contradiction("seed", about.seed)
    _refuse_contradiction("split", about.split)
    if limit is not None and limit > about.items:
        raise click.UsageError(f"--limit asks for {limit} items, and the pack {path} holds {about.items}")
    if options and suite.settle(options) != about.options:
        raise click.UsageError(
            f"the pack {path} holds worlds with {_pairs(about.options)}, and --option asks for {_pairs(options)}; "
            "leave --option out, or build a pack with it"
        )
    defaults = suite.settle()
    packed = {name: value for name, value in about.options.items() if value != defaults.get(name)}
    chosen = options or packed
    items = limit or (None if about.items == suite.count_under(chosen) else about.items)  # as the same run without it
    return about.seed, about.split, items, chosen


def _refuse_contradiction(name: str, packed: object) -> None:
    """Refuse an option on the command line that says something else than the pack."""
    context = click.get_current_context()
    given = context.params[name]
    if context.get_parameter_source(name) is not ParameterSource.DEFAULT and given != packed:
        raise click.UsageError(
            f"the pack holds items of {name} {packed}, and --{name} says {given}; leave --{name} out"
        )


def _pairs(options: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "no options"


# ---------------------------------------------------------------- what it would cost


def _estimate(wanted: RunPlan) -> Estimate:
    from mesocosm import registry
    from mesocosm.report.estimate import estimate

    settings = wanted.settings
    return estimate(
        registry.load("suites", wanted.suite),
        options=wanted.options,
        seed=wanted.item_seed,
        items=wanted.items,
        epochs=wanted.epochs,
        models=max(len(wanted.external_models), 1),
        reply_tokens=settings.max_tokens,
        episode_tokens=settings.token_limit,
        connections=min(settings.max_connections or wanted.max_samples, wanted.max_samples),
        price_in=settings.price_in,
        price_out=settings.price_out,
    )


def _show_estimate(found: Estimate, wanted: RunPlan, speed: float, as_json: bool) -> None:
    from mesocosm.report.estimate import estimate_table

    if as_json:
        show_json(found.model_dump(mode="json") | {"speed": speed, "hours": list(found.hours(speed=speed))})
        return
    show(estimate_table([found], speed=speed))
    if not wanted.external_models:
        click.echo("for one model; the reference agents of this run use no model and cost nothing")


# ---------------------------------------------------------------- sealed items


SEALED_ALREADY = ("pack", "limit", "epochs", "seed", "split", "profile", "options")
"""Options that a seal has fixed before anyone runs."""
SEALED_IN_ONE = ("jobs", "on")
"""Options of a run in parts; the scorer of a sealed run takes one episode after the other."""


def _run_sealed(
    suite: str, socket: Path, models: tuple[str, ...], agents: tuple[str, ...], log_dir: Path | str | None,
    max_samples: int, max_retries: int, settings: ModelSettings, as_json: bool,
) -> None:  # fmt: skip
    """Play the items of a sealed evaluation; its scorer decides items, options and profile, and scores."""
    from dataclasses import asdict

    from mesocosm.sealed.playing import find_player, play_all

    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is not ParameterSource.DEFAULT
        if parameter.name in SEALED_ALREADY and given:
            raise click.UsageError(f"{parameter.opts[0]} is fixed by the seal; leave it out")
        if parameter.name in SEALED_IN_ONE and given:
            raise click.UsageError(f"{parameter.opts[0]} is for runs without a seal; leave it out")
    if isinstance(log_dir, str):
        raise click.UsageError("the logs of a sealed run lie on this machine; --log-dir must be a path")
    if not models and not agents:
        raise click.UsageError("a sealed run takes --model, or --agent with a name or MODULE:FUNCTION")
    runs = [play_all(socket, find_player(agent, suite), agent.replace(":", "."), suite) for agent in agents]
    if models:
        from mesocosm.adapters.inspect.sealed import play_models

        runs += play_models(
            socket, suite, models, log_dir=log_dir, max_samples=max_samples, max_retries=max_retries, settings=settings
        )
    if as_json:
        show_json([asdict(played) for played in runs])
        return
    for played in runs:
        counts = f"{played.episodes} episodes, {played.broken} broken, {played.crashed} in which the agent failed"
        click.echo(f"{played.agent}: {counts}")
    click.echo("the scorer has the scores: run mesocosm seal close, then mesocosm verify")
