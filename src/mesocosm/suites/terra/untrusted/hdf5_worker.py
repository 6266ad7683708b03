"""Reads an HDF5 or NetCDF file inside the sandbox: this module's text is run there and imports nothing of ours.

Such a file can claim that its values lie in another file of the machine, or all at one place of it, name a million
million of them, or be corrupt so that the library never ends. The output is plain arrays, one after another in a file,
and texts about them.
"""

import itertools
import math
from collections.abc import Iterator
from typing import Any, BinaryIO

SOURCE, ARRAYS = "file.h5", "arrays.bin"
BYTES_EACH = 8
"""Bytes of a decoded value, as `mesocosm.earth.fields.readers` counts."""
BESIDE_TEXT = 64
"""Bytes of a text beside its characters."""
AT_A_TIME = 1000
"""Texts that are read before they are counted."""


def main(request: dict[str, Any]) -> dict[str, Any]:
    """Return the variables of a NetCDF file (`form` netcdf or classic), or all groups and arrays of HDF5 (tree).

    `refused` says why there are none.
    """
    read = {"classic": classic, "netcdf": netcdf, "tree": tree}[request["form"]]
    with open(ARRAYS, "wb") as out:
        try:
            return read(Part(out, request["most_bytes"], request["most_text"], request["only"]))
        except TooMuch as error:
            return {"refused": str(error)}
        except Exception as error:  # a damaged file fails in a dozen ways
            return {"refused": f"{type(error).__name__}: {str(error)[:200]}"}


class TooMuch(Exception):
    """A file is too large to decode; the message is for its author."""


class Part:
    """Output file of arrays, with limits on the bytes of values and of texts."""

    def __init__(self, out: BinaryIO, most: int, most_text: int, only: list[str]) -> None:
        self.out, self.most, self.most_text, self.only = out, most, most_text, only
        self.text = 0

    def chosen(self, variables: Any) -> dict[str, Any]:
        """Return the variables that are read, by name: all, or those of `only`."""
        return {name: each for name, each in variables.items() if not self.only or name in self.only}

    def check(self, arrays: Any) -> None:
        """Refuse arrays that are too large together, before any of them is read."""
        size = sum(math.prod(array.shape or ()) * bytes_of_each(array.dtype) for array in arrays)
        if size > self.most:
            raise TooMuch(f"it unpacks to {size / 2**20:,.0f} MiB; at most {self.most / 2**20:,.0f} are opened")

    def count(self, words: list[str]) -> None:
        """Refuse texts that are too long together: one of a few bytes can fill a million places."""
        self.text += sum(BESIDE_TEXT + len(word) for word in words)
        if self.text > self.most_text:
            raise TooMuch(f"its texts take more than the {self.most_text / 2**20:,.0f} MiB that are opened")


def netcdf(part: Part) -> dict[str, Any]:
    import h5netcdf

    with h5netcdf.File(SOURCE, "r") as file:
        chosen = part.chosen(file.variables)
        part.check(chosen.values())
        variables = [
            {
                "name": name,
                "axes": list(variable.dimensions),
                "words": words(variable.attrs),
                **keep_array(part, variable),
            }
            for name, variable in chosen.items()
        ]
        return {"variables": variables, "words": words(file.attrs)}


def classic(part: Part) -> dict[str, Any]:
    """Return the variables of a mapped NetCDF-3 file: read from memory, all would be copied before the check."""
    from scipy.io import netcdf_file

    file = netcdf_file(SOURCE, "r", mmap=True)
    chosen = part.chosen(file.variables)
    part.check(variable.data for variable in chosen.values())
    variables = [
        {
            "name": name,
            "axes": list(variable.dimensions),
            "words": words({key: word for key, word in variable._attributes.items() if not is_fill(key, word)}),
            **keep_array(part, variable.data),
        }
        for name, variable in chosen.items()
    ]
    return {"variables": variables, "words": words(file._attributes)}


def is_fill(key: str, word: Any) -> bool:
    """Return whether it is the fill value of texts, which marks no missing number."""
    return key in ("_FillValue", "missing_value") and isinstance(word, bytes)


def tree(part: Part) -> dict[str, Any]:
    import h5py  # type: ignore[import-untyped]  # it has no stubs

    with h5py.File(SOURCE, "r") as file:
        parts: dict[str, Any] = {}
        file.visititems(lambda name, member: parts.update({name: member}))
        arrays = {name: member for name, member in parts.items() if isinstance(member, h5py.Dataset)}
        part.check(arrays.values())
        datasets = [
            {"name": name, "words": words(array.attrs), **keep_array(part, array)} for name, array in arrays.items()
        ]
        groups = [{"name": name, "words": words(group.attrs)} for name, group in parts.items() if name not in arrays]
        return {"arrays": datasets, "groups": groups}


def bytes_of_each(dtype: Any) -> int:
    return max(int(getattr(dtype, "itemsize", 8)), BYTES_EACH)


def keep_array(part: Part, array: Any) -> dict[str, Any]:
    """Write an array of numbers or letters to the file of arrays, one of texts to the report; others are dropped."""
    import numpy as np

    if is_text(array.dtype):
        found: list[str] = []
        for piece in pieces(array):
            found += [text(each) for each in np.asarray(piece).ravel().tolist()]
            part.count(found[-np.size(piece) :])
        return {"texts": found, "shape": list(array.shape)}
    values = np.asarray(array[...])
    if values.dtype.kind not in "fiubS":
        return {}
    start = part.out.tell()
    part.out.write(np.ascontiguousarray(values).data if values.size else b"")
    return {"dtype": values.dtype.str, "shape": list(values.shape), "start": start}


def is_text(dtype: Any) -> bool:
    """Return whether values are texts; single letters, as NetCDF-3 spells words, are left as they are."""
    kind = getattr(dtype, "kind", "O")
    return kind in "UO" or (kind == "S" and dtype.itemsize > 1)


def pieces(array: Any) -> Iterator[Any]:
    """Yield an array, about a thousand of its values at a time."""
    if not array.shape:
        yield array[()]
        return
    across = itertools.product(*(range(size) for size in array.shape[:-1]))
    for place in across:
        for start in range(0, array.shape[-1], AT_A_TIME):
            yield array[(*place, slice(start, start + AT_A_TIME))]


def words(attributes: Any) -> dict[str, Any]:
    """Return attributes that are texts or numbers; numbers with their type, which the unpacking of values needs."""
    import numpy as np

    result: dict[str, Any] = {}
    for name in attributes:
        try:
            value = attributes[name]
        except Exception:  # a reference or a type that the library cannot read: not an attribute of a field
            continue
        if isinstance(value, str | bytes):
            result[name] = text(value)
        elif isinstance(value, np.ndarray | np.generic | int | float):
            array = np.asarray(value)
            if array.dtype.kind in "fiub" and array.ndim < 2:
                result[name] = {"dtype": array.dtype.str, "values": array.tolist()}
            elif array.dtype.kind in "SUO" and array.ndim < 2:
                result[name] = [text(each) for each in array.ravel().tolist()]
    return result


def text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
