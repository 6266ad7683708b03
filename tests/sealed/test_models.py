"""Models through Inspect on sealed items: the conversation is here, world and truth are at the scorer."""

from __future__ import annotations

import gc
import math
import os
import threading
import uuid

import anyio
import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord
from mesocosm.sealed.ledger import Opened, Scored, read_ledger
from mesocosm.sealed.verification import verify
from mesocosm.testing.model_server import ModelServer, Turn
from mesocosm.trace.reader import read_trace
from mesocosm.types import Budget

pytest.importorskip("inspect_ai", reason="pip install 'mesocosm[inspect]'")
from inspect_ai.log import list_eval_logs, read_eval_log

from mesocosm.adapters.inspect.remote_world import FarWorld
from mesocosm.adapters.inspect.sealed import play_models

# Inspect leaves its HTTP clients to the garbage collector; the fixture collects them before the next test.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LINE = '{"start": [-500, 0], "end": [500, 0], "stations": 11}'
ANSWER = '{"answer": {"depth_m": 1, "excess_mass_kg": 1}}'  # never right: no sphere lies so high or weighs so little
SCRIPT = [
    Turn(calls=(("survey_line", LINE),)),
    Turn(calls=(("survey_line", '{"start": "nowhere"}'),)),
    Turn(text="Let me think."),
    Turn(calls=(("submit", ANSWER),)),
]


@pytest.fixture
def play(socket, tmp_path, monkeypatch):
    """Let a scripted model play what the scorer holds; return what was played, the model's name and its server."""

    def run(script):
        service = f"s{uuid.uuid4().hex[:8]}"  # Inspect remembers models by name
        monkeypatch.setenv(f"{service.upper()}_API_KEY", "none")
        model = f"openai-api/{service}/model"
        with ModelServer(script) as server:
            monkeypatch.setenv(f"{service.upper()}_BASE_URL", server.url)
            options = {"log_dir": tmp_path / "logs", "max_samples": 3, "max_retries": 0}
            runs = [play_models(socket, "toy", [model], **options)[0] for _ in range(2)]
        return runs, model, server

    yield run
    gc.collect()


def entries_of(folder, scorer, kind):
    entries, problems, _ = read_ledger(folder.record, scorer.seal)
    assert problems == []
    return [entry for entry in entries if isinstance(entry, kind)]


@pytest.mark.parametrize("epochs", [2])
def test_a_model_plays_every_item_as_often_as_sealed_and_none_again(play, scorer, folder, epochs):
    (first, again), model, server = play(SCRIPT)
    assert (first.agent, first.episodes, first.broken, first.crashed) == (model, 6, 0, 0)
    assert again.episodes == 0
    assert len(server.requests) == 6 * 4  # and the second run asked the model nothing
    assert sorted(entry.index for entry in entries_of(folder, scorer, Opened)) == [0, 0, 1, 1, 2, 2]
    scorer.close_record()
    [row] = verify(folder.record, scorer.secret).rows
    assert (row.agent, row.episodes, row.broken, row.score, row.steps) == (model, 6, 0, 0.0, 4.0)


def test_what_the_model_did_is_on_the_scorers_trace(play, scorer, folder):
    play(SCRIPT)
    trace = read_trace(folder.record / "traces" / "000000.jsonl")
    assert [call.tool for call, _ in trace.calls()] == ["survey_line", "survey_line", "submit"]
    assert [seen.error is None for _, seen in trace.calls()] == [True, False, True]
    assert trace.end.reason == "submitted"
    assert trace.end.spent["tokens"] > 0


def test_no_log_and_no_request_holds_the_seed_or_the_truth(play, scorer, tmp_path):
    _, _, server = play(SCRIPT)
    logs = [read_eval_log(info).model_dump_json() for info in list_eval_logs(str(tmp_path / "logs"))]
    text = "".join(logs) + str(server.requests)
    assert scorer.case(0)[0].prompt.splitlines()[0] in text
    for hidden in (str(abs(scorer.secret.seed(scorer.seal))), scorer.secret.secret, "toy-s-"):
        assert hidden not in text
    for index in range(3):
        assert str(scorer.case(index)[1].answer["excess_mass_kg"]) not in text


def test_a_provider_that_fails_costs_the_model_its_episode(play, scorer, folder):
    """Otherwise whoever runs the agent could leave out any item by letting its provider fail."""
    (first, _), _, _ = play([Turn(failures=(400,) * 9)])
    assert (first.episodes, first.broken, first.crashed) == (3, 0, 3)
    assert [entry.score.value for entry in entries_of(folder, scorer, Scored)] == [0.0, 0.0, 0.0]
    assert read_trace(folder.record / "traces" / "000000.jsonl").end.reason == "crashed"


def test_what_fails_on_the_scorers_side_is_broken(play, scorer, folder, monkeypatch):
    open_next = scorer.open_next

    def open_on_a_full_disk(*words):
        episode = open_next(*words)
        if episode is not None:
            episode.world.writer._descriptor = os.open("/dev/full", os.O_WRONLY)
        return episode

    monkeypatch.setattr(scorer, "open_next", open_on_a_full_disk)
    (first, again), _, _ = play(SCRIPT)
    assert (first.episodes, first.broken, first.crashed, again.episodes) == (3, 3, 0, 0)
    assert all(math.isnan(entry.score.value) for entry in entries_of(folder, scorer, Scored))


def test_a_reference_agent_is_not_a_model_here(socket, tmp_path):
    with pytest.raises(InvalidRecord, match="plays sealed items as --agent random"):
        play_models(socket, "toy", ["mesocosm/random"], log_dir=tmp_path, max_samples=1, max_retries=0)


def test_another_suite_is_refused(socket, tmp_path):
    with pytest.raises(InvalidRecord, match="holds toy, not lake"):
        play_models(socket, "lake", ["mockllm/model"], log_dir=tmp_path, max_samples=1, max_retries=0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--model", "x/y", "--epochs", "2"], "--epochs is fixed by the seal"),
        (["--agent", "null", "--seed", "0"], "--seed is fixed by the seal"),
        (["--agent", "null", "--limit", "1"], "--limit is fixed by the seal"),
        (["--agent", "null", "--option", "a=b"], "--option is fixed by the seal"),
        ([], "a sealed run takes --model, or --agent"),
    ],
)
def test_what_the_seal_fixes_cannot_be_given(words, message):
    done = CliRunner().invoke(mesocosm_command, ["run", "toy", "--sealed", "door", *words])
    assert done.exit_code == 2
    assert message in done.output


class NeverAnswers:
    """A sealed task whose call waits until the connection is closed."""

    item = system = prompt = ""
    tools, images, options, budget, done = (), (), {}, Budget(), False

    def __init__(self):
        self.called, self.gone = threading.Event(), threading.Event()

    def call_with(self, tool, arguments, call_id):
        self.called.set()
        self.gone.wait()

    def hang_up(self):
        self.gone.set()


def test_a_sample_cancelled_in_a_call_leaves_the_scorer():
    async def cancelled():
        task = NeverAnswers()
        world = FarWorld(task)
        async with anyio.create_task_group() as group:
            group.start_soon(world.call_beside, "survey_line")
            await anyio.to_thread.run_sync(task.called.wait)
            group.cancel_scope.cancel()
        world.finish("budget")
        await anyio.to_thread.run_sync(task.gone.wait)

    anyio.run(cancelled)
