"""Runs: the episodes of one agent under one set of options and settings, and the choice of runs to compare."""

from __future__ import annotations

import functools
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.stats.episode import Episode

Runs = Mapping[str, Sequence[Episode]]
"""Episodes by name of run."""
Pairs = tuple[tuple[str, str], ...]
"""Options or settings, by name."""

PLAIN_WORD = re.compile(r"(?!(?:true|false|yes|no|none|on|off)$)[A-Za-z][\w.-]*")
"""Pattern of an option's value that is clear without its name."""


def split_runs(episodes: Iterable[Episode]) -> dict[str, list[Episode]]:
    """Split episodes into runs by name, sorted; the order of the episodes does not matter.

    A name contains the options and settings in which these runs differ; `shared_options` are options of all.
    """
    groups: dict[tuple[str, Pairs, Pairs], list[Episode]] = defaultdict(list)
    in_order = functools.cache(lambda pairs: tuple(sorted(pairs)))  # cached, since a run's episodes share them
    for episode in episodes:
        options, settings = tuple(episode.options.items()), tuple(episode.settings.items())
        groups[(episode.agent, in_order(options), in_order(settings))].append(episode)
    names = run_names([(agent, dict(options), dict(settings)) for agent, options, settings in groups])
    named = dict(zip(names, groups.values(), strict=True))
    return {name: sorted(named[name], key=lambda episode: (episode.item, episode.epoch)) for name in sorted(named)}


def run_names(runs: Sequence[tuple[str, Mapping[str, str], Mapping[str, str]]]) -> list[str]:
    """Return a name for each run of an agent under options and settings; different runs have different names.

    A name contains the options that not all runs share, and the settings that not all runs of its agent share: settings
    that only a model can have do not distinguish a model from the reference agents beside it.
    """
    shared = _share(options for _, options, _ in runs)
    differing = [
        dict(options.items() - shared.items())
        | dict(settings.items() - _share(theirs for other, _, theirs in runs if other == agent).items())
        for agent, options, settings in runs
    ]
    short = [run_name(agent, varied) for (agent, _, _), varied in zip(runs, differing, strict=True)]
    taken = Counter(short)
    return [
        run_name(agent, varied, spell=taken[name] > 1)
        for (agent, _, _), varied, name in zip(runs, differing, short, strict=True)
    ]


def _share(variants: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return the entries that all variants share."""
    every = [set(variant.items()) for variant in variants]
    return dict(sorted(set.intersection(*every))) if every else {}


def shared_options(episodes: Iterable[Episode]) -> dict[str, str]:
    """Return the options that all episodes share."""
    return _share(episode.options for episode in episodes)


def run_name(agent: str, options: Mapping[str, str], *, spell: bool = False) -> str:
    """Return a run's name in tables, such as `oracle [toc]`; `spell` writes the name of every option."""
    words = [
        value if not spell and PLAIN_WORD.fullmatch(value) else f"{key}={value}"
        for key, value in sorted(options.items())
    ]
    return f"{agent} [{' '.join(words)}]" if words else agent


def compared_with(runs: Runs, baseline: str) -> dict[str, str]:
    """Return for each run's name the run it is compared with.

    `baseline` is a run's full name (the one run all others are compared with), an agent (whose run under the same
    options is meant, or its only run), or an option's value (the same agent's run under that value).
    """
    if baseline in runs:
        return _some({name: baseline for name in runs if name != baseline}, baseline)
    agents = {run[0].agent for run in runs.values()}
    values = {value for run in runs.values() for value in _variant(run[0]).values()}
    if baseline not in agents | values:
        known = sorted({*runs, *agents, *values})
        raise UnknownName("run, agent or option", baseline, known)
    pick = _run_of_agent if baseline in agents else _run_under_option
    partners = {name: pick(runs, name, baseline) for name in runs}
    return _some({name: other for name, other in partners.items() if other is not None and other != name}, baseline)


def _some(pairs: dict[str, str], baseline: str) -> dict[str, str]:
    if not pairs:
        raise InvalidRecord(f"nothing to compare with {baseline!r}: the logs hold no other run of the same kind")
    return pairs


def _run_of_agent(runs: Runs, name: str, agent: str) -> str | None:
    if runs[name][0].agent == agent:
        return None
    candidates = {other: _variant(run[0]) for other, run in runs.items() if run[0].agent == agent}
    return _closest(name, candidates, _variant(runs[name][0]))


def _run_under_option(runs: Runs, name: str, value: str) -> str | None:
    first = runs[name][0]
    if value in _variant(first).values():
        return None
    candidates = {
        other: _variant(run[0])
        for other, run in runs.items()
        if run[0].agent == first.agent and value in _variant(run[0]).values()
    }
    return _closest(name, candidates, _variant(first)) if candidates else None


def _variant(episode: Episode) -> dict[str, str]:
    """Return options and settings together."""
    return {**episode.options, **episode.settings}


def _closest(name: str, candidates: Mapping[str, Mapping[str, str]], options: Mapping[str, str]) -> str:
    """Return the candidate that shares the most options; raise an error if several share as many."""
    shared = {other: len(options.items() & theirs.items()) for other, theirs in candidates.items()}
    best = [other for other, count in shared.items() if count == max(shared.values())]
    if len(best) > 1:
        raise InvalidRecord(f"{name} could be compared with {' or '.join(best)}; give one of them as the baseline")
    return best[0]


def comparable(runs: Runs, *, size: int) -> list[tuple[str, ...]]:
    """Return every set of `size` runs that differ in one thing: the agent under the same options, or one agent's
    options.
    """

    def one_thing_changes(names: tuple[str, ...]) -> bool:
        firsts = [runs[name][0] for name in names]
        one_agent = len({first.agent for first in firsts}) == 1
        return one_agent or all(first.options == firsts[0].options for first in firsts)

    return [names for names in itertools.combinations(sorted(runs), size) if one_thing_changes(names)]


def check_common(n: int, *names: str) -> None:
    """Refuse a comparison of runs that have no item in common."""
    if n == 0:
        raise InvalidRecord(f"{' and '.join(names)} have no counted item in common; compare runs of the same seed")
