"""Second opinions on radiation, clouds, moist air and waves: by integrating, balancing and root finding."""

from __future__ import annotations

import math

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.integrate import quad, solve_ivp
from scipy.linalg import solve_banded
from scipy.optimize import brentq, minimize_scalar
from tests.suites.atmos.second.book import second

STIFF = {"rtol": 1e-9, "atol": 1e-12}


def bolton(celsius):
    """Saturation vapour pressure in Pa, in the Celsius form of the paper."""
    return 611.2 * math.exp(17.67 * celsius / (celsius + 243.5))


@second("slant_beam_transmission")
def slant_beam_transmission(p, taken):
    """A ray steps through thin slabs from layer to layer."""
    tilt = np.radians(p["late" if "afternoon" in taken else "noon"])
    layers = [p["gas"], p["haze" if "hazy" in taken else "clean"]] + ([p["sheet"]] if "cirrus" in taken else [])
    slabs = 20_000
    stretch = np.hypot(1.0, np.tan(tilt))
    beam, slant = p["top"], 0.0
    for depth in layers:
        beam *= (1 - depth * stretch / slabs) ** slabs
        slant += depth * stretch
    return {"E": beam / stretch if "flat" in taken else beam, "tau": slant}


@second("grey_atmosphere_fluxes")
def grey_atmosphere_fluxes(p, taken):
    """The two streams, integrated downwards from space."""
    outgoing = p["sun"] - p["sun"] * p["cloudy" if "cloudy" in taken else "clear"]
    bottom = p["moist" if "moist" in taken else "dry"]
    end = bottom * p["share"] if "aloft" in taken else bottom

    def streams(_, flux):
        up, down = flux
        air = (up + down) / 2
        return [p["slant"] * (up - air), p["slant"] * (air - down)]

    up, down = solve_ivp(streams, (0, end), [outgoing, 0.0], **STIFF).y[:, -1]
    return {"F": up if "upward" in taken else down, "T": ((up + down) / 2 / 5.670e-8) ** 0.25}


@second("layered_greenhouse")
def layered_greenhouse(p, taken):
    """Balance of every layer and of the ground, solved together."""
    kept = p["outer" if "outer" in taken else "inner"] * (1 - p["icy" if "icy" in taken else "bare"]) / 4
    layers = int(p["thick" if "thick" in taken else "thin"])
    haze = p["share"] if "haze" in taken else 0.0
    balance, sunlight = np.zeros((layers + 1, layers + 1)), np.zeros(layers + 1)
    sunlight[0], sunlight[layers] = haze * kept, (1 - haze) * kept
    for row in range(layers + 1):
        balance[row, row] = 1 if row == layers else 2
        for neighbour in (row - 1, row + 1):
            if 0 <= neighbour <= layers:
                balance[row, neighbour] = -1
    emission = np.linalg.solve(balance, sunlight)
    return {"F": emission[-1], "T": (emission[-1] / 5.670e-8) ** 0.25, "top": (emission[0] / 5.670e-8) ** 0.25}


@second("carbon_dioxide_warming")
def carbon_dioxide_warming(p, taken):
    """A slab that warms until its budget closes."""
    final = p["high" if "high" in taken else "low"]
    forcing = quad(lambda ppm: p["alpha"] / ppm, p["before"], final)[0]
    if "aerosol" in taken:
        forcing -= p["aerosol"]
    loss = (p["uptake"] if "uptake" in taken else 0.0) - forcing

    def warming(_, kelvin):
        held = p["feedback"] * kelvin if "feedbacks" in taken else 0.0
        return (held - p["planck"] * kelvin - loss) / 3.0

    return {"dT": solve_ivp(warming, (0, 60), [0.0], **STIFF).y[0, -1], "F": forcing}


@second("daily_insolation")
def daily_insolation(p, taken):
    """The planet turns through a day under a sun placed by vectors and the ellipse by its focus."""
    latitude = np.radians(p["far" if "far" in taken else "near"])
    latitude = -latitude if "southern" in taken else latitude
    place = np.radians(p["autumn" if "autumn" in taken else "spring"])
    tilt = np.radians(p["tilt"])
    sun = np.array([np.cos(place), np.sin(place) * np.cos(tilt), np.sin(place) * np.sin(tilt)])
    hours = np.linspace(0, 2 * np.pi, 200_000, endpoint=False)
    zenith = np.array(
        [np.cos(latitude) * np.cos(hours), np.cos(latitude) * np.sin(hours), np.full_like(hours, np.sin(latitude))]
    )
    cosine = sun @ zenith
    e = 0.0 if "circular" in taken else p["eccentricity"]
    anomaly = place - np.radians(p["perihelion"])
    eccentric = 2 * np.arctan2(np.sqrt(1 - e) * np.sin(anomaly / 2), np.sqrt(1 + e) * np.cos(anomaly / 2))
    distance = 1 - e * np.cos(eccentric)
    return {"Q": p["sun"] / distance**2 * np.clip(cosine, 0, None).mean(), "day": (cosine > 0).mean()}


@second("thermal_band_emission")
def thermal_band_emission(p, taken):
    """Planck's law, integrated over the band."""
    kelvin = 273.15 + p["noon" if "day" in taken else "night"]
    h, c, k = 6.62607015e-34, 2.99792458e8, 1.380649e-23

    def exitance(wavelength):
        return 2 * math.pi * h * c**2 / wavelength**5 / math.expm1(h * c / (wavelength * k * kelvin))

    lower, upper = p["second" if "late" in taken else "first"], p["wide" if "wide" in taken else "narrow"]
    band = quad(exitance, lower * 1e-6, upper * 1e-6)[0]
    whole = sum(quad(exitance, a * 1e-6, b * 1e-6, limit=200)[0] for a, b in ((1, 20), (20, 100), (100, 3000)))
    return {"M": band * (p["emissivity"] if "sand" in taken else 1), "share": band / whole}


@second("droplet_activation")
def droplet_activation(p, taken):
    """The top of the Köhler curve, found by searching."""
    kelvin = 273.15 + p["warmth"]
    curvature = 2 * p["film" if "film" in taken else "clean"] / (461.5 * 1000 * kelvin) * 1e9
    volume = 4 / 3 * math.pi * p["large" if "larger" in taken else "small"] ** 3
    volume *= 1 - p["core"] if "core" in taken else 1
    solute = p["organic" if "organic" in taken else "sulphate"] * volume / (4 / 3 * math.pi)

    def below(log_radius):
        radius = math.exp(log_radius)
        return solute / radius**3 - curvature / radius

    top = minimize_scalar(below, bounds=(math.log(20), math.log(20_000)), method="bounded", options={"xatol": 1e-10})
    return {"s": -100 * top.fun, "r": math.exp(top.x) / 1000}


@second("droplet_growth")
def droplet_growth(p, taken):
    """Fluxes of vapour and heat, solved together at every radius, and the radius stepped in time."""
    celsius = p["high" if "upper" in taken else "low"]
    kelvin = celsius + 273.15
    saturated = bolton(celsius) / (461.5 * kelvin)
    change = saturated * (2.5e6 / (461.5 * kelvin**2) - 1 / kelvin)
    excess = p["edge" if "edge" in taken else "core"] / 100
    diffusivity = p["diffusivity"] * 1e-6

    def condensation(radius):
        """Mass gained per second; the unknowns are that and how much warmer the droplet is."""
        around = 4 * math.pi * radius
        fluxes = [[1, around * diffusivity * change], [2.5e6, -around * p["conductivity"]]]
        if "cool" in taken:
            fluxes[1] = [0, 1]
        return np.linalg.solve(fluxes, [around * diffusivity * saturated * excess, 0])[0]

    def faster(_, radius):
        return condensation(radius[0]) / (4 * math.pi * radius[0] ** 2 * 1000)

    def grown(_, radius):
        return radius[0] - p["end"] * 1e-6

    grown.terminal = True
    start = p["large" if "large" in taken else "small"] * 1e-6
    path = solve_ivp(faster, (0, 1e4), [start], events=grown, rtol=1e-8, atol=1e-14)
    return {"t": path.t[-1], "G": start * faster(0, [start]) / excess * 1e12}


@second("small_drop_fall_speed")
def small_drop_fall_speed(p, taken):
    """The sphere is let go and falls until it no longer gains speed."""
    d = p["large" if "larger" in taken else "small"] * 1e-6
    volume, density = math.pi / 6 * d**3, p["graupel"] if "graupel" in taken else 1000.0
    mu = 1.8e-5

    def acceleration(_, speed):
        re = p["air"] * speed * d / mu
        factor = 1 if "stokes" in taken else 1 + 0.15 * np.abs(re) ** 0.687
        return (volume * 9.81 * (density - p["air"]) - 3 * math.pi * mu * d * speed * factor) / (volume * density)

    speed = solve_ivp(acceleration, (0, 3), [0.0], method="LSODA", **STIFF).y[0, -1]
    wind = p["updraught"] if "updraught" in taken else 0.0
    return {"v": speed - wind, "Re": p["air"] * speed * d / mu}


@second("radar_rain_rate")
def radar_rain_rate(p, taken):
    """Sums over drops in millimetres; the slope is found by trying."""
    diameters = np.linspace(0, 40, 40_001)
    intercept = p["convective" if "convective" in taken else "steady"]
    decibels = 10 * math.log10(p["second" if "second" in taken else "first"])
    decibels += p["bias"] if "biased" in taken else 0

    def moment(slope, weight):
        return np.trapezoid(intercept * np.exp(-slope * diameters) * weight, diameters)

    slope = brentq(lambda slope: 10 * math.log10(moment(slope, diameters**6)) - decibels, 0.5, 10)
    speeds = p["speed"] * (diameters / p["size"]) ** p["power"]
    speeds *= (p["air"] / p["ground"]) ** -0.4 if "aloft" in taken else 1
    drops = math.pi / 6 * diameters**3
    return {"R": moment(slope, drops * speeds) * 1e-6 * 3600, "W": moment(slope, drops) * 1e-3}


@second("cloud_optical_depth")
def cloud_optical_depth(p, taken):
    """By liquid water path and effective radius, in grams and centimetres."""
    number = p["polluted" if "polluted" in taken else "clean"]
    water = p["morning" if "morning" in taken else "afternoon"] * 1e-6
    radius = (water / number / (4 / 3 * math.pi)) ** (1 / 3)
    radius *= p["spread"] ** (-1 / 3) if "spread" in taken else 1
    path = water * p["deep" if "deep" in taken else "shallow"] * 100
    tau = 1.5 * path / radius
    g = p["asymmetry"]
    return {"tau": tau, "r": radius * 1e4, "A": 1 - 1 / (1 + math.sqrt(0.75) * (1 - g) * tau)}


@second("cloud_base_height")
def cloud_base_height(p, taken):
    """Climbs in hydrostatic balance until the dew point meets the temperature."""
    start = p["noon" if "afternoon" in taken else "morning"] - (p["cooling"] if "lake" in taken else 0)
    vapour = bolton(p["wet" if "rained" in taken else "dry"])
    lapse = 9.81 / 1004.0

    def pressure(height):
        return p["pressure"] * math.exp(-quad(lambda z: 9.81 / (287.0 * (start + 273.15 - lapse * z)), 0, height)[0])

    def dew_point(height):
        log = math.log(vapour * pressure(height) / p["pressure"] / 611.2)
        return 243.5 * log / (17.67 - log)

    base = brentq(lambda z: start - lapse * z - dew_point(z), 0, 6000)
    return {
        "z": base + (p["station"] if "sea" in taken else 0),
        "T": start - lapse * base + 273.15,
        "p": pressure(base),
    }


@second("parcel_energy_on_sounding")
def parcel_energy_on_sounding(p, taken):
    """Drawn as a curve over the logarithm of pressure and summed up."""
    peak = p["evening" if "evening" in taken else "noon"] + (p["virtual"] if "virtual" in taken else 0)
    top = p["high" if "high" in taken else "low"]
    middle = (p["free"] + top) / 2
    heights = -np.log([p["free"], middle, top])
    fine = np.linspace(heights[0], heights[-1], 50_001)
    energy = 287.0 * np.trapezoid(np.interp(fine, heights, [0, peak, 0]), fine)
    if "ground" in taken:
        below = np.linspace(p["free"], p["surface"], 50_001)
        energy -= 287.0 * np.trapezoid(p["lid"] / below, below)
    return {"E": energy, "w": math.sqrt(2 * energy)}


@second("psychrometer_humidity")
def psychrometer_humidity(p, taken):
    """Looks for the humidity at which the wet bulb would cool down to its reading."""
    dry, wet = p["warm" if "warm" in taken else "cool"], p["high" if "damp" in taken else "low"]
    hectopascals = p["mountain" if "mountain" in taken else "valley"]
    coefficient = p["still" if "still" in taken else "fan"]

    def wet_bulb(humidity):
        vapour = humidity / 100 * bolton(dry) / 100
        return brentq(lambda t: (bolton(t) / 100 - vapour) / hectopascals - coefficient * (dry - t), -40, dry)

    humidity = brentq(lambda trial: wet_bulb(trial) - wet, 0, 100, xtol=1e-10)
    return {"e": humidity * bolton(dry) / 1e4, "RH": humidity}


@second("overturning_energy_transport")
def overturning_energy_transport(p, taken):
    """Sensible, potential and latent transports one by one, as quantities."""
    mass = p["winter" if "winter" in taken else "summer"] * units("Tg/s")
    air = units.Quantity(p["warm" if "warm" in taken else "cool"], "degC").to("K")
    outflow = units.Quantity(p["outflow"], "degC").to("K")
    top, bottom = p["deep" if "deep" in taken else "shallow"] * units.km, p["bottom"] * units.m
    vapour = 0 * units("g/kg") if "dry" in taken else p["vapour"] * units("g/kg")
    heat, gravity, latent = 1.004 * units("kJ/kg/K"), 9.81 * units("m/s^2"), 2.5 * units("MJ/kg")
    sensible, potential = mass * heat * (outflow - air), mass * gravity * (top - bottom)
    lower = heat * air + gravity * bottom + latent * vapour
    return {
        "F": (sensible + potential - mass * latent * vapour).to("PW").magnitude,
        "h": lower.to("kJ/kg").magnitude,
    }


@second("warming_and_heavy_rain")
def warming_and_heavy_rain(p, taken):
    """Clausius and Clapeyron's equation, integrated while the inflow warms."""
    inflow = p["inflow"] + 273.15
    end = inflow + p["strong" if "strong" in taken else "weak"]
    pressure = solve_ivp(lambda kelvin, e: 2.5e6 * e / (461.5 * kelvin**2), (inflow, end), [1.0], **STIFF).y[0, -1]
    vapour = pressure * p["after"] / p["before"] if "drier" in taken else pressure
    ascent = 100 + p["ascent"] if "faster" in taken else 100
    return {"P": p["hills" if "hills" in taken else "plain"] * vapour * ascent / 100, "e": 100 * (pressure - 1)}


def beta_plane(degrees):
    """Northward change of the Coriolis parameter, by a small step of latitude, per metre."""
    step = 0.01
    north, south = (coriolis_parameter((degrees + side * step) * units.degree) for side in (1, -1))
    return ((north - south).to("1/s").magnitude) / (2 * math.radians(step) * 6.371e6)


@second("rossby_phase_speed")
def rossby_phase_speed(p, taken):
    """A wave on a grid: how fast it must move for planetary and relative vorticity to balance."""
    beta = beta_plane(p["north" if "higher" in taken else "south"])
    length = p["long" if "longer" in taken else "short"] * 1e3
    width = p["across"] * 1e3 if "bounded" in taken else 1e12
    step = 5e3

    def stream(x, y):
        return math.sin(2 * math.pi * x / length) * math.cos(2 * math.pi * y / width)

    x, y = 0.09 * length, 0.06 * width if "bounded" in taken else 0.0

    def vorticity(x, y):
        around = stream(x + step, y) + stream(x - step, y) + stream(x, y + step) + stream(x, y - step)
        return (around - 4 * stream(x, y)) / step**2

    vorticity_slope = (vorticity(x + step, y) - vorticity(x - step, y)) / (2 * step)
    southerly = (stream(x + step, y) - stream(x - step, y)) / (2 * step)
    speed = -beta * southerly / vorticity_slope + (p["wind"] if "ground" in taken else 0)
    return {"c": speed, "period": length / speed / 86400}


@second("rossby_group_speed")
def rossby_group_speed(p, taken):
    """The slope of the frequency, by differences."""
    beta = beta_plane(p["north" if "higher" in taken else "south"])
    wind = p["winter" if "winter" in taken else "summer"]
    across = 2 * math.pi / (p["across"] * 1e3) if "bounded" in taken else 0.0
    k = 2 * math.pi / (p["long" if "longer" in taken else "short"] * 1e3)

    def frequency(k):
        return k * (wind - beta / (k**2 + across**2))

    speed = (frequency(1.0001 * k) - frequency(0.9999 * k)) / (0.0002 * k)
    return {"cg": speed, "t": p["away"] * 1e3 / speed / 86400}


@second("baroclinic_growth")
def baroclinic_growth(p, taken):
    """Edge waves at ground and lid as a matrix; the wavenumber whose fastest mode grows most."""
    height = p["high" if "high" in taken else "low"] * 1e3
    wind = p["winter" if "winter" in taken else "summer"]
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).to("1/s").magnitude
    deformation = p["moist" if "saturated" in taken else "dry"] * height / f

    def growth(a):
        """For a = k N H / f: temperature at both walls is carried by the wind there and makes the flow at both."""
        slope = a * np.array([[0, 1], [math.sinh(a), math.cosh(a)]])
        value = np.array([[1, 0], [math.cosh(a), math.sinh(a)]])
        carried = np.diag([0, wind]) @ slope - wind * value
        return max(np.linalg.eigvals(np.linalg.solve(slope, carried)).imag) * a / deformation

    fastest = minimize_scalar(lambda a: -growth(a), bounds=(0.5, 2.3), method="bounded", options={"xatol": 1e-9})
    return {"sigma": -fastest.fun * 86400, "L": 2 * math.pi * deformation / fastest.x / 1e3}


@second("quasigeostrophic_ascent")
def quasigeostrophic_ascent(p, taken):
    """The omega equation of one column on a grid of heights."""
    f = coriolis_parameter(p["north" if "higher" in taken else "south"] * units.degree).to("1/s").magnitude
    stability = p["moist" if "saturated" in taken else "dry"] ** 2
    wavenumber = math.hypot(*[2 * math.pi / (p["long" if "long" in taken else "short"] * 1e3)] * 2)
    warming = (p["advection"] + (p["heating"] if "heated" in taken else 0)) / 3600
    heights, step = np.linspace(0, p["lid"] * 1e3, 202, retstep=True)
    inner = heights[1:-1]
    bands = np.zeros((3, inner.size))
    bands[0], bands[2] = f**2 / step**2, f**2 / step**2
    bands[1] = -2 * f**2 / step**2 - stability * wavenumber**2
    forcing = -(wavenumber**2) * 9.81 / p["theta"] * warming * np.sin(math.pi * inner / heights[-1])
    ascent = solve_banded((1, 1), bands, forcing).max()
    return {"w": 100 * ascent, "left": 3600 * (warming - p["theta"] / 9.81 * stability * ascent)}
