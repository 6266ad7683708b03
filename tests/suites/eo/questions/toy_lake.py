"""A small lake made of rectangles: houses in rows, cars and ships that differ by the day, bands of round numbers."""

from __future__ import annotations

import functools
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sensors.window import window_about
from mesocosm.seeding import generator
from mesocosm.suites.eo.lake.frame import Bands, Frame, Sensor, Thing
from mesocosm.suites.eo.lake.sites import planet
from mesocosm.suites.eo.questions.measuring import paint_numbers

SITE = "toy"
START = datetime(2031, 3, 1, 10, tzinfo=UTC)
EVENTS = ("", "", "", "", "before", "after")
SIDES: dict[Sensor, tuple[float, float]] = {
    "rgb": (384.0, 0.5),
    "sar": (384.0, 2.0),
    "sentinel-2": (1200.0, 10.0),
    "landsat": (3600.0, 30.0),
}
GRADES = ("none", "minor", "major", "destroyed")
COLOURS = {"white": (236, 236, 234), "red": (168, 34, 34), "blue": (40, 74, 142), "yellow": (222, 184, 52)}


def rectangle(id: str, label: str, left: float, top: float, wide: float, high: float, **attributes: str | int) -> Thing:
    """Make a thing that lies wholly in its picture."""
    corners = [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)]
    box = (left, top, left + wide, top + high)
    return Thing(id, label, np.asarray(corners, np.float64), box, 1.0, dict(attributes))


class ToyLake:
    """One site with six photographs, three radar pictures, five passes of Sentinel-2 and three of Landsat."""

    def __init__(self, hidden: tuple[Thing, ...] = ()) -> None:
        self.hidden = hidden
        self._all = [self._frame(sensor, day, event) for sensor, day, event in self._looks()]

    def _looks(self) -> list[tuple[Sensor, int, str]]:
        photographs = [("rgb", 100 * k, event) for k, event in enumerate(EVENTS)]
        radar = [("sar", 100 * k, EVENTS[k]) for k in (0, 2, 3)]
        passes = [("sentinel-2", 70 * k, "") for k in range(5)] + [("landsat", 120 * k, "") for k in range(3)]
        return [*photographs, *radar, *passes]

    def _frame(self, sensor: Sensor, day: int, event: str) -> Frame:
        side, pixel = SIDES[sensor]
        window = window_about(planet().region("r000"), 500_000.0, 5_000_000.0, side, pixel)
        name = f"{sensor}-{day}"
        return Frame(name, SITE, sensor, START + timedelta(days=day), window, event)

    def frames(self, site: str, sensor: Sensor | None = None) -> tuple[Frame, ...]:
        return tuple(frame for frame in self._all if sensor in (None, frame.sensor))

    def frame(self, name: str) -> Frame:
        return next(frame for frame in self._all if frame.name == name)

    def companion(self, frame: Frame, sensor: Sensor) -> Frame | None:
        return min(self.frames(SITE, sensor), key=lambda other: abs(other.time - frame.time), default=None)

    def next(self, frame: Frame) -> Frame | None:
        return next((other for other in self.frames(SITE, frame.sensor) if other.time > frame.time), None)

    def previous(self, frame: Frame) -> Frame | None:
        earlier = [other for other in self.frames(SITE, frame.sensor) if other.time < frame.time]
        return earlier[-1] if earlier else None

    def cloud_percent(self, frame: Frame) -> float:
        return 0.0

    def scene_class(self, frame: Frame, window: object = None) -> str:
        return "residential area"

    @functools.cache  # noqa: B019 - lakes of tests are few
    def things(self, frame: Frame) -> tuple[Thing, ...]:
        day = (frame.time - START).days
        scale = 1.0 if frame.sensor == "rgb" else 0.25
        things = [*self._houses(day, frame.event), *self._landmarks(), *self._moving(day)]
        seen = [thing for thing in things if frame.sensor == "rgb" or thing.label not in ("car", "tree", "car_park")]
        return tuple(
            Thing(
                thing.id,
                thing.label,
                thing.outline * scale,
                tuple(edge * scale for edge in thing.box),
                thing.inside,
                thing.attributes,
            )
            for thing in seen
        )

    def left_out(self, frame: Frame) -> tuple[Thing, ...]:
        return self.hidden if frame.sensor == "rgb" else ()

    def _houses(self, day: int, event: str) -> list[Thing]:
        """Make rows of houses; those of the last row are built one by one."""
        houses = []
        for row in range(6):
            for column in range(12):
                if row == 5 and 40 * column > day:
                    continue
                draw = generator("toy", "house", row, column)
                grade = GRADES[int(draw.integers(4))] if event == "after" else "none"
                roof = ("flat", "gable", "hip")[int(draw.integers(3))]
                left, top = 14.0 + 60 * column + int(draw.integers(12)), 20.0 + 62 * row + int(draw.integers(14))
                houses.append(
                    rectangle(f"h{row}-{column}", "house", left, top, 24, 30, damage=grade, roof=roof, colour="red")
                )
        return houses

    def _landmarks(self) -> list[Thing]:
        return [
            rectangle("church", "church", 100, 440, 40, 60, roof="hip", colour="grey", damage="none"),
            rectangle("bridge", "bridge", 620, 450, 90, 20),
            rectangle("park", "car_park", 300, 440, 160, 90),
            *(rectangle(f"t{k}", "tree", 30 + 70 * k, 405, 16, 16) for k in range(10)),
        ]

    def _moving(self, day: int) -> list[Thing]:
        draw = generator("toy", "moving", day)
        cars = [
            rectangle(
                f"c{day}-{k}", "car", 304 + 14 * (k % 10), 446 + 20 * (k // 10), 9, 5, colour=list(COLOURS)[k % 4]
            )
            for k in draw.choice(40, int(draw.integers(8, 30)), replace=False)
        ]
        ships = [
            rectangle(f"s{day}-{k}", "ship", 40.0 + 110 * k, 600 + 40 * (k % 3), 70, 20, colour="blue")
            for k in range(int(draw.integers(1, 7)))
        ]
        return [*cars, *ships]

    def pixels(self, frame: Frame) -> NDArray[np.uint8]:
        columns, rows = frame.size
        paints = [COLOURS.get(str(thing.attributes.get("colour")), (110, 110, 110)) for thing in self.things(frame)]
        ids = paint_numbers(self.things(frame), frame) if frame.sensor == "rgb" else np.zeros((rows, columns), np.int32)
        return np.asarray([(120, 120, 120), *paints], np.uint8)[ids]

    @functools.cache  # noqa: B019
    def masks(self, frame: Frame) -> dict[str, NDArray[np.bool_]]:
        columns, rows = frame.size
        if frame.sensor == "rgb":
            buildings = [thing for thing in self.things(frame) if thing.label in ("house", "church")]
            road = np.zeros((rows, columns), np.bool_)
            road[400:430] = True
            water = np.zeros((rows, columns), np.bool_)
            water[580:] = True
            return {"building": paint_numbers(buildings, frame, all_touched=False) > 0, "road": road, "water": water}
        green = self._green(frame)
        return {"vegetation": green, "water": self._water(frame), "built": self._built(frame), "snow": green & False}

    def _green(self, frame: Frame) -> NDArray[np.bool_]:
        """Return vegetation in the north, more of it in summer."""
        columns, rows = frame.size
        reach = (0.2, 0.5, 0.7, 0.7, 0.3)[(frame.time - START).days // 70 % 5]
        return np.broadcast_to((np.arange(rows) < reach * rows)[:, None], (rows, columns)).copy()

    def _water(self, frame: Frame) -> NDArray[np.bool_]:
        columns, rows = frame.size
        return np.broadcast_to((np.arange(rows) >= 0.9 * rows)[:, None], (rows, columns)).copy()

    def _built(self, frame: Frame) -> NDArray[np.bool_]:
        return ~(self._green(frame) | self._water(frame))

    def bands(self, frame: Frame) -> Bands:
        """Return reflectances of which the indices can be worked out by hand."""
        green, water = self._green(frame), self._water(frame)
        names = ("B03", "B04", "B08", "B11") if frame.sensor == "sentinel-2" else ("B3", "B4", "B5", "B6")
        plants, wet, bare = (0.08, 0.05, 0.45, 0.2), (0.06, 0.04, 0.02, 0.01), (0.12, 0.15, 0.2, 0.3)
        layers = {
            name: np.where(green, plants[k], np.where(water, wet[k], bare[k])).astype(np.float32)
            for k, name in enumerate(names)
        }
        clouds = np.zeros(green.shape, np.uint8)
        seen = np.full(green.shape, 4 if frame.sensor == "sentinel-2" else 64, np.uint8)
        return Bands(frame, layers, clouds, seen)
