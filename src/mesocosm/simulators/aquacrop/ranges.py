"""Between which numbers a parameter of AquaCrop's crops can lie: shares are shares, and the rest holds every crop that
comes with the engine with room to spare. Numbers outside give harvests that no field gives."""

from __future__ import annotations

from mesocosm.simulators.simulator.plausibility import Range

NOT_USED = -9.0
"""What the engine's own crops have where a parameter does not apply."""
SWITCH: Range = (0, 1)
SHARE: Range = (0, 1)
PERCENT: Range = (0, 100)
DAYS: Range = (0, 365)
DEGREE_DAYS: Range = (0, 10_000)
"""Or days, for crops that grow by days."""
SHAPE: Range = (-10, 10)
COLD: Range = (-20, 25)
HOT: Range = (-20, 60)
DAILY: Range = (0, 0.5)
"""Share that a canopy grows or declines by, a day or a degree day."""

DRIVERS = ("WP", "HI0", "Kcb", "CCx")
"""What a yield is the product of, more or less."""
MOST_CHANGE = 1.5
"""By which factor one of them may be changed without a word."""

RANGES: dict[str, Range] = {
    "Aer": (-1e7, 50),  # vol % below saturation; far below zero for paddy rice, which needs no air
    "CCmin": SHARE,
    "CCx": SHARE,
    "CDC": DAILY,
    "CDC_CD": DAILY,
    "CGC": DAILY,
    "CGC_CD": DAILY,
    "CalendarType": (1, 2),
    "CropType": (1, 3),
    "Determinant": SWITCH,
    "ET0dorm": (0, 2000),
    "ETadj": SWITCH,
    "Emergence": DEGREE_DAYS,
    "EmergenceCD": DAYS,
    "Flowering": DEGREE_DAYS,
    "FloweringCD": DAYS,
    "GDD_lo": (0, 30),
    "GDD_up": (0, 30),
    "GDDmethod": (1, 3),
    "GermThr": SHARE,
    "HI0": SHARE,
    "HIini": SHARE,
    "HIstart": DEGREE_DAYS,
    "HIstartCD": DAYS,
    "Kcb": (0.1, 1.3),
    "LagAer": (0, 1e7),
    "Maturity": DEGREE_DAYS,
    "MaturityCD": DAYS,
    "MaxFlowPct": PERCENT,
    "MaxRooting": DEGREE_DAYS,
    "MaxRootingCD": DAYS,
    "PctZmin": PERCENT,
    "PlantMethod": SWITCH,
    "PlantPop": (100, 2e7),  # plants a hectare
    "PolColdStress": SWITCH,
    "PolHeatStress": SWITCH,
    "SeedSize": (0.01, 500),  # cm² that a seedling covers
    "Senescence": DEGREE_DAYS,
    "SenescenceCD": DAYS,
    "SwitchGDD": SWITCH,
    "SxBotQ": (0, 0.1),  # m³ of water a m³ of soil and day
    "SxTopQ": (0, 0.1),
    "Tbase": (-10, 25),
    "Tmax_lo": HOT,
    "Tmax_up": HOT,
    "Tmin_lo": COLD,
    "Tmin_up": COLD,
    "TrColdStress": SWITCH,
    "Tupp": (10, 50),
    "WP": (5, 36),  # g/m²: C3 crops 15 to 20, C4 crops 30 to 35 (reference manual, chapter 2)
    "WPy": PERCENT,
    "YldForm": DEGREE_DAYS,
    "YldFormCD": DAYS,
    "YldWC": (0, 99),  # % of the fresh yield
    "Zmax": (0.1, 5),
    "Zmin": (0.05, 3),
    "a_HI": (0, 40),
    "a_Tr": (0, 10),
    "b_HI": (0, 40),
    "beta": PERCENT,
    "bface": (0, 0.01),
    "bsted": (0, 0.01),
    "dHI0": PERCENT,
    "dHI_pre": PERCENT,
    "exc": (0, 500),
    "fage": (0, 2),  # % a day
    "fshape_b": (0, 30),
    "fshape_ex": SHAPE,
    "fshape_r": (0.1, 5),
    "fshape_w1": SHAPE,
    "fshape_w2": SHAPE,
    "fshape_w3": SHAPE,
    "fshape_w4": SHAPE,
    "fsink": SHARE,
    "p_lo1": SHARE,
    "p_lo2": SHARE,
    "p_lo3": SHARE,
    "p_lo4": SHARE,
    "p_up1": SHARE,
    "p_up2": SHARE,
    "p_up3": SHARE,
    "p_up4": SHARE,
}
"""By the engine's own names; its manual gives their units."""
