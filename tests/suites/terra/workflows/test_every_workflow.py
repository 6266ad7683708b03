"""Workflows run end to end on one request each: the plan solves it, a guess does not, and the request stays the same.

The parameters are kept in `requests.json`, since drawing them takes up to minutes; `kept_requests.py` draws more. The
long ones are among the exhaustive tests.
"""

import itertools
import json
import platform
import re

import pytest
from tests.suites.terra.workflows.kept_requests import FILE, kept_requests, solve

from mesocosm.episode.agent import Case, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.seeding import generator
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.agents import climatology
from mesocosm.suites.terra.workflows.catalogue import workflow

KEPT = kept_requests()
LONG_S = 5
"""Seconds above which a workflow is solved in the exhaustive tests alone."""
WORKFLOWS = [
    pytest.param(name, marks=[pytest.mark.exhaustive] * (KEPT[name].seconds > LONG_S)) for name in sorted(KEPT)
]
MACHINE = "x86_64"
"""Kind of machine that computed the hashes; on others a rounded digit may differ."""


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_is_solved_by_its_plan_and_not_by_a_guess(name):
    solved = solve(KEPT[name])
    score = solved.score
    assert score.value == 1.0, score.explanation
    assert score.metrics["tool_use"] >= 0.98
    with suite.world(solved.item, solved.reference) as world:
        case = Case(solved.item, solved.reference, world.tools, options=world.options)
        guessed = suite.score(solved.item, solved.reference, run_episode(world, ScriptAgent(climatology(case))))
    assert guessed.value < 1.0
    assert guessed.metrics["tool_use"] == 0.0
    if platform.machine() == MACHINE:
        assert solved.hash == KEPT[name].hash, "the request or its truth moved: raise the version of the suite"


def test_a_request_is_kept_for_every_workflow_of_the_suite():
    assert sorted(KEPT) == sorted(suite.card.kinds)
    assert len(json.loads(FILE.read_text())) == len(KEPT)


def broken_sentences(text):
    """Return what shows that a text is cut off or was put together wrongly."""
    broken = [pair for pair in ("()", "[]", "{}") if text.count(pair[0]) != text.count(pair[1])]
    broken += [text[-30:]] * (bool(text) and text[-1] not in ".?!")
    return broken + ['"'] * (text.count('"') % 2) + re.findall(r".{0,20}(?: [.,?]|[.,?]{2}|  ).{0,5}", text)


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_request_is_made_of_whole_sentences_also_with_each_of_its_other_phrases(name):
    kept, chosen = KEPT[name], workflow(name)
    turned = [{**kept.given, key: not value} for key, value in kept.given.items() if isinstance(value, bool)]
    for given, draw in itertools.product((kept.given, *turned), range(4)):
        request = chosen.ask(kept.land, given, generator("terra", "words", name, draw))
        assert broken_sentences(request.context) == broken_sentences(request.question) == []
        assert [broken_sentences(field.about + ".") for field in request.fields] == [[]] * len(request.fields)


def test_a_sentence_that_is_cut_off_is_found():
    assert broken_sentences("The town most ") == ["The town most "]
    assert broken_sentences("Take the mean (of the month.") == ["()"]
    assert broken_sentences('How "high is it?') == ['"']
