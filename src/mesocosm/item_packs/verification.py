"""Whether the items of a pack are those that the installed code would make."""

from __future__ import annotations

from mesocosm import registry
from mesocosm.item_packs.records import PackManifest
from mesocosm.suite import Suite
from mesocosm.suite.code_hash import code_hash


def is_of_installed_code(manifest: PackManifest) -> bool:
    """Whether the code that made a pack is installed; False also if its suite is not."""
    if manifest.suite not in registry.names("suites"):
        return False
    suite: Suite = registry.load("suites", manifest.suite)
    return suite.card.version == manifest.suite_version and code_hash(suite.package) == manifest.code
