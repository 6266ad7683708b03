"""An episode answered in words is the same after export to a bundle and import."""

from inspect_ai import eval as inspect_eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.report.bundle.creation import make_bundle
from mesocosm.report.bundle.verification import check_bundle
from mesocosm.suites.atmos import suite


def test_an_answer_in_words_needs_no_call(tmp_path):
    reply = ModelOutput.from_content("mockllm/model", r"It is \boxed{A}.")
    reply.usage = ModelUsage(input_tokens=10, output_tokens=1, total_tokens=11)
    model = get_model("mockllm/model", custom_outputs=[reply])
    task = make_task(suite, n=1, options={"condition": "text"})
    inspect_eval(task, model=model, log_dir=str(tmp_path), display="none")
    make_bundle([tmp_path], tmp_path / "made.zip")
    checked = check_bundle(tmp_path / "made.zip")
    assert [str(refusal) for refusal in checked.refusals] == []
    [sample] = checked.rows[0].samples
    assert (sample.answer, sample.steps) == ("valid", 1.0)
