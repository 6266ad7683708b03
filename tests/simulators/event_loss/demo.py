"""The tropical cyclones of CLIMADA's demo on fifty assets in Florida, as inputs."""

import json

from tests.shared import SHARED

from mesocosm.simulators.event_loss.hdf5 import read_exposure, read_hazard

FOLDER = SHARED / "data" / "real" / "climada" / "demo"

CYCLONE = {
    "intensity_unit": "m/s",
    "intensity": [0, 20, 30, 40, 50, 60, 70, 80, 100],
    "damage": [0, 0, 0.918 / 42, 5.742 / 160, 21.51 / 398.5, 68.022 / 657, 0.180414, 0.410796, 0.410796],
    "affected": [0, 0.005, 0.042, 0.16, 0.3985, 0.657, 1, 1, 1],
}
"""The curve `Tropical cyclone default` of the demo's workbook."""


def demo_inputs():
    return {
        "hazard": read_hazard(FOLDER / "atl_prob_nonames.mat"),
        "exposure": read_exposure(FOLDER / "exp_demo_today.h5", peril="TC"),
        "curves": {"1": CYCLONE},
    }


def expected():
    return json.loads((FOLDER / "expected_impact_TC.json").read_text())
