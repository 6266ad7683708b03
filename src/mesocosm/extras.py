"""Optional libraries (dependencies): which extra of mesocosm installs them, and which extra an error recommends.

A suite (`extras` of its card), an engine (`needs_extra`) and a verb (`EXTRAS` of its module) each say which extras they
need. The error for a missing library recommends an extra of the suite, engine or verb in use: scipy comes with four
extras, and only one of them makes `mesocosm simulate event_loss` work.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from mesocosm.errors import MissingExtra

MODULES: dict[str, tuple[str, ...]] = {
    "inspect": ("inspect_ai", "anyio", "openai", "pandas", "pyarrow", "scipy"),
    "openai": (),
    "anthropic": ("anthropic",),
    "google": ("google.genai",),
    "gym": ("gymnasium",),
    "mcp": ("mcp", "mcp_types", "anyio", "uvicorn", "starlette"),
    "science": ("scipy", "pandas", "xarray", "rasterio", "shapely"),
    "sandbox": ("sandlock",),
    "ray": ("ray",),
    "slurm": ("submitit",),
    "sealed": ("cryptography",),
    "s3": ("s3fs",),
    "phreeqc": ("phreeqc",),
    "energyplus": ("pyenergyplus",),
    "figures": ("matplotlib",),
    "weather": (
        "eccodes",
        "eccodeslib",
        "pyproj",
        "scores",
        "shapefile",
        "contourpy",
        "h5netcdf",
        "h5py",
        "httpx",
        "scipy",
        "xarray",
        "rasterio",
        "shapely",
    ),
    "imagery": ("duckdb", "pyarrow", "pyproj", "rasterio", "shapely"),
    "planet": ("fpdf", "geopandas", "h5netcdf", "h5py", "networkx", "numcodecs", "pystac", "zarr"),
    "networks": ("networkx", "pyproj", "shapely"),
    "traffic": ("sumo",),
    "eo": ("PIL", "box", "networkx", "onnxruntime", "requests", "scipy", "spyndex", "xarray"),
    "risk": ("h5py", "scipy"),
    "thermal": ("thermofeel",),
    "climada": (
        "bottleneck",
        "cartopy",
        "contextily",
        "dask",
        "deprecation",
        "geopandas",
        "netCDF4",
        "numba",
        "pandas",
        "pathos",
        "pyarrow",
        "pycountry",
        "pyproj",
        "rasterio",
        "requests",
        "sklearn",
        "shapely",
        "sparse",
        "statsmodels",
        "tabulate",
        "tqdm",
        "xarray",
        "xlsxwriter",
    ),
    "crops": ("aquacrop", "pcse"),
    "dssat": ("DSSATTools",),
    "terra": ("pandas",),
}
"""Extra to the modules that it installs itself, by the names under which they are imported."""

INCLUDES: dict[str, tuple[str, ...]] = {
    "openai": ("inspect",),
    "anthropic": ("inspect",),
    "google": ("inspect",),
    "phreeqc": ("sandbox",),
    "energyplus": ("sandbox",),
    "planet": ("figures", "imagery", "weather"),
    "eo": ("imagery",),
    "climada": ("figures", "risk", "sandbox"),
    "crops": ("sandbox",),
    "dssat": ("sandbox",),
    "traffic": ("networks", "sandbox"),
    "terra": ("crops", "eo", "figures", "phreeqc", "planet", "risk", "thermal", "traffic", "weather"),
}
"""Extra to the extras that come with it."""


def modules_of(extra: str) -> list[str]:
    """Return every module that an extra installs, with those of the extras in it; none for an unknown extra."""
    inner = [module for part in INCLUDES.get(extra, ()) for module in modules_of(part)]
    return list(dict.fromkeys([*MODULES.get(extra, ()), *inner]))


def missing_of(extra: str) -> list[str]:
    """Return the modules of an extra that are not installed; only packages around a module are imported."""
    return [module for module in modules_of(extra) if not _is_installed(module)]


def extra_of(module: str) -> str | None:
    """Return the first extra that installs this module, if one does."""
    return next((extra for extra in MODULES if brings(extra, module)), None)


def brings(extra: str, module: str) -> bool:
    """Whether an extra installs a module, which may be part of a library."""
    return bool({module, module.partition(".")[0]} & set(modules_of(extra)))


@contextmanager
def needs(asked: str, *extras: str) -> Iterator[None]:
    """Let the error for a library that is missing inside recommend these extras, which `asked` needs.

    `asked` names a suite, an engine or a verb, such as `the suite lake`. Where such blocks are
    nested, the extras of both are recommended, and the inner one whose extras install the library is named. For a
    library that none of them installs, the error recommends the library's own extra.
    """
    try:
        yield
    except (MissingExtra, ModuleNotFoundError) as error:
        better = advised_error(error, asked, extras)
        if better is None:
            raise
        raise better from error


def advised_error(error: ImportError, asked: str, extras: Iterable[str]) -> MissingExtra | None:
    """Return the error that recommends what `asked` needs; None if no extra of ours has the missing library."""
    missing = error if isinstance(error, MissingExtra) else missing_extra(error)
    if missing is None:
        return None
    wanted = (*extras, *missing.wanted)
    is_the_one = any(brings(extra, missing.module) for extra in extras)
    return MissingExtra(
        missing.module,
        ",".join(_to_install(missing, wanted)),
        asked=missing.asked or (asked if is_the_one else ""),
        wanted=wanted,
        own=missing.own,
        after=missing.after,
    )


def _to_install(missing: MissingExtra, wanted: Iterable[str]) -> list[str]:
    """Return the declared extras that are incomplete, and the library's own extra if none of them installs it."""
    chosen = [extra for extra in wanted if missing_of(extra) or brings(extra, missing.module)]
    if not any(brings(extra, missing.module) for extra in chosen):
        chosen.append(missing.own)
    return _widest(chosen)


def missing_extra(error: ImportError) -> MissingExtra | None:
    """Return the error that names the extra of a missing library; None if no extra of ours has it."""
    extra = extra_of(error.name or "")
    return None if extra is None else MissingExtra(error.name or "", extra)


def _widest(extras: Iterable[str]) -> list[str]:
    """Return extras without those that another of them includes."""
    every = list(dict.fromkeys(extras))
    return [extra for extra in every if not any(_includes(other, extra) for other in every)]


def _includes(extra: str, other: str) -> bool:
    return any(part == other or _includes(part, other) for part in INCLUDES.get(extra, ()))


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ModuleNotFoundError, ValueError):  # the package around it is missing, or it is blocked
        return False
