"""Episodes collected while a site's pages are made are those that `read_episodes` reads from the same logs."""

import os
import shutil
from pathlib import Path

import pytest
from inspect_ai import eval as inspect_eval
from tests.report.site.making import rewrite

from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.errors import InvalidRecord
from mesocosm.report.episodes import read_episodes
from mesocosm.report.logs import Log, Spec, age_of, log_files
from mesocosm.report.results import read_results
from mesocosm.report.site.page_index import Contents
from mesocosm.report.site.suites import gather
from mesocosm.report.site.writer import Shelf


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    for agent, items in (("oracle", 2), ("null", 2), ("null", 1)):  # the last is like the one before, but newer
        task = make_task(registry.load("suites", "toy"), n=items)
        inspect_eval(task, model=f"mesocosm/{agent}", epochs=2, log_dir=str(folder), display="none")
    return folder


@pytest.fixture
def logs(played, tmp_path):
    return Path(shutil.copytree(played, tmp_path / "logs"))


def gathered(rows, folder):
    [suite] = gather(rows)
    contents = Contents(Shelf(folder))
    list(contents.read(suite))
    return contents.gathered(suite), contents


def test_they_are_the_same_and_the_newest_of_each_agent(logs, tmp_path):
    own, _ = gathered(read_results(logs), tmp_path / "site")
    assert own.episodes() == read_episodes([logs])
    assert [(one.agent, one.item, one.epoch) for one in own.episodes()] == [
        ("null", "toy-s0-0000", 1),
        ("null", "toy-s0-0000", 2),
        *(("oracle", f"toy-s0-000{item}", epoch) for item in (0, 1) for epoch in (1, 2)),
    ]


def test_of_two_logs_that_begin_in_one_second_the_file_written_last_is_newer(tmp_path):
    log = Log.model_construct(eval=Spec(created="2031-01-01T00:00:00+00:00", model="m"))
    first, second = tmp_path / "b.eval", tmp_path / "a.eval"
    for place, file in enumerate((first, second)):
        file.touch()
        os.utime(file, ns=(place, place))
    assert sorted([second, first], key=lambda file: age_of(file, log)) == [first, second]


def test_a_log_that_is_named_twice_counts_once(logs, tmp_path, capsys):
    rows = read_results(logs)
    capsys.readouterr()
    own, _ = gathered([*rows, *rows], tmp_path / "site")
    assert own.episodes() == read_episodes([logs])
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["skipped: an older run of null on toy, otherwise identical"] * 2  # once by each way of reading


def test_logs_from_before_facts_were_kept_are_the_same(logs, tmp_path):
    before = read_episodes([logs])

    def age(sample):
        for name in ("form", "evident", "evident_right", "facts", "view"):
            del sample["scores"]["details"]["metadata"][name]

    for log in log_files(logs):
        rewrite(log, age)
    own, _ = gathered(read_results(logs), tmp_path / "site")
    assert own.episodes() == before


def test_a_damaged_log_is_told_and_keeps_no_other_back(logs, tmp_path):
    rows = read_results(logs)
    oracle = next(row for row in rows if row.agent == "oracle")
    Path(oracle.log).write_bytes(b"torn")
    own, contents = gathered(rows, tmp_path / "site")
    assert {episode.agent for episode in own.episodes()} == {"null"}
    [problem] = contents.problems
    assert "its episodes are not shown" in problem


def test_where_no_log_can_be_read_the_logs_are_named(logs, tmp_path):
    rows = [row for row in read_results(logs) if row.agent == "oracle"]
    Path(rows[0].log).write_bytes(b"torn")
    own, _ = gathered(rows, tmp_path / "site")
    with pytest.raises(
        InvalidRecord, match=f"there is neither a finished log of a mesocosm suite nor a trace in {rows[0].log}"
    ):
        own.episodes()


def test_an_item_that_has_changed_is_told_when_it_is_asked_for(logs, tmp_path, monkeypatch):
    def age(sample):
        del sample["scores"]["details"]["metadata"]["facts"]

    for log in log_files(logs):
        rewrite(log, age)
    rows = read_results(logs)
    toy = registry.load("suites", "toy")
    item, reference = toy.case(0, 0)
    monkeypatch.setitem(toy._made, (0, 0), (item.model_copy(update={"prompt": "Something else."}), reference))
    own, contents = gathered(rows, tmp_path / "site")
    assert contents.problems == []
    with pytest.raises(InvalidRecord, match="toy-s0-0000 is not the item this trace was run on"):
        own.episodes()
