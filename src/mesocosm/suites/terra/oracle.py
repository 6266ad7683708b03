"""The oracle, which carries out the plan of an item's workflow: it reads what the request asks, and nothing true."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from pydantic import JsonValue

from mesocosm.episode.agent import Action, Case, Script, call
from mesocosm.suites.terra.real_data.real_workflow import real_workflow
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan


def oracle(case: Case[Data, Truth]) -> Script:
    """Carry out the plan and submit its result."""
    truth = case.reference.hidden
    answers = yield from plan_of(truth)(Hands(case.tools, truth.given))
    yield hand_in(case, answers)


def plan_of(truth: Truth) -> Callable[[Hands], Plan]:
    """Return the plan of an item, on a planet or on recorded data."""
    return real_workflow(truth.workflow).plan if truth.recorded else workflow(truth.workflow).plan


def hand_in(case: Case[Data, Truth], answers: Mapping[str, JsonValue]) -> Action:
    """Return the action that submits the answer as the world wants it: by `submit`, or in a message."""
    values = {field.key: round_to_decimals(field, answers.get(field.key)) for field in case.item.data.fields}
    if case.options.get("answer") == "final_json":
        records = [{"key": key, "value": value} for key, value in values.items()]
        return f"<final_json>{json.dumps(records)}</final_json>"
    return call(submit_name(case), answer=values)


def submit_name(case: Case[Data, Truth]) -> str:
    """Return the name under which the world shows the tool that submits."""
    return next(name for name, tool in case.tools.whole.items() if tool.id == "submit.submit")


def round_to_decimals(field: RequestedField, value: JsonValue) -> JsonValue:
    """Round a number to the decimals asked for; return other values unchanged."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return round(value, field.decimals) if field.decimals else round(value)
