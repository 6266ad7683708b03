"""Episodes from Inspect logs: what the trace tells, beside what the item and its reference say."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.report.results import agent_name
from mesocosm.stats.episode import ITEM_KINDS, Episode, is_simulator
from mesocosm.suite import check_same_item
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import load
from mesocosm.trace.schema import Observed, Trace
from mesocosm.types import Item, Record, Reference

OPEN_FORMAT = ("format", "open")
"""The option of runs that are answered in the open: letters and what they mean are no part of them."""


class Truth(Record):
    """What the statistics need of an item and its reference."""

    cluster: str = ""
    category: str = ""
    kind: str = ""
    label: str = ""
    meaning: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    kinds: dict[str, str] = Field(default_factory=dict)


def read_episodes(paths: Iterable[Path]) -> list[Episode]:
    """The episodes of every finished log, the newest of each suite, agent, options, seed and profile, in order."""
    given = list(paths)
    newest: dict[tuple[str, ...], list[Episode]] = {}
    for log in finished_logs(given):
        own = _episodes(log)
        if own:
            about = log.eval.metadata
            variant = "|".join(f"{name}={value}" for name, value in sorted(own[0].options.items()))
            newest[(own[0].suite, own[0].agent, variant, str(about.get("seed")), str(about.get("profile")))] = own
    if not newest:
        told = ", ".join(str(path) for path in given)
        raise InvalidRecord(f"no finished log of a mesocosm suite lies in {told}; run something there first")
    return [episode for key in sorted(newest) for episode in newest[key]]


def finished_logs(paths: Sequence[Path]) -> list[Any]:
    """Each log once, oldest first."""
    files = dict.fromkeys(file.resolve() for path in paths for file in _files(path))
    reader = registry.require("inspect_ai.log")
    headers = [(file, _read(reader, file, header_only=True)) for file in files]
    ours = [
        (str(header.eval.created), str(file), file)
        for file, header in headers
        if header.status == "success" and "suite" in (header.eval.metadata or {})
    ]
    return [_read(reader, file, header_only=False) for _, _, file in sorted(ours)]


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise InvalidRecord(f"there is no {path}; give .eval files or folders of them")
    return sorted(path.rglob("*.eval")) if path.is_dir() else [path]


def _read(reader: Any, file: Path, *, header_only: bool) -> Any:
    try:
        return reader.read_eval_log(str(file), header_only=header_only)
    except Exception as error:  # whatever Inspect raises on a log it cannot read, the file is at fault
        raise InvalidRecord(f"{file} is no log that Inspect can read: {type(error).__name__}: {error}") from error


def _episodes(log: Any) -> list[Episode]:
    told = log.eval.metadata
    samples = sorted(log.samples or (), key=lambda sample: (str(sample.id), sample.epoch))
    traces = [trace_of(sample) for sample in samples]
    for sample, trace in zip(samples, traces, strict=True):
        check_same_item(registry.load("suites", told["suite"]).find(str(sample.id))[0], trace)
    run = {
        "suite": told["suite"],
        "agent": agent_name(log.eval.model),
        "options": _options(traces) or dict(told.get("options") or {}),
    }
    lettered = OPEN_FORMAT not in run["options"].items()
    truth_of = functools.cache(functools.partial(_truth, told["suite"], lettered=lettered))
    return [
        _episode(sample, trace, truth_of(str(sample.id)), run) for sample, trace in zip(samples, traces, strict=True)
    ]


def trace_of(sample: Any) -> Trace:
    """The trace in a sample's store; an empty one where there is none."""
    stored = sample.store.get(STORE_KEY)
    return load(stored) if isinstance(stored, str) else Trace(events=())


def _options(traces: Iterable[Trace]) -> dict[str, str]:
    starts = (trace.start for trace in traces if trace.start is not None)
    return next((dict(start.options) for start in starts), {})


def _truth(suite: str, item_id: str, *, lettered: bool = True) -> Truth:
    found: tuple[Item, Reference] = registry.load("suites", suite).find(item_id)
    item, reference = found
    about = {
        "cluster": _cluster(item),
        "category": next(iter(item.tags), ""),
        "kind": next((tag for tag in item.tags[1:] if tag in ITEM_KINDS), ""),
    }
    offered = item.data.get("options")
    if not lettered or not isinstance(offered, dict) or not isinstance(reference.answer, str):
        return Truth(**about)
    mistakes = reference.hidden.get("mistakes")
    named = mistakes if isinstance(mistakes, dict) else {}
    meaning = {letter: _names(named.get(letter)) for letter in sorted(offered)}
    return Truth(**about, label=reference.answer, meaning=meaning, kinds=_kinds(reference))


def _cluster(item: Item) -> str:
    """What the item was made from; items of a suite that does not tell are together by their first tag."""
    sources = (item.data.get(name) for name in ("scenario", "template"))
    return next((one for one in sources if isinstance(one, str)), next(iter(item.tags), ""))


def _kinds(reference: Reference) -> dict[str, str]:
    found = reference.hidden.get("kinds")
    told = found.items() if isinstance(found, dict) else ()
    return {mistake: kind for mistake, kind in told if isinstance(kind, str)}


def _names(value: object) -> tuple[str, ...]:
    return tuple(str(one) for one in value) if isinstance(value, list) else ()


def _episode(sample: Any, trace: Trace, truth: Truth, run: dict[str, Any]) -> Episode:
    broken = _is_broken(sample, trace)
    calls = [(call.tool, seen) for call, seen in trace.calls()]
    runs = [seen for tool, seen in calls if is_simulator(tool)]
    start, end = trace.start, trace.end
    return Episode(
        **run,
        item=str(sample.id),
        epoch=sample.epoch,
        cluster=truth.cluster,
        category=truth.category,
        kind=truth.kind,
        correct=None if broken else float(sample.scores["success"].value) >= 1.0,
        score=math.nan if broken else float(sample.scores["score"].value),
        label=truth.label,
        predicted=_letter(trace, truth),
        meaning=truth.meaning,
        kinds=truth.kinds,
        output_characters=max((_count(seen, "characters") for seen in runs), default=0),
        tokens=sum(usage.total_tokens for usage in (sample.model_usage or {}).values()),
        steps=int(end.spent.get("steps", len(calls))) if end is not None else len(calls),
        step_limit=start.budget.steps if start is not None else None,
        has_simulator=start is not None and any(is_simulator(name) for name in start.tools),
        runs=len(runs),
        failed_runs=sum(_failed(seen) for seen in runs),
        seconds=end.runtime_s if end is not None else math.nan,
        answer="broken" if broken else trace.answer.status,
        end="broken" if broken or end is None else end.reason,
        calls=tuple((tool, _failed(seen)) for tool, seen in calls),
    )


def _is_broken(sample: Any, trace: Trace) -> bool:
    scores = sample.scores or {}
    if sample.error is not None or trace.faults or trace.end is None or not {"score", "success"} <= scores.keys():
        return True
    return any(math.isnan(float(scores[name].value)) for name in ("score", "success"))


def _letter(trace: Trace, truth: Truth) -> str:
    value = trace.answer.value
    if trace.answer.status not in ("valid", "repaired") or not isinstance(value, str):
        return ""
    letter = value.strip().upper()
    return letter if letter in truth.meaning else ""


def _failed(seen: Observed | None) -> bool:
    """A call that never came back, was refused, or ran into errors of the engine."""
    return seen is None or seen.error is not None or _count(seen, "error_count") > 0


def _count(seen: Observed | None, name: str) -> int:
    value = seen.data.get(name) if seen is not None and isinstance(seen.data, dict) else None
    return int(value) if isinstance(value, int | float) else 0
