"""Which template an item comes from: templates take turns, and some occur in the test split alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mesocosm.seeding import generator
from mesocosm.suite.facts import HELD_OUT
from mesocosm.suite.splits import split_of

IN_TRAINING = "in training"


def template_in_turn(suite: str, names: Sequence[str], held_out: Collection[str], seed: int, index: int) -> str:
    """Return the template of an item: every template once before any twice, in an order drawn from the seed.

    The test split has all templates. The others have those that are not held out, so that an agent can be tested on
    kinds of questions that it was not trained on.
    """
    drawn = list(names) if split_of(seed)[0] == "test" else [name for name in names if name not in held_out]
    turn, place = divmod(index, len(drawn))
    order = generator(suite, seed, "order", turn).permutation(len(drawn))
    return drawn[int(order[place])]


def training_word(name: str, held_out: Collection[str]) -> str:
    """Say in the words of tables whether items of a template occur in training."""
    return HELD_OUT if name in held_out else IN_TRAINING
