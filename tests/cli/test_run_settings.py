"""Settings of models through `mesocosm run`, over a real connection: they arrive, and two settings give two rows."""

import gc
import itertools
import json

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.report.episodes import read_episodes
from mesocosm.stats.runs import split_runs
from mesocosm.testing.model_server import ModelServer, Turn

# Inspect leaves its HTTP clients to the garbage collector; the fixture collects them before the next test.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
ANSWER = Turn(calls=(("submit", '{"answer": {"depth_m": 100, "excess_mass_kg": 1e9}}'),))
SERVICES = itertools.count()


@pytest.fixture
def server(monkeypatch):
    """A server whose model has a name of its own, since Inspect remembers models and their addresses by name."""
    service = f"settings{next(SERVICES)}"
    with ModelServer([ANSWER]) as server:
        monkeypatch.setenv(f"{service.upper()}_API_KEY", "none")
        monkeypatch.setenv(f"{service.upper()}_BASE_URL", server.url)
        server.model = f"openai-api/{service}/model"
        yield server
    gc.collect()


def run(model, folder, *words):
    given = ["run", "toy", "--model", model, "--no-baselines", "--limit", "1", "--log-dir", str(folder), *words]
    return CliRunner().invoke(mesocosm_command, given)


def test_two_temperatures_are_two_rows_and_both_stay(server, tmp_path):
    first = run(server.model, tmp_path, "--temperature", "0.2", "--top-p", "0.9", "--max-tokens", "333", "--json")
    assert first.exit_code == 0, first.output
    sent = server.requests[0]
    assert (sent["temperature"], sent["top_p"], sent["max_tokens"]) == (0.2, 0.9, 333)
    second = run(server.model, tmp_path, "--temperature", "0.7", "--top-p", "0.9", "--max-tokens", "333", "--json")
    rows = json.loads(second.stdout)
    assert sorted(row["settings"]["temperature"] for row in rows) == ["0.2", "0.7"]
    assert {row["model"] for row in rows} == {server.model}
    names = {f"{server.model} [temperature=0.2]", f"{server.model} [temperature=0.7]"}
    assert set(split_runs(read_episodes([tmp_path]))) == names
    asked = len(server.requests)
    again = run(server.model, tmp_path, "--temperature", "0.2", "--top-p", "0.9", "--max-tokens", "333")
    assert len(server.requests) == asked  # what is done is not asked again
    assert all(name.removeprefix(server.model) in again.stdout for name in names)
    assert "before it runs: 1 episode reads" in again.stderr


def test_a_limit_that_is_not_the_suites_is_a_setting(server, tmp_path):
    done = run(server.model, tmp_path, "--token-limit", "5000", "--time-limit", "77", "--json")
    [row] = json.loads(done.stdout)
    assert row["settings"] == {"time_limit": "77", "token_limit": "5000"}


def test_a_cost_limit_ends_an_episode(server, tmp_path):
    """A turn of the scripted server reads 100 tokens and writes 10: at 1,000 a million it costs 0.11."""
    server.script = (Turn(calls=(("list_files", "{}"),)),)
    done = run(server.model, tmp_path, "--cost-limit", "0.2", "--price-in", "1000", "--price-out", "1000", "--json")
    [row] = json.loads(done.stdout)
    assert len(server.requests) == 2
    assert (row["unanswered"], row["settings"]) == (1, {"cost_limit": "0.2"})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--temperature", "-1"], "-1.0 is not in the range x>=0"),
        (["--top-p", "0"], "0.0 is not in the range 0<x<=1"),
        (["--max-tokens", "many"], "'many' is not a valid integer"),
        (["--reasoning-effort", "great"], "'great' is not one of"),
    ],
)
def test_a_wrong_value_is_told_plainly(words, message, tmp_path):
    done = run("openai/gpt-x", tmp_path, *words)
    assert done.exit_code == 2
    assert message in done.output


def test_settings_without_a_model_are_refused():
    done = CliRunner().invoke(mesocosm_command, ["run", "toy", "--agent", "null", "--temperature", "1"])
    assert done.exit_code == 2
    assert "--temperature is set for models; give --model" in done.output


def test_what_a_provider_cannot_do_is_refused_before_it_is_asked(tmp_path):
    from mesocosm.adapters.inspect.model_settings import ModelSettings
    from mesocosm.errors import InvalidRecord

    with pytest.raises(InvalidRecord, match="--emulate-tools does not work with openai/gpt-x"):
        ModelSettings(emulate_tools=True).check(("openai/gpt-x",))
    with pytest.raises(InvalidRecord, match="--cost-limit needs --price-in and --price-out"):
        ModelSettings(cost_limit=1).check(("openai/gpt-x",))


def test_emulated_tools_are_told_in_the_prompt(server, tmp_path):
    run(server.model, tmp_path, "--emulate-tools", "--token-limit", "300")
    assert "tools" not in server.requests[0]
    assert "survey_line" in json.dumps(server.requests[0]["messages"])


def test_words_are_answered_with_how_an_emulated_call_is_written(server, tmp_path):
    server.script = (Turn(text="It lies 100 m deep."), Turn(text='{"name": "submit", "arguments": {"answer": {}}}'))
    run(server.model, tmp_path, "--emulate-tools")
    first, second = (str(request["messages"][-1]["content"]) for request in server.requests[1:3])
    assert 'end your reply with <tool_call>{"name": "submit", "arguments": {"answer": ' in first
    assert second.startswith("Your call of submit was read as text")
    assert "in words does not count" not in first + second


def test_an_estimate_runs_nothing(server, tmp_path):
    done = run(server.model, tmp_path, "--estimate", "--epochs", "3", "--price-in", "1", "--price-out", "2", "--json")
    found = json.loads(done.stdout)
    assert (found["episodes"], server.requests, list(tmp_path.iterdir())) == (3, [], [])
    low = (found["read"]["low"] * 1 + found["written"]["low"] * 2) / 1e6
    assert found["price"]["low"] == pytest.approx(low, rel=1e-12)
