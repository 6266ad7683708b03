"""Names of forecast products: the quantity and its level.

A product is called `{quantity}_at_{level}_{kind of level}`, for layers followed by `_Layer{far end}{unit}`; blanks and
characters that file names do not allow become `_`. GRIB keys decide which quantity it is, because libraries change
their names between versions; the names shown are those of the paper's Appendix E, restored where its print is broken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mesocosm.earth.weather.grib.quantities import NCEP, QUANTITIES, Key, Quantity
from mesocosm.errors import UserError, did_you_mean, nearest


@dataclass(frozen=True)
class LevelKind:
    """A kind of level: its code (GRIB2 table 4.5), and how names write its numbers."""

    code: int
    unit: str = ""
    per_unit: int = 1
    """GRIB units per unit of the name."""
    layer: bool = False
    fixed: tuple[float, float | None] | None = None
    """Ends that the integer in a name cannot express; HRRR has one such level of each kind."""


LEVEL_KINDS: dict[str, LevelKind] = {
    "surface": LevelKind(1),
    "cloudBase": LevelKind(2),
    "cloudTop": LevelKind(3),
    "isothermZero": LevelKind(4),
    "adiabaticCondensation": LevelKind(5),
    "nominalTop": LevelKind(8),
    "atmosphere": LevelKind(10),
    "freeConvection": LevelKind(14),
    "isothermal": LevelKind(20, "K"),
    "isothermalLayer": LevelKind(20, "K", layer=True),
    "isobaricInhPa": LevelKind(100, "hPa", 100),
    "isobaricLayer": LevelKind(100, "hPa", 100, layer=True),
    "meanSea": LevelKind(101),
    "heightAboveSea": LevelKind(102, "m"),
    "heightAboveGround": LevelKind(103, "m"),
    "heightAboveGroundLayer": LevelKind(103, "m", layer=True),
    "sigma": LevelKind(104, fixed=(0.1, None)),
    "sigmaLayer": LevelKind(104, fixed=(0.5, 0.8)),
    "depthBelowLand": LevelKind(106, "m"),
    "pressureFromGroundLayer": LevelKind(108, "Pa", layer=True),
    "atmosphereSingleLayer": LevelKind(200),
    "highestTroposphericFreezing": LevelKind(204),
    "boundaryLayerCloudLayer": LevelKind(211),
    "lowCloudLayer": LevelKind(214),
    "cloudCeiling": LevelKind(215),
    "middleCloudLayer": LevelKind(224),
    "highCloudLayer": LevelKind(234),
    "equilibrium": LevelKind(247),
}

NAME = re.compile(r"(?P<quantity>.+)_at_(?P<value>[\d.]+)_(?P<kind>[A-Za-z]+?)(_Layer(?P<end>[\d.]+)(?P<unit>\D*))?")
THICKNESS = re.compile(r"Layer_Thickness_(?P<value>\d+)K-(?P<end>\d+)K_Layer")
"""The one name that is built differently in the published list."""
NAMES_SUGGESTED = 6
ILLEGAL = re.compile(r'[\s/\\:*?"<>|]+')


@dataclass(frozen=True)
class Level:
    """The level of a field: `value` in the unit of its kind, and the far end if it is a layer."""

    kind: str
    value: float = 0.0
    end: float | None = None


@dataclass(frozen=True)
class Product:
    """A quantity at a level."""

    quantity: str
    level: Level

    @property
    def name(self) -> str:
        """Published name."""
        level = self.level
        if self.quantity == "Layer Thickness" and level.end is not None:
            return f"Layer_Thickness_{level.value:g}K-{level.end:g}K_Layer"
        base = f"{folder(self.quantity)}_at_{level.value:g}_{level.kind}"
        kind = LEVEL_KINDS.get(level.kind)
        if level.end is None or kind is None or not kind.layer:
            return base
        return f"{base}_Layer{level.end:g}{kind.unit}"


def folder(text: str) -> str:
    """Return a quantity's name as it occurs in a product's name."""
    return ILLEGAL.sub("_", text.strip())


BY_KEY: dict[Key, list[Quantity]] = {}
for _quantity in QUANTITIES:
    for _key in _quantity.keys:
        BY_KEY.setdefault(_key, []).append(_quantity)
BY_FOLDER = {folder(quantity.name): quantity for quantity in QUANTITIES}


def quantity_name(key: Key, centre: str, level: Level) -> str | None:
    """Return the quantity of a message by its keys, if our table has it."""
    if not _is_ours(key, centre):
        return None
    for quantity in BY_KEY.get(key, []):
        if quantity.level is None or quantity.level == (level.kind, level.value):
            return quantity.name
    return None


def _is_ours(key: Key, centre: str) -> bool:
    """Say whether the table applies to these numbers: those from 192 on mean something else at every centre."""
    return centre == NCEP or max(key) < 192 or key[0] == 209


def parse(name: str) -> Product:
    """Parse the name of a product.

    Raises:
        UserError: The name is not built by the rule, or a part of it is unknown.
    """
    if thickness := THICKNESS.fullmatch(name):
        level = Level("isothermalLayer", float(thickness["value"]), float(thickness["end"]))
        return Product("Layer Thickness", level)
    match = NAME.fullmatch(name)
    if match is None:
        raise UserError(f"product {name!r} must read QUANTITY_at_LEVEL_KIND, as in Temperature_at_500_isobaricInhPa")
    quantity = BY_FOLDER.get(match["quantity"])
    if quantity is None:
        raise UserError(f"product {name!r}: unknown quantity{_hint(match['quantity'], list(BY_FOLDER))}")
    if match["kind"] not in LEVEL_KINDS:
        raise UserError(f"product {name!r}: unknown kind of level{_hint(match['kind'], list(LEVEL_KINDS))}")
    end = None if match["end"] is None else float(match["end"])
    return Product(quantity.name, Level(match["kind"], float(match["value"]), end))


def quantity_of(product: Product) -> Quantity:
    """Return the table entry of a product's quantity."""
    return BY_FOLDER[folder(product.quantity)]


def suggestion(name: str, known: list[str]) -> str:
    """Return a hint for an unknown product: the names closest to it."""
    known = sorted(set(known))
    wanted = folder(name).lower()
    same = [product for product in known if product.lower() == wanted]
    holding = [product for product in known if len(wanted) > 2 and wanted in product.partition("_at_")[0].lower()]
    short = [product for product in known if _initials(product) == wanted]
    close = (same or short or nearest(name, known) or holding)[:NAMES_SUGGESTED]
    return f"did you mean {' or '.join(close)}?" if close else f"there are {len(known)}, {known[0]} to {known[-1]}"


def _initials(product: str) -> str:
    """Return the initials of its quantity, such as cape of the convective available potential energy."""
    return "".join(word[0] for word in product.partition("_at_")[0].lower().split("_") if word)


def _hint(name: str, known: list[str]) -> str:
    hint = did_you_mean(name, known)
    return f" {name!r}; {hint}" if hint else f" {name!r}"


PUBLISHED: tuple[str, ...] = tuple(
    sorted(
        parse(f"{folder(quantity.name)}_at_{level}").name
        for quantity in QUANTITIES
        for level in quantity.published.split()
    )
)
"""The 141 product names of the paper's Appendix E."""
