"""Runs of models: tokens, broken and waiting episodes survive a bundle."""

import json
import math
import shutil
import zipfile

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.report.bundle.creation import make_bundle
from mesocosm.report.bundle.verification import check_bundle
from mesocosm.report.logs import log_files
from mesocosm.report.results import read_results
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import dump, load
from mesocosm.trace.schema import Broke


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Log of a model that says one word, on two items."""
    folder = tmp_path_factory.mktemp("model")
    word = ModelOutput.from_content("mockllm/model", "\x1b[2JHm\u2028.")
    word.usage = ModelUsage(input_tokens=10, output_tokens=1, total_tokens=11)
    model = get_model("mockllm/model", custom_outputs=[word] * 100)
    inspect_eval(make_task(registry.load("suites", "toy"), n=2), model=model, log_dir=str(folder), display="none")
    return folder


@pytest.fixture
def log(played, tmp_path):
    [file] = log_files(played)
    return shutil.copy(file, tmp_path / file.name)


def rewrite(log, change):
    """Pass the first sample through `change`."""
    with zipfile.ZipFile(log) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    first = min(name for name in parts if name.startswith("samples/"))
    sample = json.loads(parts[first])
    change(sample)
    parts[first] = json.dumps(sample).encode()
    with zipfile.ZipFile(log, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def bundled(log):
    """Return the only row of a log's bundle, in which nothing is refused."""
    out = log.with_suffix(".zip")
    make_bundle([log], out)
    checked = check_bundle(out)
    assert [str(refusal) for refusal in checked.refusals] == []
    return checked.rows[0]


def break_down(sample):
    trace = load(sample["store"][STORE_KEY])
    broken = (*trace.events[:-1], Broke(boundary="provider", message="gone"), trace.events[-1])
    sample["store"][STORE_KEY] = dump(trace.model_copy(update={"events": broken}))
    sample["error"] = {"message": "gone", "traceback": "", "traceback_ansi": ""}
    del sample["scores"]


def never_begin(sample):
    sample["error"] = {"message": "no world", "traceback": "", "traceback_ansi": ""}
    del sample["scores"], sample["store"][STORE_KEY]


def test_a_models_run_is_computed_as_printed(log):
    [printed] = read_results(log)
    row = bundled(log)
    assert (row.agent, row.score, row.unanswered) == (printed.agent, printed.score, printed.unanswered)
    assert 0 < row.tokens <= printed.tokens


@pytest.mark.parametrize("change", [break_down, never_begin])
def test_what_we_broke_stays_broken(log, change):
    rewrite(log, change)
    row = bundled(log)
    assert (row.episodes, row.scored, row.broken, row.rankable) == (2, 1, 1, False)
    assert math.isnan(row.samples[0].score)


def test_an_episode_that_is_only_said_to_have_broken_is_refused(log):
    def excuse(sample):
        sample["error"] = {"message": "bad luck", "traceback": "", "traceback_ansi": ""}

    rewrite(log, excuse)
    make_bundle([log], log.with_suffix(".zip"))
    checked = check_bundle(log.with_suffix(".zip"))
    assert checked.rows == []
    assert ("answer", '"broken"', '"missing"') in {(one.field, one.claimed, one.computed) for one in checked.refusals}
