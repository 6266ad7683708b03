"""A pack that we ship is held to its manifest."""

from __future__ import annotations

import importlib.util
import re

from mesocosm.sources.pack import Pack
from mesocosm.testing import check_source


def check_shipped(pack: Pack) -> None:
    """Every file is what the manifest says, and every recipe names a module that is there."""
    check_source(pack)
    for entry in pack.entries():
        module = str(re.search(r"python -m (\S+)", entry.recipe)[1])
        assert importlib.util.find_spec(module), f"the recipe of {entry.name} names a module that is not there"
