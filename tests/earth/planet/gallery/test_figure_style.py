"""Pictures of a small planet: all are drawn, and light comes from the north-west."""

import numpy as np
import pytest
from tests.earth.planet.micro import MICRO

from mesocosm.earth.planet.planet import Planet

pytest.importorskip("matplotlib", reason="install the extra figures")


def test_slopes_to_the_north_west_are_lit():
    from mesocosm.earth.planet.gallery.figure_style import hillshade

    # Rows run from south to north: ground that falls to the north faces north.
    rows, columns = np.mgrid[0:5, 0:5] * 100.0
    assert hillshade(-rows, 1000.0)[2, 2] > 1.0
    assert hillshade(rows, 1000.0)[2, 2] < 1.0
    assert hillshade(columns, 1000.0)[2, 2] > 1.0
    assert hillshade(np.zeros((5, 5)), 1000.0)[2, 2] == pytest.approx(1.0)


def test_the_regions_map_is_a_picture_with_a_caption():
    from io import BytesIO

    from PIL import Image

    from mesocosm.earth.planet.gallery.maps import region_map

    planet = Planet(1, MICRO)
    picture = region_map(planet, planet.regions[0])
    image = np.asarray(Image.open(BytesIO(picture.png)).convert("RGB"))
    assert image.shape[0] > 500
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 1000
    assert planet.settlement("r000").places[0].name in picture.caption
