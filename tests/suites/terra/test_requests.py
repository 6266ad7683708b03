"""All workflows: enough of every kind, requests that read as a person's, and items that two ways agree on."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from mesocosm.episode.agent import Case, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.errors import InvalidRecord
from mesocosm.seeding import generator
from mesocosm.simulators.wofost.inputs import MOST_RAIN_MM
from mesocosm.suites.terra import items, suite
from mesocosm.suites.terra.making.agreement import Disagreement, check_agreement
from mesocosm.suites.terra.making.faults import Fault
from mesocosm.suites.terra.oracle import oracle
from mesocosm.suites.terra.requests.agriculture import rain_and_yield
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.catalogue import workflow, workflows
from mesocosm.suites.terra.workflows.workflow import DOMAINS, LEVELS, TRACKS, Unsuited, WordedRequest
from mesocosm.tools.view import underscored

SEED = 0
LIGHT = "hot_days"
FIELD = RequestedField(key="rain_mm", about="rain", unit="mm", decimals=1)
TOOL_NAMES = re.compile(r"\b(?:archive|reanalysis|region|satellite|gis|chart|crop|impact)[._][a-z]+\b")


def test_there_are_enough_of_every_domain_track_and_level():
    every = workflows()
    assert len(every) >= 60
    for kinds, counts in (
        (DOMAINS, Counter(each.domain for each in every)),
        (TRACKS, Counter(each.track for each in every)),
        (LEVELS, Counter(each.level for each in every)),
    ):
        assert min(counts[kind] for kind in kinds) >= 4, counts
    assert {each.domain for each in every if each.track == "document"} == set(DOMAINS)


def test_each_workflow_comes_once_before_any_comes_twice_and_seeds_differ():
    number = len(workflows())
    first = [items.workflow_of(SEED, index).name for index in range(number)]
    assert len(set(first)) == number
    assert first != [items.workflow_of(SEED + 1, index).name for index in range(number)]
    assert set(first) == {items.workflow_of(SEED, index).name for index in range(number, 2 * number)}


def test_an_item_of_two_ways_that_do_not_agree_is_refused():
    request = WordedRequest(context="It rained.", question="How much?", fields=(FIELD,))
    with pytest.raises(Disagreement, match="rain_mm: 10 and 11"):
        check_agreement(LIGHT, request, {"rain_mm": 10}, {"rain_mm": 11})
    with pytest.raises(InvalidRecord, match="asks for"):
        check_agreement(LIGHT, request, {}, {"rain_mm": 11})


def solved_at_once(workflow):
    """The workflow with a plan of a single call: it stands where an item is drawn, and its steps do not matter."""
    drawn = []

    def draw(land, chance):
        given = workflow.draw(land, chance)
        drawn.append(workflow.recompute(land, given))
        return given

    def plan(hands):
        yield from hands.calculate("1 + 1")
        return drawn[-1]

    return replace(workflow, draw=draw, plan=plan)


def test_where_no_land_suits_a_workflow_the_next_is_taken(monkeypatch):
    light = next(index for index in range(len(workflows())) if items.workflow_of(SEED, index).name == LIGHT)
    tried = []

    def never(land, chance):
        tried.append(land.region)
        raise Unsuited("no such event")

    meant = items.workflow_of
    picky, next_one = replace(meant(SEED, light - 1), draw=never), solved_at_once(meant(SEED, light))
    monkeypatch.setattr(items, "workflow_of", lambda seed, index: picky if index < light else next_one)
    item, reference = items.make_anew(SEED, light - 1)
    assert (item.id, reference.hidden.workflow) == (f"terra-s{SEED}-{light - 1:04d}", LIGHT)
    assert len(tried) == items.MOST_ATTEMPTS
    monkeypatch.setattr(items, "workflow_of", lambda seed, index: picky)
    with pytest.raises(InvalidRecord, match="none of 24 regions suits its workflow, nor the next"):
        items.make_anew(SEED, light)


def test_a_draw_of_two_ways_that_do_not_agree_is_told_and_left_for_the_next(monkeypatch, capsys):
    index = next(index for index in range(len(workflows())) if items.workflow_of(SEED, index).name == LIGHT)
    meant, regions = items.workflow_of(SEED, index), []

    def contrary(land, given):
        regions.append(land.region)
        answers = dict(meant.recompute(land, given))
        first = next(key for key, value in answers.items() if isinstance(value, float))
        return answers | ({first: answers[first] + 1000} if len(regions) == 1 else {})

    def unguarded(land, given, chance):
        return meant.ask(land, given, chance).model_copy(update={"guards": ()})

    chosen = replace(solved_at_once(meant), recompute=contrary, ask=unguarded)
    monkeypatch.setattr(items, "workflow_of", lambda seed, index: chosen)
    _, reference = items.make_anew(SEED, index)
    hidden = reference.hidden
    assert hidden.region == regions[-1]
    assert hidden.attempts > 1
    assert len(hidden.disputed) == len(regions) - 1 == 1
    assert "the two ways do not agree" in hidden.disputed[0]
    assert f"item {index} is drawn again" in capsys.readouterr().err


def check_words(request):
    text = f"{request.context} {request.question}"
    assert 120 < len(text) < 3000
    assert not TOOL_NAMES.search(text)
    assert "{" not in text
    assert "  " not in text
    assert not re.search(r"\b(?:tool|call the|np\.|None|nan)\b", text)
    assert 4 <= len(request.fields) <= 12
    assert len({field.key for field in request.fields}) == len(request.fields)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [each.name for each in workflows()])
def test_every_workflow_makes_an_item_that_the_oracle_solves(name):
    index = next(index for index in range(len(workflows())) if items.workflow_of(SEED, index).name == name)
    item, reference = items.make_anew(SEED, index)
    check_words(item.data)
    with suite.world(item, reference) as world:
        agent = ScriptAgent(oracle(Case(item, reference, world.tools, options=world.options)))
        trace = run_episode(world, agent)
    scored = suite.score(item, reference, trace)
    assert scored.value == 1.0, scored.explanation
    assert scored.metrics["tool_use"] >= 0.98


@pytest.mark.parametrize("kind", ["a source fails once", "a file arrives damaged"])
def test_whoever_asks_again_recovers_from_what_goes_wrong(kind):
    index = next(index for index in range(len(workflows())) if items.workflow_of(SEED, index).name == LIGHT)
    item, reference = suite.case(SEED, index)
    truth = reference.hidden.model_copy(update={"fault": Fault(request=1, kind=kind)})
    unlucky = reference.model_copy(update={"hidden": truth})
    with suite.world(item, unlucky) as world:
        trace = run_episode(world, ScriptAgent(oracle(Case(item, unlucky, world.tools, options=world.options))))
    problem = "cannot be read" if "damaged" in kind else "ask again"
    assert [problem in seen.error.message for _, seen in trace.calls() if seen.error] == [True]
    assert suite.score(item, unlucky, trace).value == 1.0
    assert suite.facts(item, unlucky).strata["trait"] == kind
    assert any(kind in getattr(block, "text", "") for block in suite.view(item, unlucky, trace))


def test_a_light_item_from_its_words_to_its_score():
    index = next(index for index in range(len(workflows())) if items.workflow_of(SEED, index).name == LIGHT)
    item, reference = suite.case(SEED, index)
    check_words(item.data)
    assert reference.hidden.workflow == LIGHT
    assert set(item.data.model_dump()) == {"context", "question", "fields", "now"}
    with suite.world(item, reference) as world:
        trace = run_episode(world, ScriptAgent(oracle(Case(item, reference, world.tools, options=world.options))))
    scored = suite.score(item, reference, trace)
    assert (scored.value, scored.metrics["tool_use"]) == (1.0, 1.0), scored.explanation
    blocks = suite.view(item, reference, trace)
    [answers] = [block for block in blocks if block.kind == "answer"]
    assert answers.fields[0].name == item.data.fields[0].key
    path, box = reference.hidden.path, reference.hidden.path.toolbox
    called = [call.tool for call, _ in trace.calls() if not box.is_meta(call.tool) and not box.is_free(call.tool)]
    assert [underscored(step.tool) for step in path.steps] == called


def test_a_season_with_more_rain_in_a_day_than_the_engine_takes_suits_no_request(monkeypatch):
    chosen = workflow("rain_and_yield")
    land = next(items.lands(chosen, SEED, 0))
    monkeypatch.setattr(rain_and_yield, "_days", lambda land, town, year: {"rain_mm": [0.0, MOST_RAIN_MM + 1]})
    with pytest.raises(Unsuited, match="more rain than WOFOST accepts"):
        chosen.draw(land, generator("terra", SEED, 0, 1))
