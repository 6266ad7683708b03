"""The speed of scoring outlooks and of making truths, beside plain computations of the same numbers in the same run.

python benchmarks/tornado_scoring.py [AGENTCASTER_PACK]

The published scorer is not run here: its 27 s of CPU for 521 model-days, and 0.6 s for a truth, are quoted from the
measurement of its authors' release, and scaled to the files that are present.
"""

from __future__ import annotations

import functools
import json
import math
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyproj
import shapely
from shapely.geometry import shape

from mesocosm.suites.tornado.archive.outlook_folders import day_files, read_forecasts, read_truths
from mesocosm.suites.tornado.outlooks.planes import PUBLISHED
from mesocosm.suites.tornado.verification.comparison import perform, truths_of
from mesocosm.suites.tornado.verification.practically_perfect import truth_from_reports
from mesocosm.suites.tornado.verification.reports import read_reports

PACK = Path(__file__).parents[2] / "shared" / "data" / "agentcaster"
QUOTED_SCORER_S_PER_DAY, QUOTED_PPF_S = 27 / 521, 0.6
PROMISED_SCORER, PROMISED_PPF = 15, 10
LEVELS = (2, 5, 10, 15, 30, 45, 60)


def main(pack: str = str(PACK)) -> int:
    folder = Path(pack)
    if not folder.is_dir():
        raise SystemExit(f"{folder} is not there; give the folder of the AgentCaster pack")
    held = [benchmark_scorer(folder), benchmark_truth(folder)]
    return 0 if all(held) else 1


def benchmark_scorer(folder: Path) -> bool:
    cold, ours = processor_seconds(lambda: fast_scores(folder))
    warm = min(processor_seconds(lambda: fast_scores(folder))[0] for _ in range(3))
    plain, theirs = processor_seconds(lambda: plain_scores(folder))
    assert ours.keys() == theirs.keys()
    worst = max(abs(ours[key] - theirs[key]) for key in ours)
    quoted = QUOTED_SCORER_S_PER_DAY * len(ours)
    print(f"{len(ours)} model-days, reading and truths included; CPU seconds")
    print(
        f"  ours {cold:.2f} the first time, {warm:.2f} after; plain shapely and pyproj {plain:.2f}; same to {worst:.0e}"
    )
    print(f"  beside the plain computation: {plain / cold:.1f} × the first time, {plain / warm:.1f} × after")
    print(f"  beside the published scorer (quoted, {quoted:.1f} s): {quoted / cold:.0f} × and {quoted / warm:.0f} ×")
    print(f"  promise: at least {PROMISED_SCORER} × the published scorer")
    return quoted / cold >= PROMISED_SCORER


def fast_scores(folder: Path) -> dict[tuple[str, str], float]:
    truths = truths_of(read_truths(folder / "ground_truth"), "published")
    done = {name: perform(own, truths) for name, own in read_forecasts(folder / "predictions", "compat").items()}
    return {(name, date): tb for name, performance in done.items() for date, tb in performance.daily.items()}


def plain_scores(folder: Path) -> dict[tuple[str, str], float]:
    """Score file by file and level by level, with the truth read again for each, as a first version would."""
    scores = {}
    for forecaster in sorted((folder / "predictions").iterdir()):
        for date, path in day_files(forecaster).items():
            truth = plain_bands(folder / "ground_truth" / f"{date}.geojson")
            scores[forecaster.name, date] = plain_score(plain_bands(path), truth)
    return scores


def plain_bands(path: Path) -> dict[int, Any]:
    to_plane = pyproj.Transformer.from_crs("EPSG:4326", PUBLISHED.crs, always_xy=True).transform
    levels: dict[int, list[Any]] = {}
    for feature in json.loads(path.read_text())["features"]:
        label = str(feature.get("properties", {}).get("risk_level"))
        if feature["type"] != "Feature" or not label.endswith("%"):
            continue
        if any(ring[0] != ring[-1] for ring in rings(feature["geometry"])):
            return {}
        levels.setdefault(int(label[:-1]), []).append(moved(shape(feature["geometry"]), to_plane).buffer(0))
    bands: dict[int, Any] = {}
    for level in reversed(LEVELS):
        band = shapely.union_all(levels.get(level, [])).difference(shapely.union_all(list(bands.values())))
        if not band.is_empty:
            bands[level] = band
    return bands


def moved(geometry: Any, to: Callable[..., Any]) -> Any:
    return shapely.transform(geometry, lambda points: np.column_stack(to(points[:, 0], points[:, 1])))


def rings(geometry: dict[str, Any]) -> list[Any]:
    polygons = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    return [ring for polygon in polygons for ring in polygon]


def plain_score(forecast: dict[int, Any], truth: dict[int, Any]) -> float:
    if not truth:
        return 0.0 if forecast else 1.0
    nothing = shapely.Polygon()
    ratios: list[float] = []
    for level in LEVELS:
        one, other = forecast.get(level, nothing), truth.get(level, nothing)
        union = one.union(other).area
        if union > 1e-9:
            ratios.append(one.intersection(other).area / union)
    return sum(ratios) / len(ratios)


def benchmark_truth(folder: Path) -> bool:
    text = (folder / "reports" / "tornado_reports_recovered.csv").read_text()
    days = {path.stem: read_reports(text, path.stem) for path in sorted((folder / "ground_truth").iterdir())}
    busy = {date: places for date, places in days.items() if len(places)}
    truth_from_reports(next(iter(busy.values())))  # loads the libraries
    ours = {date: best_of_three(functools.partial(truth_from_reports, reports)) for date, reports in busy.items()}
    largest = max(busy, key=lambda date: len(busy[date]))
    dense = best_of_three(functools.partial(dense_truth, busy[largest]))
    print(f"truth of a day, {len(busy)} days with reports; wall seconds")
    print(f"  ours: median {1e3 * statistics.median(ours.values()):.1f} ms, slowest {1e3 * max(ours.values()):.1f} ms")
    print(f"  the day of {len(busy[largest])} reports: {1e3 * ours[largest]:.1f} ms; on the whole grid {dense:.2f} s")
    print(f"  beside the whole grid: {dense / ours[largest]:.0f} ×")
    slowest = QUOTED_PPF_S / max(ours.values())
    print(f"  beside the published {QUOTED_PPF_S} s (quoted): {slowest:.0f} × on the slowest day")
    print(f"  promise: at least {PROMISED_PPF} × the published one")
    return slowest >= PROMISED_PPF


def dense_truth(reports: np.ndarray[Any, Any]) -> list[Any]:
    """Compute the whole recipe on all 1480 x 1032 cells, then trace every band."""
    from rasterio.features import shapes
    from rasterio.transform import Affine
    from scipy.interpolate import RegularGridInterpolator
    from scipy.signal import fftconvolve

    to_plane = pyproj.Transformer.from_crs("EPSG:4326", PUBLISHED.crs, always_xy=True)
    x, y = to_plane.transform(reports[:, 0], reports[:, 1])
    node, cell, sigma = 81270.5, 40635 / 8, 121_905.75
    x80, y80 = node * (np.arange(93) - 93 / 2), node * (np.arange(65) - 65 / 2)
    density = np.zeros((65, 93))
    for east, north in zip(x, y, strict=True):
        squares = (x80 - east) ** 2 + (y80[:, None] - north) ** 2
        density += np.exp(-squares / (2 * sigma**2)) / (2 * math.pi * sigma**2)
    x5, y5 = cell * (np.arange(1480) - 740), cell * (np.arange(1032) - 516)
    fill = RegularGridInterpolator((y80, x80), density, bounds_error=False, fill_value=0)
    fine = fill(np.stack(np.meshgrid(y5, x5, indexing="ij"), axis=-1))
    step = np.arange(-8, 9)
    count = fftconvolve(fine, (step[:, None] ** 2 + step**2 <= 64).astype(float), mode="same") * cell**2
    bands = np.digitize(1 - np.exp(-0.25 * count), [level / 100 for level in LEVELS]).astype(np.uint8)
    corner = Affine(cell, 0, x5[0] - cell / 2, 0, cell, y5[0] - cell / 2)
    pieces = [shape(outline) for outline, _ in shapes(bands, mask=bands > 0, connectivity=4, transform=corner)]
    back = pyproj.Transformer.from_crs(PUBLISHED.crs, "EPSG:4326", always_xy=True).transform
    return [moved(piece.buffer(0), back) for piece in pieces]


def processor_seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def best_of_three(work: Callable[[], Any]) -> float:
    """Return elapsed seconds."""
    taken = []
    for _ in range(3):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return min(taken)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
