"""Marks of tests that need one of the suites, and are skipped where it was deleted."""

from __future__ import annotations

import pytest

from mesocosm import registry


def needs_suite(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(name not in registry.names("suites"), reason=f"the suite {name} is not in this tree")
