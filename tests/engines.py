"""Engines that some tests need and that not every machine can run."""

import pytest

from mesocosm import registry
from mesocosm.errors import MissingExtra, ToolError
from mesocosm.isolation.selection import why_none


def lacking(engine: str) -> str | None:
    """Return why an engine does not run here, or None if it does."""
    try:
        registry.load("simulators", engine).engine  # noqa: B018  # an engine that is not here says so when asked for its name
    except (MissingExtra, ToolError) as error:
        return str(error)
    return why_none()


def needs(engine: str) -> pytest.MarkDecorator:
    """Skip a test on machines where an engine does not run, with the reason."""
    why = lacking(engine)
    return pytest.mark.skipif(why is not None, reason=f"{engine} does not run here: {why}")
