"""The report as a folder: one page, its numbers and its pictures."""

import json
import re
from dataclasses import replace

import pytest
from tests.suites.tornado.report.making import DAYS, FORECASTERS, QUIET, RISKY, square, valid

from mesocosm.errors import UserError
from mesocosm.suites.tornado.report.writer import file_names, write_report


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("report")
    write_report(DAYS, FORECASTERS, out, title="Three days & more", map_dates=["20250302"])
    return out


def test_everything_is_written_and_no_draft_is_left(folder):
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    pictures = {f"{name}.png" for name in ("calendar", "reliability", "performance", "roc", "value")}
    maps = {f"maps/20250302/{name}.png" for name in ("right", "spc", "spoilt")}
    assert names == {"report.html", "report.json"} | pictures | maps


def test_the_page_loads_nothing_from_outside(folder):
    page = (folder / "report.html").read_text()
    sources = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert sources.pop(0) == "data:,"  # no icon: a browser would ask for one
    assert len(sources) == 8
    assert all(one.startswith("data:image/png;base64,") or (folder / one).is_file() for one in sources)
    assert "http:" not in page
    assert "https:" not in page


def test_the_page_tells_baselines_statuses_and_what_is_not_verified(folder):
    page = (folder / "report.html").read_text()
    assert "<h1>Three days &amp; more</h1>" in page
    assert "baseline: persistence" in page
    assert "2 files were repaired or rejected" in page
    assert "not verified: 20250303." in page


def test_the_numbers_are_those_of_the_table(folder):
    numbers = json.loads((folder / "report.json").read_text())
    assert numbers["profile"] == "default"
    best = numbers["forecasters"][0]
    assert (best["name"], best["statuses"]["valid"]) == ("right", 3)


def test_without_reports_the_page_says_so_and_has_no_diagrams(tmp_path):
    write_report([replace(RISKY, reports=None)], {"one": {RISKY.date: valid(square(5))}}, tmp_path)
    assert "No reports are known" in (tmp_path / "report.html").read_text()
    assert not (tmp_path / "reliability.png").exists()


def test_outlooks_of_other_days_are_named(tmp_path):
    write_report([QUIET], {"one": {"20240101": valid(square(5))}}, tmp_path)
    assert "without a truth are left out: 20240101." in (tmp_path / "report.html").read_text()


def test_every_day_leads_to_its_item_and_episodes_and_a_line_begins_each_year(tmp_path):
    days = [replace(QUIET, item="tornado-s0-0000"), replace(RISKY, date="20260302", item="tornado-s0-0001")]
    played = {"one": {day.date: valid(square(5)) for day in days}}
    write_report(days, played, tmp_path, overview="../../index.html")
    page = (tmp_path / "report.html").read_text()
    assert 'href="../../browse.html?view=items&amp;text=tornado-s0-0000">tornado-s0-0000</a>' in page
    assert 'href="../../browse.html?view=episodes&amp;text=tornado-s0-0001+one">' in page
    assert re.findall(r'<tr class="year"><td>([^<]*)', page) == ["2025-03-01", "2026-03-02"]
    assert "<td>quiet</td><td>0 reports</td>" in page


def test_names_cannot_break_the_page(tmp_path):
    name = "<script>'$x$' & co"
    write_report([RISKY], {name: {RISKY.date: valid(square(5))}}, tmp_path)
    page = (tmp_path / "report.html").read_text()
    assert "<script>" not in page
    assert (tmp_path / "maps" / RISKY.date / "script-x-co.png").is_file()


def test_maps_of_days_without_truth_are_refused_before_any_work(tmp_path):
    with pytest.raises(UserError, match="20250301 to 20250303; got 20240101"):
        write_report(DAYS, FORECASTERS, tmp_path / "out", map_dates=["20240101"])
    assert not (tmp_path / "out").exists()


def test_file_names_never_meet():
    assert file_names(["a b", "a-b", "A B", "../x", "$"]) == ["a-b", "a-b--2", "a-b--3", "x", "forecaster"]
