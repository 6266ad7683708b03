"""The short form of benchmarks/terra_model.py: one item through Inspect's provider and a server on loopback."""

import gc

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.model import get_model

from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.release.reference_model import Reciter

# Inspect leaves its HTTP clients to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def test_a_model_that_says_the_reference_is_right_in_answer_and_process(monkeypatch, tmp_path):
    monkeypatch.setenv("RECITER_API_KEY", "none")
    item, reference = suite.case(0, 0)
    with Reciter([(item, reference)]) as server:
        model = get_model("openai-api/reciter/model", base_url=server.url, memoize=False)
        [log] = inspect_eval(make_task(suite, seed=0, n=1), model=model, log_dir=str(tmp_path), display="none")
    gc.collect()
    assert log.status == "success", log.error
    scores = {name: score.value for name, score in log.samples[0].scores.items()}
    assert (scores["score"], scores["details"]["tool_use"]) == (1.0, 1.0), scores
    said = [call for turn in server.scripts[item.prompt] for call in turn.calls]
    assert len(server.requests) == len(said) > len(reference.canonical)  # groups are opened, and the answer handed in
