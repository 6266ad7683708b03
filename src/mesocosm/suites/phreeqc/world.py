"""The world of one question: files, the engine, and a desk that takes one letter."""

from __future__ import annotations

from collections.abc import Mapping

from mesocosm.episode.world import Setting
from mesocosm.errors import BrokenEpisode, InvalidRecord
from mesocosm.isolation.available import why_not_ready
from mesocosm.questions.letters import check_letter
from mesocosm.suite.card import Card
from mesocosm.suites.phreeqc import suite
from mesocosm.suites.phreeqc.records import Data, Truth
from mesocosm.suites.phreeqc.tools.chemistry import Laboratory
from mesocosm.tools.view import ToolView
from mesocosm.types import Item, Reference
from mesocosm.workspace.submission import SubmissionDesk

ANSWER_FILE = "answer.txt"


def setting(item: Item[Data], reference: Reference[Truth], card: Card, options: Mapping[str, str]) -> Setting:
    """Direct and chain-of-thought agents get a desk alone; agents get files and the engine too."""
    alone = options["condition"] != "agent"
    if not alone and (reason := why_not_ready()) is not None:
        raise BrokenEpisode("sandbox", reason)  # without an engine every answer would be a guess, and none its fault
    prompts = [options["condition"] if alone else "system"]
    desk = SubmissionDesk(check_letter)
    if options["answer"] == "file":
        prompts.append("file")
        desk = SubmissionDesk(check_letter, file=ANSWER_FILE)
    tools = ["files.write_file" if options["answer"] == "file" else "choice.submit"] if alone else card.tools
    return Setting(
        tools=ToolView.of(tool for tool in tools if not (options["answer"] == "file" and tool == "choice.submit")),
        desk=desk,
        budget=card.budget,
        provided=(Laboratory(item.data.database, inline_characters(options["protocol"])),),
        system="\n\n".join(suite.prompt(name) for name in prompts),
    )


def inline_characters(protocol: str) -> int | None:
    """How many characters of the listing are shown: none for `toc`, 100,000 for `raw100k`."""
    thousands = protocol.removeprefix("raw").removesuffix("k")
    if protocol != "toc" and not (thousands.isdecimal() and int(thousands) > 0):
        raise InvalidRecord(f"protocol must be toc or rawNk with a whole number N, got {protocol!r}")
    return None if protocol == "toc" else 1000 * int(thousands)
