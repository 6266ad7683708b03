"""Compare the called tools with those of a reference: the same, in its order, or in any order.

EO-Gym, Appendix D.1.1: exact, the two sequences are identical; in order, the whole reference is a subsequence of the
calls; any order, the calls contain every call of the reference, as multisets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mesocosm.types import Record


class ToolMatch(Record):
    """How one sequence of calls matches its reference; each true field implies the next."""

    exact: bool
    in_order: bool
    any_order: bool


def match_tools(called: Sequence[str], reference: Sequence[str]) -> ToolMatch:
    """Compare names of tools in the order of their calls. A reference without a call is contained in anything."""
    return ToolMatch(
        exact=list(called) == list(reference),
        in_order=_is_subsequence(reference, called),
        any_order=not Counter(reference) - Counter(called),
    )


def _is_subsequence(part: Sequence[str], whole: Sequence[str]) -> bool:
    rest = iter(whole)
    return all(name in rest for name in part)
