"""Files of fields that an agent wrote to fill our memory, opened in turn by a process that reports its memory.

Run as a program with `make FOLDER` it makes them; with `open FOLDER` it prints JSON: for each file the message of the
tool, the memory used after the call and its peak during the call, in MB.
"""

import io
import json
import struct
import sys
from datetime import UTC, datetime
from pathlib import Path

import h5py
import numpy as np
from rasterio.io import MemoryFile
from rasterio.transform import from_origin

from mesocosm.earth.planet.planet import Planet
from mesocosm.suites.terra.workbench import workbench


def name_in_netcdf_3(word: str) -> bytes:
    return struct.pack(">i", len(word)) + word.encode() + bytes(-len(word) % 4)


def overlapping(variables: int, size: int) -> bytes:
    """Return a NetCDF-3 file whose variables all lie at one place of the file."""
    head = b"CDF\x02" + struct.pack(">iii", 0, 0x0A, 1) + name_in_netcdf_3("x") + struct.pack(">i", size)
    head += struct.pack(">iiii", 0, 0, 0x0B, variables)
    names = [name_in_netcdf_3(f"v{number:04}") for number in range(variables)]
    begin = len(head) + sum(len(name) + 32 for name in names)
    table = b"".join(name + struct.pack(">iiiiiiq", 1, 0, 0, 0, 1, size, begin) for name in names)
    return head + table + bytes(size)


def hdf5(made) -> bytes:
    held = io.BytesIO()
    with h5py.File(held, "w") as file:
        made(file)
    return held.getvalue()


def filled(file, name, shape, kind, axes=(), **attributes):
    """Return a file with a variable of which nothing is written, so that it takes a few bytes."""
    part = file.create_dataset(name, shape, kind, chunks=tuple(min(size, 1000) for size in shape), fillvalue=1)
    for number, axis in enumerate(axes):
        part.dims[number].attach_scale(file[axis])
    part.attrs.update(attributes)
    return part


def packed(side: int) -> bytes:
    """Return bytes with a scale factor, over a square of latitudes and longitudes."""

    def made(file):
        for axis, unit in (("latitude", "degrees_north"), ("longitude", "degrees_east")):
            file[axis] = np.linspace(-80, 80, side)
            file[axis].make_scale(axis)
            file[axis].attrs["units"] = unit
        axes = ("latitude", "longitude")
        filled(file, "t2m", (side, side), "i1", axes, scale_factor=0.01, add_offset=273.0, units="K")

    return hdf5(made)


def dated(count: int, calendar: str, kind: str = "i4") -> bytes:
    """Return a field with many times, all of them equal."""

    def made(file):
        filled(file, "time", (count,), kind, units="days since 2000-01-01", calendar=calendar).make_scale("time")
        filled(file, "t2m", (count,), "i1", ("time",))

    return hdf5(made)


def write_sparse_texts(count: int, letters: int) -> bytes:
    """Return a file of texts of any length, of which only the one that fills all other places is written."""

    def made(file):
        file["x"] = np.arange(count, dtype="i4")
        file["x"].make_scale("x")
        text = file.create_dataset("s", (count,), h5py.string_dtype(), chunks=(10,), fillvalue="A" * letters)
        text.dims[0].attach_scale(file["x"])

    return hdf5(made)


def sparse(side: int) -> bytes:
    """Return a scaled raster of which nothing is written."""
    form = {"driver": "GTiff", "width": side, "height": side, "count": 1, "dtype": "float64", "tiled": True}
    place = {"crs": "EPSG:4326", "transform": from_origin(0, 60, 0.001, 0.001), "nodata": 7, "SPARSE_OK": True}
    with MemoryFile() as held:
        with held.open(**form, **place) as file:
            file.scales = (2.0,)
        return held.read()


FILES = {
    "first": lambda: write_sparse_texts(10, 10),
    "classic": lambda: overlapping(1, 10),
    "overlapping": lambda: overlapping(100, 20_000_000),
    "packed": lambda: packed(11_000),
    "largest": lambda: packed(5_000),
    "raster": lambda: sparse(7_700),
    "dates": lambda: dated(2_000_000, "360_day"),
    "far_dates": lambda: dated(2_000_000, "standard", "i8").replace(b"days since 2000-01-01", b"days since 9000-01-01"),
    "moments": lambda: dated(10_000_000, "standard"),
    **{f"texts_{number}": lambda number=number: write_sparse_texts(700 + number, 10_000) for number in range(40)},
    "many_texts": lambda: write_sparse_texts(10_000, 10_000),
}
"""Files by name. Small files are opened too: `texts` hold 7 MB each, `largest` 200 MB, and `raster` 474 MB."""


def held_mb(key: str) -> float:
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) / 1e3 for line in file if line.startswith(key))


def make(folder: Path) -> None:
    for name, made in FILES.items():
        (folder / f"{name}.nc").write_bytes(made())


def open_all(folder: Path) -> None:
    report = {}
    with workbench(Planet(1, "tiny"), datetime(2031, 8, 1, tzinfo=UTC)) as world:
        for name in FILES:
            world.workspace.write_bytes(f"{name}.nc", (folder / f"{name}.nc").read_bytes())
            with open("/proc/self/clear_refs", "w") as file:
                file.write("5")  # the most that was held is counted from here
            tool = "satellite_describe" if name == "raster" else "reanalysis_inspect"
            seen = world.call(tool, {"path": f"{name}.nc"})
            words = seen.error.message if seen.error else seen.text
            report[name] = {"words": words, "held": held_mb("VmRSS"), "most": held_mb("VmHWM")}
    print(json.dumps(report))


if __name__ == "__main__":
    {"make": make, "open": open_all}[sys.argv[1]](Path(sys.argv[2]))
