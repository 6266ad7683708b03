"""Analyses: from logs to numbers, tables and pictures."""

import json
import math
from types import SimpleNamespace

import pytest
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.model import ModelOutput, ModelUsage
from inspect_ai.scorer import Score
from rich.console import Console
from tests.stats.making import OFFERED, episode

from mesocosm import registry
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.report import analysis, figures
from mesocosm.report.analyses.failures import failure_class
from mesocosm.report.episodes import read_episodes
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import dump
from mesocosm.trace.schema import Answered, Broke, Called, EpisodeEnded, EpisodeStarted, Observed, Trace
from mesocosm.types import Answer, Budget, Fault, Item, Reference

# ---------------------------------------------------------------- episodes from logs


@pytest.fixture
def quiz():
    """A suite of four-option items, as far as reading a log needs one."""

    def find(name):
        options = {letter: f"{number}.0" for number, letter in enumerate("ABCD")}
        item = Item(
            id=name, suite="quiz", prompt="?", seed=0, tags=("minerals", "calcite", "reasoning"),
            data={"template": "calcite", "options": options},
        )  # fmt: skip
        mistakes = {letter: list(names) for letter, names in OFFERED.items()}
        return item, Reference(
            item=name, answer="A", hidden={"mistakes": mistakes, "kinds": {"wrong_unit": "calculation"}}
        )

    registry.add("suites", "quiz", SimpleNamespace(find=find))
    yield "quiz"
    registry.discard("suites", "quiz")


def trace(answer: Answer, *runs: dict | Fault, options: dict | None = None, end: str = "submitted") -> Trace:
    """An episode of simulator runs: what each gave back, or why it was refused."""
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


def sample(number: int, told: Trace | None, *, right: float = 0.0, epoch: int = 1, error: bool = False) -> EvalSample:
    from inspect_ai.log import EvalError

    value = Score(value=right)
    usage = {"one": ModelUsage(total_tokens=30), "two": ModelUsage(total_tokens=12)}
    return EvalSample(
        id=f"quiz-s0-{number:04d}",
        epoch=epoch,
        input="?",
        target="A",
        store={STORE_KEY: dump(told)} if told is not None else {},
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
    told = trace(Answer(value=" d ", status="repaired", attempts=2), *runs, options={"protocol": "toc"})
    write_log(tmp_path, sample(3, told))
    [one] = read_episodes([tmp_path])
    assert (one.suite, one.item, one.agent, one.options) == ("quiz", "quiz-s0-0003", "scripted", {"protocol": "toc"})
    assert (one.cluster, one.label, one.predicted, one.correct, one.score) == ("calcite", "A", "D", False, 0.0)
    assert (one.category, one.kind) == ("minerals", "reasoning")
    assert (one.meaning, one.kinds) == (OFFERED, {"wrong_unit": "calculation"})
    assert (one.output_characters, one.runs, one.failed_runs) == (9000, 3, 2)
    assert (one.tokens, one.steps, one.step_limit, one.seconds) == (42, 4, 24, 2.5)
    assert one.calls == (("execute_phreeqc", False), ("execute_phreeqc", True), ("execute_phreeqc", True))
    assert (one.answer, one.end, one.has_simulator) == ("repaired", "submitted", True)
    assert failure_class(one) == "wrong_after_good_run"


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
        told = trace(Answer(value=letter, status="valid"), options={"protocol": protocol})
        return write_log(tmp_path, sample(0, told), created=f"2026-01-{day:02d}T00:00:00+00:00", status=status)

    log("B", "toc", 1)
    newest = log("C", "toc", 2)
    log("D", "toc", 3, status="cancelled")
    log("B", "raw", 1)
    assert [(one.options["protocol"], one.predicted) for one in read_episodes([tmp_path])] == [
        ("raw", "B"),
        ("toc", "C"),
    ]
    assert len(read_episodes([newest, newest])) == 1


def test_logs_that_are_not_there(tmp_path):
    with pytest.raises(InvalidRecord, match="no finished log of a mesocosm suite lies in"):
        read_episodes([tmp_path])
    with pytest.raises(InvalidRecord, match="there is no .*nowhere; give .eval files"):
        read_episodes([tmp_path / "nowhere"])
    (tmp_path / "bad.eval").write_text("no archive")
    with pytest.raises(InvalidRecord, match="bad.eval is no log that Inspect can read"):
        read_episodes([tmp_path])


# ---------------------------------------------------------------- the analyses


KINDS = {"wrong_unit": "calculation", "ideal_gas": "knowledge"}
MISSING = {
    "ablation": "no agent has two runs here that differ in one option alone",
    "budget": "no run of these logs reports tokens",
    "category": "no item of these logs has a category",
    "knowledge": "no item of these logs says whether it asks for knowledge or reasoning",
    "lost": "have no counted item in common",
    "overlap": "have no counted item in common",
    "retention": "have no counted item in common",
    "symmetry": "no run has two rounds of the same templates",
    "taxonomy": "no item of these logs names the mistakes",
}
"""What an analysis says of logs that do not hold what it is about."""


def options(run: str) -> dict[str, str]:
    return {"protocol": run}


def mixed(epochs: int = 2) -> list:
    """Two agents under two protocols on twelve items of three clusters, everything varied by counting."""
    found = []
    for place, (agent, protocol) in enumerate((a, p) for a in ("one", "two") for p in ("direct", "toc")):
        for item in range(12):
            for epoch in range(1, epochs + 1):
                right = (item * (place + 2) + epoch * (item % 2)) % 3 != 0
                letter = "A" if right else "BCD"[(item + epoch) % 3]
                runs = 0 if protocol == "direct" else 1 + item % 2
                found.append(
                    episode(
                        item, right, agent=agent, options=options(protocol), epoch=epoch, cluster=f"c{item % 3}",
                        category=f"field {item % 4}", kind=("knowledge", "reasoning")[item % 2], kinds=KINDS,
                        label="A", predicted=letter, meaning=OFFERED, output_characters=runs * 15_000 * item,
                        tokens=100 * (item + 1), steps=3 + 2 * item, step_limit=24, runs=runs, seconds=1.0 + item,
                        calls=(("execute_phreeqc", False),) * runs, has_simulator=runs > 0,
                    )
                )  # fmt: skip
    return [*found, episode(0, None, agent="one", options=options("toc"), epoch=epochs + 1, cluster="c0")]


def computed(name: str, episodes=None, baseline="direct"):
    found = analysis.load(name)
    return found, found.analyse(mixed() if episodes is None else episodes, baseline=baseline if _needs(found) else None)


def _needs(found) -> bool:
    return found.baseline == "needed"


def text_of(drawn) -> str:
    console = Console(width=250, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    with console.file:
        console.print(drawn)
        return console.export_text()


def test_analyses_are_found_by_their_module():
    assert {
        "ablation", "accuracy", "budget", "category", "clusters", "diagnosis", "failures", "grid", "knowledge",
        "labels", "lost", "overlap", "retention", "sizes", "stability", "steps", "symmetry", "taxonomy", "trajectory",
    } == set(registry.names("analyses"))  # fmt: skip


@pytest.mark.parametrize("name", registry.names("analyses"))
def test_every_analysis_tells_what_it_shows(name):
    found, result = computed(name)
    assert found.about.endswith(".")
    assert len(found.about) < 120
    again = type(result).model_validate_json(result.model_dump_json())
    assert again.model_dump_json() == result.model_dump_json()
    told = text_of(found.table(result))
    assert "nan" not in told.lower()
    if name not in ("grid",):
        assert "one [toc]" in told


@pytest.mark.parametrize("name", registry.names("analyses"))
def test_the_order_of_episodes_does_not_matter(name):
    _, result = computed(name)
    _, mirrored = computed(name, mixed()[::-1])
    assert mirrored.model_dump_json() == result.model_dump_json()


@pytest.mark.parametrize("name", [one for one in registry.names("analyses") if analysis.load(one).figure])
def test_the_same_numbers_give_the_same_pixels(name, tmp_path):
    found, result = computed(name)
    for file in ("a.png", "b.png"):
        figures.save(found.figure(result), tmp_path / file)
    first, second = ((tmp_path / file).read_bytes() for file in ("a.png", "b.png"))
    assert first == second
    assert first.startswith(b"\x89PNG")
    assert not list(tmp_path.glob("*.draft"))


@pytest.mark.parametrize("name", registry.names("analyses"))
def test_items_that_all_broke_show_dashes(name, tmp_path):
    """Nothing counted is no data, not zero, and no analysis stumbles over it; some say what they miss."""
    broken = [episode(item, None, agent=agent) for item in (0, 1) for agent in ("one", "two")]
    found = analysis.load(name)
    if name in MISSING:
        with pytest.raises(InvalidRecord, match=MISSING[name]):
            found.analyse(broken, baseline="one" if _needs(found) else None)
        return
    result = found.analyse(broken)
    assert "nan" not in text_of(found.table(result)).lower()
    if found.figure is not None:
        figures.save(found.figure(result), tmp_path / "a.png")


@pytest.mark.parametrize("name", ["category", "knowledge", "taxonomy"])
def test_items_of_known_kinds_that_all_broke_show_dashes(name, tmp_path):
    fields = {"category": "ice", "kind": "knowledge", "meaning": OFFERED, "kinds": KINDS, "tokens": 5}
    found = analysis.load(name)
    result = found.analyse([episode(item, None, **fields) for item in (0, 1)])
    assert "nan" not in text_of(found.table(result)).lower()
    figures.save(found.figure(result), tmp_path / "a.png")


def test_pictures_use_no_pyplot():
    import subprocess
    import sys

    code = (
        "import sys; from mesocosm.report.analyses import accuracy; from mesocosm.stats.episode import Episode;"
        "accuracy.figure(accuracy.analyse([Episode(suite='lab', item='x', agent='a', correct=True)]));"
        "assert 'matplotlib' in sys.modules; assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_retention_of_a_known_pair():
    # Item 0 and 1 kept, 2 lost, 3 gained.
    plans = {"direct": (True, True, True, False), "toc": (True, True, False, True)}
    episodes = [
        episode(item, right, options=options(run)) for run, own in plans.items() for item, right in enumerate(own)
    ]
    found, result = computed("retention", episodes)
    [row] = result.rows
    assert (row.run, row.baseline) == ("one [toc]", "one [direct]")
    assert (row.change.kept, row.change.gained, row.change.lost) == (2, 1, 1)
    assert "66.7 %" in text_of(found.table(result))


def test_ablation_compares_with_the_default_of_the_card(quiz_options):
    """`toc` is the card's default, though `direct` comes before it in the alphabet."""
    plans = {"direct": (True, False), "toc": (False, False)}
    episodes = [
        episode(item, right, options=options(run), suite="quiz", cluster=f"c{item}")
        for run, own in plans.items()
        for item, right in enumerate(own)
    ]
    found, result = computed("ablation", episodes)
    assert [(row.value, row.reference) for row in result.rows] == [("toc", "toc"), ("direct", "toc")]
    assert result.rows[1].parts[0].change.gained == 1
    assert "+50.0" in text_of(found.table(result))


@pytest.fixture
def quiz_options():
    card = SimpleNamespace(options={"protocol": ("toc", "direct")}, agents=())
    registry.add("suites", "quiz", SimpleNamespace(card=card))
    yield
    registry.discard("suites", "quiz")


def test_ablation_of_runs_without_a_common_item():
    episodes = [episode(0, options=options("toc")), episode(1, options=options("direct"))]
    with pytest.raises(InvalidRecord, match=r"one \[toc\] and one \[direct\] have no counted item in common"):
        computed("ablation", episodes)


def test_runs_that_count_no_tokens_are_named():
    found, result = computed("budget", [episode(0, tokens=100), episode(0, agent="oracle")])
    assert ([row.run for row in result.rows], result.without_tokens) == (["one"], ("oracle",))
    assert "no tokens reported: oracle" in text_of(found.table(result))
    assert len(found.figure(result).axes) == 1  # a ladder of a single rung can be drawn


def test_a_mistake_of_two_kinds_is_told_to_stand_in_two_rows():
    wrong = episode(0, False, label="A", predicted="D", meaning=OFFERED, kinds=KINDS)
    found, result = computed("taxonomy", [wrong])
    told = text_of(found.table(result))
    assert "counts in both rows" in told
    assert "one: 1 wrong, 1 of them in two rows" in told


def test_sizes_by_a_reference_run():
    episodes = [
        episode(0, options=options("toc"), output_characters=30_000),
        episode(0, options=options("raw"), output_characters=5),
    ]
    result = analysis.load("sizes").analyse(episodes, baseline="one [toc]")
    assert [[one.name for one in row.bins if one.accuracy.n] for row in result.rows] == [["20–50k"], ["20–50k"]]
    with pytest.raises(UnknownName, match=r"no run is called 'toc'"):
        analysis.load("sizes").analyse(episodes, baseline="toc")


def test_a_missing_or_useless_baseline_is_told():
    with pytest.raises(
        InvalidRecord, match=r"retention needs a baseline: an agent \(one, two\) or an option \(direct, toc\)"
    ):
        analysis.load("retention").analyse(mixed())
    with pytest.raises(InvalidRecord, match="labels compares no runs: leave out the baseline 'direct'"):
        analysis.load("labels").analyse(mixed(), baseline="direct")


def test_a_misspelt_analysis_suggests():
    with pytest.raises(UnknownName, match="no analysis is called 'retension'; did you mean retention?"):
        analysis.load("retension")


def test_the_best_run_stands_first():
    _, result = computed("accuracy")
    shares = [row.accuracy.share for row in result.rows]
    assert shares == sorted(shares, reverse=True)
    assert [row.broken for row in result.rows if row.run == "one [toc]"] == [1]


def test_json_has_no_bare_nan():
    _, result = computed("stability", [episode(0)])
    assert json.loads(result.model_dump_json())["rows"][0]["stability"]["deviation"] == "NaN"
