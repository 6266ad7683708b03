"""Each format on a small example in its true form, written by hand; positions are read off the example."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.earth.imagery.annotations import dior, dota, fair1m, fmow, m4sar, sardet, xbd, xview
from mesocosm.earth.imagery.annotations.annotation import Annotation
from mesocosm.errors import UserError

DOTA = """imagesource:GoogleEarth
gsd:0.146343590398
2753 2408 2861 2385 2888 2468 2805 2502 plane 0
3445.0 3391.0 3484.0 3409.0 3478.0 3422.0 3437.0 3402.0 large-vehicle 1
"""
FAIR1M = """<?xml version="1.0" encoding="utf-8"?>
<annotation>
  <source><filename>8.tif</filename><origin>GF2/GF3</origin></source>
  <research><version>1.0</version><provider>Company/School of team</provider><author>team name</author></research>
  <objects>
    <object><coordinate>pixel</coordinate><type>rectangle</type><description>None</description>
      <possibleresult><name>Boeing737</name></possibleresult>
      <points><point>10.0,20.0</point><point>50.0,30.0</point><point>45.0,60.5</point><point>5.0,50.0</point>
      <point>10.0,20.0</point></points></object>
  </objects>
</annotation>
"""
DIOR = """<annotation><filename>00001.jpg</filename><source><database>DIOR</database></source>
<size><width>800</width><height>800</height><depth>3</depth></size><segmented>0</segmented>
<object><name>golffield</name><pose>Unspecified</pose>
<bndbox><xmin>133</xmin><ymin>237</ymin><xmax>684</xmax><ymax>672</ymax></bndbox></object></annotation>
"""
DIOR_R = """<annotation><filename>00002.jpg</filename>
<size><width>800</width><height>800</height><depth>3</depth></size>
<object><type>robndbox</type><name>ship</name><difficult>0</difficult><angle>30</angle><robndbox>
<x_left_top>1</x_left_top><y_left_top>2</y_left_top><x_right_top>9</x_right_top><y_right_top>4</y_right_top>
<x_right_bottom>8</x_right_bottom><y_right_bottom>12</y_right_bottom><x_left_bottom>0</x_left_bottom>
<y_left_bottom>10</y_left_bottom></robndbox></object></annotation>
"""
SARDET = {
    "images": [{"id": 7, "file_name": "0000007.png", "width": 512, "height": 512}],
    "annotations": [{"id": 1, "image_id": 7, "category_id": 0, "bbox": [100, 50, 20, 10], "area": 200, "iscrowd": 0}],
    "categories": [{"id": 0, "name": "ship"}, {"id": 1, "name": "aircraft"}],
}
FMOW = {
    "gsd": 0.504,
    "img_width": 800,
    "img_height": 600,
    "img_filename": "airport_0_0_rgb.jpg",
    "cloud_cover": 3,
    "timestamp": "2016-03-20T02:42:20Z",
    "country_code": "CHN",
    "utm": "51N",
    "sensor_platform_name": "WORLDVIEW02",
    "bounding_boxes": [
        {
            "ID": 0,
            "category": "airport",
            "box": [120, 80, 300, 200],
            "raw_location": "POLYGON ((121.1 31.2, 121.2 31.2, 121.2 31.1, 121.1 31.1, 121.1 31.2))",
        }
    ],
}
XBD = {
    "features": {
        "xy": [
            {
                "properties": {"feature_type": "building", "subtype": "major-damage", "uid": "a1"},
                "wkt": "POLYGON ((10 10, 30 10, 30 40, 10 40, 10 10))",
            }
        ],
        "lng_lat": [
            {
                "properties": {"feature_type": "building", "subtype": "major-damage", "uid": "a1"},
                "wkt": "POLYGON ((-95.5 29.7, -95.4 29.7, -95.4 29.6, -95.5 29.6, -95.5 29.7))",
            }
        ],
    },
    "metadata": {
        "disaster": "hurricane-harvey",
        "disaster_type": "flooding",
        "capture_date": "2017-08-31T17:21:23.000Z",
        "gsd": 2.1,
        "img_name": "hurricane-harvey_00000003_post_disaster.png",
        "width": 1024,
        "height": 1024,
    },
}
XVIEW = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "geometry": {
                "type": "Polygon",
                "coordinates": [[[-90.5, 14.8], [-90.4, 14.8], [-90.4, 14.7], [-90.5, 14.7], [-90.5, 14.8]]],
            },
            "properties": {
                "bounds_imcoords": "2712,1145,2746,1177",
                "type_id": 73,
                "image_id": "2355.tif",
                "feature_id": 374410,
            },
        }
    ],
}
M4SAR = "1 0.5 0.25 0.75 0.25 0.75 0.5 0.5 0.5\n"


def kept(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_dota_has_corners_class_and_difficulty(tmp_path: Path) -> None:
    plane, lorry = dota.read(kept(tmp_path, "P0001.txt", DOTA))
    assert plane.label == "plane"
    assert plane.oriented_box == ((2753, 2408), (2861, 2385), (2888, 2468), (2805, 2502))
    assert plane.box == (2753, 2385, 2888, 2502)
    assert plane.attributes == {"difficult": 0, "resolution_m": 0.146343590398}
    assert (lorry.label, lorry.attributes["difficult"], lorry.image) == ("large-vehicle", 1, "P0001")


def test_dota_without_its_head_and_its_difficulty(tmp_path: Path) -> None:
    (ship,) = dota.read(kept(tmp_path, "P1.txt", "0 0 4 0 4 2 0 2 ship\n"))
    assert ship.attributes == {"difficult": 0}


def test_fair1m_has_four_corners_though_five_points_stand_there(tmp_path: Path) -> None:
    (plane,) = fair1m.read(kept(tmp_path, "8.xml", FAIR1M))
    assert (plane.label, plane.image) == ("Boeing737", "8.tif")
    assert plane.oriented_box == ((10, 20), (50, 30), (45, 60.5), (5, 50))
    assert plane.box == (5, 20, 50, 60.5)


def test_dior_has_horizontal_boxes(tmp_path: Path) -> None:
    (field,) = dior.read(kept(tmp_path, "00001.xml", DIOR))
    assert (field.label, field.box, field.oriented_box) == ("golffield", (133, 237, 684, 672), None)


def test_dior_r_has_oriented_boxes(tmp_path: Path) -> None:
    (ship,) = dior.read(kept(tmp_path, "00002.xml", DIOR_R))
    assert ship.oriented_box == ((1, 2), (9, 4), (8, 12), (0, 10))
    assert (ship.box, ship.attributes["angle"]) == ((0, 2, 9, 12), 30)


def test_sardet_has_boxes_with_width_and_height(tmp_path: Path) -> None:
    (ship,) = sardet.read(kept(tmp_path, "val.json", SARDET))
    assert (ship.label, ship.image, ship.box) == ("ship", "0000007.png", (100, 50, 120, 60))


def test_fmow_has_places_with_outlines_on_the_globe(tmp_path: Path) -> None:
    (airport,) = fmow.read(kept(tmp_path, "airport_0_0_rgb.json", FMOW))
    assert (airport.label, airport.box) == ("airport", (120, 80, 420, 280))
    assert airport.lonlat == ((121.1, 31.2), (121.2, 31.2), (121.2, 31.1), (121.1, 31.1))
    assert (airport.attributes["utm"], airport.attributes["gsd"]) == ("51N", 0.504)


def test_xbd_has_buildings_with_damage(tmp_path: Path) -> None:
    (house,) = xbd.read(kept(tmp_path, "post.json", XBD))
    assert (house.label, house.box) == ("building", (10, 10, 30, 40))
    assert house.polygon == ((10, 10), (30, 10), (30, 40), (10, 40))
    assert house.lonlat is not None
    assert house.lonlat[0] == (-95.5, 29.7)
    assert (house.attributes["damage"], house.attributes["when"]) == ("major-damage", "post")


def test_xbd_before_the_disaster_has_no_damage(tmp_path: Path) -> None:
    before = json.loads(json.dumps(XBD).replace("_post_", "_pre_").replace('"subtype": "major-damage", ', ""))
    (house,) = xbd.read(kept(tmp_path, "pre.json", before))
    assert "damage" not in house.attributes
    assert house.attributes["when"] == "pre"


def test_xview_has_boxes_and_numbers_for_kinds(tmp_path: Path) -> None:
    (house,) = xview.read(kept(tmp_path, "xView_train.geojson", XVIEW))
    assert (house.label, house.box, house.image) == ("Building", (2712, 1145, 2746, 1177), "2355.tif")
    assert house.lonlat == ((-90.5, 14.8), (-90.4, 14.8), (-90.4, 14.7), (-90.5, 14.7))


def test_xview_kinds_without_a_name_keep_their_number(tmp_path: Path) -> None:
    (thing,) = xview.read(kept(tmp_path, "x.geojson", json.loads(json.dumps(XVIEW).replace("73", "75"))))
    assert thing.label == "type 75"


def test_m4sar_has_corners_in_parts_of_the_picture(tmp_path: Path) -> None:
    (harbour,) = m4sar.read(kept(tmp_path, "12.txt", M4SAR), 512, 256)
    assert (harbour.label, harbour.image) == ("harbor", "12")
    assert harbour.oriented_box == ((256, 64), (384, 64), (384, 128), (256, 128))


def read_m4sar(path: Path) -> list[Annotation]:
    return m4sar.read(path, 512, 512)


def changed(document: object, old: str, new: str) -> str:
    text = document if isinstance(document, str) else json.dumps(document)
    assert old in text
    return text.replace(old, new)


BROKEN = [
    (dota.read, "1 2 3 4 5 6 7 plane", "line 1: must be x1 y1"),
    (dota.read, "1 2 3 4 5 6 7 eight plane 0", "line 1: must be a number, got 'eight'"),
    (dota.read, "1 2 3 4 5 6 7 8 plane 5", "line 1.difficult: must be one of 0, 1, 2, got '5'"),
    (dota.read, "gsd:near\n1 2 3 4 5 6 7 8 plane 0", "gsd: must be a number, got 'near'"),
    (m4sar_reader := read_m4sar, "9 0 0 1 0 1 1 0 1", "line 1.class: must be a whole number from 0 to 5, got '9'"),
    (m4sar_reader, "1 0 0 7 0 1 1 0 1", "line 1: must be corners from 0 to 1"),
    (m4sar_reader, "1 0 0 nan 0 1 1 0 1", "line 1: must be a number, got 'nan'"),
    (fair1m.read, "<annotation><objects>", "is not XML"),
    (fair1m.read, "<image/>", "must be the element annotation, got 'image'"),
    (fair1m.read, changed(FAIR1M, "<point>45.0,60.5</point>", ""), "object 0.points: must be four corners"),
    (fair1m.read, changed(FAIR1M, "pixel", "geo"), "object 0.coordinate: must be pixel, got 'geo'"),
    (
        fair1m.read,
        changed(FAIR1M, "<name>Boeing737</name>", ""),
        "object 0.possibleresult.name: must be text, got None",
    ),
    (dior.read, '<!DOCTYPE a [<!ENTITY b "c">]><annotation/>', "write plain XML"),
    (dior.read, changed(DIOR, ">684<", ">84<"), "object 0.bndbox: must be left ≤ right"),
    (dior.read, changed(DIOR, "<xmin>133</xmin>", ""), "object 0.bndbox.xmin: must be a number, got None"),
    (dior.read, changed(DIOR, "bndbox", "bounds"), "object 0: must be an object with bndbox or robndbox"),
    (sardet.read, "[1, 2", "is not JSON"),
    (sardet.read, "[]", "must be a JSON object, got 'list'"),
    (
        sardet.read,
        changed(SARDET, '"category_id": 0', '"category_id": 4'),
        r"category_id: must be one of 0, 1, got '4'",
    ),
    (sardet.read, changed(SARDET, "[100, 50, 20, 10]", "[100, 50, 20]"), r"annotations\[0\].bbox: must be 4 numbers"),
    (sardet.read, changed(SARDET, '"id": 1, "name"', '"id": 0, "name"'), "must be an id that no other has"),
    (
        fmow.read,
        changed(FMOW, "POLYGON ((121.1", "POLYGON ((x"),
        r"bounding_boxes\[0\].raw_location: must be well-known",
    ),
    (fmow.read, changed(FMOW, '"bounding_boxes"', '"boxes"'), "must be an object with bounding_boxes"),
    (xbd.read, changed(XBD, "major-damage", "wet"), "subtype: must be one of no-damage, .* got 'wet'"),
    (xbd.read, changed(XBD, "POLYGON ((10 10, 30 10, 30 40, 10 40, 10 10))", "POINT (1 1)"), "must be a POLYGON"),
    (xview.read, changed(XVIEW, "2712,1145,2746,1177", "2712,1145,2746"), "bounds_imcoords: must be 4 numbers"),
    (xview.read, changed(XVIEW, '"Polygon"', '"Point"'), "geometry.type: must be Polygon, got 'Point'"),
    (xview.read, "{}", "must be an object with features"),
]


@pytest.mark.parametrize(("read", "content", "message"), BROKEN)
def test_what_breaks_a_format_is_named(tmp_path: Path, read, content: str, message: str) -> None:
    path = kept(tmp_path, "broken.txt", content)
    with pytest.raises(UserError, match=message) as caught:
        read(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("module", [dior, dota, fair1m, fmow, sardet, xbd, xview])
def test_a_file_that_is_not_there_or_not_text(tmp_path: Path, module) -> None:
    with pytest.raises(UserError, match="cannot read .*none"):
        module.read(tmp_path / "none")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="cannot read .*bytes"):
        module.read(tmp_path / "bytes")


numbers = st.integers(-50, 5000) | st.floats(-50, 5000)
corners = st.tuples(*[st.tuples(numbers, numbers)] * 4)


@given(st.lists(st.tuples(corners, st.sampled_from(["plane", "ship"]), st.integers(0, 2)), max_size=5))
@settings(max_examples=40, deadline=None)
def test_dota_written_and_read_is_the_same(tmp_path_factory: pytest.TempPathFactory, things) -> None:
    path = tmp_path_factory.mktemp("dota") / "P.txt"
    given_ = [Annotation(name, (0, 0, 0, 0), oriented_box=box, attributes={"difficult": d}) for box, name, d in things]
    dota.write(path, given_)
    assert [(a.label, a.oriented_box, a.attributes) for a in dota.read(path)] == [
        (a.label, a.oriented_box, a.attributes) for a in given_
    ]


READERS = [dior.read, dota.read, fair1m.read, fmow.read, sardet.read, xbd.read, xview.read, read_m4sar]
WHOLE = [DIOR, DIOR_R, DOTA, FAIR1M, json.dumps(FMOW), json.dumps(SARDET), json.dumps(XBD), json.dumps(XVIEW), M4SAR]


@given(read=st.sampled_from(READERS), whole=st.sampled_from(WHOLE), data=st.data())
@settings(max_examples=150, deadline=None)
def test_any_damage_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, read, whole: str, data) -> None:
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 30)))
    path = tmp_path_factory.getbasetemp() / "damaged"
    path.write_text(
        whole[:start] + data.draw(st.sampled_from(["", "[", "null", "1e999", "{}", "<", "-1"])) + whole[end:]
    )
    try:
        annotations = read(path)
    except UserError:
        return
    assert all(isinstance(annotation, Annotation) for annotation in annotations)
