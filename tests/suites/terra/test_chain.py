"""A long chain of calls over many families leaves one trace, whichever interface is used."""

import gc

import anyio
import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import read_eval_log
from mcp import Client
from tests.suites.terra.chain import suite
from tests.suites.terra.chain.oracle import oracle

from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.adapters.mcp import make_server
from mesocosm.episode.agent import Case, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.suites.terra.toolkit.toolbox import toolbox
from mesocosm.trace.foreign.inspect import read_sample

pytestmark = [  # Inspect leaves its HTTP clients to the garbage collector
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
AGENT = "mesocosm/oracle"


@pytest.fixture(scope="module", autouse=True)
def _suite():
    registry.add("suites", "chain", suite)
    yield
    registry.discard("suites", "chain")
    gc.collect()


def world(**options):
    item, reference = suite.case(0, 0)
    return suite.world(item, reference, options=options, agent=AGENT, knows_reference=True)


def played(**options):
    with world(**options) as made:
        item, reference = suite.case(0, 0)
        return run_episode(made, ScriptAgent(oracle(Case(item, reference, made.tools, options=made.options))))


@pytest.fixture(scope="module")
def trace():
    return played()


def test_the_chain_is_long_and_over_many_families(trace):
    calls = [call.tool for call, _ in trace.calls()]
    tools = toolbox("groups").whole
    assert len(calls) >= 50
    assert len({tools[name].family for name in calls}) >= 8  # seven families, and what opens and hands in
    assert trace.end.reason == "submitted"
    refused = [(call.tool, seen.error.kind) for call, seen in trace.calls() if seen.error is not None]
    assert refused == [("satellite_index", "closed_tool"), ("region_reduce", "tool")]


def test_results_are_small_and_files_are_never_written_twice(trace):
    assert max(len(seen.text) for _, seen in trace.calls()) < 4000
    made = [file.path for _, seen in trace.calls() for file in seen.artifacts]
    assert len(made) == len(set(made)) >= 20


@pytest.mark.exhaustive
@pytest.mark.parametrize("tools", ["groups", "one group", "all"])
def test_again_it_is_the_same(tools):
    assert played(tools=tools).digest() == played(tools=tools).digest()


def test_through_mcp_it_is_the_same(trace):
    async def talk(made):
        async with Client(make_server(made)) as client:
            for call, seen in trace.calls():
                reply = await client.call_tool(call.tool, call.arguments)
                assert reply.content[0].text == seen.text

    with world() as made:
        anyio.run(talk, made)
        assert made.finish().digest() == trace.digest()


@pytest.mark.exhaustive  # Inspect copies every schema in every turn
def test_through_inspect_it_is_the_same(trace, tmp_path):
    [log] = inspect_eval(make_task(suite, seed=0, n=1), model=AGENT, log_dir=str(tmp_path), display="none")
    [sample] = read_eval_log(log.location, resolve_attachments="full").samples
    assert read_sample(sample).digest() == trace.digest()
