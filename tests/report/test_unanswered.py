"""What a run says about episodes that went unanswered."""

from click.testing import CliRunner
from inspect_ai import eval as inspect_eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from tests.report.test_episodes import write_log

from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.cli.main import mesocosm_command
from mesocosm.report.results import read_results
from mesocosm.report.unanswered import unanswered_lines


def cut_off(text):
    """Output cut off by a limit. It reports usage, or Inspect would count tokens by a table that it fetches."""
    output = ModelOutput.from_content("mockllm", text, stop_reason="max_tokens")
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def play(folder, *outputs):
    model = get_model("mockllm/model", custom_outputs=list(outputs))
    task = make_task(registry.load("suites", "toy"), n=1)
    inspect_eval(task, model=model, log_dir=str(folder), display="none")
    return unanswered_lines(read_results(folder))


def test_the_commonest_form_is_told_with_what_helps(tmp_path):
    [line] = play(tmp_path, *(cut_off(f"It is about {number}") for number in range(9)))
    assert (
        line == "mockllm/model: 1 of 1 unanswered, 1 of them cut_off: replies are cut off: give a larger --max-tokens"
    )


def test_an_agent_of_ours_that_leaves_items_is_not_told(tmp_path):
    task = make_task(registry.load("suites", "toy"), n=1)
    inspect_eval(task, model="mesocosm/null", log_dir=str(tmp_path), display="none")
    [row] = read_results(tmp_path)
    assert row.unanswered == 1
    assert unanswered_lines([row]) == []


def test_a_report_of_unfinished_runs_alone_is_refused(tmp_path):
    (tmp_path / "logs").mkdir()
    write_log(tmp_path / "logs", status="cancelled")
    done = CliRunner().invoke(mesocosm_command, ["report", str(tmp_path / "logs"), "-o", str(tmp_path / "site")])
    assert done.exit_code == 1
    assert "no finished run lies in" in done.output
    assert not (tmp_path / "site").exists()
