"""Spectral indices of multispectral images, and which index serves a theme."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.imagery.spectra import BANDS
from mesocosm.errors import ToolError
from mesocosm.suites.eo.lake.frame import Pixels
from mesocosm.suites.eo.picture_view import png
from mesocosm.suites.eo.spectra import FORMULAS, Formula, Reading, read_index
from mesocosm.suites.eo.tools.gather import MULTISPECTRAL, Handle
from mesocosm.suites.eo.workspace_images import Holdings, describe_picture
from mesocosm.tools.tool import Output, tool
from mesocosm.types import Image

THEMES: dict[str, str] = {
    **dict.fromkeys(("vegetation", "plants", "greenness", "crops", "forest", "trees", "agriculture", "grass"), "NDVI"),
    **dict.fromkeys(("water", "open water", "flood", "river", "lake", "sea", "surface water", "flooding"), "NDWI"),
    **dict.fromkeys(("moisture", "leaf water", "drought", "plant water"), "NDMI"),
    **dict.fromkeys(("urban", "built-up", "built up", "buildings", "city", "urban area", "settlement"), "NDBI"),
    **dict.fromkeys(("snow", "ice", "snow and ice", "glacier"), "NDSI"),
}
RAMP = np.asarray([(130, 66, 30), (214, 180, 120), (240, 240, 220), (110, 180, 90), (20, 96, 50)], np.float64)
"""Colours from -1 to 1 in equal steps."""
HIDDEN = (90, 90, 90)


@tool(read_only=True)
def compute_ndvi_by_multispectral(holdings: Holdings, /, image: Handle) -> Output:
    """Compute the vegetation index NDVI = (near infrared - red) / (near infrared + red) of a multispectral image.

    Statistics are over the pixels in view that no cloud or shadow hides.

    Args:
        image: Handle of a multispectral image or a crop of one.
    """
    return _compute(holdings, image, "NDVI", "compute_ndvi_by_multispectral")


@tool(read_only=True)
def compute_ndwi_by_multispectral(
    holdings: Holdings, /, image: Handle, definition: Literal["mcfeeters", "gao"] = "mcfeeters"
) -> Output:
    """Compute a water index NDWI of a multispectral image.

    McFeeters (1996), for open water: (green - near infrared) / (green + near infrared). Gao (1996), for water in
    leaves: (near infrared - shortwave infrared) / (near infrared + shortwave infrared). Statistics are over the pixels
    in view that no cloud or shadow hides.

    Args:
        image: Handle of a multispectral image or a crop of one.
        definition: Whose definition to use.
    """
    name = "NDWI" if definition == "mcfeeters" else "NDMI"
    return _compute(holdings, image, name, "compute_ndwi_by_multispectral")


@tool(read_only=True)
def compute_ndbi_by_multispectral(holdings: Holdings, /, image: Handle) -> Output:
    """Compute the built-up index NDBI = (shortwave infrared - near infrared) / (sum of both) of a multispectral image.

    Statistics are over the pixels in view that no cloud or shadow hides.

    Args:
        image: Handle of a multispectral image or a crop of one.
    """
    return _compute(holdings, image, "NDBI", "compute_ndbi_by_multispectral")


@tool(read_only=True)
def compute_ndsi_by_multispectral(holdings: Holdings, /, image: Handle) -> Output:
    """Compute the snow index NDSI = (green - shortwave infrared) / (sum of both) of a multispectral image.

    Statistics are over the pixels in view that no cloud or shadow hides.

    Args:
        image: Handle of a multispectral image or a crop of one.
    """
    return _compute(holdings, image, "NDSI", "compute_ndsi_by_multispectral")


@tool(read_only=True, instant=True)
def theme_index_lookup(theme: Annotated[str, Field(min_length=1, max_length=60)]) -> Output:
    """Look up which spectral index serves a theme, its formula, and the bands it takes of Sentinel-2 and Landsat.

    Args:
        theme: Such as vegetation, water, urban, snow or moisture.
    """
    name = THEMES.get(theme.strip().lower())
    if name is None:
        raise ToolError(f"no index is listed for the theme {theme[:60]!r}; themes: {', '.join(sorted(THEMES))}")
    formula = FORMULAS[name]
    bands = _bands_of(formula)
    text = f"{theme.strip().lower()}: {name} = {formula.expression} ({formula.source})\n" + "\n".join(
        f"{sensor}: {', '.join(f'{letter} = {band}' for letter, band in letters.items())}"
        for sensor, letters in bands.items()
    )
    lettered: dict[str, JsonValue] = {sensor: dict(letters) for sensor, letters in bands.items()}
    return Output(text=text, data={"theme": theme, "index": name, "expression": formula.expression, "bands": lettered})


def _bands_of(formula: Formula) -> dict[str, dict[str, str]]:
    letters = [letter for letter in ("G", "R", "N", "S1") if letter in formula.expression]
    return {sensor: {letter: bands[letter] for letter in letters} for sensor, bands in BANDS.items()}


def _compute(holdings: Holdings, image: str, name: str, tool_name: str) -> Output:
    sight = holdings.image(image, *MULTISPECTRAL)
    reading = read_index(holdings.imagery.bands(sight.frame), sight, name)
    figures = reading.figures()
    held = holdings.keep_index(sight, name, figures["mean"])
    formula = FORMULAS[name]
    data: dict[str, JsonValue] = {
        "index": held.id,
        "name": name,
        **describe_picture(sight),
        **figures,
        "cloudy_share": round(reading.cloudy_share, 6),
        "pixels": int(reading.seen.sum()),
    }
    text = (
        f"{held.id}: {name} = {formula.expression} of {sight.id}: mean {figures['mean']:.3f}, median "
        f"{figures['median']:.3f}, {figures['minimum']:.3f} to {figures['maximum']:.3f}; "
        f"{100 * reading.cloudy_share:.1f} % hidden"
    )
    shown = sight.picture(_whole_size(sight.edges, sight.frame.size, colour_index(reading)))
    return Output(text=text, images=(Image(png=png(shown), caption=held.id),), data=data)


def _whole_size(edges: tuple[int, int, int, int], size: tuple[int, int], part: Pixels) -> Pixels:
    """Place a part in view at its position in a picture as large as the frame."""
    columns, rows = size
    left, top, right, bottom = edges
    canvas = np.zeros((rows, columns, 3), np.uint8)
    canvas[top:bottom, left:right] = part
    return canvas


def colour_index(reading: Reading) -> Pixels:
    """Colour an index: brown at -1, pale at 0, green at 1; grey where hidden."""
    place = (np.clip(np.nan_to_num(reading.values), -1.0, 1.0) + 1.0) / 2.0 * (len(RAMP) - 1)
    low = np.minimum(place.astype(np.int64), len(RAMP) - 2)
    share = (place - low)[..., None]
    colours: Pixels = np.round(RAMP[low] * (1.0 - share) + RAMP[low + 1] * share).astype(np.uint8)
    colours[~reading.seen] = HIDDEN
    return colours
