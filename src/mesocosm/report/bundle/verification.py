"""Bundles computed again for a leaderboard. Their claims are compared with the result, and never shown."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from mesocosm.errors import InvalidRecord, MissingExtra, UserError
from mesocosm.execution.executor import HERE, Executor
from mesocosm.execution.spread import spread
from mesocosm.report.bundle.bundle_file import Bundle, open_bundle
from mesocosm.report.bundle.claims import RunClaims, read_claims
from mesocosm.report.bundle.copied_runs import CheckedRun, Source, refuse_copies, source_of, title
from mesocosm.report.bundle.graded_documents import in_order, read_graded, regrade
from mesocosm.report.bundle.layout import MOST_RUNS, run_member
from mesocosm.report.bundle.names import spelled_claim, spelled_row
from mesocosm.report.bundle.records import GradedClaim
from mesocosm.report.bundle.refusal import Refusal
from mesocosm.report.bundle.rescoring import rescore
from mesocosm.report.results import ResultRow, rank_rows
from mesocosm.screen.untrusted_text import plain_line

Watch = Callable[[], None]


@dataclass
class Checked:
    """What bundles contain that follows from their traces, and what does not."""

    runs: list[CheckedRun] = field(default_factory=list)
    graded: list[GradedClaim] = field(default_factory=list)
    """Documents graded here; only `published` is as the bundle claims."""
    refusals: list[Refusal] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    """Bundles that could be read."""

    @property
    def rows(self) -> list[ResultRow]:
        """Rows of every run that is shown."""
        return [run.row for run in self.runs]


def check_bundles(
    paths: Sequence[Path], announced: Sequence[str] = (), *, on: Executor = HERE, watch: Watch = lambda: None
) -> Checked:
    """Return the rows of all bundles, best first; of a run in several bundles, the first.

    Args:
        paths: Bundles.
        announced: Hashes of manifests in the order of announcement; if bundles clash, the first announced one stays.
        on: Where the bundles are computed.
        watch: Called after each bundle.
    """
    seen_by_all = [path if on.kind == "processes" else path.absolute() for path in paths]
    by_number = {}
    for number, one in spread(
        functools.partial(_check_numbered, announced),
        list(enumerate(seen_by_all)),
        key="bundle {0[0]}, {0[1]}".format,
        on=on,
    ):
        by_number[number] = one
        watch()
    checked = [by_number[number] for number in range(len(paths))]
    refusals = [why for one in checked for why in one.refusals]
    runs, clashes = refuse_copies([run for one in checked for run in one.runs])
    graded = {claim.fingerprint(): claim for one in checked for claim in one.graded}
    own = {id(run.row): run for run in runs}
    best_first = [own[id(row)] for row in rank_rows(run.row for run in runs)]
    sources = [source for one in checked for source in one.sources]
    return Checked(best_first, in_order(graded.values()), refusals + clashes, sources)


def check_bundle(path: Path) -> Checked:
    """Compute every run of a bundle again; a bundle that cannot be read, or was changed, has none."""
    checked = _check_alone(path)
    runs, clashes = refuse_copies(checked.runs)
    return Checked(runs, checked.graded, checked.refusals + clashes, checked.sources)


def _check_numbered(announced: Sequence[str], numbered: tuple[int, Path]) -> tuple[int, Checked]:
    number, path = numbered
    return number, _check_alone(path, announced)


def _check_alone(path: Path, announced: Sequence[str] = ()) -> Checked:
    checked = Checked()
    try:
        with open_bundle(path) as bundle:
            source = source_of(str(path), bundle, announced)
            checked.sources.append(source)
            strange = set(bundle.names)
            for claims in _runs(bundle):
                strange -= claims.members
                _check_run(claims, source, checked)
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
    """Yield its runs, numbered from 0."""
    for number in takewhile(lambda number: run_member(number) in bundle.names, range(MOST_RUNS)):
        yield read_claims(bundle, number)


def _check_run(claims: RunClaims, source: Source, checked: Checked) -> None:
    found = rescore(claims)
    about = {"bundle": source.file, "run": title(claims.row)}
    checked.refusals += [one.model_copy(update=about) for one in found.refusals]
    if found.row is not None:
        row = spelled_row(found.row).model_copy(update={"log": source.file, "publisher": source.name})
        checked.runs.append(CheckedRun(row, found.traces, source))


def _check_graded(bundle: Bundle, claim: GradedClaim, path: str, checked: Checked) -> None:
    computed, refusals = regrade(bundle, claim)
    name = plain_line(f"{claim.entrant} on {claim.suite}")
    checked.refusals += [one.model_copy(update={"bundle": path, "run": name}) for one in refusals]
    if not refusals:
        checked.graded.append(spelled_claim(computed))
