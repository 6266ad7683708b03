"""Second opinions: equations integrated by number, roots found, balances written in other terms."""

from __future__ import annotations

import math

import numpy as np
from metpy.calc import coriolis_parameter, density, potential_temperature, wind_components
from metpy.units import units
from scipy import constants
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq
from tests.suites.atmos.second.book import second

G = 9.81
EARTH_TURN = 2 * math.pi / 86164.1
"""Radians a second, from the sidereal day."""


def si(value: float, unit: str) -> float:
    return float(units.Quantity(value, unit).to_base_units().magnitude)


@second("horton_infiltration")
def horton_infiltration(p, taken):
    """The capacity decays at a rate proportional to what is above its final value."""
    start = p["wet" if "wetted" in taken else "dry"]
    final = p["grass" if "grass" in taken else "bare"]
    hours = p["long" if "long" in taken else "short"] / 60
    end = solve_ivp(lambda t, y: [-p["k"] * (y[0] - final), y[0]], (0, hours), [start, 0.0], rtol=1e-9).y[:, -1]
    return {"f": end[0], "F": end[1]}


@second("curve_number_runoff")
def curve_number_runoff(p, taken):
    """What is retained is to the retention as what runs off is to the rain beyond the abstraction; in inches."""
    forest = p["below" if "lower" in taken else "upper"]
    number = np.average([p["forest"], p["farm"]], weights=[forest, 100 - forest])
    retention = 1000 / number - 10
    rain = p["autumn" if "autumn" in taken else "spring"] / 25.4
    beyond = rain - retention * p["revised" if "revised" in taken else "usual"]
    runoff = brentq(lambda q: (beyond - q) * beyond - q * retention, 0, beyond)
    return {"Q": runoff * 25.4, "S": retention * 25.4, "c": 100 * runoff / rain}


@second("hyetograph_excess")
def hyetograph_excess(p, taken):
    """The storm in drops of a hundredth of a millimetre, each of which partly runs off."""
    hours = [p["first"], p["second"], p["third"], p["fourth"]][: 4 if "fourth" in taken else 3]
    retention = 25.4 * (1000 / p["clay" if "clay" in taken else "loam"] - 10)
    edges = np.linspace(0, sum(hours), round(sum(hours) * 100) + 1)
    rain = (edges[1:] + edges[:-1]) / 2
    beyond = rain - p["ratio"] * retention
    running = np.where(beyond > 0, 1 - (retention / (np.abs(beyond) + retention)) ** 2, 0)
    counted = rain > (0 if "total" in taken else sum(hours[:-1]))
    drop = edges[1]
    return {"E": np.sum(running[counted]) * drop, "D": np.sum(1 - running[counted]) * drop}


@second("stellar_irradiance")
def stellar_irradiance(p, taken):
    """Planck's law over all wavelengths, and the radiance over the disc of the star in the sky."""
    temperature = p["new" if "new" in taken else "old"]
    h, c, k = constants.h, constants.c, constants.k

    def planck(micron):
        length = micron * 1e-6
        return 2 * h * c**2 / length**5 / math.expm1(h * c / (length * k * temperature)) * 1e-6

    radiance = quad(planck, 0.05, 5)[0] + quad(planck, 5, 1000, limit=200)[0]
    edge = math.asin(p["radius"] / (1000 * p["outer" if "outer" in taken else "inner"]))
    arriving = quad(lambda angle: radiance * math.cos(angle) * 2 * math.pi * math.sin(angle), 0, edge)[0]
    kept = 100 - p["albedo"] if "absorbed" in taken else 100
    return {"E": arriving * kept / 100, "M": math.pi * radiance}


@second("pipe_reynolds_number")
def pipe_reynolds_number(p, taken):
    """By litres and 4 Q / (π D ν)."""
    diameter = p["steel" if "steel" in taken else "copper"] * units.mm
    viscosity = p["summer" if "summer" in taken else "winter"] * units("mm^2/s")
    flow = p["night" if "night" in taken else "day"] * units("m/s") * math.pi * (p["main"] * units.mm / 2) ** 2
    flow = (flow - flow * p["share"] / 100 if "open" in taken else flow).to("liter/s")
    reynolds = 4 * flow / (math.pi * diameter * viscosity)
    speed = reynolds * viscosity / diameter
    return {"Re": reynolds.to("").magnitude, "V": speed.to("m/s").magnitude, "Q": flow.magnitude}


@second("banked_turn")
def banked_turn(p, taken):
    """By the angle of bank, found from the load, and the rate of turn."""
    speed = p["out" if "outbound" in taken else "home"]
    limit = p["freight" if "freight" in taken else "passenger"] / 100
    wanted = math.tan if "sideways" in taken else (lambda bank: 1 / math.cos(bank) - 1)
    bank = brentq(lambda angle: wanted(angle) - limit, 1e-6, 1.5)
    rate = G * math.tan(bank) / speed
    return {"R": speed / rate, "b": math.degrees(bank), "t": 2 * math.pi / rate}


@second("coriolis_miss")
def coriolis_miss(p, taken):
    """Each stone runs on its inertial circle; the speed is found at which their centres pass at the right distance."""
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    apart = (p["large" if "large" in taken else "small"] + (p["gap"] if "gap" in taken else 0)) / 100

    def meeting(speed):
        return math.asin(p["distance"] / 2 * f / speed) / f

    speed = brentq(lambda v: 2 * v / f * (1 - math.cos(f * meeting(v))) - apart, 0.05, 50)
    return {"V": speed, "t": meeting(speed)}


@second("coriolis_on_train")
def coriolis_on_train(p, taken):
    """The cross product, and the difference of the centripetal accelerations of a turning and a faster turning ring."""
    latitude = math.radians(p["north" if "northern" in taken else "south"])
    mass = 1000 * p["express" if "express" in taken else "freight"]
    speed = si(p["fast" if "sunday" in taken else "slow"], "km/hour")
    turn = EARTH_TURN * np.array([0, math.cos(latitude), math.sin(latitude)])
    _, north, up = -2 * mass * np.cross(turn, [speed, 0, 0])
    force = up if "upward" in taken else -north
    ring = 6.371e6 * math.cos(latitude)
    faster = ((EARTH_TURN + speed / ring) ** 2 - EARTH_TURN**2) * ring
    return {"F": force, "w": force / mass / G, "E": mass * faster * math.cos(latitude)}


@second("ball_on_string")
def ball_on_string(p, taken):
    """The radius changes steadily for a second: the moving ball is turned, and the pull of the string does work."""
    ball = p["brass" if "brass" in taken else "wood"] / 1000
    load = p["heavy" if "heavy" in taken else "light"] / 1000
    start, rate = p["radius"] / 100, (1 if "out" in taken else -1) * p["shift"] / 100
    first = math.sqrt(G * start * load / ball) / start

    def change(t, y):
        radius = start + rate * t
        return [-2 * rate * y[0] / radius, -ball * y[0] ** 2 * radius * rate]

    last, work = solve_ivp(change, (0, 1), [first, 0.0], rtol=1e-9, atol=1e-12).y[:, -1]
    return {"w2": last, "w1": first, "W": work}


@second("homogeneous_atmosphere")
def homogeneous_atmosphere(p, taken):
    """Layer upon layer: the height of a small drop of pressure is the drop over density and gravity."""
    molar = p["carbonic" if "carbonic" in taken else "nitrogen"] / 1000
    temperature = p["summer" if "summer" in taken else "winter"]
    ground = 1000 * p["pressure"]

    def air(pressure):
        molecules = pressure / (constants.k * temperature)
        return molecules / constants.N_A * molar

    isothermal, top = "isothermal" in taken, p["left"] / 100 * ground
    height = (
        quad(lambda q: 1 / (air(q) * p["gravity"]), top, ground)[0]
        if isothermal
        else ground / air(ground) / p["gravity"]
    )
    below = quad(lambda z: air(ground) * math.exp(-z * air(ground) * p["gravity"] / ground), 0, 1e6, points=[1e4, 5e4])[
        0
    ]
    return {"H": height / 1000, "d": air(ground), "m": below}


@second("pressure_tendency_from_ship")
def pressure_tendency_from_ship(p, taken):
    """A pressure field that sinks steadily; how fast, is found from what the ship reads an hour apart."""
    slope, angle = p["gradient"] / 100, math.radians(p["angle"] if "oblique" in taken else 0)
    if "rising" not in taken:
        angle = math.pi - angle
    place = p["speed"] * np.array([math.cos(angle), math.sin(angle)])

    def pressure(fall, x, hours):
        return 1000 + slope * x[0] - fall * hours

    read = p["evening" if "evening" in taken else "morning"]
    fall = brentq(lambda b: pressure(b, np.zeros(2), 0) - pressure(b, place, 1) - read, -20, 20)
    return {"B": fall, "A": abs(pressure(fall, place, 1) - pressure(fall, np.zeros(2), 1))}


@second("local_warming")
def local_warming(p, taken):
    """Where the air was a minute ago, how warm it was there, and how it was heated since."""
    u, v = wind_components(p["speed"] * units("m/s"), p["late" if "veered" in taken else "early"] * units.degree)
    cold = math.radians(p["upper" if "upper" in taken else "surface"])

    def temperature(east, north):
        return 290 - p["gradient"] * 1e-6 * (east * math.sin(cold) + north * math.cos(cold))

    before = temperature(-60 * u.magnitude, -60 * v.magnitude)
    brought = (before - temperature(0, 0)) * 60
    return {"T": brought + p["clear" if "clear" in taken else "overcast"], "A": brought}


@second("isobaric_slope")
def isobaric_slope(p, taken):
    """With components, for an aircraft that heads north-east, and the gradient of the height by both components."""
    heading, drift = 45, p["second" if "second" in taken else "first"]
    air = wind_components(p["air"] * units("m/s"), (heading + 180) * units.degree)
    ground = wind_components(p["ground"] * units("m/s"), (heading + drift + 180) * units.degree)
    u, v = (one.magnitude - other.magnitude for one, other in zip(ground, air, strict=True))
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    slope = np.array([f * v / G, -f * u / G])
    along = abs(slope @ [math.sin(math.radians(heading)), math.cos(math.radians(heading))])
    return {"s": 1000 * (along if "heading" in taken else np.linalg.norm(slope)), "V": math.hypot(u, v)}


@second("tornado_core_pressure")
def tornado_core_pressure(p, taken):
    """The pressure gradient integrated inwards."""
    top = p["fast" if "second" in taken else "slow"]
    per_pressure = density(1 * units.Pa, p["temperature"] * units.degC, 0 * units("")).to("kg/m^3").magnitude

    def gradient(r, pressure):
        wind = top * (r / p["core"] if r < p["core"] else p["core"] / r)
        return pressure * per_pressure * wind**2 / r

    ends = (p["far"] if "far" in taken else p["core"], p["near"] if "near" in taken else 1e-3)
    low = solve_ivp(gradient, ends, [p["pressure"]], rtol=1e-8, max_step=1).y[0, -1]
    return {"D": p["pressure"] - low, "p": low}


@second("circulation_in_shear")
def circulation_in_shear(p, taken):
    """The wind summed along the curve in small steps."""
    half = p["side"] / 2
    turn = np.linspace(0, 2 * math.pi, 40001)
    x, y = half * np.cos(turn), half * np.sin(turn)
    area = math.pi * half**2
    if "circle" not in taken:
        x, y = (np.interp(turn, np.linspace(0, 2 * math.pi, 5), corners) * half for corners in SQUARE)
        area = p["side"] ** 2
    westerly = 20 - p["second" if "second" in taken else "first"] * (y[1:] + y[:-1]) / 2000
    southerly = 5 + (1 if "grows" in taken else -1) * p["across"] * (x[1:] + x[:-1]) / 2000
    circulation = 1000 * np.sum(westerly * np.diff(x) + southerly * np.diff(y))
    return {"C": circulation, "z": circulation / (area * 1e6)}


SQUARE = ([1, 1, -1, -1, 1], [-1, 1, 1, -1, -1])
"""Corners of a square, anticlockwise: east and north."""


@second("expanding_ring")
def expanding_ring(p, taken):
    """The Coriolis force and the curvature turn what moves outwards."""
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    start = p["radius"] * 1000
    end = brentq(lambda r: (r / start) ** (2 if "area" in taken else 1) - p["factor"], start, 10 * start)
    wind = -p["wind"] if "turning" in taken else 0.0
    wind = -solve_ivp(lambda r, v: -f - v / r, (start, end), [wind], rtol=1e-9).y[0, -1]
    return {"V": wind, "C": 2 * math.pi * end * wind}


@second("absolute_vorticity_conservation")
def absolute_vorticity_conservation(p, taken):
    """Moving south by small steps, each of which brings the change of the Coriolis parameter there."""
    start, goal = (
        math.radians(p[key]) for key in ("far" if "far" in taken else "near", "low" if "low" in taken else "high")
    )
    spin = (-1 if "anticyclonic" in taken else 1) * p["spin"] * 1e-6
    gained = quad(lambda latitude: -2 * EARTH_TURN * math.cos(latitude), start, goal)[0]
    return {"z": spin + gained, "a": spin + coriolis_parameter(start * units.radian).magnitude}


@second("mountain_potential_vorticity")
def mountain_potential_vorticity(p, taken):
    """The vorticity equation along a path on which latitude and depth change steadily."""
    start, end = math.radians(p["north" if "northern" in taken else "south"]), math.radians(p["end"])
    depths = [p["lid"], p["lid"] - p["plateau"]]
    first, last = depths[::-1] if "down" in taken else depths

    def change(t, zeta):
        latitude = start + (end - start) * t
        beta = 2 * EARTH_TURN * math.cos(latitude) * (end - start)
        convergence = (last - first) / (first + (last - first) * t)
        return -beta + (zeta + 2 * EARTH_TURN * math.sin(latitude)) * convergence

    spin = (-1 if "anticyclonic" in taken else 1) * p["spin"] * 1e-6
    zeta = solve_ivp(change, (0, 1), [spin], rtol=1e-9, atol=1e-15).y[0, -1]
    return {"a": zeta + coriolis_parameter(p["end"] * units.degree).magnitude, "z": zeta}


@second("vortex_mean_vorticity")
def vortex_mean_vorticity(p, taken):
    """The vorticity summed over thin rings; inside the eyewall the air turns like a solid body."""
    power = p["weak" if "weak" in taken else "mature"]
    edges = np.linspace(p["eyewall"], p["wide" if "wide" in taken else "close"], 20001) * 1000
    wind = p["wind"] * np.exp(-power * np.log(edges / edges[0]))
    middle = (edges[1:] + edges[:-1]) / 2
    vorticity = np.diff(wind) / np.diff(edges) + (wind[1:] + wind[:-1]) / 2 / middle
    areas = 2 * math.pi * middle * np.diff(edges)
    if "ring" not in taken:
        vorticity = np.append(vorticity, 2 * p["wind"] / edges[0])
        areas = np.append(areas, math.pi * edges[0] ** 2)
    return {"z": np.average(vorticity, weights=areas), "V": wind[-1]}


@second("sea_breeze_circulation")
def sea_breeze_circulation(p, taken):
    """The specific volume integrated over pressure, up over the land and down over the sea."""
    contrast = p["afternoon" if "afternoon" in taken else "morning"]
    top = p["high" if "deep" in taken else "low"]

    def column(celsius):
        per_pressure = density(1 * units.hPa, celsius * units.degC, 0 * units("")).to("kg/m^3").magnitude
        return quad(lambda hectopascal: 100 / (hectopascal * per_pressure), top, p["ground"])[0]

    growth = column(15 + contrast) - column(15)
    return {"a": growth / (1000 * p["south" if "southern" in taken else "north"]), "C": growth}


@second("equivalent_potential_temperature")
def equivalent_potential_temperature(p, taken):
    """Vapour falls out milligram by milligram, each of which warms the air a little."""
    kelvin = p["temperature"] + 273.15
    before = potential_temperature(p["pressure"] * units.hPa, kelvin * units.K).magnitude
    grams = p["sea" if "sea" in taken else "inland"] * (p["share"] / 100 if "partly" in taken else 1)
    heat = 2834 if "snow" in taken else 2500
    after = before
    for _ in range(1000):
        after += after / kelvin * heat * grams / 1000 / 1004
    return {"D": after - before, "b": before, "e": after}


@second("geostrophic_wind")
def geostrophic_wind(p, taken):
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree)
    gradient = p["evening" if "evening" in taken else "morning"] * units.hPa / (p["distance"] * units.km)
    acceleration = gradient / (p["winter" if "winter" in taken else "summer"] * units("kg/m^3"))
    return {"V": (acceleration / f).to("m/s").magnitude, "a": acceleration.to("m/s^2").magnitude}
