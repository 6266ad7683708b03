"""An episode whose model's server did not reply is in no mean; the same command runs it again, and no other."""

import gc
import math
from typing import Any

import pytest

from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.adapters.inspect.runs import execute
from mesocosm.registry import load
from mesocosm.report.episodes import read_episodes
from mesocosm.report.table import captions
from mesocosm.testing.model_server import ModelServer, Turn

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

ANSWER = '{"answer": "B"}'
PLAN = RunPlan(suite="atmos", models=("openai-api/again/model",), items=3, seed=7, max_retries=0)


class BusyOnOne(ModelServer):
    """A server that is too busy for one item, until it is not."""

    def __init__(self, prompt: str) -> None:
        super().__init__([Turn(calls=(("submit", ANSWER),))])
        self.prompt = prompt
        self.busy = True

    def answer(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        status, body = super().answer(request)
        if self.busy and any(message["content"] == self.prompt for message in request["messages"]):
            return 429, {"error": {"message": "later", "type": "busy", "code": None}}
        return status, body


def test_what_waits_is_in_no_mean_and_asked_again(tmp_path, monkeypatch, capsys):
    item = load("suites", "atmos").case(7, 1)[0]
    with BusyOnOne(item.prompt) as server:
        monkeypatch.setenv("AGAIN_API_KEY", "none")
        monkeypatch.setenv("AGAIN_BASE_URL", server.url)
        [row], unfinished = execute(PLAN, tmp_path)
        assert unfinished == {}
        assert (row.episodes, row.scored, row.waiting, row.broken, row.unanswered) == (3, 2, 1, 0, 0)
        assert not math.isnan(row.score)
        assert not row.rankable
        assert "1 of 3 episodes of openai-api/again/model on atmos wait for its server" in captions([row])[-1]
        [waiting] = [one for one in read_episodes([tmp_path]) if one.item == item.id]
        assert (waiting.correct, waiting.answer, waiting.form) == (None, "waiting", "waiting")

        server.busy, requests = False, len(server.requests)
        [row], _ = execute(PLAN, tmp_path)
        assert (row.episodes, row.scored, row.waiting) == (3, 3, 0)
        assert len(server.requests) == requests + 1
        assert "wait for a server: 1 of openai-api/again/model" in capsys.readouterr().err
    gc.collect()
