"""Random calls: an agent gets a result or an error that it can act on, and no partial file is left."""

import inspect
import os

import pytest

from mesocosm.errors import InvalidArguments, ToolError
from mesocosm.seeding import generator
from mesocosm.tools.sampling import sample
from mesocosm.tools.tool import make

DRAWS = [4, pytest.param(100, marks=pytest.mark.exhaustive)]


def tools_of(modules):
    return [
        make(f"{module.__name__.rpartition('.')[2]}.{name}", function)
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if hasattr(function, "__mesocosm_tool__") and function.__module__ == module.__name__
    ]


def tried(tool, workspace, arguments, *others):
    """Return the answer of a call, None if it is refused; any other error than those for agents fails the test."""
    before = sorted(os.listdir(workspace.root))
    known = {kind: thing for thing in (workspace, *others) for kind in type(thing).__mro__}
    provided = [known[kind] for kind in tool.provided]
    try:
        output = tool.function(*provided, **tool.check(arguments))
    except (ToolError, InvalidArguments) as error:
        output, text = None, str(error)
        assert sorted(os.listdir(workspace.root)) == before
    else:
        text = output.text
        assert len(text) < 3000
    assert text
    assert str(workspace.root) not in text
    return output


def drawn(tool, draws):
    """Return random arguments, the same ones every time."""
    draw = generator("fuzz", tool.id)
    return (sample(tool, draw) for _ in range(draws))


def check_names(modules, tools, least):
    """Check that published names lead to tools, at least so many, and that descriptions are short."""
    ids = {tool.id for tool in tools}
    assert {name for module in modules for name in module.PUBLISHED.values()} <= ids
    assert len(ids) >= least
    assert all(len(tool.description) < 400 for tool in tools)
