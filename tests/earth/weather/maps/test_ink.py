import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from mesocosm.earth.weather.maps.ink import DARKEST, Sheet, text_width


def test_a_line_is_dark_along_its_way_and_soft_at_its_sides():
    sheet = Sheet(40, 20)
    sheet.line(np.array([[5, 10], [35, 10]], float), width=1.5)
    shades = sheet.shades()
    assert (shades[10, 6:34] == DARKEST).all()
    assert 0 < shades[9:12, 20].astype(int).sum() - DARKEST <= 2 * DARKEST
    assert shades[:7].max() == shades[14:].max() == 0


def test_superscripts_are_drawn_small_and_high():
    plain, raised = (drawn(text) for text in ("m2", "m²"))
    assert text_width("m²", 40) < text_width("m2", 40)
    right = slice(round(text_width("m", 40)), None)
    assert rows(raised[:, right]).max() < rows(plain[:, right]).max()


def drawn(text):
    sheet = Sheet(120, 60)
    sheet.write(0, 10, text, 40)
    return sheet.shades()


def rows(shades):
    return np.flatnonzero(shades.max(axis=1))


@pytest.mark.parametrize("anchor", ["left", "middle", "right"])
def test_words_stand_by_their_anchor(anchor):
    sheet = Sheet(120, 40)
    width = text_width("wind", 20)
    sheet.write(60, 5, "wind", 20, anchor=anchor)
    columns = np.flatnonzero(sheet.shades().max(axis=0))
    start = {"left": 60, "middle": 60 - width / 2, "right": 60 - width}[anchor]
    assert columns.min() == pytest.approx(start, abs=3)
    assert columns.max() == pytest.approx(start + width, abs=3)


@pytest.mark.parametrize(("x", "text"), [(30, "fjÅgQ_|"), (-3, "July"), (110, "wind")])
def test_words_are_the_font_s_own_and_end_at_the_edge(x, text):
    sheet, paper = Sheet(120, 40), Image.new("L", (120, 40))
    sheet.write(x, 5, text, 20)
    ImageDraw.Draw(paper).text((x, 5), text, fill=255, font=ImageFont.load_default(20))
    np.testing.assert_array_equal(sheet.shades(), np.rint(np.asarray(paper) / 255 * DARKEST))


@pytest.mark.parametrize("text", ["°C", "J/kg", "m²/s²", "dBZ", "10⁻³/s", "ug/m³", "%"])
def test_every_unit_can_be_written(text):
    """A character that the font lacks is drawn as a box, the same for all."""
    box = drawn("\u4e2d")
    letters = [one for one in text if not one.isascii() and one not in "²³⁻¹⁵"]
    assert all((drawn(one) != box).any() for one in letters)
