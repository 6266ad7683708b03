"""Our own analyses: each keeps the contract, and some give results worked by hand."""

import json
from types import SimpleNamespace

import pytest
from tests.report import checks
from tests.report.checks import computed, mixed, options, text_of
from tests.stats.making import episode

from mesocosm import registry
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.report import analysis

OWN = registry.submodules("mesocosm.report.analyses")
MISSING = {
    "ablation": "no agent has two runs here that differ in one option alone",
    "budget": "no run of these logs reports tokens",
    "category": "no item of these logs has a category",
    "labels": "no item of these logs is answered by a letter",
    "lost": "have no counted item in common",
    "overlap": "have no counted item in common",
    "passk": "every item was tried once",
    "retention": "have no counted item in common",
    "stability": "every item was tried once",
    "strata": "no item of these logs belongs to a stratum",
    "symmetry": "no run has two rounds of the same templates",
}
"""Message of an analysis for logs without what it analyses."""


def test_every_module_of_the_folder_is_an_analysis():
    assert {
        "ablation", "accuracy", "budget", "category", "clusters", "diagnosis", "failures", "form", "grid", "labels",
        "lost", "overlap", "passk", "retention", "stability", "steps", "strata", "symmetry", "trajectory",
    } == set(OWN)  # fmt: skip
    assert set(OWN) <= set(registry.names("analyses"))


@pytest.mark.parametrize("name", OWN)
def test_it_tells_what_it_shows(name):
    checks.check_telling(name)


@pytest.mark.parametrize("name", OWN)
def test_the_order_of_episodes_does_not_matter(name):
    checks.check_order(name)


@pytest.mark.parametrize("name", OWN)
def test_the_same_numbers_give_the_same_pixels(name, tmp_path):
    checks.check_figure(name, tmp_path)


@pytest.mark.parametrize("name", OWN)
def test_nothing_counted_is_no_data(name, tmp_path):
    checks.check_nothing_counted(name, tmp_path, missing=MISSING.get(name, ""))


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("category", {"category": "ice"}),
        ("labels", {"label": "A"}),
        ("passk", {"epoch": 2}),
        ("stability", {"epoch": 2}),
    ],
)
def test_what_nothing_scored_shows_dashes(name, fields, tmp_path):
    checks.check_nothing_counted(name, tmp_path, **fields)


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
    _, result = computed("stability", [episode(0), episode(0, agent="two", epoch=2)])
    assert json.loads(result.model_dump_json())["rows"][0]["stability"]["deviation"] == "NaN"
