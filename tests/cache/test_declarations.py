"""Kinds as packages declare them, without import."""

from mesocosm.cache.declarations import declared_kinds


def test_kinds_of_a_package_are_found_by_their_text(tmp_path, monkeypatch):
    package = tmp_path / "maps_of_mine" / "inner"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    head = "from mesocosm.cache import Kind\n\nraise RuntimeError('imported')\n"
    (package / "tiles.py").write_text(f'{head}A = Kind("my-tiles", "Tiles", lambda: "1")\nB = Kind(\n    "more",\n)\n')
    (package / "other.py").write_text('C = FileKind("b", "B")\n')
    monkeypatch.syspath_prepend(tmp_path)
    assert declared_kinds(["maps_of_mine", "no_such_package"]) == {"my-tiles", "more"}


def test_our_own_kinds_are_found():
    found = declared_kinds(["mesocosm"])
    assert {"engine-runs", "grib-fields", "terra-items"} <= found
    assert "my-tiles" not in found  # which stands in a docstring
