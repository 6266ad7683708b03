"""DIOR and DIOR-R: an XML file a picture in the manner of PASCAL VOC; horizontal boxes, or oriented ones.

    <annotation><filename>00001.jpg</filename><size><width>800</width><height>800</height><depth>3</depth></size>
      <object><name>golffield</name><bndbox><xmin>133</xmin><ymin>237</ymin><xmax>684</xmax><ymax>672</ymax></bndbox>
      </object></annotation>

DIOR-R has `<type>robndbox</type>`, `<angle>` and `<robndbox>` with `x_left_top`, `y_left_top`, `x_right_top` and so on
to `y_left_bottom`. Sources: Li et al. 2020, Object detection in optical remote sensing images: a survey and a new
benchmark, ISPRS Journal of Photogrammetry and Remote Sensing 159, 296-307; Cheng et al. 2022, Anchor-free oriented
proposal generator for object detection, IEEE Transactions on Geoscience and Remote Sensing 60, 5625411; the format of
Everingham et al. 2010, The PASCAL visual object classes challenge, International Journal of Computer Vision 88,
303-338.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.earth.imagery.annotations.annotation import (
    Annotation,
    Spot,
    box,
    box_of,
    child,
    number,
    quadrilateral,
    read_xml,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

EDGES = ("xmin", "ymin", "xmax", "ymax")
CORNERS = ("left_top", "right_top", "right_bottom", "left_bottom")
MARKS = ("difficult", "truncated", "angle")


def read(path: Path) -> list[Annotation]:
    """The annotations in a file of either kind."""
    root = read_xml(path)
    if root.tag != "annotation":
        raise Spot(path).refuse(root.tag, "the element annotation")
    image = root.findtext("filename")
    things = enumerate(root.findall("object"))
    return [_thing(thing, Spot(path, f"object {place}"), image) for place, thing in things]


def _thing(thing: Element, spot: Spot, image: str | None) -> Annotation:
    name = child(thing, "name", spot)
    known: dict[str, JsonValue] = {
        mark: number(value, spot.at(mark)) for mark in MARKS if (value := thing.findtext(mark)) not in (None, "")
    }
    if thing.find("robndbox") is not None:
        names = [f"{axis}_{corner}" for corner in CORNERS for axis in "xy"]
        corners = quadrilateral([_edge(thing, "robndbox", edge, spot) for edge in names])
        return Annotation(name, box_of(corners), oriented_box=corners, image=image, attributes=known)
    if thing.find("bndbox") is None:
        raise spot.refuse([part.tag for part in thing], "an object with bndbox or robndbox")
    edges = box([_edge(thing, "bndbox", edge, spot) for edge in EDGES], spot.at("bndbox"))
    return Annotation(name, edges, image=image, attributes=known)


def _edge(thing: Element, kind: str, edge: str, spot: Spot) -> float:
    return number(thing.findtext(f"{kind}/{edge}"), spot.at(f"{kind}.{edge}"))
