"""Quantities of forecast products and the GRIB2 keys that identify them.

Numbers from 192 on are NCEP's own (its tables 4.2); 209 is the discipline of the Multi-Radar Multi-Sensor mosaics.
Where files use several keys for a quantity, the first is the one that is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Key = tuple[int, int, int]
"""Discipline, parameter category, parameter number."""

NCEP = "kwbc"

Process = Literal["instant", "average", "accumulation", "maximum"]


@dataclass(frozen=True)
class Quantity:
    """A quantity with its published name."""

    name: str
    keys: tuple[Key, ...]
    published: str = ""
    """Levels in the paper's list, as they occur in the names."""
    process: Process = "instant"
    level: tuple[str, float] | None = None
    """Kind and value of the only level at which the keys have this name."""


WIND_LEVELS = (
    "1000_isobaricInhPa 925_isobaricInhPa 850_isobaricInhPa 700_isobaricInhPa 500_isobaricInhPa 300_isobaricInhPa "
    "250_isobaricInhPa 80_heightAboveGround"
)
AIR_LEVELS = "1000_isobaricInhPa 925_isobaricInhPa 850_isobaricInhPa 700_isobaricInhPa 500_isobaricInhPa"
HEIGHT_LEVELS = (
    "1000_isobaricInhPa 850_isobaricInhPa 700_isobaricInhPa 500_isobaricInhPa 253_isothermal 263_isothermal "
    "0_adiabaticCondensation 0_cloudBase 0_cloudCeiling 0_cloudTop 0_equilibrium 0_freeConvection "
    "0_highestTroposphericFreezing 0_isothermZero"
)
PARCELS = (
    "0_surface 9000_pressureFromGroundLayer_Layer0Pa 18000_pressureFromGroundLayer_Layer0Pa "
    "25500_pressureFromGroundLayer_Layer0Pa"
)
SHALLOW_LAYERS = "1000_heightAboveGroundLayer_Layer0m 2000_heightAboveGroundLayer_Layer0m"
HELICITY_LAYERS = "1000_heightAboveGroundLayer_Layer0m 3000_heightAboveGroundLayer_Layer0m"
SHEAR_LAYERS = "0_heightAboveGroundLayer_Layer1000m 0_heightAboveGroundLayer_Layer6000m"
STORM_LAYER = "0_heightAboveGroundLayer_Layer6000m"
RADAR_LEVELS = "1000_heightAboveGround 4000_heightAboveGround 263_isothermal"
FREEZING = "0_highestTroposphericFreezing 0_isothermZero"
SURFACE, TOP, SCREEN, COLUMN = "0_surface", "0_nominalTop", "2_heightAboveGround", "0_atmosphere"
TWO_METRES, TEN_METRES = ("heightAboveGround", 2.0), ("heightAboveGround", 10.0)
AT_SURFACE, AT_CLOUD_BASE = ("surface", 0.0), ("cloudBase", 0.0)


def _goes(satellite: int, channel: int, number: int) -> Quantity:
    name = f"Simulated Brightness Temperature for GOES {satellite}, Channel {channel}"
    return Quantity(name, ((3, 192, number),), TOP)


QUANTITIES: tuple[Quantity, ...] = (
    # Temperature and moisture
    Quantity("2 metre temperature", ((0, 0, 0),), SCREEN, level=TWO_METRES),
    Quantity("2 metre dewpoint temperature", ((0, 0, 6),), SCREEN, level=TWO_METRES),
    Quantity("2 metre relative humidity", ((0, 1, 1),), SCREEN, level=TWO_METRES),
    Quantity("2 metre specific humidity", ((0, 1, 0),), SCREEN, level=TWO_METRES),
    Quantity("Temperature", ((0, 0, 0),), f"{SURFACE} {AIR_LEVELS}"),
    Quantity("Dew point temperature", ((0, 0, 6),), AIR_LEVELS),
    Quantity("Potential temperature", ((0, 0, 2),), SCREEN),
    Quantity("Relative humidity", ((0, 1, 1),), FREEZING),
    Quantity("Specific humidity", ((0, 1, 0),)),
    Quantity("Precipitable water", ((0, 1, 3),), "0_atmosphereSingleLayer"),
    # Wind
    Quantity("10 metre U wind component", ((0, 2, 2),), "10_heightAboveGround", level=TEN_METRES),
    Quantity("10 metre V wind component", ((0, 2, 3),), "10_heightAboveGround", level=TEN_METRES),
    Quantity("10 metre wind speed", ((0, 2, 1),), "10_heightAboveGround", process="maximum", level=TEN_METRES),
    Quantity("U component of wind", ((0, 2, 2),), WIND_LEVELS),
    Quantity("V component of wind", ((0, 2, 3),), WIND_LEVELS),
    Quantity("Wind speed", ((0, 2, 1),)),
    Quantity("Wind speed (gust)", ((0, 2, 22),), SURFACE),
    Quantity("U-component storm motion", ((0, 2, 194), (0, 2, 27)), STORM_LAYER),
    Quantity("V-component storm motion", ((0, 2, 195), (0, 2, 28)), STORM_LAYER),
    Quantity("Vertical u-component shear", ((0, 2, 15),), SHEAR_LAYERS),
    Quantity("Vertical v-component shear", ((0, 2, 16),), SHEAR_LAYERS),
    Quantity("Geometric vertical velocity", ((0, 2, 9),), "1_sigmaLayer 700_isobaricInhPa"),
    Quantity("Vertical velocity", ((0, 2, 8),)),
    Quantity("Vorticity (relative)", ((0, 2, 12),), SHALLOW_LAYERS, process="maximum"),
    Quantity("Absolute vorticity", ((0, 2, 10),)),
    Quantity("Frictional velocity", ((0, 2, 197), (0, 2, 30)), SURFACE),
    Quantity("Maximum upward vertical velocity", ((0, 2, 220),), process="maximum"),
    Quantity("Maximum downward vertical velocity", ((0, 2, 221),), process="maximum"),
    # Mass
    Quantity("Surface pressure", ((0, 3, 0),), SURFACE, level=AT_SURFACE),
    Quantity("Pressure at cloud base", ((0, 3, 0),), "0_cloudBase", level=AT_CLOUD_BASE),
    Quantity("Pressure", ((0, 3, 0),), f"0_cloudTop {FREEZING}"),
    Quantity("Pressure reduced to MSL", ((0, 3, 1),)),
    Quantity("MSLP (Eta model reduction)", ((0, 3, 192),)),
    Quantity("MSLP (MAPS System Reduction)", ((0, 3, 198),), "0_meanSea"),
    Quantity(
        "Pressure of level from which parcel was lifted",
        ((0, 3, 200),),
        "25500_pressureFromGroundLayer_Layer0Pa",
    ),
    Quantity("Orography", ((0, 3, 5),), SURFACE, level=AT_SURFACE),
    Quantity("Geopotential height", ((0, 3, 5),), HEIGHT_LEVELS),
    Quantity("Boundary layer height", ((0, 3, 18), (0, 3, 196)), SURFACE),
    Quantity("Layer Thickness", ((0, 3, 205),), "261_isothermalLayer_Layer256K"),
    # Instability and storms
    Quantity("Convective available potential energy", ((0, 7, 6),), f"{PARCELS} 0_heightAboveGroundLayer_Layer3000m"),
    Quantity("Convective inhibition", ((0, 7, 7),), PARCELS),
    Quantity("Storm relative helicity", ((0, 7, 8),), HELICITY_LAYERS),
    Quantity("Surface lifted index", ((0, 7, 192), (0, 7, 10)), "500_isobaricLayer_Layer1000hPa"),
    Quantity("Best (4-layer) lifted index", ((0, 7, 193), (0, 7, 11)), "18000_pressureFromGroundLayer_Layer0Pa"),
    Quantity("Updraft Helicity", ((0, 7, 197),)),
    Quantity("Maximum updraft helicity", ((0, 7, 199),), process="maximum"),
    Quantity("Minimum updraft helicity", ((0, 7, 200),)),
    Quantity("Derived radar reflectivity", ((0, 16, 195),), RADAR_LEVELS),
    Quantity("Maximum/Composite radar reflectivity", ((0, 16, 196),), COLUMN),
    Quantity("Maximum reflectivity of the hour", ((0, 16, 198),), process="maximum"),
    Quantity("Echo top", ((0, 16, 197),)),
    Quantity("Vertically-integrated liquid", ((0, 15, 3),), COLUMN),
    Quantity("Hail", ((0, 1, 31),), f"{COLUMN} 0_sigma {SURFACE}", process="maximum"),
    Quantity("Lightning", ((0, 17, 192),), COLUMN),
    # Precipitation and snow
    Quantity("Total Precipitation", ((0, 1, 8),), SURFACE, process="accumulation"),
    Quantity("Precipitation rate", ((0, 1, 7),), SURFACE),
    Quantity("Freezing Rain", ((0, 1, 225),), SURFACE, process="accumulation"),
    Quantity("Percent frozen precipitation", ((0, 1, 39),), SURFACE),
    Quantity("Categorical rain", ((0, 1, 192), (0, 1, 33)), SURFACE),
    Quantity("Categorical freezing rain", ((0, 1, 193), (0, 1, 34)), SURFACE),
    Quantity("Categorical ice pellets", ((0, 1, 194), (0, 1, 35)), SURFACE),
    Quantity("Categorical snow", ((0, 1, 195), (0, 1, 36)), SURFACE),
    Quantity("Snow cover", ((0, 1, 201), (0, 1, 42)), SURFACE),
    Quantity("Snow depth", ((0, 1, 11),), SURFACE),
    Quantity("Water equivalent of accumulated snow depth (deprecated)", ((0, 1, 13),), SURFACE),
    Quantity("Storm surface runoff", ((1, 0, 193),), SURFACE, process="accumulation"),
    Quantity("Baseflow-groundwater runoff", ((1, 0, 192),), SURFACE, process="accumulation"),
    # Cloud, radiation and visibility
    Quantity("Total Cloud Cover", ((0, 6, 1),), f"{COLUMN} 0_boundaryLayerCloudLayer"),
    Quantity("Low cloud cover", ((0, 6, 3),), "0_lowCloudLayer"),
    Quantity("Medium cloud cover", ((0, 6, 4),), "0_middleCloudLayer"),
    Quantity("High cloud cover", ((0, 6, 5),), "0_highCloudLayer"),
    Quantity("Downward short-wave radiation flux", ((0, 4, 192), (0, 4, 7)), SURFACE),
    Quantity("Upward short-wave radiation flux", ((0, 4, 193), (0, 4, 8)), f"{SURFACE} {TOP}"),
    Quantity("Cloud Forcing Net Solar Flux", ((0, 4, 199),), SURFACE),
    Quantity("Visible Beam Downward Solar Flux", ((0, 4, 200),), SURFACE),
    Quantity("Visible Diffuse Downward Solar Flux", ((0, 4, 201),), SURFACE),
    Quantity("Downward long-wave radiation flux", ((0, 5, 192), (0, 5, 3)), SURFACE),
    Quantity("Upward long-wave radiation flux", ((0, 5, 193), (0, 5, 4)), f"{SURFACE} {TOP}"),
    _goes(11, 3, 7),
    _goes(11, 4, 8),
    _goes(12, 3, 1),
    _goes(12, 4, 2),
    Quantity("Visibility", ((0, 19, 0),), SURFACE),
    Quantity("Aerosol optical depth", ((0, 20, 102),), "0_atmosphereSingleLayer"),
    Quantity("Mass density", ((0, 20, 0),), "8_heightAboveGround"),
    # Ground
    Quantity("Latent heat net flux", ((0, 0, 10),), SURFACE),
    Quantity("Instantaneous surface sensible heat flux", ((0, 0, 11),), SURFACE),
    Quantity("Ground heat flux", ((2, 0, 193), (2, 0, 10)), SURFACE),
    Quantity("Moisture availability", ((2, 0, 194), (2, 0, 11)), "0_depthBelowLand"),
    Quantity("Plant canopy surface water", ((2, 0, 196), (2, 0, 13)), SURFACE),
    Quantity("Land-sea mask", ((2, 0, 0),), SURFACE),
    Quantity("Forecast surface roughness", ((2, 0, 1),), SURFACE),
    Quantity("Vegetation", ((2, 0, 4),), SURFACE),
    Quantity("Vegetation Type", ((2, 0, 198),), SURFACE),
    Quantity("Leaf Area Index", ((2, 0, 28), (0, 7, 198)), SURFACE),
    Quantity("Sea ice area fraction", ((10, 2, 0),), SURFACE),
    # Radar mosaics
    Quantity("Reflectivity at lowest altitude", ((209, 3, 57),)),
    Quantity("Multi-sensor precipitation of one hour, pass 1", ((209, 6, 30),)),
)
