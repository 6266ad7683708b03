"""Checks of shipped packs against their manifests."""

from __future__ import annotations

import importlib.util
import re

from mesocosm.sources.pack import Pack
from mesocosm.testing import check_source


def check_shipped(pack: Pack) -> None:
    """Check that every file matches the manifest, and that every recipe names an existing module."""
    check_source(pack)
    for entry in pack.entries():
        module = str(re.search(r"python -m (\S+)", entry.recipe)[1])
        assert importlib.util.find_spec(module), f"the recipe of {entry.name} names a module that is not there"
