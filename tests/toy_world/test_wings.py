"""What the example package adds by entry points alone: beside suite, tool and agent a command, an analysis, a page."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

import mesocosm
from mesocosm import registry
from mesocosm.adapters.inspect.run_plan import RunPlan
from mesocosm.adapters.inspect.runs import execute
from mesocosm.cli.main import mesocosm_command

BROUGHT = {
    "suites": "toy",
    "tools": "gravity.read_meter",
    "agents": "surveyor",
    "simulators": "sphere",
    "sources": "stations",
    "commands": "gravity",
    "analyses": "readings",
    "pages": "survey",
}


@pytest.mark.parametrize(("kind", "name"), BROUGHT.items())
def test_one_of_each_kind_comes_from_the_package(kind, name):
    assert registry.homes(kind)[name.partition(".")[0]].package == "mesocosm-toy"
    assert registry.load(kind, name) is not None


def test_the_command_stands_beside_our_own_verbs():
    output = CliRunner().invoke(mesocosm_command, ["--help"]).output
    assert "gravity" in output
    done = CliRunner().invoke(mesocosm_command, ["gravity", "--depth", "100", "--mass", "1e9", "--json"])
    # G M / z**2 = 6.6743e-11 * 1e9 / 1e4 m s-2 = 667.43 microgal, by hand
    assert json.loads(done.output)[0] == {"distance_m": 0.0, "anomaly_microgal": pytest.approx(667.43)}


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    execute(RunPlan(suite="toy", models=("mesocosm/oracle", "mesocosm/null"), items=2), folder)
    return folder


def test_the_analysis_runs_over_logs(logs):
    done = CliRunner().invoke(mesocosm_command, ["analyse", "readings", str(logs), "--json"])
    assert json.loads(done.output)["runs"] == [
        {"run": "null", "episodes": 2, "readings": 0.0, "lines": 0.0},
        {"run": "oracle", "episodes": 2, "readings": 1.0, "lines": 1.0},
    ]


def test_the_page_is_linked_from_the_report(logs, tmp_path):
    overview = mesocosm.write_report(logs, tmp_path / "report").read_text()
    assert 'href="pages/survey/survey.html"' in overview
    page = tmp_path / "report" / "pages" / "survey" / "survey.html"
    assert "oracle" in page.read_text()
    [back] = re.findall(r'href="([^"]+/index\.html)"', page.read_text())
    assert (page.parent / back).resolve() == (tmp_path / "report" / "index.html").resolve()


def test_the_report_command_writes_the_same(logs, tmp_path):
    done = CliRunner().invoke(mesocosm_command, ["report", str(logs), "-o", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "out" / "index.html").is_file()


def test_a_page_that_falls_over_costs_only_itself(logs, tmp_path):
    class Bad:
        """Somebody's page with a defect."""

        title = "bad"
        suite = "toy"

        def write(self, logs, folder):
            (folder / "begun.html").write_text("the folder is there")
            raise KeyError("mine")

    registry.add("pages", "bad", Bad())
    try:
        overview = mesocosm.write_report(logs, tmp_path / "report").read_text()
    finally:
        registry.discard("pages", "bad")
    assert "bad: not written: KeyError" in overview
    assert "pages/survey/survey.html" in overview
