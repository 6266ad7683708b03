"""The publication's sets, with templates of ours: as many instances of every template, in the same order of records."""

from __future__ import annotations

from collections.abc import Iterator

from mesocosm.suites.atmos.catalogue import catalogue
from mesocosm.suites.atmos.items import make_of
from mesocosm.types import CANARY

SETS = {"mcq10": ("main", 10), "mcq10-ext": ("extra", 10), "mcq30": ("main", 30)}
"""Name to which templates, and how many instances of each."""


def records(name: str, seed: int) -> Iterator[dict[str, object]]:
    """Instance by instance, every template in turn."""
    part, instances = SETS[name]
    names = [one for one, template in catalogue().items() if template.part == part]
    for instance in range(1, instances + 1):
        for number, template in enumerate(names):
            item, reference = make_of(template, seed, (instance - 1) * len(names) + number)
            options = item.data["options"]
            assert isinstance(options, dict)
            yield {
                "id": f"MCQ_{template}_{instance}",
                "problem": item.prompt.partition("\n\nA) ")[0],
                "answer": options[str(reference.answer)],
                "options": list(options.values()),
                "correct_option": reference.answer,
                "type": catalogue()[template].category,
                "canary": CANARY,
            }
