"""Selection of the runs of several bundles that are shown together; copies (duplicates) of earlier ones are refused.

Nobody can take another's row away: a run that clashes with one that came first is refused, and the first stays. A
bundle came first if its hash was announced first; of those that nobody announced, signed ones come before others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mesocosm.report.bundle.bundle_file import Bundle
from mesocosm.report.bundle.refusal import Refusal, differences
from mesocosm.report.results import IDENTITY, ResultRow
from mesocosm.screen.untrusted_text import plain_line, tell

DIGITS = 16
"""Digits of a key or hash in tables: too many for anybody to find another that begins with them."""
NOT_COMPARED = frozenset({"log", "publisher", "samples"})
"""Fields of a row that do not follow from its traces, and its episodes, which are compared one by one."""


class Source(NamedTuple):
    """The bundle that a run came in."""

    file: str
    sha256: str
    """Hash of its manifest."""
    publisher: str
    """Public key that signed it; empty if nobody did."""
    announced: float
    """Its place among the announced hashes; infinity if it was not announced."""

    @property
    def name(self) -> str:
        """Name of its publisher in tables."""
        return self.publisher[:DIGITS] or f"unsigned-{self.sha256[:DIGITS]}"

    @property
    def precedence(self) -> tuple[float, bool]:
        """Sort key by which the bundle that came first precedes the others."""
        return self.announced, not self.publisher

    def holds_name_against(self, later: Source) -> bool:
        """Return whether a later bundle may not show other traces as this one's run.

        Names belong to nobody: two publishers may have run one model, and both are shown. A publisher shows a run once.
        """
        if self.publisher or later.publisher:
            return self.publisher == later.publisher
        return self.announced < later.announced


class CheckedRun(NamedTuple):
    """A run that follows from its traces."""

    row: ResultRow
    """Row computed here; `log` is the bundle."""
    traces: tuple[str, ...]
    """Fingerprint of each of its traces."""
    source: Source

    @property
    def identity(self) -> str:
        """Fields that distinguish it from other runs, as its bundle claims."""
        return self.row.model_dump_json(include=IDENTITY)

    @property
    def own_traces(self) -> list[tuple[str, str]]:
        """Its traces with its profile: one trace may be scored under several profiles."""
        return [(self.row.profile, trace) for trace in self.traces if trace]

    def same_as(self, other: CheckedRun) -> bool:
        """Return whether it is the same run in another bundle."""
        return self.traces == other.traces and next(_differences(self, other), None) is None

    def refused(self, why: str, field: str = "") -> Refusal:
        """Return the refusal of the run, though its own numbers are right."""
        return Refusal(bundle=self.row.log, run=title(self.row), field=field, why=why)


def source_of(file: str, bundle: Bundle, announced: Sequence[str]) -> Source:
    """Describe a bundle by its hash, its publisher and its place among the announced hashes."""
    place = announced.index(bundle.sha256) if bundle.sha256 in announced else math.inf
    return Source(file, bundle.sha256, bundle.manifest.publisher, place)


def title(row: ResultRow) -> str:
    """Return the name of a run in messages."""
    return plain_line(f"{row.agent} on {row.suite}")


def refuse_copies(runs: Sequence[CheckedRun]) -> tuple[list[CheckedRun], list[Refusal]]:
    """Keep each run once. If runs of several bundles clash, the first stays; if runs of one bundle do, none of them
    stays.
    """
    by_bundle: dict[str, list[CheckedRun]] = {}
    for run in runs:
        by_bundle.setdefault(run.source.file, []).append(run)
    sound, refusals = [], []
    for own in by_bundle.values():
        kept, odd = _without_contradiction(own)
        sound += kept
        refusals += odd
    standing = _Standing()
    for run in sorted(sound, key=lambda run: run.source.precedence):
        refusals += filter(None, [standing.admit(run)])
    return standing.runs, refusals


class _Standing:
    """Runs accepted so far, by their claimed identity and by their traces."""

    def __init__(self) -> None:
        self.runs: list[CheckedRun] = []
        self._named: dict[str, list[CheckedRun]] = {}
        self._holders: dict[tuple[str, str], CheckedRun] = {}

    def admit(self, run: CheckedRun) -> Refusal | None:
        """Accept a run, or return why not: it clashes with one that came first."""
        alike = self._named.setdefault(run.identity, [])
        same = next((other for other in alike if run.same_as(other)), None)
        if same is not None and same.source.publisher == run.source.publisher:
            _tell_passed_over(same, run)
            return None
        holder = next((self._holders[trace] for trace in run.own_traces if trace in self._holders), None)
        if holder is not None:
            return _copy_refused(run, holder)
        rival = next((other for other in alike if other.source.holds_name_against(run.source)), None)
        if rival is not None:
            return _rival_refused(run, rival)
        alike.append(run)
        self.runs.append(run)
        self._holders |= dict.fromkeys(run.own_traces, run)
        return None


def _copy_refused(run: CheckedRun, holder: CheckedRun) -> Refusal:
    field, differs = _first_difference(run, holder)
    why = (
        f"a trace of it is also that of {title(holder.row)} in {holder.row.log}, which came first: one episode is of "
        f"one run. {differs}. Hashes in the order in which they were announced (--announced) say who came first."
    )
    return run.refused(why, field)


def _rival_refused(run: CheckedRun, rival: CheckedRun) -> Refusal:
    field, differs = _first_difference(run, rival)
    why = f"{rival.row.log} came first with a run of this agent, settings and items, which stands. {differs}."
    return run.refused(why, field)


def _first_difference(run: CheckedRun, other: CheckedRun) -> tuple[str, str]:
    """Return the first field in which two runs differ, and the sentence that says so."""
    publishers = Refusal(field="publisher", claimed=run.source.name, computed=other.source.name)
    found = next(_differences(run, other), None) or next(_trace_differences(run, other), publishers)
    place = f" of {found.item}, epoch {found.epoch}," if found.item else ""
    return found.field, f"The field {found.field}{place} is {found.claimed} here and {found.computed} there"


def _differences(run: CheckedRun, other: CheckedRun) -> Iterator[Refusal]:
    """Yield fields in which the rows of two runs differ, then those of their episodes."""
    yield from differences(run.row, other.row, leaving_out=NOT_COMPARED)
    for one, two in zip(run.row.samples, other.row.samples, strict=False):
        about: dict[str, object] = {"item": one.item, "epoch": one.epoch}
        yield from (found.model_copy(update=about) for found in differences(one, two))


def _trace_differences(run: CheckedRun, other: CheckedRun) -> Iterator[Refusal]:
    """Yield episodes whose traces differ though all measured values are equal, with the hashes of the traces."""
    for sample, one, two in zip(run.row.samples, run.traces, other.traces, strict=False):
        if one != two:
            ends = {"claimed": one[:DIGITS], "computed": two[:DIGITS]}
            yield Refusal(item=sample.item, epoch=sample.epoch, field="trace", **ends)


def _tell_passed_over(first: CheckedRun, other: CheckedRun) -> None:
    where = f"in {other.row.log} is of the same run as in {first.row.log}"
    tell(plain_line(f"skipped: {title(other.row)} {where}"), err=True)


def _without_contradiction(runs: Sequence[CheckedRun]) -> tuple[list[CheckedRun], list[Refusal]]:
    """Remove runs of one bundle that cannot both be true, since nobody knows which one is."""
    once, rivals = _each_once(runs)
    kept, borrowed = _each_of_its_own(once)
    return kept, rivals + borrowed


def _each_once(runs: Sequence[CheckedRun]) -> tuple[list[CheckedRun], list[Refusal]]:
    """Keep the first of several identical runs; refuse runs that only have the same identity."""
    alike: dict[str, list[CheckedRun]] = {}
    for run in runs:
        alike.setdefault(run.identity, []).append(run)
    kept, refusals = [], []
    for first, *others in alike.values():
        odd = next((other for other in others if not first.same_as(other)), None)
        if odd is None:
            kept.append(first)
            for other in others:
                _tell_passed_over(first, other)
        else:
            field, differs = _first_difference(odd, first)
            why = f"runs of this agent, settings and items differ in their traces. {differs}. Show one of them."
            refusals += [run.refused(why, field) for run in (first, *others)]
    return kept, refusals


def _each_of_its_own(runs: Sequence[CheckedRun]) -> tuple[list[CheckedRun], list[Refusal]]:
    """Keep the runs that share no trace."""
    holders: dict[tuple[str, str], list[int]] = {}
    for place, run in enumerate(runs):
        for trace in run.own_traces:
            holders.setdefault(trace, []).append(place)
    shared = {place: places for places in holders.values() if len(places) > 1 for place in places}
    refusals = [_shared_refused(runs, shared[place], place) for place in sorted(shared)]
    return [run for place, run in enumerate(runs) if place not in shared], refusals


def _shared_refused(runs: Sequence[CheckedRun], places: Iterable[int], place: int) -> Refusal:
    run, others = runs[place], [runs[other] for other in dict.fromkeys(places) if other != place]
    named = ", ".join(f"{title(other.row)} in {other.row.log}" for other in others)
    field, differs = _first_difference(run, others[0])
    return run.refused(f"a trace of it is also that of {named}: one episode is of one run. {differs}.", field)
