"""Compressed files are decompress up to a limit, and maps are read the same whether compressed or not."""

import bz2
import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared import SHARED

from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.suites.terra.inputs.closed_roads import open_roads
from mesocosm.suites.terra.inputs.geodata import opened_features, read_map
from mesocosm.suites.terra.tools import gis
from mesocosm.suites.terra.untrusted.compressed import decompress
from mesocosm.workspace.workspace import LARGEST_READ, Workspace

OSM = SHARED / "data" / "real" / "osm"
MAP = """<osm version="0.6"><node id="1" lat="60.0" lon="25.0"/><node id="2" lat="60.0" lon="25.01"/>
<way id="7"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>"""
FORMS = [("map.osm.gz", gzip.compress), ("map.osm.bz2", bz2.compress)]


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


@pytest.mark.parametrize(("name", "compress"), FORMS)
def test_a_compressed_map_is_read_like_a_plain_one(workspace, name, compress):
    workspace.write_text("map.osm", MAP)
    workspace.write_bytes(name, compress(MAP.encode()))
    (plain,), _ = opened_features(workspace, "map.osm")
    (packed,), inputs = opened_features(workspace, name)
    assert (packed.shape, packed.properties) == (plain.shape, plain.properties)
    assert inputs == {name: workspace.read_hashed(name)[1]}  # of the file itself
    assert open_roads(workspace, name, "drive").roads.ways == {"7"}
    assert read_map(workspace, name)[0] == MAP


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress])
@given(parts=st.lists(st.binary(max_size=200), min_size=1, max_size=4))
def test_unpacking_undoes_compression_in_one_part_or_several(compress, parts):
    assert decompress(b"".join(map(compress, parts)), "a file", 10_000) == b"".join(parts)


@pytest.mark.parametrize(("name", "compress"), FORMS)
def test_a_bomb_is_refused_before_it_fills_the_memory(workspace, name, compress):
    workspace.write_bytes(name, compress(b"<osm>" + bytes(200_000_000)))
    assert len(workspace.read_bytes(name)) < 300_000
    with pytest.raises(ToolError, match=rf"'{name}' unpacks to more than {LARGEST_READ:,} bytes"):
        gis.describe_features(workspace, name)


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress])
@pytest.mark.parametrize("damage", [slice(0, -3), slice(0, 12)])
def test_a_damaged_file_is_refused(compress, damage):
    with pytest.raises(InvalidRecord, match=r"a file cannot be read as (gzip|bzip2), it is cut off or damaged"):
        decompress(compress(MAP.encode())[damage], "a file", 10_000)


def test_a_file_is_unpacked_once_only(workspace):
    workspace.write_bytes("map.osm.gz", gzip.compress(gzip.compress(MAP.encode())))
    with pytest.raises(ToolError, match=r"'map.osm.gz': the file is not UTF-8"):
        gis.describe_features(workspace, "map.osm.gz")


def test_the_binary_form_is_refused_by_name(workspace):
    workspace.write_bytes("map.osm.pbf", b"\x00\x00\x00\x0d\x0a\x09OSMHeader\x18\x52")
    with pytest.raises(ToolError, match=r"'map.osm.pbf' is OpenStreetMap PBF, which is not read; convert it to .osm"):
        gis.describe_features(workspace, "map.osm.pbf")
    with pytest.raises(ToolError, match="is OpenStreetMap PBF"):
        read_map(workspace, "map.osm.pbf")


@pytest.mark.fidelity
@pytest.mark.skipif(not OSM.is_dir(), reason="needs ../shared/data/real")
def test_a_real_compressed_map(workspace):
    packed = (OSM / "osmnx/West-Oakland.osm.bz2").read_bytes()
    workspace.write_bytes("oakland.osm.bz2", packed)
    workspace.write_bytes("oakland.osm", bz2.decompress(packed))
    counts = [gis.describe_features(workspace, name).data for name in ("oakland.osm.bz2", "oakland.osm")]
    assert counts[0] == counts[1]
    # Ways with a tag `highway`, counted as text in the file.
    ways = bz2.decompress(packed).count(b'<tag k="highway"')
    features, _ = opened_features(workspace, "oakland.osm.bz2")
    assert sum("highway" in feature.properties for feature in features) == ways
