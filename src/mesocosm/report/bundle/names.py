"""Names that bundles bring along: whoever wrote a bundle chose them, and other people read them in a table."""

from __future__ import annotations

from mesocosm.errors import InvalidRecord
from mesocosm.report.bundle.records import GradedClaim
from mesocosm.report.results import ResultRow
from mesocosm.screen.foreign import plain_line


def check_name(text: str, place: str) -> None:
    """Refuse a name that is empty, or that spaces around it make look like another."""
    if not text or text != text.strip():
        raise InvalidRecord(f"{place} must be a name without spaces around it, got {text[:40]!r}")


def spelled_row(row: ResultRow) -> ResultRow:
    """The row with every character of its names that does not show spelled out."""
    settings = {plain_line(name): plain_line(value) for name, value in row.settings.items()}
    return row.model_copy(update={"agent": plain_line(row.agent), "model": plain_line(row.model), "settings": settings})


def spelled_claim(claim: GradedClaim) -> GradedClaim:
    """The same of graded documents."""
    return claim.model_copy(update={"entrant": plain_line(claim.entrant), "truth": plain_line(claim.truth)})
