"""The font of all text drawn into pictures: the one that comes with Pillow, the same on every machine."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import ImageFont


@functools.lru_cache(maxsize=64)
def text_font(size: float) -> ImageFont.FreeTypeFont:
    """Return the font at a size in pixels."""
    from PIL import ImageFont

    loaded = ImageFont.load_default(size)
    assert isinstance(loaded, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return loaded
