"""Small files for engines: seasons, towns, waters, and calls that count the files they leave behind."""

import csv
import io
import json

from mesocosm.simulators.aquacrop.example import EXAMPLE as MAIZE
from mesocosm.simulators.dssat.example import EXAMPLE as TREATMENTS
from mesocosm.simulators.sumo.example import town_osm
from mesocosm.simulators.wofost.example import EXAMPLE as SUNFLOWER

BRIDGE = [[10.0031, 45.0029], [10.0044, 45.0029], [10.0044, 45.0031], [10.0031, 45.0031], [10.0031, 45.0029]]
"""Area around the bridge in the middle of the town."""
MONTHS = {
    "month": [f"2031-{month:02d}" for month in range(1, 13)],
    "tmin_c": [-3.0, -2.0, 1.5, 5.5, 10.0, 13.5, 15.5, 15.0, 11.5, 7.0, 2.0, -2.0],
    "tmax [K]": [277.15, 279.65, 284.65, 289.15, 294.15, 298.15, 301.15, 300.65, 295.65, 289.15, 282.15, 277.65],
    "rain_mm": [55.0, 50.0, 60.0, 75.0, 85.0, 80.0, 60.0, 70.0, 75.0, 90.0, 85.0, 60.0],
    "wet_days": [8, 7, 8, 10, 11, 9, 6, 7, 7, 8, 9, 8],
}


def table(workspace, name, columns):
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    workspace.write_text(name, sheet.getvalue())
    return name


def areas(workspace, name, *rings, **properties):
    """Return GeoJSON polygons that all have the same properties."""
    features = [
        {"type": "Feature", "properties": properties, "geometry": {"type": "Polygon", "coordinates": [ring]}}
        for ring in rings
    ]
    workspace.write_text(name, json.dumps({"type": "FeatureCollection", "features": features}))
    return name


def write_inputs(workspace):
    """Write a season for AquaCrop and one for WOFOST, an experiment of DSSAT, a town, a flood on its bridge, months."""
    table(workspace, "maize.csv", MAIZE["weather"])
    table(workspace, "sunflower.csv", SUNFLOWER["weather"])
    for name, key in (("meso.mzx", "experiment"), ("meso.wth", "weather"), ("meso.sol", "soil")):
        workspace.write_text(name, TREATMENTS[key])
    workspace.write_text("town.osm", town_osm())
    zones = {"id": ["west", "east"], "people": [400, 100], "jobs": [50, 250]}
    table(workspace, "zones.csv", zones | {"longitude": [10.0015, 10.006], "latitude": [45.003, 45.003]})
    areas(workspace, "flood.geojson", BRIDGE, intensity=0.5)
    table(workspace, "months.csv", MONTHS)


def rows(workspace, path):
    return list(csv.DictReader(io.StringIO(workspace.read_text(path))))


def value(output, name):
    return output.data["values"][name]["value"]
