"""FAIR1M: an XML file a picture with oriented boxes of 37 kinds of things.

    <annotation>
      <source><filename>0.tif</filename><origin>GF2/GF3</origin></source>
      <objects>
        <object>
          <coordinate>pixel</coordinate><type>rectangle</type><description>None</description>
          <possibleresult><name>Boeing737</name></possibleresult>
          <points><point>499.0,510.0</point> ... the first once more at the end ... </points>
        </object>
      </objects>
    </annotation>

Source: Sun et al. 2022, FAIR1M: a benchmark dataset for fine-grained object recognition in high-resolution remote
sensing imagery, ISPRS Journal of Photogrammetry and Remote Sensing 184, 116-130, and its published files.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.earth.imagery.annotations.annotation import Annotation, Point, Spot, box_of, child, numbers, read_xml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def read(path: Path) -> list[Annotation]:
    """The annotations in a file."""
    root = read_xml(path)
    if root.tag != "annotation":
        raise Spot(path).refuse(root.tag, "the element annotation")
    image = root.findtext("source/filename")
    things = root.findall("objects/object")
    return [_thing(thing, Spot(path, f"object {place}"), image) for place, thing in enumerate(things)]


def _thing(thing: Element, spot: Spot, image: str | None) -> Annotation:
    system = (thing.findtext("coordinate") or "pixel").strip()
    if system != "pixel":
        raise spot.at("coordinate").refuse(system, "pixel")
    name = child(thing, "possibleresult/name", spot)
    first, second, third, fourth = _corners(thing, spot.at("points"))
    known: dict[str, JsonValue] = {}
    probability = thing.findtext("possibleresult/probability")
    if probability is not None:
        known["probability"] = numbers([probability], 1, spot.at("probability"))[0]
    corners = (first, second, third, fourth)
    return Annotation(name, box_of(corners), oriented_box=corners, image=image, attributes=known)


def _corners(thing: Element, spot: Spot) -> list[Point]:
    """Four points; the published files say the first once more."""
    points: list[Point] = []
    for point in thing.findall("points/point"):
        x, y = numbers((point.text or "").split(","), 2, spot)
        points.append((x, y))
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
    if len(points) != 4:
        raise spot.refuse(points, "four corners, the first once more at the end")
    return points
