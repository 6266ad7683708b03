"""The two wind components of a product."""

from __future__ import annotations

from pathlib import Path

from mesocosm.earth.weather.grib.naming import Product
from mesocosm.earth.weather.grib.reading import Field, decode_cached, index

PAIRS = (
    ("10 metre U wind component", "10 metre V wind component"),
    ("U component of wind", "V component of wind"),
    ("U-component storm motion", "V-component storm motion"),
    ("Vertical u-component shear", "Vertical v-component shear"),
)
SPEEDS = {"10 metre wind speed": PAIRS[0], "Wind speed": PAIRS[1]}


def components(product: Product) -> tuple[Product, Product] | None:
    """Return the products of both components, or None if the product is not a wind."""
    pair = SPEEDS.get(product.quantity) or next((names for names in PAIRS if product.quantity in names), None)
    return None if pair is None else (Product(pair[0], product.level), Product(pair[1], product.level))


def winds_for(field: Field) -> tuple[Field, Field] | None:
    """Return both components at the level and time of a field, if it is a wind and its file has them."""
    pair = components(field.message.product)
    if pair is None:
        return None
    winds = [_beside(field.message.path, component, field.message.lead) for component in pair]
    return None if winds[0] is None or winds[1] is None else (winds[0], winds[1])


def _beside(path: Path, product: Product, lead: object) -> Field | None:
    for message in index(path):
        if message.product == product and message.lead == lead:
            return decode_cached(message)
    return None
