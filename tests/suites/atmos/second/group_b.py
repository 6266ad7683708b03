"""Second opinions by simulation: integrated equations, searched roots, finite differences, MetPy."""

from __future__ import annotations

import math

import numpy as np
from metpy.calc import coriolis_parameter, density, dry_lapse, potential_temperature, thickness_hydrostatic
from metpy.units import units
from scipy.constants import convert_temperature
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq, minimize_scalar
from tests.suites.atmos.second.book import second

SPIN, RADIUS, GRAVITY = 7.292e-5, 6.371e6, 9.81
AIR, CP = 287.0, 1004.0
SUN, SIGMA, NEWTON = 1361.0, 5.670e-8, 6.674e-11
SEA, SEA_HEAT = 1025.0, 3990.0
DAY = 86400.0


def either(p, taken, fork, other):
    """The number named for the fork where it is taken, else the other one."""
    return p[fork] if fork in taken else p[other]


def kelvin(celsius):
    return float(convert_temperature(celsius, "Celsius", "Kelvin"))


def turning(latitude):
    return float(coriolis_parameter(latitude * units.degree).magnitude)


def balance(absorbed_watts, emitting_area):
    """Temperature at which a black surface gets rid of a power."""
    return brentq(lambda t: SIGMA * t**4 * emitting_area - absorbed_watts, 1.0, 3000.0)


def followed(slope, start, end, first, **options):
    """The end of a path whose slope is known."""
    return solve_ivp(slope, (start, end), first, rtol=1e-9, atol=1e-12, **options).y[:, -1]


@second("ekman_pumping_rain")
def ekman_pumping_rain(p, taken):
    f = turning(p["north"] if "northern" in taken else p["south"])
    viscosity = either(p, taken, "land", "sea")
    vorticity = either(p, taken, "tuesday", "monday") / 3600
    decay = math.sqrt(f / (2 * viscosity))

    def spiral(z):
        """Wind across the isobars, as a part of the geostrophic wind."""
        return math.exp(-decay * z) * math.sin(decay * z)

    transport, _ = quad(spiral, 0, 60 / decay, limit=400)
    w = vorticity * transport
    rain = w * p["density"] * either(p, taken, "wet", "dry") / 1000
    depth = brentq(spiral, 2 / decay, 4 / decay)
    return {"P": rain * DAY, "w": w * 1000, "D": depth}


@second("albedo_warming")
def albedo_warming(p, taken):
    disk, sphere = math.pi, 4 * math.pi
    area = sphere / 2 if "locked" in taken else sphere
    light = SUN / either(p, taken, "outer", "inner") ** 2 * disk
    before, after = (
        balance(light * (1 - albedo), area)
        for albedo in (either(p, taken, "fresh", "old"), either(p, taken, "bare", "part"))
    )
    return {"rise": after - before, "T": after}


@second("sunlit_plate_temperature")
def sunlit_plate_temperature(p, taken):
    sun, normal = np.array([1.0, 0.0]), np.array([1.0, 0.0])
    if "tilted" in taken:
        angle = np.deg2rad(p["tilt"])
        normal = np.array([np.cos(angle), np.sin(angle)])
    gained = SUN * either(p, taken, "near", "far") ** -2.0 * float(sun @ normal)
    gained -= gained * either(p, taken, "white", "dark")
    return {"T": balance(gained, 1 if "insulated" in taken else 2), "F": gained}


@second("giant_planet_contraction")
def giant_planet_contraction(p, taken):
    radius = p["radius"] * 1000
    mass = p["density"] * 4 / 3 * math.pi * radius**3

    def energy(size):
        """Shells brought from afar one by one."""
        rho = mass / (4 / 3 * math.pi * size**3)
        return quad(lambda r: -NEWTON * (4 / 3 * math.pi * rho * r**3) * 4 * math.pi * rho * r, 0, size)[0]

    per_metre = (energy(radius * 1.0005) - energy(radius * 0.9995)) / (0.001 * radius)
    temperature = either(p, taken, "second", "first")
    disk = math.pi * radius**2
    gained = SUN / either(p, taken, "outer", "inner") ** 2 * disk * (1 - either(p, taken, "bright", "dull"))
    power = SIGMA * temperature**4 * 4 * disk - gained
    released = power / (p["share"] / 100) if "kept" in taken else power
    return {"v": released / per_metre * 1000 * 365.25 * DAY, "F": power / (4 * disk), "L": power}


@second("planet_equilibrium_temperature")
def planet_equilibrium_temperature(p, taken):
    light = SUN * either(p, taken, "dwarf", "bright") / either(p, taken, "far", "near") ** 2
    falls, _ = quad(lambda angle: light * math.cos(angle) * 2 * math.pi * math.sin(angle), 0, math.pi / 2)
    power = falls * (1 - either(p, taken, "icy", "rocky"))
    emissivity = p["unusual"] if "unusual" in taken else 1
    return {"T": balance(power, 4 * math.pi * emissivity), "F": power / (4 * math.pi)}


@second("column_air_mass")
def column_air_mass(p, taken):
    ground, scale = either(p, taken, "high", "low") * 100, 8000.0
    top = scale * math.log(ground / (p["level"] * 100)) if "layer" in taken else 60 * scale
    column, _ = quad(lambda z: ground / (GRAVITY * scale) * math.exp(-z / scale), 0, top, limit=400)
    column *= p["nitrogen"] / 100 if "nitrogen" in taken else 1
    area = either(p, taken, "basin", "island") * units("km^2")
    return {"m": (column * units("kg/m^2") * area).to("kg").magnitude, "c": column}


@second("planet_central_pressure")
def planet_central_pressure(p, taken):
    radius = either(p, taken, "large", "small") * 1000
    rho = either(p, taken, "heavy", "light")
    rho -= rho * p["pores"] / 100 if "porous" in taken else 0
    mass = rho * 4 / 3 * math.pi * radius**3

    def inward(r, state):
        inside, _ = state
        return [4 * math.pi * r**2 * rho, -NEWTON * inside * rho / r**2]

    end = radius - p["depth"] * 1000 if "depth" in taken else radius / 500
    pressure = followed(inward, radius, end, [mass, 0.0])[1]
    return {"p": pressure / 1e9, "g": NEWTON * mass / radius**2}


@second("isothermal_mass_levels")
def isothermal_mass_levels(p, taken):
    temperature = either(p, taken, "warm", "cold")
    molecule = either(p, taken, "heavy", "light") / 1000 / 6.022e23
    gravity = either(p, taken, "strong", "weak")
    ground = p["pressure"] * 100
    share = either(p, taken, "most", "less") / 100

    def rho(pressure):
        return pressure * molecule / (1.381e-23 * temperature)

    def enough(z, state):
        return state[1] - share * ground / gravity

    enough.terminal = True
    path = solve_ivp(
        lambda z, state: [-rho(state[0]) * gravity, rho(state[0])], (0, 1e5), [ground, 0.0], events=enough, rtol=1e-9
    )
    return {
        "z": path.t[-1] / 1000,
        "rho": rho(path.y[0, -1]),
        "H": 1.381e-23 * temperature / (molecule * gravity) / 1000,
    }


@second("isothermal_air_descent")
def isothermal_air_descent(p, taken):
    around = kelvin(p["temperature"])

    def pressure(km):
        return followed(lambda z, q: -q * GRAVITY / (AIR * around), 0, km * 1000, [1000.0])[0]

    start = pressure(either(p, taken, "high", "middle"))
    end = pressure(either(p, taken, "low", "raised"))
    parcel = dry_lapse(end * units.hPa, around * units.K, start * units.hPa).to("K").magnitude
    parcel = float(parcel) - (p["snow"] if "snow" in taken else 0)
    share = p["share"] / 100 if "mixed" in taken else 1
    mixture = share * parcel + (1 - share) * around
    theta = potential_temperature(start * units.hPa, around * units.K)
    return {"dT": mixture - around, "theta": theta.to("K").magnitude}


@second("hurricane_rossby_number")
def hurricane_rossby_number(p, taken):
    f = turning(p["north"] if "northern" in taken else p["south"]) / units.s
    radius = either(p, taken, "wide", "tight") * units.km
    wind = (either(p, taken, "mature", "young") - p["motion"] * ("relative" in taken)) * units("m/s")
    inertia, coriolis = wind * wind / radius, f * wind
    return {
        "Ro": (inertia / coriolis).to("").magnitude,
        "dz": (coriolis / (GRAVITY * units("m/s^2")) * radius).to("m").magnitude,
    }


@second("hadley_cell_jet")
def hadley_cell_jet(p, taken):
    start = p["belt"] if "summer" in taken else 0.0
    end = either(p, taken, "far", "near")
    first = -p["trades"] if "trades" in taken else 0.0

    def northward(latitude, wind):
        """Coriolis and curvature terms of the eastward momentum equation, for each radian of way."""
        return 2 * SPIN * math.sin(latitude) * RADIUS + wind * math.tan(latitude)

    wind = followed(northward, math.radians(start), math.radians(end), [first])[0]
    wind *= 1 - p["drag"] / 100 if "drag" in taken else 1
    circle = 360 * RADIUS * math.radians(1) * math.cos(math.radians(end))
    return {"u": wind, "t": circle / wind / DAY}


@second("atmosphere_ocean_heat_depth")
def atmosphere_ocean_heat_depth(p, taken):
    levels = np.linspace(p["level"] if "layer" in taken else 0, p["surface"], 5001) * units.hPa
    slabs = np.diff(levels) / (GRAVITY * units("m/s^2"))
    heat = (slabs * CP * units("J/kg/K") * p["air"] * units.K).sum()
    if "moist" in taken:
        heat = heat + 2.5e6 * units("J/kg") * p["vapour"] * units("kg/m^2")
    per_ocean = heat.to("J/m^2").magnitude * (100 / p["share"] if "share" in taken else 1)
    warming = either(p, taken, "autumn", "spring")
    depth = brentq(lambda h: quad(lambda z: SEA * SEA_HEAT * warming, 0, h)[0] - per_ocean, 0, 1000)
    return {"h": depth, "E": heat.to("MJ/m^2").magnitude, "p": quad(lambda z: SEA * GRAVITY, 0, depth)[0] / 100}


@second("mixed_layer_warming")
def mixed_layer_warming(p, taken):
    goal = either(p, taken, "more", "less")
    capacity = SEA * SEA_HEAT * either(p, taken, "deep", "shallow")

    def heating(t, warmed):
        fluxes = [p["sun"], -p["sun"] * p["through"] / 100 * ("clear" in taken), -p["loss"] * ("loss" in taken)]
        return [sum(fluxes) * DAY / capacity]

    def warm_enough(t, warmed):
        return warmed[0] - goal

    warm_enough.terminal = True
    path = solve_ivp(heating, (0, 1000), [0.0], events=warm_enough)
    return {"t": path.t[-1], "r": goal / path.t[-1]}


@second("sea_level_current")
def sea_level_current(p, taken):
    rise = either(p, taken, "autumn", "spring") / 100
    level = 500.0 if "deep" in taken else 20.0

    def pressure(surface, boundary, air):
        """Weight of the water over a fixed level, layer by layer."""
        depths = np.arange(-surface, level, 0.001) + 0.0005
        return air + float(np.where(depths < boundary, p["light"], p["dense"]).sum() * 0.001 * GRAVITY)

    air = p["air"] * 100 if "air" in taken else 0.0
    difference = pressure(rise, 100 + p["tilt"], 101325.0 + air) - pressure(0.0, 100.0, 101325.0)
    density_here = p["dense" if "deep" in taken else "light"]
    f = turning(p["north"] if "northern" in taken else p["south"])
    return {"v": difference / (p["width"] * 1000) / density_here / f, "dp": difference}


@second("sliding_puck_deflection")
def sliding_puck_deflection(p, taken):
    f = turning(p["north"] if "northern" in taken else p["south"])
    distance, time = either(p, taken, "far", "near"), either(p, taken, "slow", "quick")
    start, brake = (2 * distance / time, 2 * distance / time**2) if "rough" in taken else (distance / time, 0.0)

    def motion(t, state):
        _, _, u, v = state
        return [u, v, f * v - brake, -f * u]

    end = followed(motion, 0, time, [0.0, 0.0, start, 0.0])
    return {"d": -end[1] * 100, "a": -motion(0, [0, 0, start, 0])[3] * 1000}


@second("falling_body_deflection")
def falling_body_deflection(p, taken):
    latitude = math.radians(p["latitude"]) if "northern" in taken else 0.0
    axis = SPIN * np.array([0.0, math.cos(latitude), math.sin(latitude)])
    height = either(p, taken, "tall", "low")
    end = p["balcony"] if "balcony" in taken else 0.0

    def motion(t, state):
        velocity = state[3:]
        return [*velocity, *(np.array([0.0, 0.0, -GRAVITY]) - 2 * np.cross(axis, velocity))]

    def there(t, state):
        return state[2] - end

    there.terminal = True
    first = [0.0, 0.0, height, 0.0, 0.0, -p["throw"] if "thrown" in taken else 0.0]
    path = solve_ivp(motion, (0, 20), first, events=there, rtol=1e-9, atol=1e-12)
    return {"d": path.y[0, -1] * 1000, "t": path.t[-1]}


@second("layer_thickness")
def layer_thickness(p, taken):
    ground, top = either(p, taken, "plateau", "coast"), either(p, taken, "high", "middle")
    temperature = either(p, taken, "summer", "winter")
    levels = np.geomspace(ground, top, 200) * units.hPa
    thickness = thickness_hydrostatic(levels, np.full(200, kelvin(temperature)) * units.K).to("km").magnitude
    way = thickness
    if "slant" in taken:
        way = math.hypot(thickness, thickness / math.tan(math.radians(p["slope"])))
    return {"s": way, "Z": thickness, "H": thickness / math.log(ground / top)}


@second("thickness_contours")
def thickness_contours(p, taken):
    bottom, top = (p["middle"], p["top"]) if "upper" in taken else (p["ground"], p["middle"])
    levels = np.geomspace(bottom, top, 100) * units.hPa
    wanted = either(p, taken, "coarse", "fine") * either(p, taken, "eastern", "western")

    def thickness(temperature):
        return thickness_hydrostatic(levels, np.full(100, temperature) * units.K).to("m").magnitude

    vapour = wanted * p["moist"] / 100 if "moist" in taken else 0
    difference = brentq(lambda dt: thickness(250 + dt / 2) - thickness(250 - dt / 2) + vapour - wanted, 0, 200)
    tilt = wanted / (p["distance"] * 1000)
    return {"dT": difference, "VT": GRAVITY * tilt / turning(p["latitude"])}


@second("warming_pressure_change")
def warming_pressure_change(p, taken):
    ground = either(p, taken, "plateau", "plain")
    surface, lapse = either(p, taken, "hot", "cold"), p["lapse"] / 1000

    def pressure(z, warming):
        weight, _ = quad(lambda s: GRAVITY / (AIR * (surface + warming - lapse * s)), 0, z)
        return ground * math.exp(-weight)

    def rise(z):
        return (pressure(z, 0.01) - pressure(z, -0.01)) / 0.02

    largest = minimize_scalar(lambda z: -rise(z), bounds=(1000, 20000), method="bounded", options={"xatol": 1}).x
    height = p["height"] * 1000 if "given" in taken else largest
    return {"dp": rise(height) * either(p, taken, "late", "early"), "z": largest / 1000}


@second("radiative_subsidence")
def radiative_subsidence(p, taken):
    here, at = kelvin(p["temperature"]), p["pressure"] * units.hPa
    lapse = either(p, taken, "steep", "stable") / 1000
    rho = density(at, here * units.K, 0).to("kg/m^3").magnitude

    def theta(z):
        """Potential temperature of the surroundings a little above or below."""
        pressure = at.to("Pa").magnitude - rho * GRAVITY * z
        return potential_temperature(pressure * units.Pa, (here - lapse * z) * units.K).to("K").magnitude

    cooling = either(p, taken, "winter", "summer")
    cooling += p["drizzle"] * ("drizzle" in taken) - p["wind"] * ("wind" in taken)
    slope = (theta(5.0) - theta(-5.0)) / 10
    w = cooling * theta(0) / here / slope / DAY
    return {"w": w * 1000, "omega": rho * GRAVITY * w * DAY / 100}


@second("lifted_air_density")
def lifted_air_density(p, taken):
    start = kelvin(either(p, taken, "warm", "cold")) * units.K
    pressure = (either(p, taken, "high", "middle") + p["excess"] * ("balloon" in taken)) * units.hPa
    end = start if "isothermal" in taken else dry_lapse(pressure, start, p["ground"] * units.hPa)
    return {"rho": density(pressure, end, 0).to("kg/m^3").magnitude, "T": end.to("K").magnitude}


@second("updraft_buoyancy_energy")
def updraft_buoyancy_energy(p, taken):
    top = either(p, taken, "high", "middle")
    water = p["water"] / 1000 if "loaded" in taken else 0.0
    kept = 1 - p["drag"] / 100 if "drag" in taken else 1.0
    excess = either(p, taken, "stormy", "mild")

    def upward(z, state):
        """Pressure, and kinetic energy per mass."""
        around = p["around"]
        return [-state[0] * GRAVITY / (AIR * around), kept * GRAVITY * (excess / around - water)]

    def there(z, state):
        return state[0] - top

    there.terminal = True
    energy = solve_ivp(upward, (0, 3e4), [p["base"], 0.0], events=there, rtol=1e-9).y[1, -1]
    return {"w": math.sqrt(2 * energy), "E": energy}
