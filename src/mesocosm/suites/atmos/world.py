"""The world of one question: a desk that takes a letter or open answers, and tools as far as the variant gives them."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from mesocosm.episode.world import Setting
from mesocosm.errors import BrokenEpisode, ToolError
from mesocosm.isolation.available import why_not_ready
from mesocosm.questions.letters import check_letter
from mesocosm.suite.card import Card
from mesocosm.suites.atmos import suite
from mesocosm.suites.atmos.catalogue import template
from mesocosm.suites.atmos.records import Data, Truth
from mesocosm.tools.view import ToolView
from mesocosm.types import Item, Reference
from mesocosm.workspace.submission import Check, SubmissionDesk

FAMILIES = {
    "none": (),
    "calculator": ("calculator.*",),
    "python": ("calculator.*", "execution.*"),
}
SYSTEM = {"choice": "system", "open": "system_open"}
SUBMIT = {"choice": "choice.submit", "open": "answers.submit_answers"}


def setting(item: Item[Data], reference: Reference[Truth], card: Card, options: Mapping[str, str]) -> Setting:
    """Nothing, a calculator, or Python beside the desk; the background passage where it is given."""
    if options["tools"] == "python" and (reason := why_not_ready()) is not None:
        raise BrokenEpisode("sandbox", reason)
    background = template(item.data.template).background
    given = suite.prompt("knowledge").format(background=background)
    prompts = [suite.prompt(SYSTEM[options["format"]]), *([given] if options["knowledge"] == "given" else [])]
    return Setting(
        tools=ToolView.of([*FAMILIES[options["tools"]], SUBMIT[options["format"]]]),
        desk=SubmissionDesk(check_letter if options["format"] == "choice" else _check_answers(item.data.asks)),
        budget=card.budget,
        system="\n\n".join(prompts),
    )


def _check_answers(labels: Mapping[str, str]) -> Check:
    def check(answers: JsonValue) -> JsonValue:
        """Text for every label, and for no other."""
        if not isinstance(answers, dict) or answers.keys() != labels.keys():
            told = ", ".join(answers) if isinstance(answers, dict) else repr(answers)
            raise ToolError(f"answers must have exactly the labels {', '.join(labels)}, got {told or 'none'}")
        return answers

    return check
