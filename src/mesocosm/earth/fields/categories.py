"""Fields of classes, such as land cover, soil type, type of precipitation and flags.

Values between two classes have no meaning. A field is one of classes if it says so: by flags (CF conventions, section
3.5), by a unit such as "(Code table 4.201)" in GRIB, or, without a unit, by a name such as "soil type" over whole
numbers. Whole numbers that a file stores as integers without a unit count too, if they are few.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

FLAGS = ("flag_values", "flag_masks", "flag_meanings")
CODES = re.compile(r"code table|categor|\bclass(es)?\b|\bflags?\b", re.IGNORECASE)
"""Units of classes."""
TYPES = re.compile(
    r"(?<![a-z])(type|class|classification|category|categorical|flag|code|lccs|scl|land[\W_]?use|land[\W_]?cover)(?![a-z])",
    re.IGNORECASE,
)
"""Names of classes."""
SHORT_NAMES = {"slt", "tvl", "tvh", "ptype", "scl", "fmask", "qa_pixel"}
"""Names of classes in files of ECMWF, Sentinel-2 and Landsat."""
PURE = {"", "1", "~", "-", "none", "numeric", "dimensionless", "code", "index"}
"""Units, in lower case, that pure numbers and classes have."""
MOST_CLASSES = 256
MOST_UNNAMED = 40
"""Most different whole numbers that count as classes where nothing but their values says so."""


def is_categorical(values: xr.DataArray) -> bool:
    """Say whether a field holds classes, by its attributes, its names and its values."""
    unit = str(values.attrs.get("units", "")).strip()
    if any(key in values.attrs for key in FLAGS) or CODES.search(unit) or values.dtype.kind == "b":
        return True
    if unit.lower() not in PURE:
        return False
    names = [str(values.name), *(str(values.attrs.get(key, "")) for key in ("standard_name", "long_name"))]
    if names[0].lower() in SHORT_NAMES or any(map(TYPES.search, names)):
        return are_classes(values.values, MOST_CLASSES)
    return values.dtype.kind in "iu" and are_classes(values.values, MOST_UNNAMED)


def are_classes(values: NDArray[np.generic], most: int = MOST_UNNAMED) -> bool:
    """Say whether the values are whole numbers, and not more than `most` different ones."""
    if values.dtype.kind not in "iuf":
        return False
    known = values[np.isfinite(values)]
    return bool(known.size and (known == np.round(known)).all() and np.unique(known).size <= most)


def refuse_between(values: xr.DataArray, argument: str, method: str) -> None:
    """Refuse a method that would mix classes; only the nearest cell gives a class."""
    if method != "nearest" and is_categorical(values):
        raise InvalidRecord(
            f"`{argument}` must be nearest for {values.name}, which holds classes: values between two classes have no "
            f"meaning; got {method}"
        )


def refuse_mixing(values: xr.DataArray, what: str) -> None:
    """Refuse a calculation whose result lies between classes."""
    if is_categorical(values):
        raise InvalidRecord(f"{values.name} holds classes, which have no {what}; work on the share of one class")
