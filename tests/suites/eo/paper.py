"""A place of a few things on plain ground, drawn for tests, so that every figure can be worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.regions import make_region
from mesocosm.earth.planet.sensors.window import Window
from mesocosm.errors import UnknownName
from mesocosm.suites.eo.lake.frame import Bands, Frame, Pixels, Sensor, Thing
from mesocosm.suites.eo.workspace_images import Holdings

REGION = make_region(1, 0, 10)
SITE = "paper"
START = datetime(2031, 5, 1, 10, 30, tzinfo=UTC)
SIZES: dict[Sensor, tuple[int, int]] = {
    "rgb": (200, 50),
    "sar": (50, 200),
    "sentinel-2": (40, 1000),
    "landsat": (20, 3000),
}
"""Number of pixels along each side, and the side of one in centimetres."""


def name_of(sensor: Sensor, number: int) -> str:
    return f"{list(SIZES).index(sensor)}{number}" * 16


def frame(sensor: Sensor, number: int = 0) -> Frame:
    """Make the frame of a sensor; each is 100 days after the one before it, radar on the days of the photographs."""
    pixels, step = SIZES[sensor]
    window = Window(REGION, 50_000_000, 550_000_000, pixels, pixels, step)
    later = timedelta(days=100 * number + (10 if sensor in ("sentinel-2", "landsat") else 0))
    return Frame(name_of(sensor, number), SITE, sensor, START + later, window)


def thing(id: str, label: str, box: tuple[float, float, float, float], **attributes: str | int | float) -> Thing:
    left, top, right, bottom = box
    outline = np.asarray([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)
    return Thing(id, label, outline, box, 1.0, attributes)


THINGS = (
    thing("a", "car", (10, 10, 20, 14), colour="white"),
    thing("b", "car", (30, 10, 40, 14), colour="red"),
    thing("c", "truck", (60, 10, 90, 16), colour="blue"),
    thing("d", "ship", (120, 150, 180, 170), colour="black"),
    thing("e", "house", (50, 50, 70, 80), colour="brown", roof="gable", damage="none"),
    thing("f", "house", (80, 50, 100, 80), colour="brown", roof="gable", damage="destroyed"),
    thing("g", "church", (150, 40, 170, 60), colour="grey", roof="gable", damage="minor"),
    thing("h", "tree", (5, 190, 9, 194)),
)


class Paper:
    """Two photographs, two radar pictures, three Sentinel-2 scenes and a Landsat scene of one place."""

    counts: ClassVar[dict[Sensor, int]] = {"rgb": 2, "sar": 2, "sentinel-2": 3, "landsat": 1}

    def frames(self, site_key: str, sensor: Sensor | None = None) -> tuple[Frame, ...]:
        kinds = [kind for kind in self.counts if sensor in (None, kind)]
        frames = [frame(kind, number) for kind in kinds for number in range(self.counts[kind])]
        return tuple(sorted(frames, key=lambda made: made.time))

    def frame(self, name: str) -> Frame:
        for made in self.frames(SITE):
            if made.name == name:
                return made
        raise UnknownName("frame", name, [])

    def companion(self, of: Frame, sensor: Sensor) -> Frame | None:
        return min(self.frames(SITE, sensor), key=lambda other: abs(other.time - of.time), default=None)

    def next(self, of: Frame) -> Frame | None:
        return next((other for other in self.frames(SITE, of.sensor) if other.time > of.time), None)

    def previous(self, of: Frame) -> Frame | None:
        earlier = [other for other in self.frames(SITE, of.sensor) if other.time < of.time]
        return earlier[-1] if earlier else None

    def pixels(self, of: Frame) -> Pixels:
        columns, rows = of.size
        return np.random.default_rng(int(of.name[:2])).integers(0, 256, (rows, columns, 3), dtype=np.uint8)

    def things(self, of: Frame) -> tuple[Thing, ...]:
        if of.sensor == "rgb":
            return THINGS
        return tuple(thing("d", "ship", (30, 37.5, 45, 42.5)) for _ in range(of.sensor == "sar"))

    def left_out(self, of: Frame) -> tuple[Thing, ...]:
        return ()

    def bands(self, of: Frame) -> Bands:
        """Return bands: left half water, right half plants; in the second Sentinel-2 scene the upper half is cloud."""
        columns, rows = of.size
        water = np.arange(columns)[None, :].repeat(rows, axis=0) < columns // 2
        two = {"G": (0.06, 0.08), "R": (0.04, 0.04), "N": (0.02, 0.36), "S1": (0.01, 0.18)}
        names = {"G": "B03", "R": "B04", "N": "B08", "S1": "B11", "B": "B02"}
        if of.sensor == "landsat":
            names = {"G": "B3", "R": "B4", "N": "B5", "S1": "B6", "B": "B2"}
        layers = {names[key]: np.where(water, *pair).astype(np.float32) for key, pair in two.items()}
        layers[names["B"]] = layers[names["G"]]
        if of.sensor == "sentinel-2":
            layers["B11"] = layers["B11"][::2, ::2]
        cloud = np.zeros((rows, columns), np.uint8)
        if of.name == name_of("sentinel-2", 1):
            cloud[: rows // 2] = 100
        classes = np.full((rows, columns), 64 if of.sensor == "landsat" else 5, np.uint8)
        return Bands(of, layers, cloud, classes)

    def cloud_percent(self, of: Frame) -> float:
        return round(100.0 * float((self.bands(of).cloud_probability > 50).mean()), 1)

    def masks(self, of: Frame) -> dict[str, NDArray[np.bool_]]:
        columns, rows = of.size
        building, road, water = np.zeros((3, rows, columns), np.bool_)
        building[50:80, 50:100] = True
        road[0:20] = True
        water[:, 110:] = True
        return {"building": building, "road": road, "water": water & ~road}

    def scene_class(self, of: Frame, window: tuple[float, float, float, float] | None = None) -> str:
        return "harbour"


def holdings(*names: str, window: tuple[float, float, float, float] | None = None) -> Holdings:
    """Return the holdings of an episode that begins with some frames, by default the first photograph."""
    held = Holdings(Paper(), SITE)
    held.begin(names or (name_of("rgb", 0),), window)
    return held
