"""Episodes from Inspect logs and trace files: what happened, with what is known of the item.

A log contains what is known of its items. For trace files and older logs, the suite makes the items again, and an item
that has changed since is refused.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from mesocosm import registry
from mesocosm.errors import InvalidRecord, MissingExtra, UserError
from mesocosm.report.answer_forms import form_of
from mesocosm.report.identity import agent_of, settings_of
from mesocosm.report.logged_episodes import played_of
from mesocosm.report.logs import Log, age_of, log_files, read_log, readable_logs
from mesocosm.report.results import knows_reference
from mesocosm.report.trace_runs import Played, Run, is_trace, trace_runs
from mesocosm.screen.untrusted_text import pass_over, tell
from mesocosm.stats.episode import Episode
from mesocosm.suite import Suite, check_same_item
from mesocosm.suite.facts import Facts
from mesocosm.suite.splits import seed_words
from mesocosm.tools.view import ToolView, underscored
from mesocosm.trace.schema import Observed, Trace


def read_episodes(paths: Iterable[Path]) -> list[Episode]:
    """Read the episodes of every finished log, the newest for each suite, agent, options, settings, split, seed and
    profile.

    Trace files in the same places, such as those of MCP clients, are scored here; all traces of one run count as its
    epochs.
    """
    given = list(paths)
    return newest_episodes(((run, episodes_of(run)) for run in _runs(given)), given)


def newest_episodes(runs: Iterable[tuple[Run, list[Episode]]], places: Iterable[Path]) -> list[Episode]:
    """Return the episodes of the newest runs, which come in the order of age; if none has any, name the places."""
    newest: dict[tuple[str, ...], list[Episode]] = {}
    logged: set[tuple[str, ...]] = set()
    for run, episodes in runs:
        if episodes:
            first = episodes[0]
            variant = json.dumps([first.options, first.settings], sort_keys=True)
            key = (first.suite, first.agent, variant, run.seed, run.profile)
            if key in logged:
                tell(f"skipped: an older run of {first.agent} on {first.suite}, otherwise identical", err=True)
            logged |= {key} if run.is_logged else set()
            newest[key] = episodes
    if not newest:
        searched = ", ".join(str(place) for place in places)
        raise InvalidRecord(
            f"there is neither a finished log of a mesocosm suite nor a trace in {searched}; run something there first"
        )
    return [episode for key in sorted(newest) for episode in newest[key]]


def _runs(paths: Sequence[Path]) -> Iterator[Run]:
    """Yield runs from trace files, then those from logs, which contain more."""
    yield from trace_runs(paths)
    for log in finished_logs([path for path in paths if not is_trace(path)]):
        yield run_of(log, [played_of(sample) for sample in log.samples or ()], knows_reference(log))


def run_of(log: Log, played: list[Played], knows_reference: bool) -> Run:
    """Return the run that a log's header describes, with its episodes."""
    return Run(
        suite=log.about["suite"],
        agent=agent_of(log),
        seed=seed_words(str(log.about.get("split", "test")), log.about.get("seed")),
        profile=str(log.about.get("profile")),
        options=dict(log.about.get("options") or {}),
        settings=settings_of(log),
        is_logged=True,
        knows_reference=knows_reference,
        played=played,
    )


def finished_logs(paths: Sequence[Path]) -> Iterator[Log]:
    """Yield each log once, oldest first. An unreadable log in a folder is skipped; one that was named is an error."""
    for path in paths:
        if path.is_file():
            read_log(path, header_only=True)
        elif not path.exists():
            raise InvalidRecord(f"there is no {path}; give .eval files or folders of them")
    files = dict.fromkeys(file.resolve() for path in paths for file in log_files(path))
    ours = [(file, header) for file, header in readable_logs(files, header_only=True) if _is_known(file, header)]
    finished = [(file, header) for file, header in ours if header.status == "success"]
    _tell_unfinished([header for _, header in ours], [header for _, header in finished])
    ordered = sorted((age_of(file, header), file) for file, header in finished)
    for _, log in readable_logs(file for _, file in ordered):
        yield log


def _tell_unfinished(every: Sequence[Log], finished: Sequence[Log]) -> None:
    """Name the agents whose runs have begun and have no finished log: a table without them would look complete."""
    done = {(header.about["suite"], header.eval.model) for header in finished}
    begun = {(header.about["suite"], header.eval.model) for header in every}
    for suite, agent in sorted(begun - done):
        tell(f"left out: the run of {agent} on {suite} is not finished", err=True)


def _is_known(file: Path, header: Log) -> bool:
    """Return whether the log's suite is installed; a log of another suite is named on standard error."""
    suite = header.about.get("suite")
    if suite is None:
        return False
    try:
        registry.load("suites", suite)
    except UserError as error:
        pass_over(file, error)
        return False
    return True


def _simulators(suite: str) -> frozenset[str]:
    """Return the tools that run a simulator, from the suite's card and from its folder, which a world may open."""
    tools = dict(registry.load("suites", suite).tools())
    with suppress(MissingExtra):  # runs from elsewhere can be shown without their libraries
        tools |= ToolView.of(registry.tools_of(suite), underscored)
    return frozenset(name for name, tool in tools.items() if tool.marks.simulator)


def episodes_of(run: Run) -> list[Episode]:
    """Return a run's episodes for the statistics, in the order of items and epochs."""
    simulators = _simulators(run.suite)
    suite: Suite = registry.load("suites", run.suite)
    played = sorted(run.played, key=lambda one: (one.item, one.epoch))
    options = _options(one.trace for one in played) or run.options
    about: dict[str, Any] = {"suite": suite.name, "agent": run.agent, "options": options, "settings": run.settings}
    about["knows_reference"] = run.knows_reference
    known = (one if one.facts is not None and one.form else _made_again(one, suite, options, run) for one in played)
    return [_episode(one, one.facts or Facts(), about, simulators) for one in known]


def _made_again(one: Played, suite: Suite, options: dict[str, str], run: Run) -> Played:
    """Return an episode with what its suite knows of the item, if that is not stored."""
    item, reference = suite.find(one.item)
    check_same_item(item, one.trace)
    facts = suite.facts(item, reference, options)
    shown = form_of(suite, item, reference, one.trace, facts, run.profile)
    reading = suite.reading(item, reference, one.trace)
    return replace(one, facts=facts, form=shown.form.kind, reading=reading, evident_right=shown.would_be_right)


def _options(traces: Iterable[Trace]) -> dict[str, str]:
    starts = (trace.start for trace in traces if trace.start is not None)
    return next((dict(start.options) for start in starts), {})


def _episode(one: Played, facts: Facts, about: dict[str, Any], simulators: frozenset[str]) -> Episode:
    trace, broken = one.trace, one.is_broken
    calls = [(call.tool, seen) for call, seen in trace.calls()]
    runs = [seen for tool, seen in calls if tool in simulators]
    start, end = trace.start, trace.end
    return Episode(
        **about,
        item=one.item,
        epoch=one.epoch,
        cluster=facts.cluster,
        category=facts.category,
        kind=facts.kind,
        strata=facts.strata,
        correct=None if broken else one.success >= 1.0,
        score=math.nan if broken else one.score,
        metrics={} if broken else one.metrics,
        reading=one.reading,
        label=facts.label,
        predicted=_letter(trace, facts),
        meaning=facts.options,
        kinds={name: mistake.kind for name, mistake in facts.mistakes.items() if mistake.kind},
        sentences={name: mistake.sentence for name, mistake in facts.mistakes.items()},
        output_characters=max((_count(seen, "characters") for seen in runs), default=0),
        tokens=one.tokens,
        steps=int(end.spent.get("steps", len(calls))) if end is not None else len(calls),
        step_limit=start.budget.steps if start is not None else None,
        simulators=tuple(sorted(simulators & start.tools.keys())) if start is not None else (),
        runs=len(runs),
        failed_runs=sum(_failed(seen) for seen in runs),
        seconds=end.runtime_s - end.waited_s if end is not None else math.nan,
        answer=_answer(broken, trace),
        end="broken" if end is None or (broken and end.reason != "waiting") else end.reason,
        calls=tuple((tool, _failed(seen)) for tool, seen in calls),
        form=one.form or "submitted",
        evident_right=one.evident_right,
    )


def _answer(broken: bool, trace: Trace) -> Any:
    if trace.end is not None and trace.end.reason == "waiting":
        return "waiting"
    return "broken" if broken else trace.answer.status


def _letter(trace: Trace, facts: Facts) -> str:
    value = trace.answer.value
    if trace.answer.status not in ("valid", "repaired") or not isinstance(value, str):
        return ""
    letter = value.strip().upper()
    return letter if letter in facts.options else ""


def _failed(seen: Observed | None) -> bool:
    """Return whether a call never came back, was refused, or ran into errors of the engine."""
    return seen is None or seen.error is not None or _count(seen, "error_count") > 0


def _count(seen: Observed | None, name: str) -> int:
    value = seen.data.get(name) if seen is not None and isinstance(seen.data, dict) else None
    return int(value) if isinstance(value, int | float) else 0
