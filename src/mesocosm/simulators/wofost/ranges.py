"""Ranges of the parameters of WOFOST's crops; for a table, ranges of its values (the second of each pair).

Shares lie between 0 and 1, and the other ranges include every crop of the engine with room to spare: numbers outside
give harvests that no field gives.
"""

from __future__ import annotations

from mesocosm.simulators.simulator.plausibility import Range

NOT_USED = -99.0
"""Value in the engine's own crops of a parameter that does not apply."""
SHARE: Range = (0, 1)
STAGE: Range = (0, 2.5)
"""Development stage: 0 at emergence, 1 at anthesis, 2 at maturity."""
CONVERSION: Range = (0.2, 1)
"""Dry matter in kg from one kg of assimilates."""
RESPIRATION: Range = (0, 0.1)
"""Assimilates in kg per kg of dry matter and day."""
DEGREE_DAYS: Range = (0, 5000)
AREA: Range = (0, 0.02)
"""Leaf area in ha per kg."""

RANGES: dict[str, Range] = {
    "AMAXTB": (0, 100),  # kg/ha per hour: leaves of C4 crops reach 70
    "CFET": (0.5, 1.5),
    "CVL": CONVERSION,
    "CVO": CONVERSION,
    "CVR": CONVERSION,
    "CVS": CONVERSION,
    "DEPNR": (1, 5),  # group of drought resistance, 1 to 5
    "DLC": (0, 24),  # hours
    "DLO": (0, 24),
    "DTSMTB": (0, 50),
    "DVSEND": STAGE,
    "DVSI": STAGE,
    "EFFTB": (0, 1),  # kg/ha per hour for 1 J/m² per second of absorbed light: about 0.45
    "FLTB": SHARE,
    "FOTB": SHARE,
    "FRTB": SHARE,
    "FSTB": SHARE,
    "IAIRDU": (0, 1),
    "IDSL": (0, 2),
    "IOX": (0, 1),
    "KDIFTB": (0.1, 1.5),
    "LAIEM": (0, 2),
    "PERDL": SHARE,
    "Q10": (1, 4),
    "RDI": (1, 100),  # cm
    "RDMCR": (10, 500),
    "RDRRTB": SHARE,
    "RDRSTB": SHARE,
    "RFSETB": (0, 2),
    "RGRLAI": (0, 0.5),
    "RML": RESPIRATION,
    "RMO": RESPIRATION,
    "RMR": RESPIRATION,
    "RMS": RESPIRATION,
    "RRI": (0, 10),  # cm a day
    "SLATB": AREA,
    "SPA": AREA,
    "SPAN": (5, 200),  # days
    "SSATB": AREA,
    "TBASE": (-10, 25),
    "TBASEM": (-10, 25),
    "TDWI": (0, 5000),  # kg/ha
    "TEFFMX": (5, 50),
    "TMNFTB": SHARE,
    "TMPFTB": SHARE,
    "TSUM1": DEGREE_DAYS,
    "TSUM2": DEGREE_DAYS,
    "TSUMEM": DEGREE_DAYS,
    "VERNBASE": (0, 365),  # days
    "VERNDVS": STAGE,
    "VERNRTB": SHARE,
    "VERNSAT": (0, 365),
}
"""Ranges by WOFOST's own parameter names; its manual gives their units."""
