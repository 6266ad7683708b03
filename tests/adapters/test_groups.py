"""A world that opens groups of tools looks the same through every interface, and leaves the same trace."""

import gc
import json

import anyio
import gymnasium
import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.event import ModelEvent
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from mcp import Client

from mesocosm import registry
from mesocosm.adapters import gymnasium as ours
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.adapters.mcp import make_server
from mesocosm.agents import scripted
from mesocosm.episode.agent import call
from mesocosm.episode.loop import run_episode
from mesocosm.tools.groups import GroupedTools
from mesocosm.tools.view import ToolView
from mesocosm.trace.foreign.inspect import read_sample

pytestmark = [  # Inspect leaves its HTTP clients to the garbage collector
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
BEFORE = ["submit", "open_group"]
AFTER = ["list_files", "read_file", "write_file", *BEFORE]
CALLS = [
    call("list_files"),
    call("open_group", group="files"),
    call("write_file", path="a.txt", content="seven"),
    call("read_file", path="a.txt"),
    call("submit", answer={"depth_m": 1.0, "excess_mass_kg": 2.0}),
]


@pytest.fixture(autouse=True)
def grouped_toy(toy, monkeypatch):
    """The toy's world with its files in a group of their own."""
    make = toy._part("world").setting

    def in_groups(*given):
        setting = make(*given)
        whole = ToolView.of(["files.*", "submit.submit", "groups.open_group"])
        setting.tools = GroupedTools(whole, _group, {"files": "Files of the workspace."})
        return setting

    monkeypatch.setattr(toy._part("world"), "setting", in_groups)
    yield toy
    gc.collect()


def _group(tool):
    return "files" if tool.id.startswith("files.") else None


def plain(toy, agent, *, knows=False):
    with toy.world(*toy.case(7, 0), agent=agent, knows_reference=knows) as world:
        return run_episode(world, scripted.of(CALLS))


def test_inspect_shows_what_is_open_and_the_world_refuses_the_rest(grouped_toy, tmp_path):
    registry.add("agents", "opener", lambda case: scripted.of(CALLS))
    try:
        task = make_task(grouped_toy, seed=7, n=1)
        [log] = inspect_eval(task, model="mesocosm/opener", log_dir=str(tmp_path), display="none")
    finally:
        registry.discard("agents", "opener")
    [sample] = read_eval_log(log.location, resolve_attachments="full").samples
    shown = [[tool.name for tool in event.tools] for event in sample.events if isinstance(event, ModelEvent)]
    assert shown == [BEFORE, [], AFTER, [], []]  # a program reads none: its log tells them when they change
    trace = read_sample(sample)
    assert [seen.error.kind if seen.error else "" for _, seen in trace.calls()] == ["closed_tool", "", "", "", ""]
    assert trace.digest() == plain(grouped_toy, "mesocosm/opener", knows=True).digest()


def test_a_model_is_shown_every_open_tool_in_every_turn(grouped_toy, tmp_path):
    says = [ModelOutput.for_tool_call("mockllm", each.tool, each.arguments) for each in CALLS]
    for output in says:
        output.usage = ModelUsage()  # without one Inspect would fetch a vocabulary to count tokens itself
    model = get_model("mockllm/model", custom_outputs=says)
    [log] = inspect_eval(make_task(grouped_toy, seed=7, n=1), model=model, log_dir=str(tmp_path), display="none")
    [sample] = read_eval_log(log.location, resolve_attachments="full").samples
    shown = [[tool.name for tool in event.tools] for event in sample.events if isinstance(event, ModelEvent)]
    assert shown == [BEFORE, BEFORE, AFTER, AFTER, AFTER]


def test_mcp_lists_what_is_open_and_tells_that_the_list_has_changed(grouped_toy):
    methods = []

    async def heard(message):
        methods.append(getattr(message, "method", ""))

    with grouped_toy.world(*grouped_toy.case(7, 0), agent="mcp") as world:

        async def talk():
            async with Client(make_server(world), message_handler=heard, mode="legacy") as client:
                first = [tool.name for tool in (await client.list_tools()).tools]
                for wanted in CALLS[:2]:
                    await client.call_tool(wanted.tool, wanted.arguments)
                later = [tool.name for tool in (await client.list_tools()).tools]
                for wanted in CALLS[2:]:
                    await client.call_tool(wanted.tool, wanted.arguments)
                return first, later

        first, later = anyio.run(talk)
        trace = world.finish()
    assert (first, later) == ([*BEFORE, "task"], [*AFTER, "task"])
    assert methods.count("notifications/tools/list_changed") == 1
    assert trace.digest() == plain(grouped_toy, "mcp").digest()


def test_gymnasium_hands_the_schemas_over_again():
    env = gymnasium.make(ours.env_id("toy"), split="test")
    _, info = env.reset(options={"item": "toy-s7-0000"})
    assert list(info["tools"]) == BEFORE
    infos = [env.step(json.dumps({"tool": wanted.tool, "arguments": wanted.arguments}))[-1] for wanted in CALLS]
    env.close()
    assert infos[0]["error"] == "closed_tool"
    assert [list(info.get("tools", ())) for info in infos] == [[], AFTER, [], [], []]
