"""The contract of a suite: a folder with the same files in each.

    suite.toml   card: title, version, paper, budget, tools, options
    records.py   Data: what an item shows; Truth: what its reference hides
    items.py     make(seed, index) -> (Item[Data], Reference[Truth])   every item from its seed alone; the split is a
                                                                 range of the seed: see `splits.py`
                 word(item, options) -> str                      where options change what is asked
                 facts(item, reference, options) -> Facts        all that reports and statistics know of an item
    world.py     setting(item, reference, card, options) -> Setting
    score.py     score(item, reference, trace, profile) -> Score   pure
    view.py      view(item, reference, trace) -> Sequence[Block]  what a report shows of an episode, if anything
    oracle.py    oracle(case) -> Script                          solves every item
                 careless(case) -> Script                        where wrong answers are named mistakes
    agents.py    NAME(case) -> Script                            other agents of its own, named by the card
    prompts/*.md texts shown to agents
    README.md    the card for people

and, where a suite has its own, the folders that the registry searches: `tools/`, `commands/`, `analyses/`, `pages/`,
`sources/`, `simulators/`.

The folder's `__init__.py` holds one line, `suite = Suite(__name__)`. Nothing else is imported before it is used, so
that the help of a suite's commands is fast; `parts.py` has the files above as protocols.
"""

from mesocosm.suite.identity import ITEM_ID, is_nearly_an_id, item_id, read_id, split_of_id, suite_of_id
from mesocosm.suite.splits import SPLITS, Split, split_of, split_seed
from mesocosm.suite.suite import Suite, check_same_item, read_options

__all__ = [
    "ITEM_ID",
    "SPLITS",
    "Split",
    "Suite",
    "check_same_item",
    "is_nearly_an_id",
    "item_id",
    "read_id",
    "read_options",
    "split_of",
    "split_of_id",
    "split_seed",
    "suite_of_id",
]
