"""Forecast maps per second of CPU time, beside cartopy and matplotlib drawing the same fields in the same run.

python benchmarks/tornado_maps.py [--maps 6] [--json FILE]

Full-size HRRR fields are made up, written as GRIB2 and read back. "First" is a process's first map of a grid, "cold" a
field that has to be decoded, "warm" one from the cache of decoded fields. Cartopy draws the decoded field with our
outlines, colours, title and colour bar, a new figure for each map, as one does; its fastest way (`imshow` on the
field's own projection) and the usual one (`pcolormesh`) are both timed, with the time to decode added.
"""

from __future__ import annotations

import argparse
import functools
import io
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import cartopy.crs as ccrs
import matplotlib.pyplot as plt
import numpy as np
import shapely
from cartopy.feature import ShapelyFeature
from matplotlib.colors import BoundaryNorm, ListedColormap
from scipy.ndimage import gaussian_filter

from mesocosm.earth.geo.outlines import neighbour_lines, state_lines
from mesocosm.earth.weather.grib.reading import Field, Message, decode_cached, index
from mesocosm.earth.weather.grib.writing import write_fields
from mesocosm.earth.weather.hrrr import HRRR
from mesocosm.earth.weather.maps.catalogue import entry
from mesocosm.earth.weather.maps.painter import paint

PROMISED = 20.0
"""Promised speed as a multiple of that of cartopy's usual way, with warm caches."""
PRODUCTS = {
    "2_metre_temperature_at_2_heightAboveGround": (290.0, 12.0),
    "Convective_available_potential_energy_at_0_surface": (1500.0, 1500.0),
    "Storm_relative_helicity_at_1000_heightAboveGroundLayer_Layer0m": (150.0, 150.0),
    "Maximum_Composite_radar_reflectivity_at_0_atmosphere": (10.0, 20.0),
    "Geopotential_height_at_500_isobaricInhPa": (5600.0, 120.0),
    "Total_Precipitation_at_0_surface": (5.0, 10.0),
}
"""Mean and spread of the made-up field of each product."""
PLATE, LAMBERT = (
    ccrs.PlateCarree(),
    ccrs.LambertConformal(
        -97.5, 38.5, standard_parallels=(38.5, 38.5), globe=ccrs.Globe(semimajor_axis=6371229, semiminor_axis=6371229)
    ),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--maps", type=int, default=len(PRODUCTS), help="products to draw, at most 6")
    parser.add_argument("--json", type=Path, help="also write the numbers here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MESOCOSM_CACHE"] = folder
        messages = index(made_up(Path(folder, "hrrr.grib2"), options.maps))
        numbers = measured(messages)
    show(numbers)
    if options.json:
        options.json.write_text(json.dumps(numbers, indent=2) + "\n")
    return 0 if is_kept(numbers) else 1


def made_up(path: Path, count: int) -> Path:
    """Write a file of smooth fields with some noise, as models have."""
    draw = np.random.default_rng(20250314)
    fields = {}
    for name, (mean, spread) in list(PRODUCTS.items())[:count]:
        smooth = gaussian_filter(draw.normal(size=HRRR.shape), 60) * 60 * 3.5
        grain = gaussian_filter(draw.normal(size=HRRR.shape), 3) * 3 * 3.5
        fields[name] = mean + spread * (smooth + 0.1 * grain)
    write_fields(path, HRRR, datetime(2025, 3, 14, tzinfo=UTC), 18, fields)
    return path


def measured(messages: Sequence[Message]) -> dict[str, float]:
    """Return the median seconds per map of each way."""
    first = seconds(lambda: paint(decode_cached(messages[0])))
    clear()
    decode = statistics.median(seconds(lambda message=message: decode_cached(message)) for message in messages)
    clear()
    cold = statistics.median(seconds(lambda message=message: paint(decode_cached(message))) for message in messages)
    with_cartopy(decode_cached(messages[0]), draw_image)  # it, too, prepares things once
    ours, images, meshes = [], [], []
    for message in messages:  # side by side, so that a busy machine slows all alike
        field = decode_cached(message)
        ours += [seconds(lambda message=message: paint(decode_cached(message))) for _ in range(3)]
        images.append(seconds(lambda field=field: with_cartopy(field, draw_image)))
        meshes.append(seconds(lambda field=field: with_cartopy(field, draw_mesh)))
    warm = statistics.median(ours)
    image, mesh = statistics.median(images) + decode, statistics.median(meshes) + decode
    return {
        "first_s": first,
        "decode_s": decode,
        "cold_s": cold,
        "warm_s": warm,
        "cartopy_imshow_s": image,
        "cartopy_pcolormesh_s": mesh,
        "warm_maps_per_s": 1 / warm,
        "ratio_imshow_warm": image / warm,
        "ratio_imshow_cold": image / cold,
        "ratio_pcolormesh_warm": mesh / warm,
        "ratio_pcolormesh_cold": mesh / cold,
    }


def clear() -> None:
    for file in Path(os.environ["MESOCOSM_CACHE"], "fields").glob("*.npy"):
        file.unlink()


def seconds(work: Callable[[], Any]) -> float:
    """Return CPU time, which is least disturbed by others on the machine; all of the work is computing."""
    start = time.process_time()
    work()
    return time.process_time() - start


def with_cartopy(field: Field, draw: Callable[[Any, Field, dict[str, Any]], Any]) -> bytes:
    """Draw the same map with cartopy and matplotlib, in as many pixels."""
    shown = entry(field.message.product, field.message.units)
    levels = np.array(shown.scale.levels)
    values = shown.scale.to_shown_unit(field.values)
    colours = ListedColormap(np.array(shown.scale.colours) / 255)
    norm = BoundaryNorm([-1e30, *levels, 1e30], colours.N)
    figure = plt.figure(figsize=(12.8, 8.73), dpi=100)
    axes: Any = figure.add_axes((0.0, 0.08, 1.0, 0.85), projection=LAMBERT)
    axes.set_extent((field.grid.x()[0], field.grid.x()[-1], field.grid.y()[0], field.grid.y()[-1]), crs=LAMBERT)
    painted = draw(axes, field, {"values": values, "cmap": colours, "norm": norm})
    axes.add_feature(outline_feature())
    axes.set_title(f"{shown.title} ({shown.scale.unit}), valid {field.message.valid:%Y-%m-%d %H:%M} UTC")
    bar = figure.colorbar(painted, ax=axes, orientation="horizontal", fraction=0.05, pad=0.02, spacing="uniform")
    bar.set_ticks(levels[::2])
    out = io.BytesIO()
    figure.savefig(out, format="png")
    plt.close(figure)
    return out.getvalue()


@functools.cache
def outline_feature() -> ShapelyFeature:
    """Return our outlines in cartopy's form, kept so that it projects them once."""
    lines = [shapely.LineString(line) for line in (*state_lines(), *neighbour_lines())]
    return ShapelyFeature(lines, PLATE, facecolor="none", edgecolor="black", linewidth=0.6)


def draw_image(axes: Any, field: Field, style: dict[str, Any]) -> Any:
    x, y = field.grid.x(), field.grid.y()
    extent = (x[0], x[-1], y[0], y[-1])
    values = style.pop("values")
    return axes.imshow(values, origin="lower", extent=extent, transform=LAMBERT, interpolation="nearest", **style)


def draw_mesh(axes: Any, field: Field, style: dict[str, Any]) -> Any:
    values = style.pop("values")
    return axes.pcolormesh(field.grid.x(), field.grid.y(), values, transform=LAMBERT, shading="nearest", **style)


def show(numbers: dict[str, float]) -> None:
    print(f"first map of a process  {numbers['first_s'] * 1e3:8.0f} ms")
    print(f"decoding a field        {numbers['decode_s'] * 1e3:8.0f} ms")
    print(f"cold                    {numbers['cold_s'] * 1e3:8.0f} ms")
    print(
        f"warm                    {numbers['warm_s'] * 1e3:8.0f} ms   {numbers['warm_maps_per_s']:.0f} maps per second"
    )
    for way in ("imshow", "pcolormesh"):
        ratios = (numbers[f"ratio_{way}_{state}"] for state in ("warm", "cold"))
        speedups = "{:.0f} x warm, {:.0f} x cold".format(*ratios)
        print(f"cartopy {way:15} {numbers[f'cartopy_{way}_s'] * 1e3:8.0f} ms   we are faster by {speedups}")
    outcome = "kept" if is_kept(numbers) else "NOT kept"
    print(f"promise of {PROMISED:.0f} x, warm, against the faster of the two: {outcome}")


def is_kept(numbers: dict[str, float]) -> bool:
    return min(numbers["ratio_imshow_warm"], numbers["ratio_pcolormesh_warm"]) >= PROMISED


if __name__ == "__main__":
    raise SystemExit(main())
