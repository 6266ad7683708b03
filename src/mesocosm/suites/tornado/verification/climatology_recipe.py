"""Make `climatology.npz` from SPC's tornado database. Run by hand; the result is shipped.

python -m mesocosm.suites.tornado.verification.climatology_recipe TORNADOES.csv [climatology.npz]

The CSV needs the columns datetime_utc (ISO 8601), slat and slon; whole years only.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from datetime import date as Date
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import shapely

from mesocosm.suites.tornado.outlooks.planes import EQUAL_AREA
from mesocosm.suites.tornado.verification.climatology import COARSE, FILE, QUANTUM, STEP_DAYS
from mesocosm.suites.tornado.verification.grid import CELL_M, RADIUS_M, Field, grid, on_land

SMOOTH_DAYS, SMOOTH_M = 15, 120_000
DAYS = 365


def main(tornadoes: str, target: str = str(FILE)) -> None:
    by_day = starts_by_day(Path(tornadoes))
    years = len({day.year for day in by_day})
    probability = smooth_climatology(tornado_days(by_day) / years)[::STEP_DAYS]
    stored = np.rint(probability / QUANTUM).astype(np.uint8)
    np.savez_compressed(target, probability=stored)
    print(f"{years} years, largest {probability.max():.2%}, {Path(target).stat().st_size:,} bytes")


def starts_by_day(path: Path) -> dict[Date, list[tuple[float, float]]]:
    """Map convective days (12 UTC to 12 UTC) to the longitudes and latitudes where their tornadoes began."""
    starts: dict[Date, list[tuple[float, float]]] = defaultdict(list)
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            began = datetime.fromisoformat(row["datetime_utc"]) - timedelta(hours=12)
            starts[began.date()].append((float(row["slon"]), float(row["slat"])))
    return starts


def tornado_days(by_day: dict[Date, list[tuple[float, float]]]) -> Field:
    """Return how many days had a tornado within 40 km, by day of the year, row and column; means over coarse cells."""
    from scipy.spatial import cKDTree

    where = grid()
    tree = cKDTree(np.stack(np.meshgrid(where.x(), where.y()), axis=-1).reshape(-1, 2))
    count = np.zeros((DAYS, *_coarse_shape()))
    for day, starts in by_day.items():
        places = shapely.get_coordinates(EQUAL_AREA.project(list(shapely.points(starts))))
        near = {cell for cells in tree.query_ball_point(places, RADIUS_M) for cell in cells}
        hit = np.zeros(where.ny * where.nx)
        hit[list(near)] = 1
        count[min(day.timetuple().tm_yday, DAYS) - 1] += coarsen(hit.reshape(where.shape))
    return count


def smooth_climatology(probability: Field) -> Field:
    """Smooth over the circle of the year and over the land with Gaussians; the sea neither gives nor takes."""
    from scipy.ndimage import gaussian_filter, gaussian_filter1d

    land = coarsen(on_land().astype(float))
    yearly = gaussian_filter1d(probability * (land > 0), SMOOTH_DAYS, axis=0, mode="wrap")
    sigma = SMOOTH_M / (COARSE * CELL_M)
    share = gaussian_filter((land > 0).astype(float), sigma, mode="constant")
    spread = gaussian_filter(yearly, (0, sigma, sigma), mode="constant")
    known: Field = np.divide(spread, share, out=np.zeros_like(spread), where=share > 0.05)
    return known


def coarsen(field: Field) -> Field:
    """Return means over squares of cells; what sticks out of the grid counts as zero."""
    rows, columns = _coarse_shape()
    padded = np.zeros((rows * COARSE, columns * COARSE))
    padded[: field.shape[0], : field.shape[1]] = field
    means: Field = padded.reshape(rows, COARSE, columns, COARSE).mean(axis=(1, 3))
    return means


def _coarse_shape() -> tuple[int, int]:
    return -(-grid().ny // COARSE), -(-grid().nx // COARSE)


if __name__ == "__main__":
    main(*sys.argv[1:])
