"""Queries the fields of a GRIB file inside the sandbox: this module's text is run there and imports nothing of ours.

A corrupt message can stop the process that decodes it, and a message of a few bytes can stand for a million million
values. The output is the values, one field after another in a file, and each field's answers about itself.
"""

from typing import Any, BinaryIO

SOURCE, ARRAYS = "fields.grib", "arrays.bin"
BYTES_EACH = 8
"""Bytes of a value while it is decoded, as `mesocosm.earth.fields.readers` counts."""


def main(request: dict[str, Any]) -> dict[str, Any]:
    """Return the answers of each message in `spans` to `keys`; `refused` says why there are none."""
    records: list[dict[str, Any]] = []
    size = 0
    with open(SOURCE, "rb") as file, open(ARRAYS, "wb") as out:
        for start, length in request["spans"]:
            file.seek(start)
            try:
                answers, count = message_keys(file.read(length), request["keys"], out, request["most_bytes"] - size)
            except Exception as error:  # a damaged file fails in a dozen ways
                return {"refused": f"{type(error).__name__}: {str(error)[:200]}"}
            size += BYTES_EACH * count
            records.append(answers)
    return {"fields": records}


def message_keys(content: bytes, keys: list[str], out: BinaryIO, room: int) -> tuple[dict[str, Any], int]:
    """Return the answers of a message; a missing key is None, an unreadable one is reported as such."""
    import eccodes

    handle = eccodes.codes_new_from_message(content)
    try:
        eccodes.codes_set(handle, "stepUnits", "m")  # minutes: hours would be rounded
        count = eccodes.codes_get_size(handle, "values")
        if BYTES_EACH * count > room:
            raise ValueError(f"it unpacks to more than is opened: a field of {count:,} values has no room left")
        answers: dict[str, Any] = {"known": {}, "broken": {}}
        for key in keys:
            try:
                answers["known"][key] = answer(handle, key)
            except Exception as error:  # reported where this key is needed
                answers["broken"][key] = str(error)[:200]
        return answers | {"values": as_field_values(handle, out)}, count
    finally:
        eccodes.codes_release(handle)


def answer(handle: int, key: str) -> Any:
    import eccodes

    try:
        if key == "distinctLatitudes":  # of a projected plane these are as many as its nodes, and slow
            even = eccodes.codes_get(handle, "gridType") != "regular_gg"
            return None if even else eccodes.codes_get_array(handle, key).tolist()
        return eccodes.codes_get(handle, key, int if key.endswith(("Step", "FixedSurface")) else None)
    except eccodes.KeyValueNotFoundError:
        return None


def as_field_values(handle: int, out: BinaryIO) -> dict[str, Any]:
    """Return values as fields hold them: single precision, NaN if missing."""
    import eccodes
    import numpy as np

    values = eccodes.codes_get_values(handle)
    if eccodes.codes_get(handle, "bitmapPresent"):
        values[values == eccodes.codes_get(handle, "missingValue")] = np.nan
    start = out.tell()
    out.write(values.astype("<f4").tobytes())
    return {"dtype": "<f4", "shape": [int(values.size)], "start": start}
