"""Tools in groups: what is shown, what is refused, and what opening changes."""

import json
import socket
import threading

import pytest

from mesocosm.episode.remote.client import FarAgent, play_far
from mesocosm.episode.remote.server import serve
from mesocosm.episode.remote.wire import Wire
from mesocosm.episode.setting import Setting
from mesocosm.episode.task import Task
from mesocosm.episode.world import World
from mesocosm.errors import ClosedTool, InvalidArguments, InvalidRecord, UnknownTool
from mesocosm.tools.export import openai_tools, tool_tokens
from mesocosm.tools.groups import GroupedTools
from mesocosm.tools.tool import load
from mesocosm.tools.view import ToolView, underscored
from mesocosm.types import Item
from mesocosm.workspace.submission import SubmissionDesk

ABOUT = {"files": "Reading and writing.", "sums": "Arithmetic."}
GROUP = {"files.list_files": "files", "files.read_file": "files", "calculator.calculate": "sums"}
IDS = (*GROUP, "submit.submit", "groups.open_group")


def grouped(at_once=None, rename=underscored, ids=IDS, about=ABOUT):
    return GroupedTools(ToolView.of(ids, rename), lambda tool: GROUP.get(tool.id), about, at_once)


def world_of(view):
    item = Item(id="lab-s0-0000", suite="lab", prompt="Do something.", seed=0)
    return World(item, Setting(tools=view, desk=SubmissionDesk(lambda value: value)))


def test_only_what_is_in_no_group_is_shown_at_first():
    view = grouped()
    assert list(view) == ["submit_submit", "groups_open_group"]
    assert list(view.whole) == [underscored(name) for name in IDS]


def test_an_open_group_is_shown_in_the_order_of_the_whole():
    view = grouped()
    assert view.open("sums") == ["calculator_calculate"]
    assert list(view) == ["calculator_calculate", "submit_submit", "groups_open_group"]
    view.open("files")
    assert list(view) == list(view.whole)


def test_a_closed_tool_is_refused_with_its_group():
    with pytest.raises(ClosedTool, match="files_read_file is a tool of the group 'files', which is not open"):
        grouped().find("files_read_file")


def test_an_unknown_tool_is_still_unknown():
    with pytest.raises(UnknownTool, match="there is no tool 'files_burn'"):
        grouped().find("files_burn")


def test_one_group_at_a_time_closes_the_one_before():
    view = grouped(at_once=1)
    view.open("files")
    view.open("sums")
    assert view.opened == ["sums"]
    with pytest.raises(ClosedTool):
        view.find("files_read_file")


def test_opening_twice_changes_nothing():
    view = grouped(at_once=1)
    view.open("files")
    view.open("files")
    assert view.opened == ["files"]


def test_the_description_and_the_schema_tell_the_groups_of_this_view_alone():
    opener = grouped()["groups_open_group"]
    assert "files (2 tools): Reading and writing." in opener.description
    assert opener.schema["properties"]["group"]["enum"] == ["files", "sums"]
    assert "Groups" not in load("groups.open_group").description


def test_a_group_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(InvalidArguments, match="`group` must be 'files' or 'sums', got \"moon\""):
        grouped()["groups_open_group"].check({"group": "moon"})


def test_groups_without_the_tool_that_opens_them_are_refused():
    with pytest.raises(InvalidRecord, match=r"need groups\.open_group among them"):
        grouped(ids=IDS[:-1])


def test_a_group_without_tools_is_refused():
    with pytest.raises(InvalidRecord, match="the group 'moon' holds no tool"):
        grouped(about={**ABOUT, "moon": "Nothing."})


def test_a_world_refuses_opens_and_tells_the_tools_that_come():
    with world_of(grouped()) as world:
        closed = world.call("calculator_calculate", {"expression": "1+1"})
        opened = world.call("groups_open_group", {"group": "sums"})
        summed = world.call("calculator_calculate", {"expression": "1+1"})
        trace = world.finish()
    assert closed.error.kind == "closed_tool"
    assert closed.tools is None
    assert opened.text == "sums is open. Its 1 tools: calculator_calculate"
    assert [tool["function"]["name"] for tool in opened.tools] == list(world.tools)
    assert (summed.text, summed.tools) == ("2", None)
    assert set(trace.start.tools) == {underscored(name) for name in IDS}
    assert "tools" not in json.loads(trace.events[-2].model_dump_json())


def test_the_same_calls_give_the_same_trace_and_another_opening_another():
    digests = []
    for group in ("sums", "sums", "files"):
        with world_of(grouped()) as world:
            world.call("groups_open_group", {"group": group})
            digests.append(world.finish().digest())
    assert digests[0] == digests[1] != digests[2]


def test_a_task_of_ones_own_shows_the_tools_of_the_moment():
    with world_of(grouped()) as world:
        task = Task(world)
        assert len(task.tools) == 2
        task.call("groups_open_group", group="files")
        assert task.tools == openai_tools(world.tools)
        assert len(task.tools) == 4


def test_an_agent_in_another_process_is_shown_them_too():
    ours, theirs = socket.socketpair()
    counts = []

    def agent(task):
        counts.append(len(task.tools))
        task.call("groups_open_group", group="files")
        counts.append(len(task.tools))

    far = FarAgent(Wire(ours))
    thread = threading.Thread(target=serve, args=(far_end := Wire(theirs), lambda about: agent))
    thread.start()
    with world_of(grouped()) as world:
        play_far(world, far)
    far.close()
    thread.join()
    far_end.close()
    assert counts == [2, 4]


def test_a_closed_group_costs_no_tokens():
    view = grouped()
    before = tool_tokens(view)
    view.open("files")
    assert before < tool_tokens(view) < tool_tokens(view.whole)
    written = sum(len(json.dumps(tool, ensure_ascii=False)) for tool in openai_tools(view))
    assert tool_tokens(view) == round(written / 3.7)
