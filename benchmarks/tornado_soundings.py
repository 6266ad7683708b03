"""Soundings per second, read, worked out and drawn, beside MetPy's indices and SkewT drawing of the same content.

python benchmarks/tornado_soundings.py [BUFKIT ...]
"""

from __future__ import annotations

import argparse
import io
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from mesocosm.earth.weather.soundings.bufkit import read_bufkit
from mesocosm.earth.weather.soundings.bufkit_writing import write_bufkit
from mesocosm.earth.weather.soundings.indices import analyse
from mesocosm.earth.weather.soundings.profile import Profile, Sounding, tidy
from mesocosm.earth.weather.soundings.sounding_figure import draw_sounding
from mesocosm.earth.weather.soundings.stations import Station

ROUNDS = 7
PROMISED_RATIO, PROMISED_INDICES_S = 5, 0.020
RUN = datetime(2025, 3, 15, tzinfo=UTC)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="BUFKIT files; left out, one is made")
    parser.add_argument("--hour", type=int, default=12)
    parser.add_argument("--keep", type=Path, help="folder for both pictures")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        held = [measure(file, options.hour, options.keep) for file in options.files or [made_file(Path(folder))]]
    return 0 if all(held) else 1


def measure(file: Path, hour: int, keep: Path | None) -> bool:
    """Print the times of a file, ours and MetPy's in turn; return whether the promises are kept."""
    sounding = read_bufkit(file).sounding(hour)
    pictures = {"ours": ours(file, hour), "metpy": theirs(sounding)}  # once before the clock: fonts, tables, imports
    for name, picture in pictures.items():
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{file.stem}_f{hour:02d}_{name}.png").write_bytes(picture)
    pairs = [(seconds(lambda: ours(file, hour)), seconds(lambda: theirs(sounding))) for _ in range(ROUNDS)]
    mine, metpy = (statistics.median(times) for times in zip(*pairs, strict=True))
    indices = statistics.median(seconds(lambda: analyse(sounding.profile)) for _ in range(3 * ROUNDS))
    ratio = metpy / mine
    print(
        f"{file.name} hour {hour}: ours {1 / mine:.1f}/s (read, indices, picture), MetPy {1 / metpy:.1f}/s (no reading)"
    )
    print(f"  promise: at least {PROMISED_RATIO} ×; ratio {ratio:.1f}")
    print(f"  indices alone {1e3 * indices:.1f} ms; promise: less than {1e3 * PROMISED_INDICES_S:.0f} ms")
    return ratio >= PROMISED_RATIO and indices < PROMISED_INDICES_S


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def ours(file: Path, hour: int) -> bytes:
    return draw_sounding(read_bufkit(file).sounding(hour))


def theirs(sounding: Sounding) -> bytes:
    """Compute MetPy's indices and picture: skew-T with adiabats, parcel path, shading and barbs, hodograph, indices."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        column = quantities(tidy(sounding.profile))
        indices = metpy_indices(column)
        return metpy_picture(column, indices, f"{sounding.station.id} {sounding.profile.valid}")


def quantities(levels: Profile) -> dict[str, Any]:
    from metpy.calc import wind_components
    from metpy.units import units

    moist = levels.levels_at(np.isfinite(levels.dewpoint_c) & np.isfinite(levels.wind_speed_kt))
    u, v = wind_components(moist.wind_speed_kt * units.kt, moist.wind_direction_deg * units.deg)
    return {
        "pressure": moist.pressure_hpa * units.hPa,
        "height": (moist.height_m - moist.height_m[0]) * units.m,
        "temperature": moist.temperature_c * units.degC,
        "dewpoint": moist.dewpoint_c * units.degC,
        "u": u,
        "v": v,
    }


def metpy_indices(column: dict[str, Any]) -> dict[str, Any]:
    import metpy.calc as calc
    from metpy.units import units

    air = column["pressure"], column["temperature"], column["dewpoint"]
    wind = column["u"], column["v"]
    right, left, mean = calc.bunkers_storm_motion(column["pressure"], *wind, column["height"])
    indices = {
        "SB CAPE, CIN": calc.surface_based_cape_cin(*air),
        "ML CAPE, CIN": calc.mixed_layer_cape_cin(*air),
        "MU CAPE, CIN": calc.most_unstable_cape_cin(*air),
        "LCL": calc.lcl(*(values[0] for values in air)),
        "LFC": calc.lfc(*air),
        "EL": calc.el(*air),
        "PW": calc.precipitable_water(column["pressure"], column["dewpoint"]),
        "movers": (right, left, mean),
    }
    for depth in (1, 3):
        indices[f"SRH {depth} km"] = calc.storm_relative_helicity(
            column["height"], *wind, depth * units.km, storm_u=right[0], storm_v=right[1]
        )
    for depth in (1, 6):
        indices[f"shear {depth} km"] = calc.bulk_shear(
            column["pressure"], *wind, height=column["height"], depth=depth * units.km
        )
    return indices


def metpy_picture(column: dict[str, Any], indices: dict[str, Any], title: str) -> bytes:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt
    from metpy.calc import parcel_profile
    from metpy.plots import Hodograph, SkewT

    figure = plt.figure(figsize=(12, 9), dpi=100)
    skew = SkewT(figure, rotation=45, rect=(0.05, 0.06, 0.58, 0.87))
    pressure = column["pressure"]
    path = parcel_profile(pressure, column["temperature"][0], column["dewpoint"][0]).to("degC")
    skew.plot(pressure, column["temperature"], "r")
    skew.plot(pressure, column["dewpoint"], "g")
    skew.plot(pressure, path, "k--")
    skew.plot_barbs(pressure[::2], column["u"][::2], column["v"][::2])
    skew.shade_cape(pressure, column["temperature"], path)
    skew.shade_cin(pressure, column["temperature"], path)
    for lines in (skew.plot_dry_adiabats, skew.plot_moist_adiabats, skew.plot_mixing_lines):
        lines(linewidth=0.6)
    skew.ax.set_ylim(1050, 100)
    skew.ax.set_xlim(-36, 46)
    hodograph = Hodograph(figure.add_axes((0.67, 0.5, 0.31, 0.42)), component_range=80)
    hodograph.add_grid(increment=20)
    low = column["height"].m <= 12_000
    hodograph.plot_colormapped(column["u"][low], column["v"][low], column["height"][low])
    for number, (name, value) in enumerate(indices.items()):
        figure.text(0.67, 0.45 - 0.035 * number, f"{name}: {str(value)[:60]}", fontsize=8)
    figure.suptitle(title)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    plt.close(figure)
    return buffer.getvalue()


def made_file(folder: Path) -> Path:
    """Make a warm and windy column of fifty levels, the number in a model file, for two hours."""
    height = np.linspace(0, 1, 50) ** 1.6 * 16_500
    pressure = 1000 * np.exp(-height / 7600 - (height / 30_000) ** 2)
    temperature = np.maximum(28 - 0.0070 * height, -62.0)
    dewpoint = temperature - np.clip(5 + height / 400, 0, 30)
    direction, speed = 160 + 100 * (1 - np.exp(-height / 3000)), 12 + height / 160
    path = folder / "hrrr_made.buf"
    profiles = [
        Profile(RUN + timedelta(hours=hour), pressure, height + 300, temperature, dewpoint, direction, speed)
        for hour in (12, 13)
    ]
    write_bufkit(path, Station("MADE", 35.0, -97.5, 300.0), profiles, run=RUN)
    return path


if __name__ == "__main__":
    raise SystemExit(main())
