"""The open format, an option of the suite, chosen through each interface for agents."""

import json
import re
import sys

import anyio
import gymnasium
import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters
from tests.waiting import PROGRAM

import mesocosm.adapters.gymnasium  # noqa: F401 - names the environments
from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord


def test_a_variant_of_the_world_can_be_chosen():
    env = gymnasium.make("mesocosm/Atmos-v0", variant={"format": "open"})
    observation, info = env.reset(seed=3)
    assert "(a) Find " in observation["goal"]
    assert list(info["tools"]) == ["submit_answers"]
    sub_questions = re.findall(r"^\((\w)\) (\w+)", observation["goal"], re.MULTILINE)
    answers = {label: {"Find": "1", "Give": "1"}.get(verb, "larger") for label, verb in sub_questions}
    call = json.dumps({"tool": "submit_answers", "arguments": {"answers": answers}})
    _, reward, terminated, _, _ = env.step(call)
    assert terminated
    assert 0 <= reward < 1
    with pytest.raises(InvalidRecord, match="option format must be one of choice, open, got 'oral'"):
        gymnasium.make("mesocosm/Atmos-v0", variant={"format": "oral"})


def test_a_variant_of_the_world_can_be_served(tmp_path):
    program = ["-c", PROGRAM, "mcp", "--suite", "atmos", "--item", "atmos-s7-0001"]
    words = ["--option", "format=open", "--log-dir", str(tmp_path)]

    async def talk() -> tuple:
        async with Client(StdioServerParameters(command=sys.executable, args=[*program, *words])) as client:
            listed = (await client.list_tools()).tools
            wrong = await client.call_tool("submit_answers", {"answers": {"z": "1"}})
            return client.instructions, [tool.name for tool in listed], wrong

    instructions, names, wrong = anyio.run(talk)
    assert "(a) Find " in instructions
    assert names == ["submit_answers", "task"]
    assert "`z` is not a field of this answer; missing: `a`, `b`" in wrong.content[0].text


@pytest.mark.parametrize("option", [(), ("--option", "format=open")])
def test_no_exploit_gains(option: tuple[str, ...]) -> None:
    """Choices and open answers; both with statistics, since all of these are cheap."""
    names = ("first_choice", "middle_value", "overflow", "wide_interval", "judge_injection")
    chosen = [word for name in names for word in ("--exploit", name)]
    done = CliRunner().invoke(mesocosm_command, ["attack", "atmos", "--limit", "3", *option, *chosen, "--json"])
    assert done.exit_code == 0, done.output
    tallies = json.loads(done.stdout)
    assert [tally["exploit"] for tally in tallies] == list(names)
    assert all(tally["pays"] is False for tally in tallies)
