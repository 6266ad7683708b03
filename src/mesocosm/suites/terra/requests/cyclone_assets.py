"""Assets of towns that a cyclone may damage: how they are drawn and written, and their losses by town."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests.cyclone_drill import table_lines
from mesocosm.suites.terra.requests.vortices import track_table
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.suites.terra.workflows.workflow import Given

Curves = dict[str, dict[str, list[float]]]
"""By kind of asset, the share of its value that is lost at some wind speeds in m/s."""
Asset = tuple[str, float, float, float, str]
"""Name, latitude, longitude, value in million dollars, kind."""


def drawn_assets(land: Land, given: Given, curves: Curves, chance: Chance) -> list[JsonValue]:
    """Draw one asset of each kind in every town; it is worth more where more people live."""
    assets: list[JsonValue] = []
    for name in texts(given, "towns"):
        place = land.place(name)
        for kind in curves:
            value = round(float(place.population or 10_000) * float(chance.uniform(20, 55)) / 1000, 1)
            assets.append([f"{name} {kind}", round(place.latitude, 4), round(place.longitude, 4), value, kind])
    return assets


def assets_of(given: Given) -> list[Asset]:
    """Return the assets of a request, town by town."""
    rows = given["assets"] if isinstance(given["assets"], list) else []
    texts_of_rows = [[str(cell) for cell in row] for row in rows if isinstance(row, list)]
    return [(name, float(north), float(east), float(value), kind) for name, north, east, value, kind in texts_of_rows]


def assets_file(given: Given) -> bytes:
    """Write the assets as a table."""
    keys = ("asset", "latitude", "longitude", "value", "curve")
    rows: list[dict[str, JsonValue]] = [dict(zip(keys, asset, strict=True)) for asset in assets_of(given)]
    return track_table(rows)


def curve_words(curves: Curves) -> str:
    """Describe how much of its value each kind loses at which wind."""
    parts = []
    for kind, curve in curves.items():
        pairs = zip(curve["intensity"][1:], curve["damage"][1:], strict=True)
        parts.append(f"{kind} " + ", ".join(f"{100 * share:g} % at {wind:g} m/s" for wind, share in pairs))
    return "; ".join(parts) + "; nothing below the first of these winds, and constant above the last"


def by_town(towns: Sequence[str], losses: Sequence[float]) -> dict[str, float]:
    """Add up losses by town; the assets of a town follow each other."""
    each = len(losses) // len(towns)
    return {name: sum(losses[each * at : each * (at + 1)]) for at, name in enumerate(towns)}


def table_losses(text: str) -> list[float]:
    """Read the losses of the assets from the table of an engine, in the order of the assets."""
    lines = [line.split(",") for line in table_lines(text)]
    at = next(number for number, heading in enumerate(lines[0]) if "loss" in heading)
    return [float(line[at]) for line in lines[1:]]
