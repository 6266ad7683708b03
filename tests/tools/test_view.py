from __future__ import annotations

import json

import pytest

from mesocosm.errors import InvalidRecord, UnknownName, UnknownTool
from mesocosm.tools.export import openai_tools
from mesocosm.tools.tool import load, make, tool
from mesocosm.tools.view import ToolView, short, underscored


@tool(skills=("survey",))
def dig(depth: int) -> str:
    """Dig a hole."""
    return str(depth)


@tool()
def read_file(path: str) -> str:
    """Read another file."""
    return path


def test_a_family_and_an_id_give_their_tools_in_the_order_given() -> None:
    assert list(ToolView.of(["submit.submit", "files.*"])) == ["submit", "list_files", "read_file", "write_file"]


def test_a_tool_named_twice_is_shown_once() -> None:
    assert list(ToolView.of(["files.read_file", "files.*", "files.read_file"])) == [
        "read_file",
        "list_files",
        "write_file",
    ]


def test_an_unknown_pattern_suggests() -> None:
    with pytest.raises(UnknownName, match=r"did you mean files\.read_file"):
        ToolView.of(["files.read_fil"])
    with pytest.raises(UnknownName, match=r"no tool is called 'flies\.\*'"):
        ToolView.of(["flies.*"])


def test_an_unknown_tool_tells_the_agent_what_there_is() -> None:
    with pytest.raises(UnknownTool, match="there is no tool 'raed_file'; did you mean read_file") as caught:
        ToolView.of(["files.*"]).find("raed_file")
    assert str(caught.value).endswith("available: list_files, read_file, write_file")


def test_of_many_tools_the_closest_are_named_and_the_rest_counted() -> None:
    view = ToolView([make(f"lab.tool_{letter}", read_file) for letter in "abcdefghijklmnopqrst"])
    with pytest.raises(UnknownTool, match="did you mean") as caught:
        view.find("tool_k1")
    offered = str(caught.value).partition("available: ")[2]
    assert offered.startswith("tool_k, ")
    assert offered.count(",") == 11
    assert offered.endswith(" and 8 more")


def test_an_endless_name_is_cut_in_the_reply() -> None:
    with pytest.raises(UnknownTool) as caught:
        ToolView.of(["files.*"]).find("x" * 1_000_000)
    assert len(str(caught.value)) < 200


def test_two_tools_of_one_shown_name_are_refused() -> None:
    clash = [load("files.read_file"), make("lab.read_file", read_file)]
    with pytest.raises(InvalidRecord, match="files.read_file and lab.read_file would both be shown as 'read_file'"):
        ToolView(clash)
    assert list(ToolView(clash, underscored)) == ["files_read_file", "lab_read_file"]


def test_a_name_no_provider_takes_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="would be shown as 'lab.dig'; names are 1-64 letters"):
        ToolView([make("lab.dig", dig)], str)


def test_a_view_by_skill_keeps_the_tools_that_serve_all() -> None:
    view = ToolView([make("lab.dig", dig), load("files.read_file")])
    assert list(view.only(skill="survey")) == ["dig", "read_file"]
    assert list(view.only(skill="chemistry")) == ["read_file"]


def test_renaming_is_a_view_of_the_same_tools() -> None:
    view = ToolView.of(["files.*"])
    other = view.renamed(underscored)
    assert [other[f"files_{name}"] is view[name] for name in view] == [True] * 3
    assert list(other.renamed(short)) == list(view)


def test_an_openai_request_shows_the_same_schema() -> None:
    [shown] = openai_tools(ToolView.of(["files.write_file"]))
    one = load("files.write_file")
    assert shown["type"] == "function"
    assert shown["function"] == {"name": "write_file", "description": one.description, "parameters": one.schema}
    assert json.loads(json.dumps(shown)) == shown
