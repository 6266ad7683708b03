"""Cases of ASHRAE Standard 140-2020, section 5.2, as our building records, and the results of the reference programs.

The building is the standard's box: 8 m x 6 m x 2.7 m, 12 m² of clear double glass, 200 W of gains, 0.5 air changes.
Glass: ASHRAE Fundamentals 2009, chapter 15, table 4 (U) and from the panes' transmittance 0.834 (g). The ranges are
those of six programs (BSIMAC, CSE, DeST, EnergyPlus 9.0.1, ESP-r, TRNSYS 18) in the standard's workbook RESULTS5-2A.
"""

from mesocosm.simulators.building_hourly.building import INSIDE_RESISTANCE, OUTSIDE_RESISTANCE

CLEAR = {"u_w_m2k": 2.73, "g": 0.76, "panes": 2}
SOUTH = {"south": 12 / 21.6, **CLEAR}
EAST_WEST = {"east": 6 / 16.2, "west": 6 / 16.2, **CLEAR}
LOW_E = {"south": 12 / 21.6, "u_w_m2k": 1.42, "g": 0.44}
SINGLE = {"south": 12 / 21.6, "u_w_m2k": 5.77, "g": 0.86, "panes": 1}
SET_BACK = {"heating_setpoint_c": [10] * 7 + [20] * 16 + [10]}
FREE = {"heating_setpoint_c": None, "cooling_setpoint_c": None}
FAN = {"ventilation_per_h": 1703.16 / 129.6, "ventilation_profile": [1] * 7 + [0] * 11 + [1] * 6}
NIGHT = {"heating_setpoint_c": None, "cooling_setpoint_c": [60] * 7 + [27] * 11 + [60] * 6, **FAN}
NO_BAND = {"cooling_setpoint_c": 20}


def part(resistance, kind, capacity, mass):
    whole = resistance + INSIDE_RESISTANCE[kind] + OUTSIDE_RESISTANCE
    return {"u_w_m2k": 1 / whole, "capacity_kj_m2k": capacity, "mass": mass, "solar_absorptance": 0.6}


def light(wall_m=0.066, roof_m=0.1118):
    """Return the light case: plasterboard, fibreglass and wood siding; a timber floor on thick insulation."""
    return {
        "walls": part(0.012 / 0.16 + wall_m / 0.04 + 0.009 / 0.14, "wall", 14.5, "both"),
        "roof": part(0.01 / 0.16 + roof_m / 0.04 + 0.019 / 0.14, "roof", 18.2, "both"),
        "ground_floor": part(0.025 / 0.14 + 25.175, "floor", 19.5, "inside"),
    }


def heavy(wall_m=0.0615, roof_m=0.1118):
    """Return the heavy case: concrete block behind foam, the same roof; a concrete slab on thick insulation."""
    return light(roof_m=roof_m) | {
        "walls": part(0.1 / 0.51 + wall_m / 0.04 + 0.009 / 0.14, "wall", 145.2, "inside"),
        "ground_floor": part(0.08 / 1.13 + 25.175, "floor", 112.0, "inside"),
    }


def box(fabric, **changed):
    plain = {
        "floor_area_m2": 48,
        "storey_height_m": 2.7,
        "length_to_depth": 8 / 6,
        "windows": SOUTH,
        "furniture_kj_m2k": 0,
        "infiltration_per_h": 0.5,
        "gains_w_m2": 200 / 48,
        "gains_radiant_share": 0.6,
        "heating_setpoint_c": 20,
        "cooling_setpoint_c": 27,
        "ground_temperature_c": [10] * 12,
    }
    return plain | fabric | changed


WELL_LIGHT, WELL_HEAVY = light(0.25, 0.4), heavy(0.2452, 0.4)
CASES = {
    "600": box(light()),
    "620": box(light(), windows=EAST_WEST),
    "640": box(light(), **SET_BACK),
    "650": box(light(), **NIGHT),
    "660": box(light(), windows=LOW_E),
    "670": box(light(), windows=SINGLE),
    "680": box(WELL_LIGHT),
    "685": box(light(), **NO_BAND),
    "695": box(WELL_LIGHT, **NO_BAND),
    "900": box(heavy()),
    "920": box(heavy(), windows=EAST_WEST),
    "940": box(heavy(), **SET_BACK),
    "950": box(heavy(), **NIGHT),
    "980": box(WELL_HEAVY),
    "985": box(heavy(), **NO_BAND),
    "995": box(WELL_HEAVY, **NO_BAND),
    "600FF": box(light(), **FREE),
    "650FF": box(light(), **FREE, **FAN),
    "680FF": box(WELL_LIGHT, **FREE),
    "900FF": box(heavy(), **FREE),
    "950FF": box(heavy(), **FREE, **FAN),
    "980FF": box(WELL_HEAVY, **FREE),
}

# Annual heating and cooling, MWh; hourly peaks of heating and cooling, kW: lowest and highest of the six programs.
LOADS = {
    "600": ((3.993, 4.504), (5.432, 6.162), (3.020, 3.359), (5.422, 6.481)),
    "620": ((4.094, 4.719), (3.841, 4.404), (3.038, 3.385), (3.955, 4.797)),
    "640": ((2.403, 2.682), (5.237, 5.893), (4.039, 4.658), (5.365, 6.429)),
    "660": ((3.574, 3.821), (2.966, 3.340), (2.620, 2.955), (3.343, 3.933)),
    "680": ((1.732, 2.286), (5.932, 6.529), (1.778, 2.126), (5.761, 7.051)),
    "900": ((1.379, 1.814), (2.267, 2.714), (2.443, 2.778), (2.556, 3.376)),
    "920": ((2.956, 3.607), (2.549, 3.128), (2.512, 2.895), (2.710, 3.481)),
    "980": ((0.246, 0.720), (3.501, 3.995), (1.254, 1.693), (2.930, 3.668)),
    "650": ((0.0, 0.0), (4.186, 4.945), (0.0, 0.0), (5.045, 6.290)),
    "670": ((5.300, 6.140), (5.954, 6.623), (3.655, 4.221), (5.839, 6.925)),
    "685": ((4.532, 5.042), (8.238, 9.130), (3.032, 3.374), (6.071, 7.159)),
    "695": ((2.385, 2.892), (8.386, 9.172), (1.795, 2.138), (6.232, 7.541)),
    "940": ((0.863, 1.389), (2.203, 2.613), (3.052, 3.882), (2.556, 3.376)),
    "950": ((0.0, 0.0), (0.586, 0.707), (0.0, 0.0), (2.054, 2.388)),
    "985": ((2.120, 2.801), (5.880, 7.273), (2.452, 2.785), (3.208, 4.225)),
    "995": ((0.755, 1.330), (6.771, 7.482), (1.370, 1.711), (3.315, 4.224)),
}
# Highest, lowest and mean temperature of the air, °C.
TEMPERATURES = {
    "600FF": ((62.4, 68.4), (-13.8, -9.9), (24.3, 26.1)),
    "900FF": ((43.3, 46.0), (0.6, 2.2), (24.5, 25.7)),
    "650FF": ((61.1, 66.9), (-17.8, -16.7), (17.6, 18.9)),
    "950FF": ((36.1, 37.1), (-13.4, -12.5), (14.4, 15.0)),
    "680FF": ((69.8, 78.5), (-8.1, -5.7), (30.2, 33.3)),
    "980FF": ((48.5, 52.8), (7.3, 12.5), (30.5, 33.3)),
}
# Sunshine that falls in a year, kWh/m²: lowest and highest of the six programs.
SUNSHINE = {
    "level": (0.0, 0.0, 1662.5, 1670.0),
    "north": (90.0, 0.0, 399.0, 477.3),
    "east": (90.0, 90.0, 1016.7, 1067.9),
    "south": (90.0, 180.0, 1290.6, 1387.0),
    "west": (90.0, 270.0, 903.1, 997.0),
}
