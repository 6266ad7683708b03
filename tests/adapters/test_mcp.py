"""The official MCP client over both transports, against the real command."""

import json
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters
from tests.waiting import PATIENCE_S, PROGRAM, running, wait_until

from mesocosm import registry
from mesocosm.trace.reader import read_trace, validate
from mesocosm.types import canonical_json

SERVED = ["-c", PROGRAM, "mcp", "--suite", "toy", "--item", "toy-s7-0000"]


async def converse(client: Client) -> dict:
    """List the tools, make a picture, be refused, submit."""
    listed = (await client.list_tools()).tools
    line = await client.call_tool("survey_line", {"start": [-500, 0], "end": [500, 0]})
    wrong = await client.call_tool("read_meter", {"x_m": 5000, "y_m": 0})
    unknown = await client.call_tool("read_metre", {"x_m": 0, "y_m": 0})
    truth = registry.load("suites", "toy").case(7, 0)[1].answer
    done = await client.call_tool("submit", {"answer": truth})
    return {"listed": listed, "line": line, "wrong": wrong, "unknown": unknown, "done": done}


def check(talk: dict) -> None:
    tools = registry.load("suites", "toy").tools()
    assert {one.name: canonical_json(one.input_schema) for one in talk["listed"]} == {
        name: tool.schema_bytes for name, tool in tools.items()
    }
    text, picture = talk["line"].content
    assert "21 readings" in text.text
    assert picture.mime_type == "image/png"
    assert talk["wrong"].is_error
    assert talk["wrong"].content[0].text == "gravity.read_meter: `x_m` must lie in [-1000, 1000] m, got 5000"
    assert "did you mean read_meter" in talk["unknown"].content[0].text
    assert talk["done"].content[0].text == "answer received"


def check_trace(folder: Path) -> None:
    [path] = folder.glob("*.jsonl")
    assert validate(path) == []
    trace = read_trace(path)
    assert [call.tool for call, _ in trace.calls()] == ["survey_line", "read_meter", "read_metre", "submit"]
    assert trace.end.reason == "submitted"


def test_stdio(tmp_path):
    server = StdioServerParameters(command=sys.executable, args=[*SERVED, "--log-dir", str(tmp_path)])

    async def talk() -> dict:
        async with Client(server) as client:
            assert "dense body" in (client.instructions or "")
            return await converse(client)

    check(anyio.run(talk))
    check_trace(tmp_path)


def test_streamable_http(tmp_path):
    with serving(tmp_path) as (url, process):

        async def talk() -> dict:
            async with Client(url) as client:
                return await converse(client)

        check(anyio.run(talk))
        process.terminate()
        _, told = process.communicate(timeout=PATIENCE_S)
    assert json.loads(told.strip().splitlines()[-1])["value"] == 1.0  # the truth was submitted
    check_trace(tmp_path)


@contextmanager
def serving(folder: Path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, *SERVED, "--http", "--port", str(port), "--log-dir", str(folder)]
    with running(command, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: is_listening(port), "the server listened", process)
        yield f"http://127.0.0.1:{port}/mcp", process


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_a_variant_of_the_world_can_be_served(tmp_path):
    program = ["-c", PROGRAM, "mcp", "--suite", "atmos", "--item", "atmos-s7-0001"]
    words = ["--option", "format=open", "--log-dir", str(tmp_path)]

    async def talk() -> tuple:
        async with Client(StdioServerParameters(command=sys.executable, args=[*program, *words])) as client:
            listed = (await client.list_tools()).tools
            wrong = await client.call_tool("submit_answers", {"answers": {"z": "1"}})
            return client.instructions, [tool.name for tool in listed], wrong

    told, names, wrong = anyio.run(talk)
    assert "(a) Find " in told
    assert names == ["submit_answers"]
    assert "answers must have exactly the labels a, b" in wrong.content[0].text
