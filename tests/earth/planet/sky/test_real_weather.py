"""The sky compared with a real year: Chicago's typical year, which is continental like the planet's region."""

import csv
from datetime import UTC, datetime

import numpy as np
import pytest
from tests.earth.planet.small_ground import small_ground
from tests.shared import SHARED

from mesocosm.earth.planet.sky.sky import Sky

FOLDER = SHARED / "data" / "real" / "building" / "epw"


def anomaly(hours):
    """Return values without the mean of each hour of each month, and without the remaining trend of the month."""
    days = hours[:8760].reshape(365, 24)
    smooth = np.stack([np.mean(days[np.arange(day - 15, day + 16) % 365], axis=0) for day in range(365)])
    return (days - smooth).ravel()


@pytest.mark.fidelity
@pytest.mark.skipif(not FOLDER.is_dir(), reason="real weather is not here: ../shared/data/real/building/epw")
def test_temperature_varies_and_lasts_as_in_chicago():
    rows = list(csv.reader(next(FOLDER.glob("USA_IL*.epw")).read_text().splitlines()[8:]))
    real = anomaly(np.array([float(row[6]) for row in rows]))
    sky = Sky(small_ground("continental", cells=10))
    ours = anomaly(sky.place(0, 0, datetime(2031, 1, 1, tzinfo=UTC), 8760)["temperature_2m"].values.astype(float))
    # Single years, real or synthetic, scatter by some 15 %.
    assert ours.std() == pytest.approx(real.std(), rel=0.3)
    for hours, within in ((1, 0.03), (24, 0.25)):
        kept = [np.corrcoef(series[:-hours], series[hours:])[0, 1] for series in (real, ours)]
        assert kept[1] == pytest.approx(kept[0], abs=within)
