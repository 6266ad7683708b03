"""Agents' runs in the report of outlooks."""

import pytest
from inspect_ai import eval as inspect_eval

from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.errors import InvalidRecord
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


def test_every_agent_has_its_outlook_of_every_day(logs):
    days, outlooks = read_runs([logs], "strict")
    assert len({day.date for day in days}) == ITEMS
    assert outlooks.keys() == {"tornado.hazard (knows the truth)", "tornado.empty", "null"}
    assert all(own.keys() == {day.date for day in days} for own in outlooks.values())
    assert {one.status for one in outlooks["null"].values()} == {"missing"}


def test_the_report_gives_the_scores_of_the_runs(logs):
    days, outlooks = read_runs([logs], "strict")
    rows = {one.name: one for one in standings(hold(days, outlooks), "default").forecasters}
    assert rows["tornado.empty"].daily == rows["baseline: empty"].daily
    assert rows["null"].profiles["default"].tornadobench == 0
    suite = registry.load("suites", "tornado")
    reported = [len(suite.case(11, index)[1].hidden.reports) for index in range(ITEMS)]
    assert sorted(len(day.reports) for day in days) == sorted(reported)


def test_runs_of_two_seeds_do_not_share_a_report(logs, tmp_path):
    run(tmp_path, "tornado.empty", seed=12, n=1)
    with pytest.raises(InvalidRecord, match="a report is of one seed, found 11, 12"):
        read_runs([logs, tmp_path], "strict")


def test_a_folder_without_a_tornado_run_is_told(tmp_path):
    run(tmp_path, "null", suite="toy", n=1)
    with pytest.raises(InvalidRecord, match="no finished run of tornado lies in"):
        read_runs([tmp_path], "strict")
