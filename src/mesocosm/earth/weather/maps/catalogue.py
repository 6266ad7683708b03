"""Title, shown unit and colours of every product on its map."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from mesocosm.earth.weather.grib.naming import LEVEL_KINDS, Level, Product
from mesocosm.earth.weather.maps.families import FAMILIES, height_of_pressure
from mesocosm.earth.weather.maps.scales import Scale

MEMBERS: dict[str, tuple[str, ...]] = {
    "temperature": ("2 metre temperature", "Temperature"),
    "dew point": ("2 metre dewpoint temperature", "Dew point temperature"),
    "potential temperature": ("Potential temperature",),
    "relative humidity": ("2 metre relative humidity", "Relative humidity"),
    "specific humidity": ("2 metre specific humidity", "Specific humidity"),
    "precipitable water": ("Precipitable water",),
    "wind speed": ("10 metre wind speed", "Wind speed", "Wind speed (gust)"),
    "wind component": (
        "10 metre U wind component",
        "10 metre V wind component",
        "U component of wind",
        "V component of wind",
        "U-component storm motion",
        "V-component storm motion",
        # Files say 1/s, but HRRR holds the difference of the wind between the ends of the layer.
        "Vertical u-component shear",
        "Vertical v-component shear",
    ),
    "vertical velocity": (
        "Geometric vertical velocity",
        "Maximum upward vertical velocity",
        "Maximum downward vertical velocity",
    ),
    "pressure velocity": ("Vertical velocity",),
    "vorticity": ("Vorticity (relative)",),
    "absolute vorticity": ("Absolute vorticity",),
    "friction velocity": ("Frictional velocity",),
    "sea-level pressure": ("Pressure reduced to MSL", "MSLP (Eta model reduction)", "MSLP (MAPS System Reduction)"),
    "surface pressure": ("Surface pressure",),
    "pressure aloft": ("Pressure", "Pressure at cloud base", "Pressure of level from which parcel was lifted"),
    "height above ground": ("Geopotential height", "Boundary layer height", "Echo top"),
    "thickness": ("Layer Thickness",),
    "orography": ("Orography",),
    "potential energy": ("Convective available potential energy",),
    "inhibition": ("Convective inhibition",),
    "helicity": ("Storm relative helicity",),
    "updraft helicity": ("Updraft Helicity", "Maximum updraft helicity"),
    "lifted index": ("Surface lifted index", "Best (4-layer) lifted index", "Parcel lifted index (to 500 hPa)"),
    "reflectivity": (
        "Derived radar reflectivity",
        "Maximum/Composite radar reflectivity",
        "Maximum reflectivity of the hour",
        "Reflectivity at lowest altitude",
    ),
    "liquid": ("Vertically-integrated liquid",),
    "hail": ("Hail",),
    "lightning": ("Lightning",),
    "precipitation": (
        "Total Precipitation",
        "Freezing Rain",
        "Storm surface runoff",
        "Baseflow-groundwater runoff",
        "Plant canopy surface water",
        "Multi-sensor precipitation of one hour, pass 1",
    ),
    "precipitation rate": ("Precipitation rate",),
    "snow depth": ("Snow depth",),
    "water equivalent": ("Water equivalent of accumulated snow depth (deprecated)",),
    "cover": ("Total Cloud Cover", "Low cloud cover", "Medium cloud cover", "High cloud cover"),
    "ground cover": ("Vegetation", "Snow cover", "Percent frozen precipitation", "Moisture availability"),
    "fraction": ("Land-sea mask", "Sea ice area fraction"),
    "yes or no": ("Categorical rain", "Categorical freezing rain", "Categorical ice pellets", "Categorical snow"),
    "short-wave radiation": (
        "Downward short-wave radiation flux",
        "Upward short-wave radiation flux",
        "Visible Beam Downward Solar Flux",
        "Visible Diffuse Downward Solar Flux",
    ),
    "long-wave radiation": ("Downward long-wave radiation flux", "Upward long-wave radiation flux"),
    "heat flux": (
        "Latent heat net flux",
        "Instantaneous surface sensible heat flux",
        "Ground heat flux",
        "Cloud Forcing Net Solar Flux",
    ),
    "visibility": ("Visibility",),
    "optical depth": ("Aerosol optical depth",),
    "smoke": ("Mass density",),
    "roughness": ("Forecast surface roughness",),
    "leaf area": ("Leaf Area Index",),
    "vegetation type": ("Vegetation Type",),
    "brightness temperature": tuple(
        f"Simulated Brightness Temperature for GOES {satellite}, Channel {channel}"
        for satellite in (11, 12)
        for channel in (3, 4)
    ),
}
"""Quantities of each family."""

FAMILY_OF = {quantity: family for family, quantities in MEMBERS.items() for quantity in quantities}
FAMILY_OF_UNIT = {
    "K": "temperature",
    "m s**-1": "wind component",
    "%": "cover",
    "Pa": "pressure aloft",
    "gpm": "height above ground",
    "m": "height above ground",
    "J kg**-1": "potential energy",
    "kg m**-2": "precipitation",
    "W m**-2": "heat flux",
}
"""Family by unit, for quantities that are in no family."""

PLACES = {
    "atmosphere": "entire atmosphere",
    "atmosphereSingleLayer": "entire atmosphere",
    "nominalTop": "top of the atmosphere",
    "meanSea": "mean sea level",
    "isothermZero": "0 °C level",
    "highestTroposphericFreezing": "highest freezing level",
    "adiabaticCondensation": "lifted condensation level",
    "freeConvection": "level of free convection",
    "equilibrium": "equilibrium level",
    "sigma": "sigma level 0.1",
    "sigmaLayer": "sigma layer 0.5-0.8",
    "boundaryLayerCloudLayer": "boundary layer cloud",
    "depthBelowLand": "top of the soil",
}
MEASURES = {
    "heightAboveGround": ("m above ground", 1.0),
    "heightAboveGroundLayer": ("m above ground", 1.0),
    "heightAboveSea": ("m above sea level", 1.0),
    "isobaricInhPa": ("hPa", 1.0),
    "isobaricLayer": ("hPa", 1.0),
    "isothermal": ("K level", 1.0),
    "isothermalLayer": ("K levels", 1.0),
    "pressureFromGroundLayer": ("hPa above ground", 0.01),
    "pressureFromGround": ("hPa above ground", 0.01),
}
"""By kind of level: the text after its number, and the factor to the unit in that text."""
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True)
class Entry:
    """How a product is shown."""

    product: Product
    scale: Scale

    @property
    def title(self) -> str:
        return f"{self.product.quantity}, {level_text(self.product.level)}"


@functools.lru_cache(maxsize=1024)
def entry(product: Product, units: str = "") -> Entry:
    """Return the entry of a product; the file's `units` select the scale of a quantity that is in no family."""
    return Entry(product, _scale(product, units))


def has_scale(product: Product, units: str = "") -> bool:
    """Say whether a product has levels and colours of its own; others are shown by powers of ten."""
    return product.quantity in FAMILY_OF or units in FAMILY_OF_UNIT


def _scale(product: Product, units: str) -> Scale:
    level = product.level
    family = FAMILY_OF.get(product.quantity) or FAMILY_OF_UNIT.get(units, "anything")
    if product.quantity == "Geopotential height" and level.kind == "isobaricInhPa":
        return height_of_pressure(level.value)
    if family == "potential energy" and level.kind == "heightAboveGroundLayer":
        return FAMILIES["low-level potential energy"]
    if family != "anything":
        return FAMILIES[family]
    scale = FAMILIES["anything"]
    return Scale("" if units == "unknown" else units, scale.levels, scale.colours)


def level_text(level: Level) -> str:
    """Write a level as text."""
    if level.kind in MEASURES:
        words, factor = MEASURES[level.kind]
        ends = f"{level.value * factor:g}" + ("" if level.end is None else f"-{level.end * factor:g}")
        return f"{ends} {words}"
    if level.kind in PLACES:
        return PLACES[level.kind]
    words = CAMEL.sub(" ", level.kind).lower()
    return words if level.kind in LEVEL_KINDS or not level.value else f"{words} {level.value:g}"
