"""Names in WOFOST 7.2 of PCSE 6: shipped crops, parameters of a crop, and soils by texture."""

from __future__ import annotations

CROPS = {
    "winter_wheat": 1,
    "grain_maize": 2,
    "spring_barley": 3,
    "potato": 7,
    "winter_rapeseed": 10,
    "sunflower": 11,
}
"""Crops with parameters in PCSE's demonstration data, by their number there. Its other eleven crops have names alone.
"""

WITHOUT_EMERGENCE = frozenset({"winter_wheat", "winter_rapeseed"})
"""Crops whose shipped temperature sum from sowing to emergence is 0, by which the engine would divide."""

NUMBERS = (
    "CFET",
    "CVL",
    "CVO",
    "CVR",
    "CVS",
    "DEPNR",
    "DLC",
    "DLO",
    "DVSEND",
    "DVSI",
    "IAIRDU",
    "IDSL",
    "IOX",
    "LAIEM",
    "PERDL",
    "Q10",
    "RDI",
    "RDMCR",
    "RGRLAI",
    "RML",
    "RMO",
    "RMR",
    "RMS",
    "RRI",
    "SPA",
    "SPAN",
    "TBASE",
    "TBASEM",
    "TDWI",
    "TEFFMX",
    "TSUM1",
    "TSUM2",
    "TSUMEM",
)
TABLES = (
    "AMAXTB",
    "DTSMTB",
    "EFFTB",
    "FLTB",
    "FOTB",
    "FRTB",
    "FSTB",
    "KDIFTB",
    "RDRRTB",
    "RDRSTB",
    "RFSETB",
    "SLATB",
    "SSATB",
    "TMNFTB",
    "TMPFTB",
)
ONLY_SOME = ("VERNBASE", "VERNSAT", "VERNDVS", "VERNRTB")
"""Parameters required by crops that need a cold winter (IDSL 2)."""
PARAMETERS = (*NUMBERS, *TABLES, *ONLY_SOME)

TEXTURES: dict[str, tuple[float, float, float, float]] = {
    "Sand": (0.06, 0.13, 0.36, 3000.0),
    "LoamySand": (0.08, 0.16, 0.38, 2200.0),
    "SandyLoam": (0.10, 0.22, 0.41, 1200.0),
    "Loam": (0.15, 0.31, 0.46, 500.0),
    "SiltLoam": (0.13, 0.33, 0.46, 575.0),
    "Silt": (0.09, 0.33, 0.43, 500.0),
    "SandyClayLoam": (0.20, 0.32, 0.47, 225.0),
    "ClayLoam": (0.23, 0.39, 0.50, 125.0),
    "SiltClayLoam": (0.23, 0.44, 0.52, 150.0),
    "SandyClay": (0.27, 0.39, 0.50, 35.0),
    "SiltClay": (0.32, 0.50, 0.54, 100.0),
    "Clay": (0.39, 0.54, 0.55, 35.0),
}
"""Wilting point, field capacity, saturation (shares of the volume) and saturated conductivity (mm a day): FAO's
indicative values (AquaCrop reference manual, annex on soils), so that both engines can be given one soil."""
