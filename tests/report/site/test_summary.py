"""What an episode's page says of its numbers."""

from typing import get_args

import pytest

from mesocosm.report.logged_episodes import StoredEpisode
from mesocosm.report.results import UNSCORED, SampleRow
from mesocosm.report.site.summary import ANSWERS, ENDS, outcome, sentence, setup, suite_measures, why
from mesocosm.report.trace_runs import Played
from mesocosm.suite.blocks import AnswerBlock, AnswerField
from mesocosm.suite.facts import Facts, Mistake
from mesocosm.trace.schema import Called, EndReason, EpisodeEnded, EpisodeStarted, Observed, Trace
from mesocosm.types import AnswerStatus, Budget


def episode(events=(), **fields):
    about = {"item": "toy-s0-0000", "epoch": 1, "score": 0.5, "success": 0.0, "steps": 3, "rejected_calls": 1}
    row = SampleRow(**{**about, "tokens": 1234, "answer": "rejected", "end": "budget", **fields})
    trace = Trace(events=tuple(events))
    played = Played(item=row.item, epoch=1, trace=trace, score=row.score, success=row.success, tokens=row.tokens)
    return StoredEpisode(row=row, facts=Facts(), view=(), explanation="", trace=trace, played=played)


def test_numbers_stand_beside_what_they_are():
    facts = dict(outcome(episode([EpisodeEnded(reason="budget", runtime_s=12.34)])))
    assert facts == {
        "Score from 0 to 1:": "0.500",
        "Answer:": "handed in, but not in a form that could be scored",
        "Ended because": "a limit of steps, time or tokens was reached",
        "Calls of tools, the handing in left out:": "0",
        "Of these, answered with an error:": "0",
        "Steps of the budget used:": "3",
        "Tokens the model read and wrote:": "1,234",
        "Seconds it took:": "12.3",
    }


CALLS = (Called(call="1", tool="look"), Observed(call="1", text="seen"), Called(call="2", tool="submit"))


def test_calls_are_the_same_number_in_the_sentence_and_below_it():
    played = episode(CALLS, answer="valid", steps=2)
    assert sentence(played, (), "walker") == "walker used tools 1 time and handed in an answer. Score: 0.500 of 1."
    facts = dict(outcome(played))
    assert facts["Calls of tools, the handing in left out:"] == "1"
    assert "Steps of the budget used:" not in facts


@pytest.mark.parametrize(
    ("answer", "verdict", "expected"),
    [
        ("valid", "wrong", "handed in an answer, which is wrong."),
        ("valid", "right", "handed in an answer, which is right but does not count."),
        ("valid", "undecided", "handed in an answer, which no rule can call right or wrong, so that it earns nothing."),
        ("missing", "wrong", "used no tool and handed in no answer."),
        ("rejected", "wrong", "handed in something that could not be scored."),
    ],
)
def test_only_an_answer_is_called_right_or_wrong(answer, verdict, expected):
    block = AnswerBlock(fields=(AnswerField(name="depth", answer="", truth="", verdict=verdict),))
    assert expected in sentence(episode(answer=answer), (block,), "walker")


def test_an_agent_that_asks_no_model_spends_no_tokens():
    assert ("Tokens the model read and wrote:", "none") in outcome(episode(tokens=0))


@pytest.mark.parametrize("reason", get_args(EndReason))
def test_every_end_has_its_words(reason):
    assert len(ENDS[reason].split()) > 2


@pytest.mark.parametrize("status", [*get_args(AnswerStatus), *UNSCORED])
def test_every_answer_has_its_words(status):
    assert len(ANSWERS[status].split()) > 2


def test_a_word_that_is_not_known_is_shown_as_it_is():
    assert ("Ended because", "eclipse") in outcome(episode(end="eclipse"))


def test_what_a_suite_measures_and_how_the_item_was_made_stand_apart():
    start = EpisodeStarted(
        suite="toy", suite_version="1-A", item="toy-s0-0000", seed=7, options={"protocol": "toc"}, budget=Budget()
    )
    played = episode([start], metrics={"false_alarm": 0.25})
    assert suite_measures(played, {}) == [("false alarm:", "0.250")]
    assert suite_measures(played, {"false_alarm": "risk on a quiet day"}) == [("risk on a quiet day:", "0.250")]
    assert suite_measures(episode(metrics={"calls": 3.0}), {}) == [("calls:", "3")]
    assert setup(played) == [("seed:", "7"), ("protocol:", "toc")]
    trained = start.model_copy(update={"seed": 1_000_007, "options": {}})
    assert setup(episode([trained])) == [("split:", "train"), ("seed:", "7")]
    assert setup(episode()) == []


def test_a_mistake_is_told_by_its_sentence_and_not_by_its_name():
    facts = Facts(mistakes={"deep": Mistake(sentence="took the radius"), "not_deep": Mistake(sentence="left it out")})
    explained = episode()._replace(facts=facts, explanation="answered A; that option follows from: not_deep, deeper")
    assert why(explained) == "answered A; that option follows from: left it out, deeper"
