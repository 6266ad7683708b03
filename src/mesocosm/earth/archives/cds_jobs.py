"""Jobs of the Climate Data Store: submit them, wait until they are done, fetch their files.

The interface is OGC API - Processes as the store has it since 2024: POST retrieve/v1/processes/DATASET/execution with
{"inputs": ...} answers with a jobID; GET retrieve/v1/jobs/ID returns its status (accepted, running, successful, failed,
rejected); GET retrieve/v1/jobs/ID/results says where the file lies. The key goes in the header PRIVATE-TOKEN.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.sources.keys import Key
from mesocosm.sources.service import Connection, QueryService
from mesocosm.sources.web import WebError

FIRST_WAIT_S, LONGEST_WAIT_S, PATIENCE_S = 1.0, 120.0, 1800.0
"""Waits between status queries double up to the longest; a job that takes longer than `PATIENCE_S` is given up.
Seconds.
"""
UNDER_WAY = ("accepted", "running")
MOST_UNPACKED = 1_000_000_000
"""Most bytes of the unpacked files of one ZIP archive."""
JOB = re.compile(r"[A-Za-z0-9_-]{1,100}")
Inputs = Mapping[str, str | Sequence[str] | Sequence[float]]


class Cds(QueryService):
    """The Climate Data Store of the Copernicus programme: ERA5, CMIP6 and seasonal forecasts."""

    name = "cds"
    about = "Climate Data Store"
    example = "catalogue/v1/collections/reanalysis-era5-single-levels"
    variable = "MESOCOSM_CDS_URL"
    home = "https://cds.climate.copernicus.eu/api"
    licence = "CC-BY-4.0; contains modified Copernicus Climate Change Service information"
    key_header = "PRIVATE-TOKEN"
    keys = (
        Key(
            "CDSAPI_KEY",
            ".cdsapirc",
            "Make a free account at https://cds.climate.copernicus.eu, copy the key from your profile there, and "
            "accept the licence on the page of each dataset",
        ),
    )


def retrieve(connection: Connection, dataset: str, inputs: Inputs) -> bytes:
    """Run a job on a dataset and return its file."""
    submitted = _object(connection, connection.post(_process(dataset, "execution"), _send(inputs)), "a job")
    job = str(submitted.get("jobID", ""))
    if not JOB.fullmatch(job):
        raise WebError(f"{connection.service.name} returned no job for {dataset}; try again later")
    _await(connection, job, str(submitted.get("status", "accepted")))
    return _result(connection, job)


def constraints(connection: Connection, dataset: str, inputs: Inputs) -> dict[str, list[str]]:
    """Return the values that each input may still take, given those chosen."""
    reply = _object(connection, connection.post(_process(dataset, "constraints"), _send(inputs)), "constraints")
    return {name: [str(each) for each in values] for name, values in reply.items() if isinstance(values, list)}


def unpack_answer(data: bytes, what: str) -> list[bytes]:
    """Return the data files of a reply, which is either one such file or a ZIP archive of them."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return [data]
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [
                each for each in archive.infolist() if each.filename.endswith((".nc", ".grib", ".grib2", ".grb"))
            ]
            if sum(each.file_size for each in members) > MOST_UNPACKED:
                raise InvalidRecord(f"{what} unpacks to more than {MOST_UNPACKED:,} bytes; ask for less")
            return [archive.read(each) for each in sorted(members, key=lambda each: each.filename)]
    except (zipfile.BadZipFile, NotImplementedError) as error:  # the latter for a compression that Python lacks
        raise InvalidRecord(f"{what} came as a damaged archive: {error}") from error


def _send(inputs: Inputs) -> dict[str, JsonValue]:
    return {"inputs": {name: value if isinstance(value, str) else list(value) for name, value in inputs.items()}}


def _process(dataset: str, what: str) -> str:
    return f"retrieve/v1/processes/{dataset}/{what}"


def _await(connection: Connection, job: str, status: str) -> None:
    wait, waited = FIRST_WAIT_S, 0.0
    while status in UNDER_WAY:
        if waited >= PATIENCE_S or (connection.mode == "replay" and waited):
            raise WebError(f"{connection.service.name}: a job is still {status} after {waited:.0f} s; try again later")
        connection.pause(wait)
        waited, wait = waited + wait, min(2 * wait, LONGEST_WAIT_S)
        status = str(_object(connection, connection.get(f"retrieve/v1/jobs/{job}"), "a job").get("status"))
    if status != "successful":
        reason = _why(connection, job)
        raise WebError(f"{connection.service.name}: the job is {status}{f': {reason}' * bool(reason)}")


def _why(connection: Connection, job: str) -> str:
    """Return the store's reason why a job failed: it refuses to return the results, and says why."""
    try:
        connection.get(f"retrieve/v1/jobs/{job}/results")
    except WebError as error:
        return str(error).partition(": ")[2]
    return ""


def _result(connection: Connection, job: str) -> bytes:
    reply = _object(connection, connection.get(f"retrieve/v1/jobs/{job}/results"), "results")
    asset = reply.get("asset")
    file = asset.get("value") if isinstance(asset, dict) else None
    href = file.get("href") if isinstance(file, dict) else None
    if not isinstance(file, dict) or not isinstance(href, str) or not href.startswith(("https://", "http://")):
        raise WebError(f"{connection.service.name} does not say where the file of a job lies; try again later")
    data = connection.get(href)
    size = file.get("file:size")
    if isinstance(size, int) and size != len(data):
        raise WebError(f"{connection.service.name}: {len(data):,} bytes arrived of a file of {size:,}; try again later")
    return data


def _object(connection: Connection, body: bytes, what: str) -> dict[str, JsonValue]:
    reply = connection.json(body, what)
    if not isinstance(reply, dict):
        raise WebError(f"{connection.service.name} returned {what} as {type(reply).__name__}, not as an object")
    return reply
