"""Agents' runs in the report of outlooks."""

import importlib
import json
import zipfile

import numpy as np
import pytest
from inspect_ai import eval as inspect_eval

from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.errors import InvalidRecord
from mesocosm.suites.tornado.pages.tornado_outlooks import page
from mesocosm.suites.tornado.report.runs import read_runs
from mesocosm.suites.tornado.report.standings import hold, standings

ITEMS = 2


def run(folder, agent, *, seed=11, suite="tornado", n=ITEMS):
    task = make_task(registry.load("suites", suite), seed=seed, n=n)
    inspect_eval(task, model=f"mesocosm/{agent}", log_dir=str(folder), display="none")


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    for agent in ("tornado.hazard", "tornado.empty", "null"):
        run(folder, agent)
    return folder


def rewritten(logs, folder, change):
    """Copy logs, with their samples changed by `change`."""
    folder.mkdir()
    for log in sorted(logs.glob("*.eval")):
        with zipfile.ZipFile(log) as old, zipfile.ZipFile(folder / log.name, "w") as new:
            for name in dict.fromkeys(old.namelist()):
                data = old.read(name)
                changed = json.dumps(change(json.loads(data))) if name.startswith("samples/") else data
                new.writestr(name, changed)
    return folder


def without_days(sample):
    """Remove the day, as in logs from before they kept it."""
    del sample["scores"]["details"]["metadata"]["page_facts"]
    return sample


@pytest.fixture
def never(monkeypatch):
    """Make every attempt to make a day again an error."""

    def make(seed, index):
        raise AssertionError("a day was made")

    monkeypatch.setattr(importlib.import_module("mesocosm.suites.tornado.items"), "make", make)
    monkeypatch.setattr(registry.load("suites", "tornado"), "_made", {})


def test_every_agent_has_its_outlook_of_every_day(logs):
    days, outlooks = read_runs([logs], "strict")
    assert len({day.date for day in days}) == ITEMS
    assert outlooks.keys() == {"tornado.hazard (knows the truth)", "tornado.empty", "null"}
    assert all(own.keys() == {day.date for day in days} for own in outlooks.values())
    assert {one.status for one in outlooks["null"].values()} == {"missing"}


def test_days_bear_the_dates_of_their_items(logs):
    suite = registry.load("suites", "tornado")
    days, _ = read_runs([logs], "strict")
    assert {day.item: day.date for day in days} == {
        item.id: item.data.date.replace("-", "") for item, _ in (suite.case(11, index) for index in range(ITEMS))
    }


def test_days_that_share_a_date_get_different_names(logs, tmp_path):
    def one_date(sample):
        about = sample["scores"]["details"]["metadata"]
        about["page_facts"] = json.dumps({**json.loads(about["page_facts"]), "date": "20340403"})
        return sample

    days, outlooks = read_runs([rewritten(logs, tmp_path / "shared", one_date)], "strict")
    assert [day.date for day in days] == ["20340403", "20340403b"]
    assert len(standings(hold(days, outlooks), "default").truth_highest) == ITEMS


def test_the_report_gives_the_scores_of_the_runs(logs):
    days, outlooks = read_runs([logs], "strict")
    rows = {one.name: one for one in standings(hold(days, outlooks), "default").forecasters}
    assert rows["tornado.empty"].daily == rows["baseline: empty"].daily
    assert rows["null"].profiles["default"].tornadobench == 0
    suite = registry.load("suites", "tornado")
    reported = [len(suite.case(11, index)[1].hidden.reports) for index in range(ITEMS)]
    assert sorted(len(day.reports) for day in days) == sorted(reported)


def test_no_day_is_made_again(logs, never):
    days, _ = read_runs([logs], "strict")
    assert len(days) == ITEMS


def test_a_kept_day_is_the_day_made_again(logs, tmp_path):
    """The days are equal to the last digit: logs of one seed, with their kept days and without."""
    kept, outlooks = read_runs([logs], "strict")
    made, others = read_runs([rewritten(logs, tmp_path / "old", without_days)], "strict")
    assert [day.date for day in kept] == [day.date for day in made]
    assert [day.truth for day in kept] == [day.truth for day in made]
    assert all(np.array_equal(one.reports, other.reports) for one, other in zip(kept, made, strict=True))
    assert outlooks == others


def test_the_page_is_the_same_with_and_without_kept_days(logs, tmp_path):
    old = rewritten(logs, tmp_path / "old", without_days)
    for source, out in ((logs, tmp_path / "kept"), (old, tmp_path / "made")):
        page.write(sorted(source.glob("*.eval")), out)
    files = [
        sorted(file.relative_to(out) for file in out.rglob("*.*")) for out in (tmp_path / "kept", tmp_path / "made")
    ]
    assert files[0] == files[1]
    assert any(file.suffix == ".png" for file in files[0])
    assert 'href="../../index.html"' in (tmp_path / "kept" / "report.html").read_text()
    assert all((tmp_path / "kept" / file).read_bytes() == (tmp_path / "made" / file).read_bytes() for file in files[0])


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "[]",
        '{"date": "../../etc", "truth": {"type": "FeatureCollection", "features": []}, "reports": []}',
        '{"date": "20010101", "truth": {"type": "Point"}, "reports": []}',
        '{"date": "20010101", "truth": {"type": "FeatureCollection", "features": []}, "reports": [[NaN, 1]]}',
    ],
)
def test_a_kept_day_that_cannot_be_read_is_made_again(logs, tmp_path, kept):
    def spoil(sample):
        sample["scores"]["details"]["metadata"]["page_facts"] = kept
        return sample

    days, _ = read_runs([rewritten(logs, tmp_path / "spoilt", spoil)], "strict")
    assert [day.date for day in days] == [day.date for day in read_runs([logs], "strict")[0]]


def test_runs_before_and_after_a_change_of_an_item_do_not_share_a_report(logs, tmp_path):
    def age(sample):
        name = next(iter(sample["store"]))
        events = [json.loads(line) for line in sample["store"][name].splitlines()]
        events[0]["item_sha256"] = "0" * 64
        return {**sample, "store": {name: "".join(f"{json.dumps(event)}\n" for event in events)}}

    older = rewritten(logs, tmp_path / "older", age)
    with pytest.raises(InvalidRecord, match="tornado-s11-0000 is not the same item in all of these runs"):
        read_runs([older, logs], "strict")


def test_runs_of_two_seeds_do_not_share_a_report(logs, tmp_path):
    run(tmp_path, "tornado.empty", seed=12, n=1)
    with pytest.raises(InvalidRecord, match="a report must be of one seed, got 11, 12"):
        read_runs([logs, tmp_path], "strict")


def test_a_folder_without_a_tornado_run_is_named(tmp_path):
    run(tmp_path, "null", suite="toy", n=1)
    with pytest.raises(InvalidRecord, match="there is no finished run of tornado in"):
        read_runs([tmp_path], "strict")
