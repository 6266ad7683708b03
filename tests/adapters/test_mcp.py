"""The official MCP client over both transports, against the real command."""

import http.client
import json
import os
import socket
import subprocess
import sys
import traceback
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import anyio
import httpx2
import pytest
from click.testing import CliRunner
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from tests.waiting import PATIENCE_S, PROGRAM, running, wait_until

from mesocosm import registry
from mesocosm.adapters.mcp import make_round_server, make_server
from mesocosm.adapters.mcp_session import Round
from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord
from mesocosm.trace.reader import read_trace, validate
from mesocosm.types import canonical_json

SERVED = ["-c", PROGRAM, "mcp", "--suite", "toy", "--item", "toy-s7-0000"]


def over_stdio(words: list[str]) -> StdioServerParameters:
    """Run the command with the environment of the test: the client would pass on a part of it, and so other code."""
    return StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))


async def converse(client: Client) -> dict:
    """List the tools, make a picture, be refused, submit."""
    listed = (await client.list_tools()).tools
    line = await client.call_tool("survey_line", {"start": [-500, 0], "end": [500, 0]})
    wrong = await client.call_tool("read_meter", {"x_m": 5000, "y_m": 0})
    unknown = await client.call_tool("read_metre", {"x_m": 0, "y_m": 0})
    truth = registry.load("suites", "toy").case(7, 0)[1].answer
    done = await client.call_tool("submit", {"answer": truth})
    late = await client.call_tool("list_files", {})
    return {"listed": listed, "line": line, "wrong": wrong, "unknown": unknown, "done": done, "late": late}


def check(talk: dict) -> None:
    tools = registry.load("suites", "toy").tools()
    listed = [one for one in talk["listed"] if one.name != "task"]  # the server's own
    assert {one.name: canonical_json(one.input_schema) for one in listed} == {
        name: tool.schema_bytes for name, tool in tools.items()
    }
    text, picture = talk["line"].content
    assert "21 readings" in text.text
    assert picture.mime_type == "image/png"
    assert talk["wrong"].is_error
    assert talk["wrong"].content[0].text == "gravity.read_meter: `x_m` must lie in [-1000, 1000] m, got 5000"
    assert "did you mean read_meter" in talk["unknown"].content[0].text
    assert talk["late"].is_error
    assert talk["late"].content[0].text == "the episode is over: an answer was submitted; nothing more is counted"
    assert talk["done"].content[0].text == "answer received"


def check_trace(folder: Path) -> None:
    [path] = folder.glob("*.jsonl")
    assert validate(path) == []
    trace = read_trace(path)
    assert [call.tool for call, _ in trace.calls()] == ["survey_line", "read_meter", "read_metre", "submit"]
    assert trace.end.reason == "submitted"


def test_stdio(tmp_path):
    server = over_stdio([*SERVED, "--log-dir", str(tmp_path)])

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
        _, output = process.communicate(timeout=PATIENCE_S)
    assert json.loads(output.strip().splitlines()[-1])["value"] == 1.0  # the truth was submitted
    check_trace(tmp_path)


@contextmanager
def serving(folder: Path, *words: str, program: list[str] = SERVED):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, *program, "--http", "--port", str(port), "--log-dir", str(folder), *words]
    with running(command, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: is_listening(port), "the server listened", process)
        yield f"http://127.0.0.1:{port}/mcp", process


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


# ---------------------------------------------------------------- access control


def ask(url: str, method: str = "POST", body: dict | None = None, **headers: str) -> tuple[int, str]:
    """Return status and text of one request, with headers as an attacker would write them."""
    split = urlsplit(url)
    connection = http.client.HTTPConnection(split.hostname, split.port, timeout=PATIENCE_S)
    given = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(connection):
        connection.request(method, split.path, json.dumps(body or INITIALIZE), given)
        reply = connection.getresponse()
        return reply.status, reply.read().decode()


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}
CALL = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "submit", "arguments": {"answer": 1}}}


def test_requests_under_other_names_or_from_other_pages_are_refused(tmp_path):
    with serving(tmp_path) as (url, _):
        port = urlsplit(url).port
        assert ask(url, Host="evil.example")[0] == 421  # DNS rebinding: our address under the attacker's name
        assert ask(url, Host=f"evil.example:{port}")[0] == 421
        assert ask(url, Host="127.0.0.1.evil.example")[0] == 421
        assert ask(url, Host="8.8.8.8")[0] == 421
        assert ask(url, Host="[::1")[0] in (400, 421)
        for origin in ("http://evil.example", "null", f"http://localhost.evil.example:{port}", "file://"):
            assert ask(url, Origin=origin)[0] == 403
        for other in ("http://127.0.0.1:1", "http://localhost:9999", "http://127.0.0.1", f"ftp://127.0.0.1:{port}"):
            assert ask(url, Origin=other)[0] == 403
        assert ask(url, Origin=f"http://127.0.0.1:{port}")[0] == 200


def test_beyond_loopback_a_token_is_made_and_needed(tmp_path):
    with serving(tmp_path, "--host", "0.0.0.0") as (url, process):
        lines = [process.stderr.readline() for _ in range(2)]
        token = lines[1].removeprefix("token: ").strip()
        assert len(token) >= 32
        status, text = ask(url)
        assert (status, "a token is needed" in text) == (401, True)
        for wrong in ("Bearer", "Bearer wrong", f"Bearer {token}x", token, f"Basic {token}", "Bearer é"):
            assert ask(url, Authorization=wrong)[0] == 401
        assert ask(url, Authorization=f"Bearer {token}", Host="evil.example")[0] == 421
        assert ask(url, Authorization=f"Bearer {token}", Origin="http://6.6.6.6")[0] == 403

        async def talk() -> dict:
            bearer = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"})
            async with bearer, Client(streamable_http_client(url, http_client=bearer)) as client:
                return await converse(client)

        check(anyio.run(talk))


def test_a_token_of_ones_own_holds_on_loopback_too(tmp_path):
    with serving(tmp_path, "--token", "secret") as (url, _):
        assert ask(url)[0] == 401
        assert ask(url, Authorization="Bearer secret")[0] == 200


def test_a_second_client_is_refused_and_cannot_end_the_episode(tmp_path):
    with serving(tmp_path) as (url, process):

        async def talk() -> tuple:
            async with Client(url) as first:
                await first.call_tool("read_meter", {"x_m": 0, "y_m": 0})
                with pytest.raises(Exception) as refused:  # noqa: PT011 - the client's task group wraps it
                    async with Client(url) as second:
                        await second.call_tool("submit", {"answer": {"depth_m": 1, "excess_mass_kg": 1}})
                # Without a session, with a made-up one, by the protocol that has none, and by ending the session.
                status = await anyio.to_thread.run_sync(lambda: ask(url, body=CALL)[0])
                made_up = await anyio.to_thread.run_sync(lambda: ask(url, body=CALL, mcp_session_id="0" * 32)[0])
                modern = await anyio.to_thread.run_sync(
                    lambda: ask(url, body=CALL, mcp_protocol_version="2026-07-28")[0]
                )
                ended = await anyio.to_thread.run_sync(lambda: ask(url, "DELETE", mcp_session_id="0" * 32)[0])
                still = await first.call_tool("read_meter", {"x_m": 1, "y_m": 0})
                return refused, (status, made_up, modern, ended), still

        refused, statuses, still = anyio.run(talk)
        assert "another client is in this episode" in "".join(traceback.format_exception(refused.value))
        assert statuses == (409, 404, 400, 404)
        assert not still.is_error

        async def after() -> list:
            async with Client(url) as next_client:  # the first has left
                return (await next_client.list_tools()).tools

        assert anyio.run(after)
        process.terminate()
        process.communicate(timeout=PATIENCE_S)
    [path] = tmp_path.glob("*.jsonl")
    assert [call.tool for call, _ in read_trace(path).calls()] == ["read_meter", "read_meter"]


# ---------------------------------------------------------------- a whole suite


ANSWER = {"depth_m": 100.0, "excess_mass_kg": 1e9}
WHOLE = ["-c", PROGRAM, "mcp", "--suite", "toy", "--seed", "7", "--agent", "walker"]


async def play_round(client: Client, count: int) -> list:
    """Solve the first item, leave the second, and so on; return what `next_item` gave each time."""
    results = []
    for index in range(count):
        if index % 2 == 0:
            await client.call_tool("submit", {"answer": registry.load("suites", "toy").case(7, index)[1].answer})
        results.append(await client.call_tool("next_item", {}))
    return results


def check_round(folder: Path, results: list, last_line: str) -> None:
    assert [one.structured_content["item"] for one in results[:-1]] == ["toy-s7-0001", "toy-s7-0002"]
    assert results[-1].content[0].text == "no task is left; you are done"
    # Two of three were solved, one was skipped: 2/3.
    assert json.loads(last_line)["score"] == pytest.approx(2 / 3, abs=1e-12)
    kept = json.loads((folder / "scores-1.json").read_text())
    assert [one["value"] for one in kept["episodes"].values()] == [1.0, 0.0, 1.0]
    assert (kept["items"], kept["played"], kept["broken"], kept["agent"]) == (3, 3, 0, "walker")


def test_one_server_plays_a_whole_suite_over_stdio(tmp_path):
    words = [*WHOLE, "--limit", "3", "--log-dir", str(tmp_path)]
    server = over_stdio(words)
    errors = tmp_path / "stderr.txt"

    async def talk() -> list:
        with errors.open("w") as file:
            async with Client(stdio_client(server, errlog=file)) as client:
                assert "next_item" in client.instructions
                return await play_round(client, 3)

    results = anyio.run(talk)
    check_round(tmp_path, results, errors.read_text().strip().splitlines()[-1])
    result = CliRunner().invoke(mesocosm_command, ["analyse", "accuracy", str(tmp_path), "--json"])
    assert result.exit_code == 0, result.output
    assert "walker" in result.output
    scored = CliRunner().invoke(mesocosm_command, ["score", str(tmp_path), "--json"])
    assert [row["value"] for row in json.loads(scored.output)] == [1.0, 0.0, 1.0]


def test_one_server_plays_a_whole_suite_over_http(tmp_path):
    with serving(tmp_path, "--limit", "3", program=WHOLE) as (url, process):

        async def talk() -> list:
            async with Client(url) as client:
                return await play_round(client, 3)

        results = anyio.run(talk)
        kept = json.loads((tmp_path / "scores-1.json").read_text())
        assert len(kept["episodes"]) == 3  # before the server ends
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE_S)
    check_round(tmp_path, results, errors.strip().splitlines()[-1])


def test_the_task_is_a_tool_and_a_prompt_and_costs_nothing(tmp_path):
    suite = registry.load("suites", "toy")
    with suite.world(*suite.case(7, 0)) as world:

        async def talk() -> tuple:
            async with Client(make_server(world)) as client:
                shown, prompt = await client.call_tool("task", {}), await client.get_prompt("task")
                return shown, prompt, [one.name for one in (await client.list_prompts()).prompts]

        shown, prompt, names = anyio.run(talk)
        assert names == ["task"]
        assert [part.text for part in shown.content] == [text for text in (world.system, world.prompt) if text]
        assert [message.content.text for message in prompt.messages] == [part.text for part in shown.content]
        assert shown.structured_content["budget"]["steps"] == world.budget.steps
        assert world.ledger.steps == 0


# ---------------------------------------------------------------- mistakes


def talk_to_a_round(folder: Path, *calls: tuple[str, dict]) -> tuple[list, Round]:
    """Return what a server of two items answers, and its round, which is over."""
    suite = registry.load("suites", "toy")
    played = Round(suite, ["toy-s7-0000", "toy-s7-0001"], folder, agent="newcomer")

    async def talk() -> list:
        async with Client(make_round_server(played)) as client:
            return [await client.call_tool(name, given) for name, given in calls]

    answers = anyio.run(talk)
    played.close()
    return answers, played


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("task", {"item": 3}, "task takes no arguments, got `item`; nothing was done"),
        (
            "next_item",
            {"answer": 5},
            "next_item takes no arguments, got `answer`; nothing was done; an answer is handed in with submit",
        ),
        ("nextitem", {}, "there is no tool 'nextitem'; did you mean next_item?"),
    ],
)
def test_the_servers_own_tools_refuse_what_they_would_not_hear(tmp_path, name, given, message):
    [answer, task], _ = talk_to_a_round(tmp_path, (name, given), ("task", {}))
    assert (answer.is_error, answer.content[0].text) == (True, message)
    assert task.structured_content["item"] == "toy-s7-0000"  # still the first


def test_the_servers_own_tools_are_named_where_they_help(tmp_path):
    answer, late = ("submit", {"answer": ANSWER}), ("list_files", {})
    calls = [("frobnicate", {}), answer, late, ("next_item", {}), answer, late, ("next_item", {})]
    [unknown, _, first, following, _, second, last], _ = talk_to_a_round(tmp_path, *calls)
    assert unknown.content[-1].text == "this server's own tools: task, next_item"
    assert [part.text for part in first.content] == [
        "the episode is over: an answer was submitted; nothing more is counted",
        "call next_item for the next task",
    ]
    assert following.structured_content["item"] == "toy-s7-0001"
    assert second.content[-1].text == "no task is left; you are done"
    assert [part.text for part in last.content] == ["no task is left; you are done"]


def test_an_item_that_is_left_is_reported_as_unanswered(tmp_path, capsys):
    talk_to_a_round(tmp_path, ("next_item", {}), ("submit", {"answer": ANSWER}))
    left, answered, _ = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (left["item"], left["value"], left["note"]) == ("toy-s7-0000", 0.0, "unanswered")
    assert "note" not in answered


def test_another_prompt_is_refused_by_name():
    suite = registry.load("suites", "toy")
    with suite.world(*suite.case(7, 0)) as world:

        async def talk() -> None:
            async with Client(make_server(world)) as client:
                with pytest.raises(MCPError, match="there is no prompt 'tsk'; there is 'task'"):
                    await client.get_prompt("tsk")

        anyio.run(talk)


def test_where_no_client_came_nothing_was_played(tmp_path):
    words = [sys.executable, *WHOLE, "--limit", "3", "--log-dir", str(tmp_path)]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S)
    assert json.loads(done.stderr) == {
        "items": 3,
        "played": 0,
        "note": "no client called a tool or read the task: nothing was played or scored",
    }
    assert list(tmp_path.iterdir()) == []


def test_items_that_were_not_reached_count_as_nothing_handed_in(tmp_path):
    """The first of two items is solved, the second never requested: half."""
    answer = registry.load("suites", "toy").case(7, 0)[1].answer
    _, played = talk_to_a_round(tmp_path, ("submit", {"answer": answer}))
    summary = played.summary()
    assert (summary["played"], summary["unreached"], summary["score"]) == (1, 1, 0.5)
    assert json.loads((tmp_path / "scores-1.json").read_text())["score"] == 0.5


def test_the_client_learns_at_the_start_what_unreached_items_count(tmp_path):
    played = Round(registry.load("suites", "toy"), ["toy-s7-0000", "toy-s7-0001"], tmp_path, agent="newcomer")

    async def instructions() -> str:
        async with Client(make_round_server(played)) as client:
            return client.instructions

    assert "never reach counts as one for which nothing was handed in" in anyio.run(instructions)
    played.close()


def test_a_client_that_only_reads_the_task_has_played(tmp_path):
    _, played = talk_to_a_round(tmp_path, ("task", {}))
    assert played.summary()["played"] == 1
    assert [path.name for path in tmp_path.glob("*.jsonl")] == ["toy-s7-0000-1.jsonl"]


def test_a_tool_under_a_name_of_the_servers_own_is_refused(make_world):
    def task() -> str:
        """Do it."""
        return ""

    with pytest.raises(InvalidRecord, match="the suite shows a tool 'task', which is a name of the server's own"):
        make_server(make_world(task))
