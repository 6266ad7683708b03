"""How an episode fails: ten labels by written rules, several at once where several hold.

TerraBench names the ten and gives no rules. These are ours, over the scores of `default`. An episode whose fields are
all right has not failed, whatever its path was, and a single failed call on the way is none of these:

    wrong tools        more than a tenth of the required steps were not done
    wrong arguments    over the steps that were done, less than nine tenths of the arguments agree
    execution error    two or more calls, and more than a tenth, failed; or the agent's program fell over
    wrong order        the groups of tools are there, but less than nine tenths of them in an order that the steps allow
    schema failure     no answer was accepted: none was handed in, or its keys are not those asked for
    answer format      an accepted answer with a value that cannot be read as what is asked for, or left open
    numeric miss       a number outside its tolerance
    document mismatch  of a document-grounded item, what the document states or what the data say is missed
    simulator mismatch of a simulator-grounded item, any field is missed
    none               every field is right, or none of these holds
"""

from __future__ import annotations

from typing import Literal, get_args

from mesocosm.suites.terra.records import Truth
from mesocosm.suites.terra.scoring.answers import NO_VALUE
from mesocosm.suites.terra.scoring.item import ScoredItem
from mesocosm.trace.schema import EndReason

FailureMode = Literal[
    "wrong tools",
    "wrong arguments",
    "execution error",
    "wrong order",
    "schema failure",
    "answer format",
    "numeric miss",
    "document mismatch",
    "simulator mismatch",
    "none",
]
FAILURE_MODES: tuple[FailureMode, ...] = get_args(FailureMode)
SLACK = 0.1


def failure_modes(
    truth: Truth, scored: ScoredItem, end: EndReason | None, failed_calls: int
) -> tuple[FailureMode, ...]:
    """Return the labels of an episode, in the order of the list above.

    Args:
        truth: Truth of the item.
        scored: Scores under `default`.
        end: How the episode ended.
        failed_calls: Number of calls that were refused or failed.
    """
    if all(field.hit == 1.0 for field in scored.answers.fields):
        return ("none",)
    rules: dict[FailureMode, bool] = {
        "wrong tools": _share_undone(truth, scored) > SLACK,
        "wrong arguments": _disagreement(scored) > SLACK,
        "execution error": end == "crashed" or failed_calls > max(1, SLACK * len(scored.tools)),
        "wrong order": _is_out_of_order(scored),
        "schema failure": bool(scored.answers.problem),
        "answer format": _has_unreadable(scored),
        "numeric miss": any(field.hit < 1 and field.lam is not None for field in scored.answers.fields),
        "document mismatch": _misses_documents(truth, scored),
        "simulator mismatch": truth.track == "simulator" and scored.answers.hit < 1,
    }
    return tuple(mode for mode, holds in rules.items() if holds) or ("none",)


def _share_undone(truth: Truth, scored: ScoredItem) -> float:
    required = sum(not step.optional for step in truth.path.steps)
    return len(scored.process.undone) / required if required else 0.0


def _disagreement(scored: ScoredItem) -> float:
    pairs = scored.process.pairs
    return 1.0 - sum(pair.arguments for pair in pairs) / len(pairs) if pairs else 0.0


def _is_out_of_order(scored: ScoredItem) -> bool:
    parts = scored.process.parts
    return parts.get("SameOrder", 1.0) < (1 - SLACK) * parts.get("AnyOrder", 0.0)


def _has_unreadable(scored: ScoredItem) -> bool:
    return not scored.answers.problem and any(
        field.hit < 1 and (field.reason in NO_VALUE or field.reason == "null") for field in scored.answers.fields
    )


def _misses_documents(truth: Truth, scored: ScoredItem) -> bool:
    checked = {key for standing in truth.standings for key in (standing.key, standing.measured) if key}
    return any(field.hit < 1 and field.key in checked for field in scored.answers.fields)
