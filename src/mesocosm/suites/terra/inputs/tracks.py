"""Tables of the tracks of cyclones."""

from __future__ import annotations

import csv
import io

import numpy as np

from mesocosm.earth.forecasts.cyclones import Centre
from mesocosm.errors import ToolError
from mesocosm.workspace.workspace import Workspace

COLUMNS = ("track", "time", "latitude", "longitude", "pressure_hpa", "wind_m_s", "vorticity", "warmth_k")
LARGEST_TABLE = 5_000_000


def read_tracks(workspace: Workspace, path: str) -> dict[str, list[Centre]]:
    """Return the tracks of a table by their names."""
    rows = csv.DictReader(io.StringIO(workspace.read_text(path, LARGEST_TABLE)))
    missing = [name for name in ("track", "time", "latitude", "longitude") if name not in (rows.fieldnames or ())]
    if missing:
        raise ToolError(f"{path!r} is no table of tracks: it lacks {', '.join(missing)}")
    tracks: dict[str, list[Centre]] = {}
    for row in rows:
        try:
            tracks.setdefault(str(row["track"]), []).append(_centre(row))
        except (TypeError, ValueError) as error:
            raise ToolError(f"{path!r} has a row that cannot be read, {str(row)[:120]}: {str(error)[:120]}") from None
    if not tracks:
        raise ToolError(f"{path!r} holds no track")
    return tracks


def _centre(row: dict[str, str]) -> Centre:
    values = {name: float(row[name]) if row.get(name) else float("nan") for name in COLUMNS[2:]}
    wind = values.pop("wind_m_s")
    if not abs(values["latitude"]) <= 90 or not abs(values["longitude"]) <= 360:
        raise ValueError("latitude or longitude is out of range")
    if wind < 0:
        raise ValueError("a wind is negative")
    return Centre(time=str(row["time"]), wind_m_s=wind if np.isfinite(wind) else None, **values)
