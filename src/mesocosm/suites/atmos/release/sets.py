"""Sets as in the publication, made from our templates: as many instances of each template, in the same order."""

from __future__ import annotations

from collections.abc import Iterator

from mesocosm.suite import split_seed
from mesocosm.suites.atmos.catalogue import catalogue
from mesocosm.suites.atmos.held_out import HELD_OUT
from mesocosm.suites.atmos.items import asked_lines, make_of
from mesocosm.suites.atmos.records import Data, Truth
from mesocosm.types import CANARY, Item, Reference

SETS = {
    "mcq10": (("main",), 10),
    "mcq10-ext": (("extra",), 10),
    "mcq30": (("main",), 30),
    "oeq": (("main", "extra", "further"), 3),
}
"""Name of a set to the collections of its templates, and the number of instances of each template."""
OPEN = "oeq"


def records(name: str, seed: int, split: str = "test") -> Iterator[dict[str, object]]:
    """The records, one instance of every template after the other; held-out templates are in test sets only."""
    collections, instances = SETS[name]
    number_of_seed = split_seed(split, seed)
    names = [own for own, template in catalogue().items() if template.collection in collections]
    if split != "test":
        names = [own for own in names if own not in HELD_OUT]
    for instance in range(1, instances + 1):
        for number, template in enumerate(names):
            item, reference = make_of(template, number_of_seed, (instance - 1) * len(names) + number)
            yield {
                "id": f"{'OEQ' if name == OPEN else 'MCQ'}_{template}_{instance}",
                **(_open(item, reference) if name == OPEN else _choice(item, reference)),
                "type": catalogue()[template].category,
                "canary": CANARY,
                **({} if split == "test" else {"split": split}),
            }


def _choice(item: Item[Data], reference: Reference[Truth]) -> dict[str, object]:
    options = item.data.options
    return {
        "problem": item.prompt.partition("\n\nA) ")[0],
        "answer": options[str(reference.answer)],
        "options": list(options.values()),
        "correct_option": reference.answer,
    }


def _open(item: Item[Data], reference: Reference[Truth]) -> dict[str, object]:
    """The keys as one text, as published, and as records, by which they are graded."""
    subs = reference.hidden.subs
    return {
        "problem": f"{item.data.situation}\n\n{asked_lines({sub.label: sub.asks for sub in subs})}",
        "answer": " ".join(f"({sub.label}) {sub.key}" for sub in subs),
        "subs": [sub.model_dump(mode="json", exclude={"asks"}, exclude_defaults=True) for sub in subs],
    }
