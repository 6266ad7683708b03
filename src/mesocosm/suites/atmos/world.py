"""The world of one question: a desk that takes one letter, and tools as far as the variant gives them."""

from __future__ import annotations

from collections.abc import Mapping

from mesocosm.episode.world import Setting
from mesocosm.errors import BrokenEpisode
from mesocosm.isolation.choice import why_none
from mesocosm.suites.atmos import suite
from mesocosm.suites.atmos.catalogue import template
from mesocosm.suites.letters import check_letter
from mesocosm.suites.suite import Card
from mesocosm.tools.view import ToolView
from mesocosm.types import Item, Reference
from mesocosm.workspace.submission import SubmissionDesk

FAMILIES = {
    "none": (),
    "calculator": ("calculator.*",),
    "python": ("calculator.*", "execution.*"),
}


def setting(item: Item, reference: Reference, card: Card, options: Mapping[str, str]) -> Setting:
    """Nothing, a calculator, or Python beside the desk; the background passage where it is given."""
    if options["tools"] == "python" and (reason := why_none()) is not None:
        raise BrokenEpisode("sandbox", reason)
    background = template(str(item.data["template"])).background
    given = suite.prompt("knowledge").format(background=background)
    prompts = [suite.prompt("system"), *([given] if options["knowledge"] == "given" else [])]
    return Setting(
        tools=ToolView.of([*FAMILIES[options["tools"]], "choice.submit"]),
        desk=SubmissionDesk(check_letter),
        budget=card.budget,
        system="\n\n".join(prompts),
    )
