"""Scenes of STAC services, Earth Search and the Planetary Computer, as a source of scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import JsonValue

from mesocosm.earth.archives.scene_source import SceneSource, no_scene
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.items import from_item
from mesocosm.earth.imagery.remote_windows import RemoteFile, window_of
from mesocosm.earth.imagery.scene import Scene
from mesocosm.earth.imagery.spectra import SENSORS, scaling_of
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.sources.service import Connection, QueryService
from mesocosm.sources.web import WebError
from mesocosm.types import TimeInterval

PAGE, MOST_PAGES = 100, 5
"""Scenes per page, and most pages per search."""
COLLECTIONS = {"msi": "sentinel-2-l2a", "oli+tirs": "landsat-c2-l2"}
"""Collection by sensor; both services use these names."""
SENTINEL_2 = {
    "coastal": "B01", "blue": "B02", "green": "B03", "red": "B04", "rededge1": "B05", "rededge2": "B06",
    "rededge3": "B07", "nir": "B08", "nir08": "B8A", "swir16": "B11", "swir22": "B12", "scl": "SCL",
}  # fmt: skip
LANDSAT = {
    "coastal": "B1", "blue": "B2", "green": "B3", "red": "B4", "nir08": "B5", "swir16": "B6", "swir22": "B7",
    "lwir11": "ST_B10", "qa_pixel": "QA_PIXEL",
}  # fmt: skip
OFFSET_APPLIED = "earthsearch:boa_offset_applied"
"""Property that is true where reflectance is DN / 10 000 on any date."""


class StacService(QueryService):
    """A STAC service with scenes."""

    example = "collections/sentinel-2-l2a"
    collections: ClassVar[tuple[str, ...]]
    names: ClassVar[Mapping[str, Mapping[str, str]]]
    """By collection: the service's keys of files, with our names of the bands."""

    @property
    def signing(self) -> str:
        """Address that issues tokens to read the files of a collection; '' where none is needed."""
        return ""


class EarthSearch(StacService):
    """Sentinel-2 on Amazon's open data, catalogued by Element 84."""

    name = "earth_search"
    about = "Earth Search"
    variable = "MESOCOSM_EARTH_SEARCH_URL"
    home = "https://earth-search.aws.element84.com/v1"
    licence = "Copernicus Sentinel data, free and open (Regulation EU 1159/2013); Earth Search by Element 84"
    collections = ("sentinel-2-l2a",)
    names: ClassVar[Mapping[str, Mapping[str, str]]] = {"sentinel-2-l2a": SENTINEL_2}


class PlanetaryComputer(StacService):
    """Sentinel-2 and Landsat on Microsoft's Planetary Computer."""

    name = "planetary_computer"
    about = "Planetary Computer"
    variable = "MESOCOSM_PLANETARY_COMPUTER_URL"
    home = "https://planetarycomputer.microsoft.com/api/stac/v1"
    licence = "Copernicus Sentinel data, free and open; Landsat, public domain of USGS; Microsoft Planetary Computer"
    token_hosts = (".blob.core.windows.net",)
    collections = ("sentinel-2-l2a", "landsat-c2-l2")
    names: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "sentinel-2-l2a": {name: name for name in SENTINEL_2.values()},
        "landsat-c2-l2": LANDSAT,
    }

    @property
    def signing(self) -> str:
        return f"{self.address.removesuffix('/stac/v1')}/sas/v1/token"


class StacScenes(SceneSource):
    """Scenes of a STAC service; `scene` knows the names that a search has returned."""

    def __init__(self, connection: Connection) -> None:
        if not isinstance(connection.service, StacService):
            raise InvalidRecord(f"{connection.service.name} is not a STAC service")
        self.connection, self.service = connection, connection.service
        self._known: dict[str, Scene] = {}
        self._tokens: dict[str, str] = {}

    def search(
        self, box: BoundingBox, when: TimeInterval, sensor: str | None, max_cloud: float | None
    ) -> Sequence[Scene]:
        collections = self._collections(sensor)
        asked: dict[str, JsonValue] = {
            "collections": collections,
            "bbox": [box.west, box.south, box.east, box.north],
            "datetime": f"{when.start:%Y-%m-%dT%H:%M:%SZ}/{when.end:%Y-%m-%dT%H:%M:%SZ}",
            "limit": PAGE,
        }
        if max_cloud is not None:
            asked["query"] = {"eo:cloud_cover": {"lte": max_cloud}}
        scenes = [scene for item in self._items(asked) if (scene := self._scene(item)) is not None]
        fitting = [s for s in scenes if s.sensor in ([sensor] if sensor else SENSORS) and when.contains(s.datetime)]
        chosen = sorted(fitting, key=lambda s: (s.datetime, s.id))
        self._known |= {scene.id: scene for scene in chosen}
        return chosen

    def scene(self, name: str) -> Scene:
        if not self._known:
            raise no_scene(name)
        if name not in self._known:
            raise UnknownName("scene of an earlier search", name, list(self._known)[:5])
        return self._known[name]

    def content(self, scene: Scene, key: str) -> bytes:
        return self._window(scene, key, None)

    def part(self, scene: Scene, key: str, box: BoundingBox) -> bytes:
        return self._window(scene, key, box)

    def _window(self, scene: Scene, key: str, box: BoundingBox | None) -> bytes:
        file = RemoteFile(self.connection, scene.asset(key).href, self._token(scene.collection))
        applied = scene.properties.get(OFFSET_APPLIED) is True
        scale, offset = scaling_of(SENSORS.get(scene.sensor), key, scene.datetime)
        scaling = (scale, 0.0 if applied and scale == 1e-4 else offset)
        return window_of(file, f"{key} of scene {scene.id}", box, scaling)

    def _token(self, collection: str) -> str:
        if self.service.signing and collection not in self._tokens:
            self._tokens[collection] = self.connection.token(f"{self.service.signing}/{collection}", "token")
        return self._tokens.get(collection, "")

    def _collections(self, sensor: str | None) -> list[JsonValue]:
        held = {name: each for name, each in COLLECTIONS.items() if each in self.service.collections}
        if sensor is None:
            return list(held.values())
        if sensor not in held:
            raise UnknownName(f"sensor of {self.service.about}", sensor, held)
        return [held[sensor]]

    def _items(self, asked: dict[str, JsonValue]) -> list[Mapping[str, JsonValue]]:
        """Return the items of all pages, up to `MOST_PAGES`."""
        items: list[Mapping[str, JsonValue]] = []
        body = self.connection.post("search", asked)
        for _ in range(MOST_PAGES):
            reply = self.connection.json(body, "a search")
            features = reply.get("features") if isinstance(reply, dict) else None
            if not isinstance(reply, dict) or not isinstance(features, list):
                raise WebError(f"{self.service.about} answers a search without features; try again later")
            items += [item for item in features if isinstance(item, dict)]
            link = _next_link(reply)
            if link is None:
                break
            body = self._follow(link, asked)
        return items

    def _follow(self, link: Mapping[str, JsonValue], asked: dict[str, JsonValue]) -> bytes:
        if link.get("method") != "POST":
            return self.connection.get(str(link["href"]))
        more = link.get("body")
        rest = more if isinstance(more, dict) else {}
        return self.connection.post("search", {**asked, **rest} if link.get("merge") else rest)

    def _scene(self, item: Mapping[str, JsonValue]) -> Scene | None:
        """Return the scene of an item with our names of bands; None where it has no such band."""
        names = self.service.names.get(str(item.get("collection")), {})
        assets = item.get("assets")
        if not isinstance(assets, dict):
            raise WebError(f"{self.service.about} lists a scene without files; try again later")
        kept: dict[str, JsonValue] = {
            names[key]: {**asset, "eo:bands": None, "bands": [{"name": names[key]}]}
            for key, asset in assets.items()
            if key in names and isinstance(asset, dict)
        }
        return from_item({**item, "assets": kept}) if kept else None


def _next_link(page: Mapping[str, JsonValue]) -> Mapping[str, JsonValue] | None:
    links = page.get("links")
    for link in links if isinstance(links, list) else []:
        if isinstance(link, dict) and link.get("rel") == "next" and isinstance(link.get("href"), str):
            return link
    return None
