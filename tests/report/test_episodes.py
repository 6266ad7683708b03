"""Episodes from logs."""

import math
from types import SimpleNamespace

import pytest
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.model import ModelOutput, ModelUsage
from inspect_ai.scorer import Score
from tests.stats.making import OFFERED

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.report.analyses.failures import failure_class
from mesocosm.report.episodes import read_episodes
from mesocosm.suite.facts import Facts, Mistake
from mesocosm.tools.tool import make, tool
from mesocosm.tools.view import ToolView
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import dump
from mesocosm.trace.schema import Answered, Broke, Called, EpisodeEnded, EpisodeStarted, Observed, Trace
from mesocosm.types import Answer, Budget, Fault, Item, Reference


@pytest.fixture
def quiz():
    """A suite of four-option items, with all that reading a log needs of a suite."""

    def execute_phreeqc() -> str:
        """Run the engine."""
        return ""

    def find(name):
        return Item(id=name, suite="quiz", prompt="?", seed=0), Reference(item=name, answer="A")

    def facts(item, reference, options):
        about = {"cluster": "calcite", "category": "minerals", "kind": "reasoning"}
        wrong = {"wrong_unit": Mistake(sentence="Took grams for moles.", kind="calculation")}
        lettered = {"label": "A", "options": OFFERED, "mistakes": wrong}
        return Facts(**about, **(lettered if options.get("format") != "open" else {}))

    offered = ToolView([make("quiz.execute_phreeqc", tool(simulator=True)(execute_phreeqc))])
    registry.add(
        "suites",
        "quiz",
        SimpleNamespace(name="quiz", find=find, facts=facts, tools=lambda: offered, reading=lambda *_: ""),
    )
    yield "quiz"
    registry.discard("suites", "quiz")


def trace(answer: Answer, *runs: dict | Fault, options: dict | None = None, end: str = "submitted") -> Trace:
    """Return the trace of an episode of simulator runs: what each returned, or why it was refused."""
    start = EpisodeStarted(
        suite="quiz", item="x", tools={"execute_phreeqc": "0" * 64}, budget=Budget(steps=24), options=options or {}
    )
    events: list = [start]
    for number, given in enumerate(runs):
        refused = isinstance(given, Fault)
        events.append(Called(call=f"call-{number}", tool="execute_phreeqc", arguments={}))
        events.append(
            Observed(call=f"call-{number}", text="", error=given if refused else None, data=None if refused else given)
        )
    events.append(Answered(answer=answer))
    return Trace(events=(*events, EpisodeEnded(reason=end, spent={"steps": len(runs) + 1}, runtime_s=2.5)))


def sample(number: int, record: Trace | None, *, right: float = 0.0, epoch: int = 1, error: bool = False) -> EvalSample:
    from inspect_ai.log import EvalError

    value = Score(value=right)
    usage = {"one": ModelUsage(total_tokens=30), "two": ModelUsage(total_tokens=12)}
    return EvalSample(
        id=f"quiz-s0-{number:04d}",
        epoch=epoch,
        input="?",
        target="A",
        store={STORE_KEY: dump(record)} if record is not None else {},
        scores={} if error else {"score": value, "success": value},
        model_usage=usage,
        output=ModelOutput(),
        error=EvalError(message="provider fell over", traceback="", traceback_ansi="") if error else None,
    )


def write_log(folder, *samples, agent="mesocosm/scripted", created="2026-01-01T00:00:00+00:00", status="success"):
    spec = EvalSpec(
        created=created,
        task="quiz",
        dataset=EvalDataset(),
        model=agent,
        config=EvalConfig(),
        metadata={"suite": "quiz", "profile": "default"},
    )
    path = folder / f"{created[:10]}-{agent.rpartition('/')[2]}-{len(list(folder.iterdir()))}.eval"
    write_eval_log(EvalLog(eval=spec, status=status, samples=list(samples)), str(path))
    return path


def test_a_wrong_choice_is_read_with_all_it_tells(quiz, tmp_path):
    runs = (
        {"characters": 9000, "error_count": 0},
        {"characters": 70, "error_count": 2},
        Fault(kind="tool", message="no"),
    )
    record = trace(Answer(value=" d ", status="repaired", attempts=2), *runs, options={"protocol": "toc"})
    write_log(tmp_path, sample(3, record))
    [one] = read_episodes([tmp_path])
    assert (one.suite, one.item, one.agent, one.options) == ("quiz", "quiz-s0-0003", "scripted", {"protocol": "toc"})
    assert (one.cluster, one.label, one.predicted, one.correct, one.score) == ("calcite", "A", "D", False, 0.0)
    assert (one.category, one.kind) == ("minerals", "reasoning")
    assert (one.meaning, one.kinds) == (OFFERED, {"wrong_unit": "calculation"})
    assert (one.output_characters, one.runs, one.failed_runs) == (9000, 3, 2)
    assert (one.tokens, one.steps, one.step_limit, one.seconds) == (42, 4, 24, 2.5)
    assert one.calls == (("execute_phreeqc", False), ("execute_phreeqc", True), ("execute_phreeqc", True))
    assert (one.answer, one.end, one.simulators) == ("repaired", "submitted", ("execute_phreeqc",))
    assert failure_class(one) == "wrong_after_good_run"


def test_what_a_suite_measures_and_reads_comes_out_of_the_log(quiz, tmp_path):
    about = {"facts": {"category": "ice", "strata": {"size": "small"}}, "form": "submitted", "reading": "12"}
    scored = sample(0, trace(Answer(value="a dozen", status="valid")), right=1.0)
    scored.scores["details"] = Score(value={"calls": 3, "exact": 1.0}, metadata=about)
    write_log(tmp_path, scored)
    [one] = read_episodes([tmp_path])
    assert one.metrics == {"calls": 3.0, "exact": 1.0}
    assert (one.reading, one.strata, one.category) == ("12", {"size": "small"}, "ice")


def test_letters_mean_nothing_in_the_open(quiz, tmp_path):
    write_log(tmp_path, sample(0, trace(Answer(value="A", status="valid"), options={"format": "open"})))
    [one] = read_episodes([tmp_path])
    assert (one.label, one.predicted, one.meaning, one.kinds, one.cluster) == ("", "", {}, {}, "calcite")


def test_a_refused_answer_has_no_letter(quiz, tmp_path):
    write_log(tmp_path, sample(0, trace(Answer(value="B", status="rejected"))))
    [one] = read_episodes([tmp_path])
    assert (one.predicted, one.answer, failure_class(one)) == ("", "rejected", "unparsable")


def test_what_we_broke_is_not_counted(quiz, tmp_path):
    fine = trace(Answer(value="A", status="valid"), {"characters": 5}, options={"protocol": "raw"})
    crossed = Trace(events=(*fine.events[:-1], Broke(boundary="engine", message="gone"), fine.events[-1]))
    write_log(
        tmp_path, sample(0, None, error=True), sample(1, crossed, right=1.0), sample(2, fine, right=math.nan),
        sample(3, fine, right=1.0),
    )  # fmt: skip
    found = read_episodes([tmp_path])
    assert [one.correct for one in found] == [None, None, None, True]
    assert {one.answer for one in found[:3]} == {"broken"}
    assert all(one.options == {"protocol": "raw"} for one in found)  # the broken ones belong to the same run


def test_the_newest_finished_log_of_each_run_counts(quiz, tmp_path):
    def log(letter, protocol, day, status="success"):
        record = trace(Answer(value=letter, status="valid"), options={"protocol": protocol})
        return write_log(tmp_path, sample(0, record), created=f"2026-01-{day:02d}T00:00:00+00:00", status=status)

    log("B", "toc", 1)
    newest = log("C", "toc", 2)
    log("D", "toc", 3, status="cancelled")
    log("B", "raw", 1)
    assert [(one.options["protocol"], one.predicted) for one in read_episodes([tmp_path])] == [
        ("raw", "B"),
        ("toc", "C"),
    ]
    assert len(read_episodes([newest, newest])) == 1


def test_agents_without_a_finished_log_are_named(quiz, tmp_path, capsys):
    answered = sample(0, trace(Answer(value="B", status="valid")))
    write_log(tmp_path, answered, agent="mesocosm/done")
    write_log(tmp_path, answered, agent="mesocosm/done", created="2026-01-02T00:00:00+00:00", status="started")
    write_log(tmp_path, answered, agent="mesocosm/half", status="started")
    assert len(read_episodes([tmp_path])) == 1
    assert capsys.readouterr().err == "left out: the run of mesocosm/half on quiz is not finished\n"


def test_logs_that_are_not_there(tmp_path):
    with pytest.raises(InvalidRecord, match="there is neither a finished log of a mesocosm suite nor a trace in"):
        read_episodes([tmp_path])
    with pytest.raises(InvalidRecord, match="there is no .*nowhere; give .eval files"):
        read_episodes([tmp_path / "nowhere"])
    (tmp_path / "bad.eval").write_text("no archive")
    with pytest.raises(InvalidRecord, match="bad.eval is not a log that Inspect can read"):
        read_episodes([tmp_path / "bad.eval"])
