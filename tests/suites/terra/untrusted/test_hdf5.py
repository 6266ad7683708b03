"""HDF5 files of agents lead to no other file, fill no memory, and give the fields that a plain reader gives."""

import numpy as np
import pytest
import xarray as xr

from mesocosm.earth.fields.readers import open_fields
from mesocosm.earth.fields.size_limit import MOST_BYTES
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.untrusted import files
from mesocosm.suites.terra.untrusted.hdf5 import untrusted_file, untrusted_netcdf
from mesocosm.workspace.workspace import Workspace

h5py = pytest.importorskip("h5py", reason="h5py comes with the planet's libraries")


def with_scales(file, name, shape, **given):
    made = file.create_dataset(name, shape, **given)
    for axis, size in zip(("latitude", "longitude"), shape, strict=True):
        scale = file.create_dataset(axis, data=np.arange(size) * 0.001)
        scale.make_scale(axis)
        made.dims[("latitude", "longitude").index(axis)].attach_scale(scale)


def test_values_in_another_file_of_the_machine_are_not_read(tmp_path):
    (tmp_path / "secret").write_bytes(b"the secret of the host!!")
    with h5py.File(tmp_path / "out.nc", "w") as file:
        with_scales(file, "x", (2, 12), dtype="u1", external=[(str(tmp_path / "secret"), 0, 24)])
    plainly = open_fields((tmp_path / "out.nc").read_bytes(), "plain")["x"].values
    assert bytes(plainly.astype("u1").tobytes()) == b"the secret of the host!!"  # what the sandbox is for
    with Workspace(tmp_path) as space, pytest.raises(ToolError, match="external raw data file"):
        open_field_file(space, "out.nc")


def test_what_would_fill_the_memory_is_refused(tmp_path):
    with h5py.File(tmp_path / "bomb.nc", "w") as file:
        with_scales(file, "x", (20_000, 20_000), dtype="f4", chunks=(1000, 1000))
    data = (tmp_path / "bomb.nc").read_bytes()
    for read, most in ((open_fields, MOST_BYTES), (untrusted_netcdf, files.MOST_BYTES)):
        with pytest.raises(InvalidRecord, match=rf"at most {most / 2**20:,.0f} are opened"):
            read(data, "'bomb.nc'")


def test_packed_numbers_times_and_words_come_out_as_they_do_plainly(tmp_path):
    times = np.arange("2001-01-01", "2001-01-05", dtype="datetime64[D]").astype("datetime64[ns]")
    axes = {"time": times, "latitude": [3.0, 2.0, 1.0], "longitude": [0.0, 1.0]}
    values = np.random.default_rng(1).random((4, 3, 2)).astype("f4")
    values[0, 0, 0] = np.nan
    fields = xr.Dataset({"t2m": (tuple(axes), values, {"units": "K"})}, axes)
    packed = {"dtype": "i2", "scale_factor": np.float32(1e-4), "_FillValue": -9999}
    fields.to_netcdf(tmp_path / "fields.nc", engine="h5netcdf", encoding={"t2m": packed})
    data = (tmp_path / "fields.nc").read_bytes()
    with Workspace(tmp_path) as space:
        assert open_field_file(space, "fields.nc").dataset.identical(open_fields(data, "fields.nc"))


def test_netcdf_3_comes_out_as_it_does_plainly(tmp_path):
    axes = {"time": np.arange("2001-01-01", "2001-01-05", dtype="datetime64[D]").astype("datetime64[ns]")}
    values = np.array([1.5, np.nan, -2.5, 3.0], "f4")
    names = np.array(["Ufa", "Wien", "Brno", "Lima"])
    fields = xr.Dataset(
        {"t2m": ("time", values, {"units": "K"}), "place": ("time", names)}, axes, {"title": "four days"}
    )
    packed = {"dtype": "i2", "scale_factor": 0.5, "_FillValue": -9999}
    fields.to_netcdf(tmp_path / "fields.nc", engine="scipy", encoding={"t2m": packed}, unlimited_dims=["time"])
    data = (tmp_path / "fields.nc").read_bytes()
    with Workspace(tmp_path) as space:
        dataset = open_field_file(space, "fields.nc").dataset
    assert dataset.identical(open_fields(data, "fields.nc"))
    assert dataset["place"].astype(str).values.tolist() == names.tolist()


def test_texts_of_two_sizes_are_not_blown_up_to_the_longer(tmp_path):
    """Ten million letters in all would take 10,000 x 9,999 once all texts are as long as the longest."""
    with h5py.File(tmp_path / "in.h5", "w") as file:
        file.create_dataset("names", data=["A" * 9_999, *["B"] * 9_999], dtype=h5py.string_dtype())
    with pytest.raises(InvalidRecord, match="in.h5 holds 10,000 texts of up to 9,999 letters, which are too many"):
        untrusted_file((tmp_path / "in.h5").read_bytes(), "in.h5", tmp_path / "out.h5")


def test_groups_arrays_and_attributes_are_copied_without_links(tmp_path):
    with h5py.File(tmp_path / "in.h5", "w") as file:
        group = file.create_group("exposures")
        group.attrs["nblocks"] = 2
        group.create_dataset("values", data=np.arange(6.0).reshape(2, 3))
        group.create_dataset("names", data=np.array([b"one", b"two"]))
        file["elsewhere"] = h5py.ExternalLink("/etc/passwd", "/")
    made = untrusted_file((tmp_path / "in.h5").read_bytes(), "in.h5", tmp_path / "out.h5")
    with h5py.File(made, "r") as file:
        assert list(file) == ["exposures"]
        assert file["exposures"].attrs["nblocks"] == 2
        assert file["exposures/values"][1, 2] == 5.0
        assert file["exposures/names"][:].tolist() == [b"one", b"two"]
