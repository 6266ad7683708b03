"""Untrusted PROJ strings: none may name a file."""

import pytest

from mesocosm.earth.geo.projection import checked_epsg, checked_proj_string
from mesocosm.errors import InvalidRecord


@pytest.mark.parametrize("code", ["EPSG:4326", "epsg:32632"])
def test_codes_pass(code):
    assert checked_epsg(code) == code


@pytest.mark.parametrize(
    "code", ["", "+init=/etc/passwd:X", "+proj=longlat +nadgrids=/etc/passwd", "EPSG:4326+5773", "urn:x", "32632"]
)
def test_what_is_not_a_code_is_refused(code):
    with pytest.raises(InvalidRecord, match="must be a code such as EPSG:4326"):
        checked_epsg(code)


def test_a_plain_projection_passes():
    text = "+proj=utm +zone=32 +ellps=WGS84 +datum=WGS84 +units=m +no_defs"
    assert checked_proj_string(text) == text


@pytest.mark.parametrize(
    "word",
    ["+nadgrids=/etc/passwd", "+init=/etc/passwd:X", "+geoidgrids=@x", "+ellps=/etc/passwd", "+step"],
)
def test_a_projection_that_could_name_a_file_is_refused(word):
    with pytest.raises(InvalidRecord, match="the projection holds"):
        checked_proj_string(f"+proj=utm +zone=32 {word}")
