"""The world of one question: files, the engine, and a desk that accepts one letter."""

from __future__ import annotations

from collections.abc import Mapping

from mesocosm.episode.setting import Setting
from mesocosm.errors import InvalidRecord
from mesocosm.questions.letters import check_letter
from mesocosm.scoring.one_reply import one_reply
from mesocosm.suite.card import Card
from mesocosm.suites.phreeqc import suite
from mesocosm.suites.phreeqc.records import Data, Truth
from mesocosm.suites.phreeqc.tools.chemistry import Laboratory
from mesocosm.tools.view import ToolView
from mesocosm.types import Item, Reference
from mesocosm.workspace.submission import SubmissionDesk

ANSWER_FILE = "answer.txt"
PROMPTS = {"agent": "system", "direct": "direct", "cot": "cot", "text": "alone"}


def setting(item: Item[Data], reference: Reference[Truth], card: Card, options: Mapping[str, str]) -> Setting:
    """Return the setting: direct and chain-of-thought agents get only a desk; agents get files and the engine too.

    With `answer=text`, and in the condition `text`, there are no tools at all: the one reply is read for its letter.
    """
    alone = options["condition"] != "agent"
    in_words = "text" in (options["condition"], options["answer"])
    if in_words and not alone:
        raise InvalidRecord("answer=text has no tools, so condition must be direct, cot or text, got 'agent'")
    prompts = [PROMPTS[options["condition"]]]
    desk = SubmissionDesk(check_letter)
    if in_words:
        prompts.append("text")
        desk = one_reply(check_letter, lettered=True, printed=item.data.options)
    elif options["answer"] == "file":
        prompts.append("file")
        desk = SubmissionDesk(check_letter, file=ANSWER_FILE)
    return Setting(
        tools=ToolView.of(() if in_words else _tools(card, alone=alone, by_file=options["answer"] == "file")),
        desk=desk,
        budget=card.budget,
        provided=(Laboratory(item.data.database, inline_characters(options["protocol"])),),
        system="\n\n".join(suite.prompt(name) for name in prompts),
        sandboxed=not alone,
    )


def _tools(card: Card, *, alone: bool, by_file: bool) -> list[str]:
    if alone:
        return ["files.write_file" if by_file else "choice.submit"]
    return [tool for tool in card.tools if not (by_file and tool == "choice.submit")]


def inline_characters(protocol: str) -> int | None:
    """Return how many characters of the listing are shown: none for `toc`, 100,000 for `raw100k`."""
    thousands = protocol.removeprefix("raw").removesuffix("k")
    if protocol != "toc" and not (thousands.isdecimal() and int(thousands) > 0):
        raise InvalidRecord(f"protocol must be toc or rawNk with a whole number N, got {protocol!r}")
    return None if protocol == "toc" else 1000 * int(thousands)
