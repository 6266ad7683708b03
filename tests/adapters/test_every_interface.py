"""One task, every interface: the oracle's script sees the same bytes and pictures and gets the same score.

The interfaces are real: Inspect's own loop, an agent of the OpenAI SDK in a process of its own over HTTP, the official
MCP client over standard input and over HTTP, Gymnasium. All must show what a plain loop in this process shows.
"""

import base64
import gc
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import anyio
import gymnasium
import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalSample, read_eval_log
from inspect_ai.util._json import json_schema_dump
from mcp import Client
from tests.adapters import sdk_agents
from tests.adapters.test_mcp import over_stdio, serving
from tests.waiting import PROGRAM

from mesocosm import registry
from mesocosm.adapters import gymnasium as ours
from mesocosm.adapters.inspect.bridge import bridged
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.episode.agent import Action, Agent, Case, Script, ScriptAgent, call
from mesocosm.episode.loop import run_episode
from mesocosm.isolation.selection import why_none
from mesocosm.tools.export import openai_tools
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import load
from mesocosm.types import Observation, ToolCall, canonical_json

pytestmark = [  # Inspect leaves its HTTP clients to the garbage collector
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SEED = 7
LOOKS = {"tornado": (call("request_hrrr_map", map_type_directory="2_metre_temperature_at_2_heightAboveGround",
                          forecast_hour=18),)}  # fmt: skip
"""Calls that show a picture, for suites whose oracle needs none."""
PICTURED = {"toy", "tornado"}


@dataclass
class Visit:
    """What was shown through an interface, and the score of the episode."""

    system: str = ""
    prompt: str = ""
    tools: dict[str, bytes] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    budget: dict[str, Any] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    pictures: list[bytes] = field(default_factory=list)
    score: float = -1.0


def looker(case: Case) -> Agent:
    """Agent that looks at a picture if there is one, then does what the oracle does."""
    return ScriptAgent(_looking(case))


def _looking(case: Case) -> Script:
    for look in LOOKS.get(case.item.suite, ()):  # noqa: UP028 - a script is sent observations, a tuple is not
        yield look
    yield from registry.load("suites", case.item.suite).oracle(case)


@pytest.fixture(scope="module", autouse=True)
def _looker() -> Iterator[None]:
    registry.add("agents", "looker", looker)
    yield
    registry.discard("agents", "looker")
    gc.collect()


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=() if name == "toy" else pytest.mark.exhaustive) for name in registry.names("suites")
    ],
)
def suite(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if name == "tornado":
        pytest.importorskip("eccodes", reason="install mesocosm[weather]")
    if name == "phreeqc" and why_none() is not None:
        pytest.skip(f"no isolator works here: {why_none()}")
    return name


class Recorder:
    """An agent, with a record of what it sees and does."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.seen: list[Observation] = []
        self.calls: list[ToolCall] = []

    def act(self, seen: Observation) -> Action:
        self.seen.append(seen)
        action = self.agent.act(seen)
        if isinstance(action, ToolCall):
            self.calls.append(action)
        return action


@pytest.fixture(scope="module")
def plain(suite: str) -> tuple[Visit, list[ToolCall]]:
    """Return what the plain loop shows, and the calls that the script makes."""
    chosen = registry.load("suites", suite)
    item, reference = chosen.case(SEED, 0)
    with chosen.world(item, reference) as world:
        recorder = Recorder(looker(Case(item, reference, world.tools, options=world.options)))
        trace = run_episode(world, recorder)
        shown = Visit(
            system=world.system,
            prompt=world.prompt,
            tools=_tools(openai_tools(world.tools)),
            options=world.options,
            budget=world.budget.model_dump(mode="json"),
        )
    assert recorder.seen[0].text == "\n\n".join(text for text in (shown.system, shown.prompt) if text)
    # The loop stops once an answer is in: the last thing that was shown is in the trace.
    shown.texts = [seen.text for _, seen in trace.calls()]
    shown.pictures = [image.png for seen in recorder.seen[1:] for image in seen.images]
    shown.score = chosen.score(item, reference, trace).value
    return shown, recorder.calls


def _tools(listed: list[dict[str, Any]]) -> dict[str, bytes]:
    """Return what is shown of each tool by name, in one spelling."""
    functions = [one["function"] for one in listed]
    return {one["name"]: canonical_json([one["description"], one["parameters"]]) for one in functions}


def item_of(suite: str) -> str:
    return f"{suite}-s{SEED}-0000"


# ---------------------------------------------------------------- Inspect's loop


def test_the_script_is_worth_something(suite: str, plain: tuple[Visit, list[ToolCall]]) -> None:
    shown, calls = plain
    assert shown.score == 1.0
    assert len(shown.texts) == len(calls)
    assert bool(shown.pictures) == (suite in PICTURED)


def test_inspects_own_loop(suite: str, plain: tuple[Visit, list[ToolCall]], tmp_path) -> None:
    sample = _evaluated(suite, tmp_path)
    by_role: dict[str, list[Any]] = {"system": [], "user": [], "tool": []}
    for message in sample.messages:
        by_role.setdefault(message.role, []).append(message)
    asked = next(event for event in sample.events if isinstance(event, ModelEvent))
    start = load(sample.store[STORE_KEY]).start
    assert start is not None
    visit = Visit(
        system="".join(message.text for message in by_role["system"]),
        prompt=by_role["user"][0].text,
        tools={one.name: canonical_json([one.description, json_schema_dump(one.parameters)]) for one in asked.tools},
        options=dict(start.options),
        budget=start.budget.model_dump(mode="json"),
        texts=[message.text for message in by_role["tool"]],
        pictures=[png for message in by_role["tool"] for png in _pngs(message.model_dump()["content"])],
        score=sample.scores["score"].value,
    )
    assert visit == plain[0]


def _evaluated(suite: str, folder, **options) -> EvalSample:
    task = make_task(registry.load("suites", suite), seed=SEED, n=1)
    [log] = inspect_eval(task, model="mesocosm/looker", log_dir=str(folder / "logs"), display="none", **options)
    assert log.status == "success", log.error
    [sample] = read_eval_log(log.location, resolve_attachments="full").samples
    return sample


def _pngs(content: Any) -> list[bytes]:
    """Return the pictures in the content of a message, in Inspect's form or OpenAI's."""
    parts = [] if isinstance(content, str) else content
    urls = [part.get("image") or part.get("image_url", {}).get("url") for part in parts if part["type"] != "text"]
    return [base64.b64decode(url.partition(",")[2]) for url in urls]


# ---------------------------------------------------------------- the bridge


def test_the_bridge(suite: str, plain: tuple[Visit, list[ToolCall]], tmp_path, monkeypatch) -> None:
    notes = tmp_path / "notes.jsonl"
    monkeypatch.setenv("BRIDGE_TEST_NOTES", str(notes))
    sample = _evaluated(suite, tmp_path, solver=bridged(suite, sdk_agents.sdk_agent))
    first, *calls = map(json.loads, notes.read_text().splitlines())
    system, prompt = ["", *(message["content"] for message in first["messages"])][-2:]
    contents = [one["content"] for one in calls]
    visit = Visit(
        system=system,
        prompt=prompt,
        tools=_tools(first["tools"]),
        options=first["briefing"]["options"],
        budget=first["briefing"]["budget"],
        texts=[content if isinstance(content, str) else content[0]["text"] for content in contents],
        pictures=[png for content in contents for png in _pngs(content)],
        score=sample.scores["score"].value,
    )
    assert visit == plain[0]


# ---------------------------------------------------------------- MCP


def test_mcp_over_stdio(suite: str, plain: tuple[Visit, list[ToolCall]], tmp_path) -> None:
    words = ["-c", PROGRAM, "mcp", "--suite", suite, "--item", item_of(suite), "--log-dir", str(tmp_path)]

    async def talk() -> Visit:
        async with Client(over_stdio(words)) as client:
            return await _converse(client, plain[1])

    visit = anyio.run(talk)
    visit.score = _kept_score(tmp_path, suite)
    assert visit == plain[0]


def test_mcp_over_http(suite: str, plain: tuple[Visit, list[ToolCall]], tmp_path) -> None:
    words = ["-c", PROGRAM, "mcp", "--suite", suite, "--seed", str(SEED), "--limit", "1"]
    with serving(tmp_path, program=words) as (url, _):

        async def talk() -> Visit:
            async with Client(url) as client:
                return await _converse(client, plain[1])

        visit = anyio.run(talk)
        visit.score = _kept_score(tmp_path, suite)
    assert visit == plain[0]


async def _converse(client: Client, calls: list[ToolCall]) -> Visit:
    shown = await client.call_tool("task", {})
    prompt = await client.get_prompt("task")
    texts = [part.text for part in shown.content if part.type == "text"]
    assert client.instructions == "\n\n".join(texts)
    assert [message.content for message in prompt.messages] == shown.content
    structured = shown.structured_content
    visit = Visit(
        system=["", *texts][-2],
        prompt=texts[-1],
        tools={
            one.name: canonical_json([one.description, one.input_schema])
            for one in (await client.list_tools()).tools
            if one.name != "task"
        },
        options=structured["options"],
        budget=structured["budget"],
    )
    for wanted in calls:
        seen = await client.call_tool(wanted.tool, wanted.arguments)
        visit.texts.append(seen.content[0].text)
        visit.pictures += [base64.b64decode(part.data) for part in seen.content[1:]]
    return visit


def _kept_score(folder, suite: str) -> float:
    kept = json.loads((folder / "scores-1.json").read_text())
    return kept["episodes"][item_of(suite)]["value"]


# ---------------------------------------------------------------- Gymnasium


def test_gymnasium(suite: str, plain: tuple[Visit, list[ToolCall]]) -> None:
    env = gymnasium.make(ours.env_id(suite), split="test")
    seen, info = env.reset(options={"item": item_of(suite)})
    shown = info["briefing"].tools
    assert {one["function"]["name"]: one["function"]["parameters"] for one in shown} == info["tools"]
    visit = Visit(
        system=seen["system"],
        prompt=seen["goal"],
        tools=_tools(list(shown)),
        options=info["options"],
        budget=json.loads(json.dumps(info["budget"])),
    )
    for wanted in plain[1]:
        action = json.dumps({"tool": wanted.tool, "arguments": wanted.arguments})
        seen, reward, *_, info = env.step(action)
        visit.texts.append(seen["text"])
        visit.pictures += seen["pictures"]
    visit.score = reward
    env.close()
    assert visit == plain[0]


# ---------------------------------------------------------------- a task with a picture of its own


def test_a_picture_of_the_task_is_shown_through_every_interface(make_world, toy, monkeypatch, tmp_path) -> None:
    """No suite of ours has one yet: the toy's world is given one."""
    with toy.world(*toy.case(SEED, 0)) as world:
        [picture] = world.call("survey_line", {"start": [-500, 0], "end": [500, 0]}).images
    make = toy._part("world").setting

    def with_picture(*given):
        setting = make(*given)
        setting.images = (picture,)
        return setting

    monkeypatch.setattr(toy._part("world"), "setting", with_picture)
    with toy.world(*toy.case(SEED, 0)) as world:

        async def talk() -> list:
            async with Client(_server_of(world)) as client:
                return (await client.call_tool("task", {})).content

        *_, shown = anyio.run(talk)
        assert base64.b64decode(shown.data) == picture.png
    env = gymnasium.make(ours.env_id("toy"), split="test")
    assert env.reset(options={"item": item_of("toy")})[0]["pictures"] == (picture.png,)
    env.close()
    sample = _evaluated("toy", tmp_path)
    [user] = [message for message in sample.messages if message.role == "user"]
    assert _pngs(user.model_dump()["content"]) == [picture.png]
    notes = tmp_path / "notes.jsonl"
    monkeypatch.setenv("BRIDGE_TEST_NOTES", str(notes))
    _evaluated("toy", tmp_path, solver=bridged("toy", sdk_agents.sdk_agent))
    opening = json.loads(notes.read_text().splitlines()[0])["messages"]
    assert _pngs(opening[-1]["content"]) == [picture.png]


def _server_of(world):
    from mesocosm.adapters.mcp import make_server

    return make_server(world)
