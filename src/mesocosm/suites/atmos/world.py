"""The world of one question: a desk that takes a letter or open answers, and the tools of the variant."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from mesocosm.episode.setting import Setting
from mesocosm.errors import InvalidRecord
from mesocosm.questions.letters import check_letter
from mesocosm.scoring.one_reply import one_reply
from mesocosm.suite.card import Card
from mesocosm.suites.atmos import suite
from mesocosm.suites.atmos.answer_form import check_answers, check_labels
from mesocosm.suites.atmos.catalogue import template
from mesocosm.suites.atmos.open_questions import SubQuestion
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
IN_WORDS = {"choice": "text", "open": "text_open"}
SUBMIT = {"choice": "choice.submit", "open": "answers.submit_answers"}


def setting(item: Item[Data], reference: Reference[Truth], card: Card, options: Mapping[str, str]) -> Setting:
    """The desk with no tool, a calculator or Python, and the background passage if knowledge is given.

    The condition `text` has no tools: the answer is read from the only reply.
    """
    format_, in_words = options["format"], options["condition"] == "text"
    if in_words and options["tools"] != "none":
        raise InvalidRecord(f"condition=text has no tools, so the option tools must be none, got {options['tools']!r}")
    background = template(item.data.template).background
    knowledge = suite.prompt("knowledge").format(background=background)
    prompts = [suite.prompt(SYSTEM[format_]), *([knowledge] if options["knowledge"] == "given" else [])]
    if in_words:
        prompts.append(suite.prompt(IN_WORDS[format_]))
    check = check_letter if format_ == "choice" else _open_check(reference.hidden.subs, in_words=in_words)
    in_one_reply = one_reply(check, lettered=format_ == "choice", printed=item.data.options)
    return Setting(
        tools=ToolView.of([] if in_words else [*FAMILIES[options["tools"]], SUBMIT[format_]]),
        desk=in_one_reply if in_words else SubmissionDesk(check),
        budget=card.budget,
        system="\n\n".join(prompts),
        sandboxed=options["tools"] == "python",
    )


def _open_check(subs: tuple[SubQuestion, ...], *, in_words: bool) -> Check:
    """The check of open answers; if there is one reply and no second try, it checks the labels only."""
    labels = [sub.label for sub in subs]
    if in_words:
        return lambda answers: check_labels(labels, answers)
    return partial(check_answers, subs)
