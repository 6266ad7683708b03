"""Parameters of tools go to Inspect as they are, and are not copied for every turn."""

import copy

from inspect_ai.tool import ToolInfo, ToolParams

from mesocosm.adapters.inspect.tools import SharedParams
from mesocosm.tools.tool import load

SCHEMA = load("files.read_file").schema


def test_a_copy_of_a_tool_shares_its_parameters():
    params = SharedParams.model_validate(SCHEMA)
    info = ToolInfo(name="read_file", description="Read a file.", parameters=params)
    assert info.model_copy(deep=True).parameters is params
    assert copy.deepcopy(params) is params.model_copy(deep=True) is params


def test_a_model_is_shown_the_same():
    plain, shared = (kind.model_validate(SCHEMA) for kind in (ToolParams, SharedParams))
    infos = [ToolInfo(name="read_file", description="", parameters=params) for params in (plain, shared)]
    assert infos[0].model_dump_json(exclude_none=True) == infos[1].model_dump_json(exclude_none=True)
    assert plain.properties  # there is something to show


def test_what_is_changed_on_purpose_is_a_copy():
    params = SharedParams.model_validate(SCHEMA)
    changed = params.model_copy(update={"required": []})
    assert changed is not params
    assert (changed.required, params.required) == ([], SCHEMA["required"])
