"""Only what the rules leave undecided goes to a judge, and every verdict says who gave it."""

from mesocosm.suites.eo.judge import verdict
from mesocosm.suites.eo.judge.role import OpenAnswer, complete_verdicts, nobody
from mesocosm.suites.eo.judge.verdict import Verdict
from mesocosm.suites.eo.records import ChoiceAnswer

SPEC = ChoiceAnswer(value="stable", among={"stable": ("unchanged",), "expanded": ()})
REPLIES = {"a": "stable", "b": "expanded", "c": "hardly any difference"}


def judged_replies():
    return {
        name: (
            verdict(reply, SPEC),
            OpenAnswer(id=name, question="How did it change?", truth="It is stable.", answer=reply),
        )
        for name, reply in REPLIES.items()
    }


def test_only_undecided_answers_are_ruled_on():
    asked = []

    def lenient(answers):
        asked.extend(answer.id for answer in answers)
        return {answer.id: Verdict(value=True, by="model", why="the same") for answer in answers}

    verdicts = complete_verdicts(judged_replies(), lenient)
    assert asked == ["c"]
    assert {name: own.value for name, own in verdicts.items()} == {"a": True, "b": False, "c": True}
    assert {name: own.by for name, own in verdicts.items()} == {"a": "rule", "b": "rule", "c": "model"}


def test_without_a_judge_they_stay_undecided():
    assert complete_verdicts(judged_replies(), nobody)["c"].value is None
