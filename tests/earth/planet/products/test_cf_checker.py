"""The NetCDF files, checked by the checker of the CF conventions (IOOS compliance-checker).

The checker is not among the requirements: a library below it (cf-units) has no wheel for aarch64. To run it:
`pip install compliance-checker==6.1.0`; on aarch64 install Debian's libudunits2-dev first, and set UDUNITS2_XML_PATH to
its udunits2.xml.
"""

import json

import pytest
from tests.earth.planet.micro import MICRO

from mesocosm.earth.planet.exports import water, weather
from mesocosm.earth.planet.planet import Planet

checker = pytest.importorskip("compliance_checker.runner", reason="pip install compliance-checker==6.1.0")
pytest.importorskip("h5netcdf", reason="install the extra planet")
pytest.importorskip("zarr", reason="install the extra planet")
pytestmark = [pytest.mark.external, pytest.mark.filterwarnings("ignore")]


def findings(content, folder):
    (folder / "file.nc").write_bytes(content)
    checker.CheckSuite.load_all_available_checkers()
    where = {"output_filename": str(folder / "report.json"), "output_format": "json"}
    checker.ComplianceChecker.run_checker(str(folder / "file.nc"), ["cf:1.11"], 0, "strict", **where)
    report = json.loads((folder / "report.json").read_text())["cf:1.11"]
    levels = ("high_priorities", "medium_priorities", "low_priorities")
    checks = [check for level in levels for check in report[level]]
    return [(check["name"], check["msgs"]) for check in checks if check["value"][0] < check["value"][1]]


@pytest.mark.parametrize("subject", [weather, water])
def test_the_checker_finds_nothing(subject, tmp_path):
    planet = Planet(1, MICRO)
    region = planet.region("r000")
    part = subject.parts(planet, region)[0]
    files = {path: content for path, content in subject.files(planet, region, part) if path.endswith(".nc")}
    assert files
    assert [line for content in files.values() for line in findings(content, tmp_path)] == []
