"""The form in which an episode was answered, and whether an answer that it did not submit would have been right."""

from __future__ import annotations

from typing import NamedTuple

from mesocosm.episode.reminder import hand_in_tools
from mesocosm.scoring.form import Form, handed_in, read_form
from mesocosm.suite import Suite
from mesocosm.suite.facts import Facts
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference


class Shown(NamedTuple):
    """A form, with the verdict on the answer that was evident but not submitted; None if there was none."""

    form: Form
    would_be_right: bool | None


def form_of(suite: Suite, item: Item, reference: Reference, trace: Trace, facts: Facts, profile: str) -> Shown:
    """Return how an episode was answered. The score does not depend on it."""
    ways = hand_in_tools(suite.tools())
    form = read_form(trace, hand_in=ways, lettered=bool(facts.options), printed=facts.printed)
    if form.evident is None:
        return Shown(form, None)
    try:
        judged = suite.score(item, reference, handed_in(trace, form.evident), profile)
    except Exception:  # no desk has checked this answer: it may be anything, and a scorer may fail on it
        return Shown(form, False)
    return Shown(form, judged.metrics.get("success", float(judged.value >= 1.0)) >= 1.0)
