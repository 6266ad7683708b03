"""Guards: rules over answers, what they say of null, and draws that are left because of them."""

import dataclasses

import pytest
from pydantic import ValidationError

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.items import check_soundness, make_of
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.guards import Guard, violated
from mesocosm.suites.terra.workflows.workflow import Unsound, WordedRequest


def guard(rule: str) -> Guard:
    return Guard(rule=rule, because="nature says so")


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("0 < runoff <= 1", True),
        ("0 < runoff < 0.4", False),
        ("rain - flow - evaporation == 0", True),
        ("abs(rain - 2 * flow) > 10", True),
        ("town in towns and len(towns) == 2", True),
        ("town == 'Dale' or not town in towns", False),
        ("max(flow, evaporation) <= rain", True),
        ("-rain < 0", True),
    ],
)
def test_a_rule_compares_answers(rule: str, holds: bool) -> None:
    values = {"runoff": 0.4, "rain": 100.0, "flow": 40.0, "evaporation": 60.0, "town": "Hale", "towns": ["Hale", "Ox"]}
    assert guard(rule).holds(values) is holds


def test_a_rule_says_nothing_of_null() -> None:
    assert guard("peak > 0").holds({"peak": None})


def test_a_rule_names_only_what_there_is() -> None:
    with pytest.raises(InvalidRecord, match="names 'peek'; known: peak"):
        guard("peek > 0").holds({"peak": 1.0})


@pytest.mark.parametrize("rule", ["peak", "__import__('os') == 1", "peak.real > 0", "peak > (lambda: 0)()", "peak >"])
def test_a_rule_is_a_comparison_and_nothing_else(rule: str) -> None:
    with pytest.raises(ValidationError, match=r"rule .*"):
        guard(rule)


def test_violated_guards_are_named() -> None:
    first, second = guard("a < b"), guard("a > b")
    assert violated([first, second], {"a": 1, "b": 2}) == [second]


def worded(*guards: Guard) -> WordedRequest:
    fields = (RequestedField(key="rain_mm", about="rain", decimals=1),)
    return WordedRequest(context="", question="", fields=fields, guards=guards)


def test_derived_quantities_stand_in_rules() -> None:
    known = dataclasses.replace(workflow("hot_days"), derive=lambda land, given: {"inflow_mm": 50.0})
    with pytest.raises(Unsound, match="hot_days: rain_mm <= inflow_mm"):
        check_soundness(known, worded(guard("rain_mm <= inflow_mm")), None, {}, {"rain_mm": 60.0})


def test_conventions_must_agree_within_the_tolerance() -> None:
    others = {"areal mean": {"rain_mm": 100.05}, "mean of stations": {"rain_mm": 104.0}}
    known = dataclasses.replace(
        workflow("hot_days"), derive=lambda land, given: {}, alternatives=lambda land, given: others
    )
    with pytest.raises(Unsound, match="rain_mm by mean of stations"):
        check_soundness(known, worded(), None, {}, {"rain_mm": 100.0})


def test_a_draw_that_violates_a_guard_is_left_and_recorded() -> None:
    """The first region of the item is made unsound by a guard that only the second meets."""
    chosen = workflow("hot_days")
    _, reference = make_of([chosen], 0, 0)
    warmest = reference.answer["mean_high_c"]

    def derive(land, given):
        return {"first_c": warmest}

    def ask(land, given, chance):
        return chosen.ask(land, given, chance).model_copy(
            update={"guards": (guard("abs(mean_high_c - first_c) > 0.01"),)}
        )

    _, other = make_of([dataclasses.replace(chosen, derive=derive, ask=ask)], 0, 0)
    assert other.hidden.unsound == ("hot_days: abs(mean_high_c - first_c) > 0.01",)
    assert other.hidden.attempts > reference.hidden.attempts
    assert abs(other.answer["mean_high_c"] - warmest) > 0.01
