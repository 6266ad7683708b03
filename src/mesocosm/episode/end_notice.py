"""The sentence that answers a call after the end of an episode."""

from __future__ import annotations

from mesocosm.episode.budget_ledger import Ledger
from mesocosm.trace.schema import EndReason
from mesocosm.types import Answer

ENDINGS: dict[EndReason, str] = {
    "stopped": "it was stopped before an answer was accepted",
    "context": "the conversation outgrew the model",
    "images": "the model does not take the pictures it was shown",
    "loop": "the same turn came again and again",
    "crashed": "the agent's program failed",
    "waiting": "a limit was reached while the model's server had not replied",
    "broken": "it broke on our side, which is not the agent's failure",
    "unknown": "how it ended is not known",
}


def describe_end(reason: EndReason, answer: Answer, ledger: Ledger) -> str:
    """Say how the episode ended, and that further calls are not counted."""
    return f"the episode is over: {_how(reason, answer, ledger)}; nothing more is counted"


def _how(reason: EndReason, answer: Answer, ledger: Ledger) -> str:
    if reason == "submitted":
        return "an answer was submitted" if answer.accepted else "the answer was refused for the last time"
    if reason == "budget":
        spent = ledger.spent_budget()
        return f"its budget of {spent} is spent" if spent else "its budget is spent"
    return ENDINGS[reason]
