"""Bundles computed again. What a bundle says is compared with that, and never shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from mesocosm.errors import InvalidRecord, MissingExtra, UserError
from mesocosm.report.bundle.archive import Bundle, opened
from mesocosm.report.bundle.claims import RunClaims, read_claims
from mesocosm.report.bundle.graded import in_order, read_graded, regrade
from mesocosm.report.bundle.layout import MOST_RUNS, run_member
from mesocosm.report.bundle.names import spelled_claim, spelled_row
from mesocosm.report.bundle.records import GradedClaim
from mesocosm.report.bundle.refusals import Refusal
from mesocosm.report.bundle.rescoring import rescore
from mesocosm.report.results import IDENTITY, ResultRow, ranked
from mesocosm.screen.foreign import plain_line, tell


class CheckedRun(NamedTuple):
    """A run that follows from its traces."""

    row: ResultRow
    """Computed here; `log` is the bundle."""
    traces: tuple[str, ...]
    """What tells each of its traces from every other."""

    def same_as(self, other: CheckedRun) -> bool:
        """Whether it is the other run itself, in another bundle."""
        plain = (run.row.model_copy(update={"log": ""}).model_dump_json() for run in (self, other))
        return self.traces == other.traces and len(set(plain)) == 1

    def refused(self, why: str) -> Refusal:
        """Why it is not shown, though its own numbers follow."""
        return Refusal(bundle=self.row.log, run=_title(self.row), why=why)


@dataclass
class Checked:
    """What bundles hold that follows from their traces, and what does not."""

    runs: list[CheckedRun] = field(default_factory=list)
    graded: list[GradedClaim] = field(default_factory=list)
    """Documents graded here; `published` alone is as the bundle says."""
    refusals: list[Refusal] = field(default_factory=list)

    @property
    def rows(self) -> list[ResultRow]:
        """Of every run that is shown."""
        return [run.row for run in self.runs]


def check_bundles(paths: Iterable[Path]) -> Checked:
    """The rows of all bundles, best first; of a run that is there twice, the first."""
    checked = [_check_alone(path) for path in paths]
    refusals = [why for one in checked for why in one.refusals]
    runs, clashes = apart([run for one in checked for run in one.runs])
    graded = {claim.fingerprint(): claim for one in checked for claim in one.graded}
    own = {_identity(run.row): run for run in runs}
    best_first = [own[_identity(row)] for row in ranked(run.row for run in runs)]
    return Checked(best_first, in_order(graded.values()), refusals + clashes)


def check_bundle(path: Path) -> Checked:
    """Every run of a bundle, computed again; a bundle that cannot be read, or was changed, has none."""
    checked = _check_alone(path)
    runs, clashes = apart(checked.runs)
    return Checked(runs, checked.graded, checked.refusals + clashes)


def apart(runs: Sequence[CheckedRun]) -> tuple[list[CheckedRun], list[Refusal]]:
    """Each run once; those that cannot both be true are refused, for nobody can tell which of them is."""
    once, rivals = _each_once(runs)
    kept, borrowed = _each_of_its_own(once)
    return kept, rivals + borrowed


def _each_once(runs: Sequence[CheckedRun]) -> tuple[list[CheckedRun], list[Refusal]]:
    """The first of runs that are one and the same; runs that only call themselves the same are refused."""
    alike: dict[str, list[CheckedRun]] = {}
    for run in runs:
        alike.setdefault(_identity(run.row), []).append(run)
    kept, refusals = [], []
    for first, *others in alike.values():
        if all(first.same_as(other) for other in others):
            kept.append(first)
            _tell_passed_over(first, others)
        else:
            logs = ", ".join(dict.fromkeys(run.row.log for run in (first, *others)))
            why = f"runs of this agent, settings and items differ in their traces: {logs}. Show one of them."
            refusals += [run.refused(why) for run in (first, *others)]
    return kept, refusals


def _tell_passed_over(first: CheckedRun, others: Iterable[CheckedRun]) -> None:
    for other in others:
        where = f"in {other.row.log} is of the same run as in {first.row.log}"
        tell(plain_line(f"passed over: {_title(other.row)} {where}"), err=True)


def _each_of_its_own(runs: Sequence[CheckedRun]) -> tuple[list[CheckedRun], list[Refusal]]:
    """Runs that share no trace; the same trace may be scored under several profiles, and is no other's for that."""
    holders: dict[tuple[str, str], list[int]] = {}
    for place, run in enumerate(runs):
        for trace in filter(None, run.traces):
            holders.setdefault((run.row.profile, trace), []).append(place)
    shared = {place: places for places in holders.values() if len(places) > 1 for place in places}
    refusals = [
        run.refused(f"a trace of it is also that of {_others(runs, shared[place], place)}: one episode is of one run")
        for place, run in enumerate(runs)
        if place in shared
    ]
    return [run for place, run in enumerate(runs) if place not in shared], refusals


def _others(runs: Sequence[CheckedRun], places: Iterable[int], place: int) -> str:
    others = (runs[other].row for other in dict.fromkeys(places) if other != place)
    return ", ".join(f"{_title(row)} in {row.log}" for row in others)


def _check_alone(path: Path) -> Checked:
    checked = Checked()
    try:
        with opened(path) as bundle:
            strange = set(bundle.names)
            for claims in _runs(bundle):
                strange -= claims.members
                _check_run(claims, str(path), checked)
            for claim, members in read_graded(bundle):
                strange -= members
                _check_graded(bundle, claim, str(path), checked)
            if strange:
                raise InvalidRecord(f"{min(strange)} belongs to nothing in the bundle")
            if not bundle.names:
                raise InvalidRecord("it is empty")
    except MissingExtra:
        raise
    except UserError as error:
        return Checked(refusals=[Refusal(bundle=str(path), why=str(error))])
    return checked


def _runs(bundle: Bundle) -> Iterator[RunClaims]:
    """Its runs, numbered from 0."""
    for number in takewhile(lambda number: run_member(number) in bundle.names, range(MOST_RUNS)):
        yield read_claims(bundle, number)


def _check_run(claims: RunClaims, bundle: str, checked: Checked) -> None:
    found = rescore(claims)
    name = _title(claims.row)
    checked.refusals += [one.model_copy(update={"bundle": bundle, "run": name}) for one in found.refusals]
    if found.row is not None:
        row = spelled_row(found.row).model_copy(update={"log": bundle})
        checked.runs.append(CheckedRun(row, found.traces))


def _check_graded(bundle: Bundle, claim: GradedClaim, path: str, checked: Checked) -> None:
    computed, refusals = regrade(bundle, claim)
    name = plain_line(f"{claim.entrant} on {claim.suite}")
    checked.refusals += [one.model_copy(update={"bundle": path, "run": name}) for one in refusals]
    if not refusals:
        checked.graded.append(spelled_claim(computed))


def _identity(row: ResultRow) -> str:
    """What tells a run from others, as its bundle says."""
    return row.model_dump_json(include=IDENTITY)


def _title(row: ResultRow) -> str:
    return plain_line(f"{row.agent} on {row.suite}")
