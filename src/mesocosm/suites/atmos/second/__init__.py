"""The answers by second solutions: a module to each template, by a route of its own, such as integrating a formula.

They share nothing with `templates/` but the printed numbers. Some use MetPy, which no extra of ours brings.
"""

from __future__ import annotations

import importlib

from mesocosm import seeding
from mesocosm.errors import ToolUnavailable
from mesocosm.questions.letters import matching_letter
from mesocosm.suite import read_id
from mesocosm.suites.atmos.catalogue import template
from mesocosm.suites.atmos.options import make_question
from mesocosm.suites.atmos.records import Data
from mesocosm.suites.atmos.second.book import SECONDS, Second
from mesocosm.types import Item

LIBRARIES = {"metpy": "MetPy"}
"""Module to what people call it."""
SHARE = 0.01
"""How far the second solution may lie from a printed option, relative; options lie at least a tenth apart."""


def second(item: Item[Data]) -> str:
    """The letter of the option that the second solution gives; its value where that is no option.

    What is printed, and which way each fork goes, is drawn again from the seed.
    """
    name = item.data.template
    question = make_question(template(name), seeding.generator("atmos", *read_id(item.id, "atmos"), name))
    solved = solution(name)(question.parameters, question.asked)
    value = float(solved[next(iter(template(name).parts))])
    return matching_letter(value, item.data.options, SHARE) or f"{value:.6g}"


def solution(name: str) -> Second:
    """The second solution of a template."""
    if name not in SECONDS:
        try:
            importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            missing = (error.name or "").partition(".")[0]
            library = LIBRARIES.get(missing, missing)
            raise ToolUnavailable(
                f"the second way needs the library {library}, which is not installed: pip install {missing}"
            ) from error
    return SECONDS[name]
