"""Verdicts of runs, summed by who gave them."""

from mesocosm.suites.eo.judge.verdict import Verdict
from mesocosm.suites.eo.report.verdicts import JudgedAnswer, summed


def answer(item, value, *, by="rule", why="read", zero=False, run="one"):
    told = Verdict(value=value, by=by, why=why)
    return JudgedAnswer(run=run, item=item, epoch=1, answer="12", truth="12", verdict=told, zero_call=zero)


def test_by_hand():
    [one, two] = summed(
        [
            answer("a", True),
            answer("b", True, zero=True),  # right, and a failure: nothing was looked at
            answer("c", True, by="model"),
            answer("d", None, why="several_numbers"),
            answer("e", False),
            answer("a", False, run="two"),
        ]
    )
    assert (one.by_rule, one.by_model, one.undecided) == (3, 1, 1)
    assert (one.right.right, one.right.n) == (2, 5)
    assert one.why_undecided == {"several_numbers": 1}
    assert (two.right.right, two.right.n) == (0, 1)
