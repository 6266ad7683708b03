"""Bundles computed again. What a bundle says is compared with that, and never shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from mesocosm.errors import InvalidRecord, MissingExtra, UserError
from mesocosm.report.bundle.archive import Bundle, opened
from mesocosm.report.bundle.claims import RunClaims, read_claims
from mesocosm.report.bundle.graded import in_order, read_graded, regrade
from mesocosm.report.bundle.layout import MOST_RUNS, run_member
from mesocosm.report.bundle.records import GradedClaim
from mesocosm.report.bundle.refusals import Refusal
from mesocosm.report.bundle.rescoring import rescore
from mesocosm.report.results import IDENTITY, ResultRow, ranked
from mesocosm.screen.foreign import tell


@dataclass
class Checked:
    """What bundles hold that follows from their traces, and what does not."""

    rows: list[ResultRow] = field(default_factory=list)
    """Computed here; `log` is the bundle."""
    graded: list[GradedClaim] = field(default_factory=list)
    """Documents graded here; `published` alone is as the bundle says."""
    refusals: list[Refusal] = field(default_factory=list)


def check_bundles(paths: Iterable[Path]) -> Checked:
    """The rows of all bundles, best first; of a run that is there twice, the first."""
    checked = [check_bundle(path) for path in paths]
    rows: dict[str, ResultRow] = {}
    for row in (row for one in checked for row in one.rows):
        first = rows.setdefault(row.model_dump_json(include=IDENTITY), row)
        if first is not row:
            tell(f"passed over: {row.agent} on {row.suite} in {row.log} is of the same run as in {first.log}", err=True)
    graded = {claim.fingerprint(): claim for one in checked for claim in one.graded}
    return Checked(ranked(rows.values()), in_order(graded.values()), [why for one in checked for why in one.refusals])


def check_bundle(path: Path) -> Checked:
    """Every run of a bundle, computed again; a bundle that cannot be read, or was changed, has none."""
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
    row, refusals = rescore(claims)
    name = f"{claims.row.agent} on {claims.row.suite}"
    checked.refusals += [one.model_copy(update={"bundle": bundle, "run": name}) for one in refusals]
    if row is not None:
        checked.rows.append(row.model_copy(update={"log": bundle}))


def _check_graded(bundle: Bundle, claim: GradedClaim, path: str, checked: Checked) -> None:
    computed, refusals = regrade(bundle, claim)
    name = f"{claim.entrant} on {claim.suite}"
    checked.refusals += [one.model_copy(update={"bundle": path, "run": name}) for one in refusals]
    if not refusals:
        checked.graded.append(computed)
