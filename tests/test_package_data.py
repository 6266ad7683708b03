"""Files of the package other than Python are named in pyproject.toml, otherwise an installed copy would lack them."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_file_is_shipped():
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["mesocosm"]
    folder = ROOT / "src" / "mesocosm"
    data = {path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert len(data) > 20
    assert data - {path for pattern in named for path in folder.glob(pattern)} == set()
