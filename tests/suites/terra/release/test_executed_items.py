"""Items executed a second time: differences are reported, and do not stop the others."""

import pytest

from mesocosm.suites.terra import suite
from mesocosm.suites.terra.making.execution import Executed
from mesocosm.suites.terra.release import executed_items
from mesocosm.suites.terra.release.executed_items import execute_again, summary
from mesocosm.suites.terra.scoring.reference import ReferencePath
from mesocosm.suites.terra.workflows.tool_runner import PlanFailed

SEED = 0


def test_the_same_steps_and_answers_are_no_problem():
    again = execute_again(SEED, 0)
    _, reference = suite.case(SEED, 0)
    assert again.problem == ""
    assert (again.workflow, again.steps) == (reference.hidden.workflow, len(reference.canonical))
    assert summary([again])["differing"] == 0


@pytest.mark.parametrize(
    ("outcome", "problem"),
    [
        (PlanFailed("the archive is away"), "not executed again: the archive is away"),
        ("another answer", "other answers: "),
        ("another path", "other steps or files"),
    ],
)
def test_what_differs_is_told(monkeypatch, outcome, problem):
    _, reference = suite.case(SEED, 0)
    truth = reference.hidden

    def execute(*_):
        if isinstance(outcome, PlanFailed):
            raise outcome
        answers = {field.key: None if outcome == "another answer" else field.value for field in truth.fields}
        path = ReferencePath(steps=()) if outcome == "another path" else truth.path
        return Executed(answers, path, (), ())

    monkeypatch.setattr(executed_items, "execute", execute)
    again = execute_again(SEED, 0)
    assert again.problem.startswith(problem)
    assert summary([again])["differing"] == 1
