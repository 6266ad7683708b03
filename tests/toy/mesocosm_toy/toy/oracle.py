"""Agent that knows the sphere; it makes a survey and a reading as an honest agent would, then submits the truth."""

from __future__ import annotations

from mesocosm.episode.agent import Case, Script, call
from mesocosm_toy.toy.records import Truth


def oracle(case: Case[object, Truth]) -> Script:
    """Survey, read, write a note, submit."""
    x, y = case.reference.hidden.x_m, case.reference.hidden.y_m
    yield call("survey_line", start=[-1000, y], end=[1000, y], stations=41)
    yield call("read_meter", x_m=x, y_m=y)
    yield call("write_file", path="notes.txt", content="the peak lies over the centre\n")
    yield call("submit", answer=case.reference.answer)
