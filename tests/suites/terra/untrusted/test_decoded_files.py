"""Decoded files that stay in memory between calls."""

import gc
import tracemalloc
import weakref

import numpy as np
import pytest
import xarray as xr

from mesocosm.earth.places.features import read_geojson, read_openstreetmap
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.inputs.geodata import feature_bytes
from mesocosm.suites.terra.untrusted import decoded_files
from mesocosm.suites.terra.untrusted.decoded_files import decoded_once
from mesocosm.workspace.workspace import Workspace


class Decoder:
    """Counts how often something is decoded."""

    def __init__(self, size):
        self.size, self.times = size, 0

    def __call__(self, workspace, key):
        return decoded_once(workspace, (key,), self.decode, lambda _: self.size)

    def decode(self):
        self.times += 1
        return object()


def test_a_file_is_decoded_once_in_a_workspace_and_again_in_another():
    with Workspace() as one, Workspace() as other:
        decode = Decoder(10)
        assert decode(one, "a") is decode(one, "a")
        assert decode.times == 1
        assert decode(other, "a") is not decode(one, "a")


def test_what_unpacks_to_more_than_the_limit_is_not_kept():
    with Workspace() as workspace:
        decode = Decoder(decoded_files.MOST_KEPT + 1)
        decode(workspace, "a"), decode(workspace, "a")
    assert decode.times == 2


def test_the_least_recently_used_goes_first():
    with Workspace() as workspace:
        decode = Decoder(decoded_files.MOST_KEPT // 2)
        for key in ("a", "b", "a", "c"):  # c takes the place of b
            decode(workspace, key)
        assert decode.times == 3
        decode(workspace, "a")
        assert decode.times == 3
        decode(workspace, "b")
        assert decode.times == 4


def test_what_is_kept_of_all_workspaces_is_bounded_in_total():
    with Workspace() as one, Workspace() as other:
        decode = Decoder(decoded_files.MOST_KEPT // 2 + 1)
        decode(one, "a"), decode(other, "a"), decode(other, "a")
        assert decode.times == 2
        decode(one, "a")  # the other's took its place
    assert decode.times == 3


def test_texts_dates_and_words_count_as_what_they_take():
    texts = np.array(["A" * 10_000] * 10, object)
    days = xr.date_range("2001-01-01", periods=10, freq="D", calendar="360_day", use_cftime=True)
    table = xr.Dataset({"name": ("time", texts, {"words": "B" * 5_000})}, {"time": days})
    assert decoded_files.bytes_of(table) >= 10 * 10_000 + 5_000 + 10 * decoded_files.OBJECT_BYTES
    assert decoded_files.bytes_of(xr.Dataset({"a": ("x", np.zeros(100))})) == 800


def test_what_is_kept_goes_with_its_workspace():
    workspace = Workspace()
    Decoder(10)(workspace, "a")
    assert workspace in decoded_files._KEPT
    gone = weakref.ref(workspace)
    workspace.close()
    del workspace
    gc.collect()
    assert gone() is None


def bytes_with_a_scale(shape):
    """Return a small file whose bytes become real numbers when they are unpacked."""
    days = xr.DataArray(np.zeros(shape, "int8"), dims=("time", "latitude", "longitude"), name="t2m")
    days.attrs["scale_factor"] = 0.5
    return days.to_dataset()


def test_values_are_counted_as_they_are_once_unpacked(tmp_path, monkeypatch):
    """120 kB of bytes with a scale factor pinned 2.6 GB."""
    monkeypatch.setattr("mesocosm.suites.terra.untrusted.hdf5.MOST_BYTES", 8 * 10**6)
    packed = {"t2m": {"zlib": True, "chunksizes": (101, 100, 100)}}
    with Workspace() as workspace:
        for name, engine, encoding in (("four.nc", "h5netcdf", packed), ("three.nc", "scipy", {})):
            bytes_with_a_scale((101, 100, 100)).to_netcdf(tmp_path / name, engine=engine, encoding=encoding)
            workspace.write_bytes(name, (tmp_path / name).read_bytes())
            with pytest.raises(ToolError, match=r"unpacks to 8 MiB; at most 8 are opened"):
                open_field_file(workspace, name)


@pytest.mark.parametrize("small", [b"[]", b"{}", b"[1.5,2.5]", b'"a"'])
def test_features_are_counted_by_what_they_take_however_short_they_are_written(small):
    values = b",".join([small] * 100_000)
    point = b'"geometry":{"type":"Point","coordinates":[1,1]}'
    data = b'{"type":"FeatureCollection","features":[{"type":"Feature",%b,"properties":{"a":[%b]}}]}' % (point, values)
    tracemalloc.start()
    features = read_geojson(data, "map.geojson")
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(features) == 1
    assert feature_bytes(data) >= 0.9 * taken


def test_names_of_properties_and_elements_of_maps_are_counted_too():
    """A file of 1.7 million short names was kept at four times its reckoned size."""
    names = b",".join(b'"%x":0' % number for number in range(100_000))
    keys = b'{"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":{%b}}' % names
    tags = b"".join(b'<tag k="%x" v="1"/>' % number for number in range(100_000))
    osm = b'<osm><node id="1" lat="1" lon="1">%b</node></osm>' % tags
    for data, read in ((keys, read_geojson), (osm, lambda data, name: read_openstreetmap(data, name).features)):
        tracemalloc.start()
        features = read(data, "map")
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(features) == 1
        assert feature_bytes(data) >= 0.8 * taken
