"""Misbehaving models and servers: each misbehaviour ends in its class and within its bounds, in every suite."""

import gc
import json

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import get_model
from tests.suite_marks import needs_suite
from tests.suites.atmos.misbehaviours import MisbehavingServer, Ways, hanging, misbehaviours

from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.registry import load
from mesocosm.testing.model_server import ModelServer, Turn
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import load as load_trace

# Inspect leaves its HTTP clients to the garbage collector; the fixture collects them before the next test.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

EMPTY_OUTLOOK = json.dumps({"type": "FeatureCollection", "features": []})
SUITES = {
    "toy": (
        Ways(
            submit="submit",
            arguments={"answer": {"depth_m": 100, "excess_mass_kg": 1e9}},
            harmless=("read_meter", '{"x_m": 0, "y_m": 0}'),
            picture=("survey_line", '{"start": [-500, 0], "end": [500, 0], "stations": 11}'),
        ),
        {},
    ),
    "atmos": (
        Ways(submit="submit", arguments={"answer": "B"}, harmless=("calculate", '{"expression": "1 + 1"}')),
        {"tools": "calculator"},
    ),
    "phreeqc": (Ways(submit="submit", arguments={"answer": "B"}, harmless=("list_files", "{}")), {}),
    "tornado": (
        Ways(
            submit="submit_tornado_prediction",
            arguments={"prediction_geojson": EMPTY_OUTLOOK},
            harmless=("list_available_map_types", "{}"),
            picture=("request_sounding", '{"latitude": 35, "longitude": -97, "forecast_hour": 12}'),
        ),
        {},
    ),
}


@pytest.fixture
def ask(monkeypatch, tmp_path):
    """Run a suite's first item against a server, as often as it has scripts, one after the other."""

    def run(server: ModelServer, suite: str, variant: dict[str, str] | None = None, **options) -> EvalLog:
        monkeypatch.setenv("SCRIPTED_API_KEY", "none")
        with server:
            model = get_model("openai-api/scripted/model", base_url=server.url, memoize=False)
            [log] = inspect_eval(
                make_task(load("suites", suite), seed=7, n=1, options=variant),
                model=model,
                log_dir=str(tmp_path),
                display="none",
                fail_on_error=False,
                max_retries=0,
                max_samples=1,
                **options,
            )
        return log

    yield run
    gc.collect()


@pytest.mark.parametrize(
    "suite", [pytest.param(name, marks=() if name == "toy" else pytest.mark.exhaustive) for name in SUITES]
)
def test_every_misbehaviour_lands_in_its_class(ask, suite):
    ways, variant = SUITES[suite]
    lettered = suite in ("atmos", "phreeqc")
    expected = misbehaviours(ways)
    server = MisbehavingServer([one.script for one in expected])
    log = ask(server, suite, variant, epochs=len(expected))
    samples = sorted(log.samples, key=lambda sample: sample.epoch)
    for one, sample, requests in zip(expected, samples, server.per_script, strict=True):
        end = load_trace(sample.store[STORE_KEY]).end.reason
        about = sample.scores["details"].metadata if sample.scores else {"form": "broken", "evident": None}
        assert (end, about["form"]) == (one.end, one.form), one.name
        assert requests <= one.most_requests, one.name
        if lettered and one.evident:
            assert about["evident"] == "B", one.name


def test_an_evident_answer_is_reported_and_not_counted(ask):
    letter = load("suites", "atmos").case(7, 0)[1].answer
    log = ask(ModelServer([Turn(text=f"The answer is {letter}.")]), "atmos")
    scores = log.samples[0].scores
    assert scores["score"].value == 0.0
    assert scores["details"].metadata["evident_right"] is True


def test_a_server_that_never_replies_is_waited_for_within_its_bound(ask):
    server = MisbehavingServer([hanging().script])
    log = ask(server, "toy", attempt_timeout=1)
    [sample] = log.samples
    assert load_trace(sample.store[STORE_KEY]).end.reason == "waiting"
    assert sample.error is None
    assert sample.scores["score"].value != sample.scores["score"].value  # NaN: in no mean
    assert log.results.scores[0].scored_samples == 0


def test_a_time_limit_that_ends_a_request_leaves_the_episode_waiting(ask):
    # Long enough for the request to be on its way on a busy machine.
    log = ask(MisbehavingServer([hanging().script]), "toy", time_limit=5)
    assert load_trace(log.samples[0].store[STORE_KEY]).end.reason == "waiting"
    assert log.samples[0].limit.type == "time"


def test_the_words_beside_a_call_are_on_the_trace(ask):
    answer = json.dumps({"answer": {"depth_m": 100, "excess_mass_kg": 1e9}})
    log = ask(ModelServer([Turn(text="So be it.", calls=(("submit", answer),))]), "toy")
    kinds = [event.kind for event in load_trace(log.samples[0].store[STORE_KEY]).events]
    assert kinds == ["episode_started", "said", "called", "observed", "answered", "episode_ended"]


@needs_suite("tornado")
def test_refused_pictures_come_with_a_hint_where_the_suite_can_do_without(ask):
    ways, _ = SUITES["tornado"]
    script = [Turn(calls=(ways.picture,)), Turn(error="mistral-7b is not a multimodal model")]
    log = ask(ModelServer(script), "tornado")
    texts = [event.text for event in load_trace(log.samples[0].store[STORE_KEY]).events if event.kind == "said"]
    assert texts == ["the model does not take pictures; run it with --option pictures=no"]
    assert log.samples[0].scores["score"].value == 0.0
