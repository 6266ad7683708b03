"""Names and maps of OpenStreetMap from Nominatim and Overpass. Neither service needs a key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import JsonValue, ValidationError

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.plain_xml import parse_plain_xml
from mesocosm.earth.places.place import Gazetteer, MapSource, NamedPlace
from mesocosm.errors import InvalidRecord
from mesocosm.sources.live import Remote
from mesocosm.sources.service import Connection, QueryService
from mesocosm.sources.web import WebError

ODBL = "ODbL-1.0; © OpenStreetMap contributors"
PAUSE_S = 1.0
"""Pause between requests in seconds, as Nominatim's usage policy requires."""
MOST_NAMED = 10
ZOOMS = (14, 10, 8, 5)
"""Zooms of reverse geocoding: suburb or village, city, county, state."""
LARGEST_MAP = 0.25
"""Largest map, in square degrees."""
TIMEOUT_S = 90


class Nominatim(QueryService):
    """Names of places in OpenStreetMap."""

    name = "nominatim"
    about = "Nominatim"
    example = "search?q=Helsinki&format=jsonv2&limit=1"
    variable = "MESOCOSM_NOMINATIM_URL"
    home = "https://nominatim.openstreetmap.org"
    licence = ODBL


class Overpass(QueryService):
    """Maps of OpenStreetMap."""

    name = "overpass"
    about = "Overpass"
    example = "status"
    variable = "MESOCOSM_OVERPASS_URL"
    home = "https://overpass-api.de/api"
    licence = ODBL

    def remote(self, name: str) -> Remote:
        remote = super().remote(name)
        return Remote(remote.name, remote.url, _status_fault, remote.licence)


class NominatimNames(Gazetteer):
    """Places by name and by position, from Nominatim."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._asked = 0

    def places_named(self, query: str) -> list[NamedPlace]:
        reply = self._ask("search", q=query, format="jsonv2", limit=str(MOST_NAMED), extratags="1", addressdetails="1")
        if not isinstance(reply, list):
            raise WebError("Nominatim did not return a list for a search; try again later")
        return [_place(each) for each in reply if isinstance(each, dict)]

    def near(self, longitude: float, latitude: float, most: int) -> list[NamedPlace]:
        """Return the smallest place that contains a point, then the larger places that contain it."""
        places: dict[str, NamedPlace] = {}
        for zoom in ZOOMS:
            reply = self._ask(
                "reverse", lat=f"{latitude:.6f}", lon=f"{longitude:.6f}", zoom=str(zoom), format="jsonv2",
                extratags="1", addressdetails="1",
            )  # fmt: skip
            if isinstance(reply, dict) and "error" not in reply:
                place = _place(reply)
                places.setdefault(place.id, place)
        return list(places.values())[: most + 1]

    def _ask(self, path: str, **parameters: str) -> JsonValue:
        if self._asked:
            self.connection.pause(PAUSE_S)
        self._asked += 1
        return self.connection.json(self.connection.get(path, **parameters), "a question about places")


class OverpassMaps(MapSource):
    """Maps of boxes from Overpass: everything in them, with all nodes of ways that leave the box."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def document(self, box: BoundingBox) -> bytes:
        size = (box.east - box.west) % 360.0 * (box.north - box.south)
        box.demand_no_crossing("a map of Overpass")
        if size > LARGEST_MAP:
            raise InvalidRecord(
                f"a map covers at most {LARGEST_MAP:g} square degrees, got {size:.3g}: take a smaller box"
            )
        data = self.connection.post_form("interpreter", data=query_of(box))
        try:
            root = parse_plain_xml(data, "the map")
        except InvalidRecord as error:
            raise WebError("Overpass did not return a map; try again later") from error
        remark = root.findtext("remark") or ""
        if root.tag != "osm" or "error" in remark:
            raise WebError(f"Overpass could not make the map: {' '.join(remark.split())[:200] or root.tag}")
        if root.find("node") is None:
            raise InvalidRecord("the map of this box is empty")
        return data


def query_of(box: BoundingBox) -> str:
    """Write the query in Overpass QL, where boxes are south, west, north, east."""
    around = f"{box.south:.6f},{box.west:.6f},{box.north:.6f},{box.east:.6f}"
    return f"[out:xml][timeout:{TIMEOUT_S}];(nwr({around});>;);out body;"


def _place(record: Mapping[str, JsonValue]) -> NamedPlace:
    """Read a place of Nominatim's reply: numbers as text, the box as south, north, west, east."""
    try:
        south, north, west, east = (float(str(side)) for side in _list(record.get("boundingbox")))
        name = str(record.get("name") or record["display_name"]).partition(",")[0]
        rest = str(record["display_name"]).partition(", ")[2]
        return NamedPlace(
            id=f"{record.get('osm_type', 'place')}/{record.get('osm_id', record.get('place_id'))}",
            name=name,
            kind=str(record.get("addresstype") or record.get("type") or "place"),
            longitude=float(str(record["lon"])),
            latitude=float(str(record["lat"])),
            box=BoundingBox(west=west, south=south, east=east, north=north),
            population=_population(record.get("extratags")),
            within=rest[:100],
        )
    except (KeyError, ValueError, ValidationError) as error:
        raise WebError("Nominatim returned a place without its name, position or box; try again later") from error


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _population(tags: JsonValue) -> int | None:
    digits = str(tags.get("population", "")).replace(" ", "") if isinstance(tags, dict) else ""
    return int(digits) if digits.isdecimal() else None


def _status_fault(path: Path) -> str:
    """Return why a file is not the plain text of Overpass's status; '' if it is."""
    return "" if path.read_bytes().startswith(b"Connected as:") else "is not the status of an Overpass server"
