"""Table of graded documents on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report.bundle.records import ANSWERED, ASKED, GradedClaim
from mesocosm.report.number_format import number
from mesocosm.report.table import make_table

if TYPE_CHECKING:
    from rich.table import Table

CAPTION = (
    "Documents graded again; only those with the same hash of the truth can be compared. "
    "Best first, with what was not answered counted as 0, also where a profile leaves it out of its number. "
    "Who handed them in, where the truth comes from and what was published are as the bundles say."
)


def graded_table(claims: Sequence[GradedClaim]) -> Table:
    """Make a table with entrants as rows: number answered, headline as computed, and as published."""
    words = ("suite", "profile", "entrant", "truth", "hash of the truth", "measure")
    return make_table("Graded documents", words, ("answered", "computed", "published"), map(_cells, claims), CAPTION)


def _cells(claim: GradedClaim) -> list[str]:
    measure, value = next(iter(claim.numbers.items()))
    published = number(claim.published[measure], 4) if measure in claim.published else ""
    about = [f"{claim.suite} {claim.version}", claim.profile, claim.entrant, claim.truth, claim.truth_sha256[:12]]
    answered = f"{claim.numbers[ANSWERED]:.0f} of {claim.numbers[ASKED]:.0f}"
    return [*about, measure, answered, number(value, 4), published]
