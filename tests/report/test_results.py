"""Results from logs: broken and lost episodes are kept apart, and tokens survive a crash."""

import errno
import json
import math
import zipfile

import pytest
from inspect_ai import eval as inspect_eval

import mesocosm
from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.agents import scripted
from mesocosm.episode.agent import call
from mesocosm.errors import InvalidRecord
from mesocosm.report.logs import Log, Sample, Spec
from mesocosm.report.number_format import number
from mesocosm.report.results import ResultRow, SampleRow, knows_reference, make_row, read_results
from mesocosm.report.site import write_site
from mesocosm.report.table import captions, metrics_tables, results_table
from mesocosm.tools.tool import tool


@pytest.fixture
def rows(tmp_path, monkeypatch):
    """One agent whose first item breaks on our side, which leaves the second unanswered and solves the third."""
    toy = registry.load("suites", "toy")

    def crash() -> str:
        """Fail as only a defect of ours can."""
        raise OSError(errno.EIO, "<disk> on fire")

    def build(case):
        plans = {0: [call("crash")], 1: [], 2: [call("submit", answer=case.reference.answer)]}
        return scripted.of(plans[int(case.item.id[-1])])

    registry.add("tools", "fault.crash", tool()(crash))
    registry.add("agents", "mixed", build)
    monkeypatch.setitem(toy.__dict__, "card", toy.card.model_copy(update={"tools": (*toy.card.tools, "fault.crash")}))
    try:
        inspect_eval(
            make_task(toy, n=3), model="mesocosm/mixed", log_dir=str(tmp_path), display="none", fail_on_error=False
        )
        yield read_results(tmp_path)
    finally:
        registry.discard("tools", "fault.crash")
        registry.discard("agents", "mixed")


def test_broken_episodes_are_in_no_mean(rows):
    [row] = rows
    assert (row.episodes, row.scored, row.broken, row.unanswered) == (3, 2, 1, 1)
    assert row.score == 0.5  # (0 + 1) / 2, by hand: the broken one does not count
    assert math.isnan(row.samples[0].score)


def test_the_table_and_the_page_show_what_broke(rows, tmp_path):
    from rich.console import Console

    console = Console(width=200, record=True)
    console.print(results_table(rows))
    assert "mixed" in console.export_text()
    page = write_site(
        [row.model_copy(update={"log": ""}) for row in rows], tmp_path / "site", title="a <b>"
    ).read_text()
    assert "a &lt;b&gt;" in page
    assert "1 solved, 1 unanswered, 1 broken" in page
    assert not list(tmp_path.rglob(".draft*"))


def test_an_empty_folder_says_so(tmp_path):
    with pytest.raises(InvalidRecord, match="there is no Inspect log in"):
        read_results(tmp_path)


def test_no_data_is_a_dash():
    assert number(math.nan) == "–"
    assert number(0.5, 1) == "0.5"


def test_tokens_are_summed_over_the_samples(rows):
    """After a hard kill the log's own total knows only the last part (inspect_ai issue 2628)."""
    [row] = rows
    assert isinstance(row, ResultRow)
    assert row.tokens == sum(sample.tokens for sample in row.samples) == 0


def test_an_agent_that_knows_the_truth_is_marked_and_not_ranked(tmp_path):
    from rich.console import Console

    row = make_row((), suite="toy", version="1-A", profile="default", agent="seer", knows_reference=True)
    assert (row.title, row.rankable) == ("seer (knows the truth)", False)
    console = Console(width=200, record=True)
    console.print(results_table([row]))
    page = write_site([row], tmp_path, title="Results")
    for shown in (console.export_text(), page.read_text()):
        assert "seer (knows the truth)" in shown
        assert "Not ranked, since they are handed the truth: seer." in shown


def test_an_agent_added_by_the_program_is_handed_the_reference_and_marked(rows):
    assert [row.knows_reference for row in rows] == [True]


@pytest.mark.parametrize(("model", "knows"), [("mesocosm/oracle", True), ("mesocosm/null", False), ("x/oracle", False)])
def test_logs_that_do_not_say_who_knows_are_read_by_name(model, knows):
    spec = Spec(created="2026-01-01", model=model)
    assert knows_reference(Log(eval=spec, samples=[Sample(id="a", epoch=1)])) is knows


def sample(item, score, **metrics):
    return SampleRow(
        item=item, epoch=1, score=score, success=score, steps=1, rejected_calls=2, tokens=0, answer="valid",
        end="submitted", metrics=metrics,
    )  # fmt: skip


def text_of(*tables):
    from rich.console import Console

    console = Console(width=200, record=True)
    for table in tables:
        console.print(table)
    return console.export_text()


def test_one_item_has_no_interval_of_its_score():
    row = make_row([sample("a", 1.0)], suite="toy", version="1-A", profile="default", agent="one")
    assert "│ 1.000 │" in text_of(results_table([row]))
    assert "stderr" not in row.model_dump()


def test_calls_that_failed_are_called_rejected():
    row = make_row([sample("a", 1.0)], suite="toy", version="1-A", profile="default", agent="one")
    assert row.model_dump()["rejected_calls"] == 2
    assert "rejected" in text_of(results_table([row]))
    assert "refused" not in text_of(results_table([row]))


def test_a_suites_own_metrics_are_in_row_table_and_page(tmp_path):
    """Two items and their mean by hand; a further epoch does not make an item count twice."""
    samples = [sample("a", 1.0, depth_error=0.2), sample("a", 1.0, depth_error=0.4), sample("b", 0.0, depth_error=0.7)]
    row = make_row(samples, suite="toy", version="1-A", profile="default", agent="one")
    assert row.metrics == {"depth_error": pytest.approx(0.5, abs=1e-12)}  # ((0.2 + 0.4) / 2 + 0.7) / 2
    assert "depth error" in text_of(*metrics_tables([row]))
    assert (
        '<th scope="row">depth error</th><td class="number">0.500</td>'
        in write_site([row], tmp_path, title="Results").read_text()
    )


def test_metrics_come_from_logs_without_what_was_spent(rows):
    [row] = rows
    assert row.metrics
    assert not {"steps", "rejected_calls", "success"} & row.metrics.keys()


def rewrite(folder, change):
    """Replace every sample of the only log in a folder by what `change` makes of it: a list of (name, sample)."""
    [log] = folder.glob("*.eval")
    with zipfile.ZipFile(log) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(log, "w") as archive:
        for name, data in members.items():
            parts = change(name, json.loads(data)) if name.startswith("samples/") else None
            for part_name, sample in [(name, None)] if parts is None else parts:
                archive.writestr(part_name, data if sample is None else json.dumps(sample))


def lose_the_first(name, sample):
    return [] if sample["id"] == "toy-s0-0000" else [(name, sample)]


def double_the_last(name, sample):
    return [(name, sample), (f"samples/copy-of-{name.removeprefix('samples/')}", sample)]


def praise(name, sample):
    if sample.get("scores"):
        sample["scores"]["score"]["value"] = 50.0
    return [(name, sample)]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lose_the_first, "1 of 3 episodes are not in it, such as toy-s0-0000, epoch 1"),
        (double_the_last, "is in it more than once"),
        (praise, "must lie in [0, 1], got 50.0"),
    ],
)
def test_a_log_that_cannot_be_right_is_named_and_passed_over(rows, tmp_path, change, why, capsys):
    rewrite(tmp_path, change)
    assert read_results(tmp_path) == []
    assert why in capsys.readouterr().err


def test_an_own_agents_log_tells_what_broke(tmp_path, monkeypatch):
    """The row in memory equals that of the log, broken episodes included."""
    toy = registry.load("suites", "toy")

    def crash() -> str:
        """Fail as only a defect of ours can."""
        raise OSError(errno.EIO, "disk on fire")

    registry.add("tools", "fault.crash", tool()(crash))
    monkeypatch.setitem(toy.__dict__, "card", toy.card.model_copy(update={"tools": (*toy.card.tools, "fault.crash")}))
    try:
        results = mesocosm.run("toy", lambda task: task.call("crash"), n=2, logs=tmp_path, isolated=False)
    finally:
        registry.discard("tools", "fault.crash")
    [row] = read_results(tmp_path)
    assert (row.episodes, row.scored, row.broken, row.unanswered) == (2, 0, 2, 0)
    assert (row.broken, row.lower) == (results.row.broken, results.row.lower)
    assert [sample.answer for sample in row.samples] == ["broken", "broken"]


def test_single_logs_and_folders_are_read_together_and_the_newest_counts(tmp_path, capsys):
    toy = registry.load("suites", "toy")
    for folder in ("first", "second"):
        inspect_eval(make_task(toy, n=1), model="mesocosm/null", log_dir=str(tmp_path / folder), display="none")
    [older], [newer] = ((tmp_path / folder).glob("*.eval") for folder in ("first", "second"))
    assert [row.log for row in read_results(older)] == [str(older)]
    assert [row.log for row in read_results(newer, tmp_path / "first", older)] == [str(newer)]
    assert capsys.readouterr().err.count("skipped") == 1  # a log that is named twice is one log
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidRecord, match="there is no Inspect log in"):
        read_results(older, tmp_path / "empty")


def test_the_free_floor_of_a_suite_stands_below_its_scores():
    known = {"toy": sample("a", 1.0), "river": sample("a", 1.0, free_floor=0.07)}
    rows = [make_row([row], suite=suite, version="1-A", profile="default", agent="one") for suite, row in known.items()]
    assert [line for line in captions(rows) if "without data" in line] == [
        "Agents without data score about 0.070 on river."
    ]
