"""A building record as EnergyPlus input: the same box, layers of the same resistance and capacity, ideal loads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mesocosm.simulators.building_hourly.building import (
    HOURS_OF_DAY,
    ORIENTATIONS,
    Building,
    Opaque,
    Orientation,
)
from mesocosm.simulators.building_hourly.elements import INTERNAL_M2K_W
from mesocosm.simulators.building_hourly.gains import air_j_m3k
from mesocosm.simulators.building_hourly.ground import SOIL_J_M3K, SOIL_LAYER_M, SOIL_W_MK, Ground
from mesocosm.simulators.energyplus.idf import VERSION

TIME_STEPS = 6
"""Time steps per hour."""
NEVER_HEAT_C, NEVER_COOL_C = -60.0, 120.0
MASS_SHARE, MOST_MASS_M2K_W = 0.05, 0.1
"""Share of the resistance in a layer of mass beside insulation, and its upper limit: 0.1 m of concrete."""
MASS_M = 0.1
HEAT_J_KGK = 1000.0
SOIL_KG_M3 = 2000.0
LEAST_M2K_W = 0.001
VARIABLES = (
    "Zone Mean Air Temperature",
    "Zone Operative Temperature",
    "Zone Ideal Loads Zone Sensible Heating Energy",
    "Zone Ideal Loads Zone Sensible Cooling Energy",
    "Enclosure Windows Total Transmitted Solar Radiation Energy",
    "Zone Air Heat Balance Internal Convective Heat Gain Rate",
    "Zone Air Heat Balance Surface Convection Rate",
    "Zone Air Heat Balance Outdoor Air Transfer Rate",
    "Zone Air Heat Balance System Air Transfer Rate",
    "Zone Air Heat Balance Air Energy Storage Rate",
)
"""Variables requested for each hour."""

Point = tuple[float, float, float]


def write_idf(building: Building, ground: Ground, elevation_m: float) -> str:
    """Return the input text of a building."""
    parts = [
        *_frame(),
        *_fabric(building, ground),
        *_geometry(building),
        *_inside(building, elevation_m),
        *_plant(building),
        f"Site:GroundTemperature:BuildingSurface,{_join(ground.monthly_c)}",
        f"Site:GroundReflectance,{_join([building.ground_albedo] * 12)}",
        *(f"Output:Variable,*,{name},Hourly" for name in VARIABLES),
    ]
    return ";\n".join(parts) + ";\n"


def _frame() -> Iterator[str]:
    yield f"Version,{VERSION}"
    yield "ScheduleTypeLimits,Any"
    yield f"Timestep,{TIME_STEPS}"
    yield "Building,Box,0,Country,0.04,0.4,FullExterior,25,6"
    yield "GlobalGeometryRules,UpperLeftCorner,Counterclockwise,World"
    yield "SimulationControl,No,No,No,No,Yes"
    yield "RunPeriod,Year,1,1,,12,31,,Sunday,No,No,No,Yes,Yes"
    yield "Zone,Zone,0,0,0,0,1,1,autocalculate,autocalculate"


def _fabric(building: Building, ground: Ground) -> Iterator[str]:
    yield from _construction("Wall", building.walls, building.walls.resistance("wall"))
    yield from _construction("Roof", building.roof, building.roof.resistance("roof"))
    slab = building.ground_floor
    yield from _construction("Floor", slab, slab.resistance("floor"), tuple(_below(ground)))
    yield from _beneath(ground)
    if building.storeys > 1:
        half = Opaque(u_w_m2k=2.0, capacity_kj_m2k=building.internal_floor_kj_m2k / 2)
        yield from _construction("Internal floor", half, INTERNAL_M2K_W)
    glass = building.windows
    if any(getattr(glass, side) > 0 for side in ORIENTATIONS):
        yield f"WindowMaterial:SimpleGlazingSystem,Glass,{glass.u_w_m2k:.6g},{glass.g:.6g}"
        yield "Construction,Window,Glass"


def _construction(name: str, part: Opaque, resistance: float, before: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the layers from outside to inside with their materials; `before` names layers further out."""
    layers: list[tuple[float, float]] = _layers(part, resistance)
    names = [f"{name} layer {number + 1}" for number in range(len(layers))]
    for layer, (layer_resistance, capacity_kj) in zip(names, layers, strict=True):
        yield _material(layer, layer_resistance, capacity_kj, part.solar_absorptance)
    yield f"Construction,{name},{','.join((*before, *names))}"


def _layers(part: Opaque, resistance: float) -> list[tuple[float, float]]:
    """Return resistance (m² K/W) and capacity (kJ/(m² K)) of each layer, by where the mass lies."""
    mass, whole = min(MASS_SHARE * resistance, MOST_MASS_M2K_W), part.capacity_kj_m2k
    return {
        "inside": [(resistance - mass, 0.0), (mass, whole)],
        "outside": [(mass, whole), (resistance - mass, 0.0)],
        "both": [(mass, whole / 2), (resistance - 2 * mass, 0.0), (mass, whole / 2)],
        "middle": [((resistance - mass) / 2, 0.0), (mass, whole), ((resistance - mass) / 2, 0.0)],
        "spread": [(resistance, whole)],
    }[part.mass]


def _material(name: str, resistance: float, capacity_kj: float, absorptance: float) -> str:
    optics = f"0.9,{absorptance:.6g},{absorptance:.6g}"
    if capacity_kj == 0:
        return f"Material:NoMass,{name},MediumRough,{max(resistance, LEAST_M2K_W):.6g},{optics}"
    density = 1000 * capacity_kj / (MASS_M * HEAT_J_KGK)
    return f"Material,{name},MediumRough,{MASS_M},{MASS_M / resistance:.6g},{density:.6g},{HEAT_J_KGK:.6g},{optics}"


def _below(ground: Ground) -> Iterator[str]:
    yield "Far ground"
    if ground.soil:
        yield "Soil"


def _beneath(ground: Ground) -> Iterator[str]:
    yield f"Material:NoMass,Far ground,MediumRough,{max(ground.resistance_m2k_w, LEAST_M2K_W):.6g}"
    if not ground.soil:
        return
    heat = SOIL_J_M3K / SOIL_KG_M3
    yield f"Material,Soil,MediumRough,{SOIL_LAYER_M},{SOIL_W_MK},{SOIL_KG_M3:.6g},{heat:.6g}"


def _geometry(building: Building) -> Iterator[str]:
    x, y, z = building.length_m, building.depth_m, building.height_m
    roof = ((0.0, 0.0, z), (x, 0.0, z), (x, y, z), (0.0, y, z))
    floor = ((0.0, y, 0.0), (x, y, 0.0), (x, 0.0, 0.0), (0.0, 0.0, 0.0))
    for side in ORIENTATIONS:
        yield _surface(f"Wall {side}", "Wall", "Wall", "Outdoors", _facade(building, side, 1.0))
        share = float(getattr(building.windows, side))
        if share > 0:
            corners = _corners(_facade(building, side, share**0.5))
            yield f"FenestrationSurface:Detailed,Window {side},Window,Window,Wall {side},,,,1,4,{corners}"
    yield _surface("Roof", "Roof", "Roof", "Outdoors", roof)
    yield _surface("Floor", "Floor", "Floor", "Ground", floor)


def _surface(name: str, kind: str, construction: str, beyond: str, points: Iterable[Point]) -> str:
    weather = "SunExposed,WindExposed" if beyond == "Outdoors" else "NoSun,NoWind"
    return (
        f"BuildingSurface:Detailed,{name},{kind},{construction},Zone,,{beyond},,{weather},autocalculate,4,"
        + _corners(points)
    )


def _corners(points: Iterable[Point]) -> str:
    return ",".join(f"{value:.6f}" for point in points for value in point)


def _facade(building: Building, side: Orientation, scale: float) -> tuple[Point, ...]:
    """Return the corners of a wall, or of a window in its middle, from the upper left as seen from outside."""
    x, y, z = building.length_m, building.depth_m, building.height_m
    low, high = 0.5 - scale / 2, 0.5 + scale / 2
    along = {
        "south": ((low * x, 0.0), (high * x, 0.0)),
        "east": ((x, low * y), (x, high * y)),
        "north": ((high * x, y), (low * x, y)),
        "west": ((0.0, high * y), (0.0, low * y)),
    }
    left, right = along[side]
    return ((*left, high * z), (*left, low * z), (*right, low * z), (*right, high * z))


def _inside(building: Building, elevation_m: float) -> Iterator[str]:
    if building.storeys > 1:
        faces = 2 * (building.storeys - 1) * building.footprint_m2
        yield f"InternalMass,Internal floors,Internal floor,Zone,,{faces:.6f}"
    yield from _schedule("Gains", building.gains_profile)
    yield from _schedule("Always", (1.0,) * HOURS_OF_DAY)
    watts = building.gains_w_m2 * building.floor_area_m2
    yield f"OtherEquipment,Gains,None,Zone,Gains,EquipmentLevel,{watts:.6f},,,0,{building.gains_radiant_share:.6g},0"
    changes = "AirChanges/Hour,,,"
    yield f"ZoneInfiltration:DesignFlowRate,Leaks,Zone,Always,{changes},{building.infiltration_per_h:.6g},1,0,0,0"
    if building.ventilation_per_h > 0:
        yield from _schedule("Fan", building.ventilation_profile)
        flow = f"{changes},{building.ventilation_per_h:.6g}"
        yield f"ZoneVentilation:DesignFlowRate,Fan,Zone,Fan,{flow},Natural,0,1,1,0,0,0,-100,,100,,-100"
    air = air_j_m3k(elevation_m) * building.volume_m3
    multiple = 1 + 1000 * building.furniture_kj_m2k * building.floor_area_m2 / air
    yield f"ZoneCapacitanceMultiplier:ResearchSpecial,Furniture,Zone,{multiple:.6f},1,1,1"


def _plant(building: Building) -> Iterator[str]:
    yield from _schedule("Heat", building.heating_setpoint_c or (NEVER_HEAT_C,) * HOURS_OF_DAY)
    yield from _schedule("Cool", building.cooling_setpoint_c or (NEVER_COOL_C,) * HOURS_OF_DAY)
    yield from _schedule("Dual", (4.0,) * HOURS_OF_DAY)
    yield "ThermostatSetpoint:DualSetpoint,Set points,Heat,Cool"
    yield "ZoneControl:Thermostat,Thermostat,Zone,Dual,ThermostatSetpoint:DualSetpoint,Set points"
    yield "ZoneHVAC:EquipmentConnections,Zone,Equipment,Inlet,,Zone node,Outlet"
    yield "ZoneHVAC:EquipmentList,Equipment,SequentialLoad,ZoneHVAC:IdealLoadsAirSystem,Ideal,1,1,,"
    heat = _limit(building.heating_limit_w_m2, building.floor_area_m2)
    cool = _limit(building.cooling_limit_w_m2, building.floor_area_m2)
    warm_cold = "60,5,0.0156,0.0077"
    yield f"ZoneHVAC:IdealLoadsAirSystem,Ideal,,Inlet,,,{warm_cold},{heat},{cool},,,None,,None"


def _limit(watts_m2: float | None, area_m2: float) -> str:
    return "NoLimit,," if watts_m2 is None else f"LimitCapacity,,{watts_m2 * area_m2:.6f}"


def _schedule(name: str, values: Iterable[float]) -> Iterator[str]:
    hours = ",".join(f"Until: {hour + 1}:00,{value:.6g}" for hour, value in enumerate(values))
    yield f"Schedule:Compact,{name},Any,Through: 12/31,For: AllDays,{hours}"


def _join(values: Iterable[float]) -> str:
    return ",".join(f"{value:.6g}" for value in values)
