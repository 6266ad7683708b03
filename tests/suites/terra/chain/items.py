from mesocosm.suite import item_id
from mesocosm.types import Item, Reference


def make(seed: int, index: int):
    name = item_id("chain", seed, index)
    return Item(id=name, suite="chain", prompt="Work through the files of the workspace.", seed=seed), Reference(
        item=name, answer="done"
    )
