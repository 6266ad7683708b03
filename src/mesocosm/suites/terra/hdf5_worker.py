"""Takes an HDF5 file apart inside the sandbox: this module's text is run there and imports nothing of ours.

Such a file can say that its values lie in another file of the machine, name a million million of them, or be bent so
that the library never ends. What is handed out are plain arrays, one after another in a file, and words about them.
"""

from typing import Any, BinaryIO

SOURCE, ARRAYS = "file.h5", "arrays.bin"
BYTES_EACH = 8
"""Of a value once it is unpacked, as `mesocosm.earth.fields.opening` counts."""


def main(request: dict[str, Any]) -> dict[str, Any]:
    """The variables of a NetCDF file (`form` netcdf), or all groups and arrays; `refused` says why there are none."""
    read = netcdf if request["form"] == "netcdf" else tree
    with open(ARRAYS, "wb") as out:
        try:
            return read(out, request["most_bytes"])
        except Exception as error:  # a damaged file fails in a dozen ways
            return {"refused": f"{type(error).__name__}: {str(error)[:200]}"}


def netcdf(out: BinaryIO, most: int) -> dict[str, Any]:
    import h5netcdf

    with h5netcdf.File(SOURCE, "r") as file:
        size = sum(room(variable.shape, variable.dtype) for variable in file.variables.values())
        if size > most:
            return {"refused": f"it unpacks to {size / 2**20:,.0f} MiB; at most {most / 2**20:,.0f} are opened"}
        told = [
            {"name": name, "axes": list(variable.dimensions), "words": words(variable.attrs), **kept(out, variable)}
            for name, variable in file.variables.items()
        ]
        return {"variables": told, "words": words(file.attrs)}


def tree(out: BinaryIO, most: int) -> dict[str, Any]:
    import h5py  # type: ignore[import-untyped]  # it has no stubs

    with h5py.File(SOURCE, "r") as file:
        parts: dict[str, Any] = {}
        file.visititems(lambda name, part: parts.update({name: part}))
        arrays = {name: part for name, part in parts.items() if isinstance(part, h5py.Dataset)}
        size = sum(room(array.shape or (), array.dtype) for array in arrays.values())
        if size > most:
            return {"refused": f"it unpacks to {size / 2**20:,.0f} MiB; at most {most / 2**20:,.0f} are opened"}
        told = [{"name": name, "words": words(array.attrs), **kept(out, array)} for name, array in arrays.items()]
        groups = [{"name": name, "words": words(part.attrs)} for name, part in parts.items() if name not in arrays]
        return {"arrays": told, "groups": groups}


def room(shape: tuple[int, ...], dtype: Any) -> int:
    import math

    return math.prod(shape) * max(int(getattr(dtype, "itemsize", 8)), BYTES_EACH)


def kept(out: BinaryIO, array: Any) -> dict[str, Any]:
    """An array of numbers goes into the file of arrays, one of texts into the report; others are left out."""
    import numpy as np

    values = np.asarray(array[...])
    if values.dtype.kind in "fiub":
        start = out.tell()
        out.write(np.ascontiguousarray(values).tobytes())
        return {"dtype": values.dtype.str, "shape": list(values.shape), "start": start}
    if values.dtype.kind in "SUO":
        return {"texts": [text(each) for each in values.ravel().tolist()], "shape": list(values.shape)}
    return {}


def words(attributes: Any) -> dict[str, Any]:
    """Attributes that are texts or numbers; numbers with their type, on which the unpacking of values hangs."""
    import numpy as np

    told: dict[str, Any] = {}
    for name in attributes:
        try:
            value = attributes[name]
        except Exception:  # a reference or a type that the library cannot read: no words of a field
            continue
        if isinstance(value, str | bytes):
            told[name] = text(value)
        elif isinstance(value, np.ndarray | np.generic | int | float):
            array = np.asarray(value)
            if array.dtype.kind in "fiub" and array.ndim < 2:
                told[name] = {"dtype": array.dtype.str, "values": array.tolist()}
            elif array.dtype.kind in "SUO" and array.ndim < 2:
                told[name] = [text(each) for each in array.ravel().tolist()]
    return told


def text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
