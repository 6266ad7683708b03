"""Documents submitted elsewhere, such as released forecasts, which their suite grades whenever they are shown.

A suite that can grade such documents has a `graded.py`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, Protocol

from mesocosm import registry
from mesocosm.errors import InvalidRecord, MissingExtra, UserError
from mesocosm.report.bundle.bundle_file import Bundle, writing
from mesocosm.report.bundle.claims import parse_claim, text_of
from mesocosm.report.bundle.creation import Made
from mesocosm.report.bundle.layout import MOST_GRADED, document_member, graded_member
from mesocosm.report.bundle.names import check_name
from mesocosm.report.bundle.records import ANSWERED, ASKED, LOWER, GradedClaim
from mesocosm.report.bundle.refusal import Refusal, differences
from mesocosm.report.bundle.rescoring import suite_of
from mesocosm.suite import Suite


class Grades(Protocol):
    """Interface of the `graded.py` of a suite."""

    PROFILES: Sequence[str]
    """Scoring definitions that it knows."""

    def grade(self, documents: Mapping[str, bytes], profile: str) -> dict[str, float]:
        """Return the numbers of an entrant, the headline first; the truth is among the documents, as `truth/...`.

        They include `answered` and `asked`, and `lower` if the headline leaves out what was not submitted.
        """


class Submission(NamedTuple):
    """What an entrant submitted."""

    entrant: str
    documents: Mapping[str, bytes]
    """Documents by name; those of the truth are called `truth/...`."""
    published: Mapping[str, float] = {}


def write_graded(suite: Suite, submissions: Iterable[Submission], out: Path, *, profile: str, truth: str) -> Made:
    """Grade submissions and write them as a bundle; `truth` says where the truth comes from."""
    documents: dict[str, bytes] = {}
    claims = []
    for submission in submissions:
        hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(submission.documents.items())}
        documents |= {hashes[name]: data for name, data in submission.documents.items()}
        claims.append(_claim(suite, submission, hashes, profile, truth))
    if len(claims) > MOST_GRADED:
        raise InvalidRecord(f"a bundle holds at most {MOST_GRADED} entrants, got {len(claims)}")
    with writing(out) as bundle:
        for digest, data in sorted(documents.items()):
            bundle.add(document_member(digest), data)
        for number, claim in enumerate(claims):
            bundle.add(graded_member(number), f"{claim.model_dump_json(indent=1)}\n".encode())
        return Made(runs=len(claims), episodes=len(documents), sha256=bundle.close())


def _claim(suite: Suite, given: Submission, hashes: dict[str, str], profile: str, truth: str) -> GradedClaim:
    check_name(given.entrant, "the entrant")
    check_name(truth, "the source of the truth")
    numbers = _numbers(suite, given.documents, profile)
    if strange := sorted(given.published.keys() - numbers.keys()):
        raise InvalidRecord(f"{strange[0]!r} of {given.entrant} is no number that is graded: {', '.join(numbers)}")
    return GradedClaim(
        suite=suite.name,
        version=suite.card.version,
        profile=profile,
        entrant=given.entrant,
        truth=truth,
        documents=hashes,
        numbers=numbers,
        published=dict(given.published),
    )


def read_graded(bundle: Bundle) -> Iterator[tuple[GradedClaim, set[str]]]:
    """Read what a bundle claims about graded documents, each claim with the members that belong to it."""
    for number in takewhile(lambda number: graded_member(number) in bundle.names, range(MOST_GRADED)):
        name = graded_member(number)
        claim = parse_claim(GradedClaim, text_of(bundle, name), name)
        check_name(claim.entrant, f"{name}: entrant")
        check_name(claim.truth, f"{name}: truth")
        yield claim, {name, *(document_member(digest) for digest in claim.documents.values())}


class Regraded(NamedTuple):
    """A claim with the numbers that were computed, and the differences."""

    claim: GradedClaim
    refusals: list[Refusal]


def regrade(bundle: Bundle, claim: GradedClaim) -> Regraded:
    """Grade the documents of a claim again; nothing may differ, to the last digit."""
    try:
        suite = suite_of(claim.suite, claim.version)
        documents = {name: bundle.read(document_member(digest)) for name, digest in claim.documents.items()}
        numbers = _numbers(suite, documents, claim.profile)
    except MissingExtra:
        raise
    except UserError as error:
        return Regraded(claim, [Refusal(why=str(error))])
    except Exception as error:  # a forged document may be anything, and whatever it trips is its own fault
        return Regraded(claim, [Refusal(why=f"it cannot be graded: {type(error).__name__}: {str(error)[:200]}")])
    if strange := sorted(claim.published.keys() - numbers.keys()):
        return Regraded(claim, [Refusal(why=f"{strange[0][:200]!r} was published, and is no number that is graded")])
    computed = claim.model_copy(update={"numbers": numbers})
    return Regraded(computed, list(differences(claim, computed)))


def in_order(claims: Iterable[GradedClaim]) -> list[GradedClaim]:
    """Sort by suite, profile and truth, each with the best first and what was not submitted counted as 0."""
    return sorted(claims, key=lambda claim: (claim.suite, claim.profile, claim.truth_sha256, _place(claim)))


def _place(claim: GradedClaim) -> tuple[float, str]:
    best = claim.numbers.get(LOWER, next(iter(claim.numbers.values()), math.nan))
    return (math.inf if math.isnan(best) else -best, claim.entrant)


def _numbers(suite: Suite, documents: Mapping[str, bytes], profile: str) -> dict[str, float]:
    numbers = _grades(suite, profile).grade(documents, profile)
    if not {ANSWERED, ASKED} <= numbers.keys():
        raise InvalidRecord(f"the suite {suite.name} does not say how many of how many were {ANSWERED}")
    return numbers


def _grades(suite: Suite, profile: str) -> Grades:
    if not (suite.folder / "graded.py").is_file():
        raise InvalidRecord(f"the suite {suite.name} grades no documents from elsewhere")
    graders: Grades = registry.import_module(f"{suite.package}.graded")
    if profile not in graders.PROFILES:
        raise InvalidRecord(f"{suite.name} grades documents under {', '.join(graders.PROFILES)}, got {profile[:40]!r}")
    return graders
