"""Second solutions of the questions: one module for each template, with another method, such as integrating a formula.

They share only the printed numbers with `templates/`. Some use MetPy, which no extra of ours installs.
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
"""Name of a module to the name of its library."""
SHARE = 0.01
"""The largest relative difference between a second solution and its option; options differ by at least a tenth."""


def second(item: Item[Data]) -> str:
    """The letter of the option that the second solution gives; its value if that is no option.

    The printed values, and the forks that the question takes, are drawn again from the seed.
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
