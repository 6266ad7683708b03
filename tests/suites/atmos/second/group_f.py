"""Second opinions on waves, surface layer, air quality, ocean, ice, solid earth and hydrology, often by integration."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from metpy.calc import brunt_vaisala_frequency, coriolis_parameter, mixing_ratio, specific_humidity_from_mixing_ratio
from metpy.units import units
from scipy.integrate import quad, solve_ivp
from scipy.linalg import solve_banded
from scipy.optimize import brentq, minimize
from scipy.special import exp1
from scipy.stats import foldnorm, norm, pearson3
from tests.suites.atmos.second.book import second

G = 9.81
OMEGA = 7.292e-5
EARTH = 6.371e6
DAY = 86400.0


def magnus(celsius):
    """Bolton's fit in its usual shape, Pa."""
    return 611.2 * np.exp(17.67 * celsius / (celsius + 243.5))


@second("mountain_flow_froude_number")
def mountain_flow_froude_number(p, taken):
    """The buoyancy frequency by MetPy, from the potential temperature of a shallow layer about its middle."""
    height = np.linspace(-50, 50, 5)
    kelvin = p["temperature"] + 273.15 - p["upper" if "upper" in taken else "lower"] * height / 1000
    pressure = np.concatenate([[0], np.cumsum(-G / 287 * np.diff(height) * 2 / (kelvin[1:] + kelvin[:-1]))])
    theta = kelvin * np.exp(-pressure * 287 / 1004)
    buoyancy = brunt_vaisala_frequency(height * units.m, theta * units.K)[2].to("1/s").magnitude
    wind = p["afternoon" if "afternoon" in taken else "morning"]
    bearing = np.deg2rad(p["angle"] if "oblique" in taken else 0)
    across = wind * np.array([np.sin(bearing), np.cos(bearing)]) @ [0, 1]
    turn = across / buoyancy
    return {
        "Fr": turn / p["east" if "eastern" in taken else "west"],
        "N": buoyancy,
        "lambda": 2 * np.pi * turn / 1000,
    }


@second("inertia_gravity_wave_period")
def inertia_gravity_wave_period(p, taken):
    """Eigenvalues of the linear equations of u, v and buoyancy, with pressure taken out by continuity."""
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    n = p["stratosphere" if "stratosphere" in taken else "troposphere"]
    m = 2 * np.pi / (1000 * p["tall" if "tall" in taken else "short"])

    def frequency(k):
        # w = -k u/m; eliminating pressure: (1 + k²/m²) du/dt = f v - (k/m) b
        inertia = 1 + (k / m) ** 2
        matrix = np.array([[0, f / inertia, -k / m / inertia], [-f, 0, 0], [n**2 * k / m, 0, 0]])
        return np.abs(np.linalg.eigvals(matrix).imag).max()

    k = 2 * np.pi / (1000 * p["horizontal"])
    group = (frequency(k * 1.001) - frequency(k * 0.999)) / (0.002 * k)
    return {"P": 2 * np.pi / frequency(k) / 3600, "c": frequency(k) / k, "cg": group}


@second("equatorial_wave_travel_time")
def equatorial_wave_travel_time(p, taken):
    """Speeds from the full dispersion relation of equatorial waves, at a very long wavelength."""
    gravity = G * p["salty" if "salty" in taken else "fresh"] / p["abyss"]
    c = np.sqrt(gravity * p["deep" if "deep" in taken else "shallow"])
    beta = (coriolis_parameter(0.1 * units.degree) / (np.deg2rad(0.1) * EARTH * units.m)).to("1/m/s").magnitude
    k = 2 * np.pi / 1e9

    def rest(mode, omega):
        return omega**2 / c**2 - k**2 - beta * k / omega - (2 * mode + 1) * beta / c

    if "rossby" in taken:
        speed, distance = brentq(lambda omega: rest(1, omega), -2 * c * k, -0.01 * c * k) / k, -p["west"]
    else:
        speed, distance = brentq(lambda omega: rest(-1, omega), 0.5 * c * k, 2 * c * k) / k, p["east"]
    days = 1000 * distance / (speed + (p["drift"] if "drift" in taken else 0)) / DAY
    left = solve_ivp(lambda t, a: -a / p["damping"], (0, days), [1.0], rtol=1e-8).y[0, -1]
    return {"t": days, "L": np.sqrt(c / beta) / 1000, "A": left}


@second("recharge_oscillator_period")
def recharge_oscillator_period(p, taken):
    """The oscillator run in time: two upward zero crossings, and the temperature's slope at both."""
    rate = p["feedback"] * (1 if "growing" in taken else -1)
    heat = p["eastern" if "eastern" in taken else "central"]
    wind = p["strong" if "strong" in taken else "weak"]

    def tendency(t, state):
        return [rate * state[0] + heat * state[1], -p["leak"] * state[1] - wind * state[0]]

    def crossing(t, state):
        return state[0]

    crossing.direction, crossing.terminal = 1, 2
    run = solve_ivp(tendency, (0, 400), [1.0, 0.0], events=crossing, rtol=1e-7, atol=1e-12)
    first, then = run.t_events[0][:2]
    depths = run.y_events[0][:2, 1]
    return {"P": then - first, "a": depths[1] / depths[0]}


@second("hurricane_potential_intensity")
def hurricane_potential_intensity(p, taken):
    """The wind at which the engine's work makes good what friction takes."""
    warm, cold = p["sea"] + 273.15, p["outflow"] + 273.15
    vapour = (p["saturated"] - p["dry" if "dry" in taken else "moist"]) * units("g/kg") * (2.5e6 * units("J/kg"))
    enthalpy = (vapour + 1004 * units("J/kg/K") * p["cooler"] * units.K).to("J/kg").magnitude
    enthalpy_coefficient = 1e-3 * p["rough" if "rough" in taken else "smooth"]
    recycled = 1.0 if "dissipative" in taken else 0.0

    def surplus(wind):
        friction = 1e-3 * wind**3
        heat = enthalpy_coefficient * wind * enthalpy + recycled * friction
        return (1 - cold / warm) * heat - friction

    wind = brentq(surplus, 5, 400)
    factor = wind**2 / enthalpy / p["rough" if "rough" in taken else "smooth"]
    return {"V": wind, "k": enthalpy / 1000, "e": factor}


@second("stable_surface_layer_wind")
def stable_surface_layer_wind(p, taken):
    """The gradient of the wind integrated from the roughness length upwards."""
    flux = p["clear" if "clear" in taken else "cloudy"] * units("W/m^2")
    kinematic = (flux / (p["density"] * units("kg/m^3") * 1004 * units("J/kg/K"))).to("K*m/s")
    buoyancy = 9.81 * units("m/s^2") / ((p["temperature"] + 273.15) * units.K) * kinematic
    length = ((p["friction"] * units("m/s")) ** 3 / (0.4 * buoyancy)).to("m").magnitude

    def gradient(z):
        return p["friction"] / (0.4 * z) * (1 + p["slope"] * z / length)

    wind, _ = quad(gradient, p["scrub" if "scrub" in taken else "grass"], p["high" if "upper" in taken else "low"])
    return {"U": wind, "L": length}


@second("bulk_evaporation_flux")
def bulk_evaporation_flux(p, taken):
    """Humidities by MetPy, fluxes with units."""

    def humidity(vapour):
        return specific_humidity_from_mixing_ratio(mixing_ratio(vapour * units.Pa, p["pressure"] * units.hPa))

    sea = p["warm" if "warm" in taken else "cold"]
    excess = humidity(0.98 * magnus(sea)) - humidity(p["dry" if "dry" in taken else "moist"] / 100 * magnus(p["air"]))
    wind = p["strong" if "strong" in taken else "light"] * units("m/s")
    mass = p["density"] * units("kg/m^3") * p["coefficient"] * wind
    return {
        "E": (mass * excess * 2.5 * units("MJ/kg")).to("W/m^2").magnitude,
        "H": (mass * (sea - p["air"]) * units.delta_degC * 1004 * units("J/kg/K")).to("W/m^2").magnitude,
        "e": (mass * excess / (1000 * units("kg/m^3"))).to("mm/day").magnitude,
    }


@second("ekman_spiral_current")
def ekman_spiral_current(p, taken):
    """The balance of Coriolis force and friction solved on a grid of depths, as one complex velocity."""
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    stress = p["air"] * p["drag"] * p["second" if "windy" in taken else "first"] ** 2 / 1025
    step, count, viscosity = 0.1, 6001, p["viscosity"]
    bands = np.zeros((3, count), complex)
    bands[0, 1:] = bands[2, :-1] = viscosity / step**2
    bands[1] = -2 * viscosity / step**2 - 1j * f
    bands[0, 1] *= 2  # the surface's mirror point: stress / viscosity is the gradient there
    right = np.zeros(count, complex)
    right[0] = -2 * stress / step
    current = solve_banded((1, 1), bands, right)
    meter = p["lower" if "lower" in taken else "upper"]
    opposite = np.flatnonzero(np.unwrap(np.angle(current[:3000])) - np.angle(current[0]) <= -np.pi)[0] * step
    return {
        "v": 100 * abs(current[round(meter / step)]),
        "V": abs((current[0] / 2 + current[1:].sum()) * step),
        "d": opposite,
    }


@second("gaussian_plume")
def gaussian_plume(p, taken):
    """As probability densities: normal across; folded normal over reflecting ground, sine waves over absorbing."""
    wind = p["evening" if "evening" in taken else "morning"]
    height = p["stack"] + p["rise"] * ("hot" in taken)
    across = norm(scale=p["across"])
    if "reflection" in taken:
        upwards = foldnorm(height / p["vertical"], scale=p["vertical"]).pdf(p["window"])
    else:

        def mode(k):
            return np.sin(k * p["window"]) * np.sin(k * height) * np.exp(-((k * p["vertical"]) ** 2) / 2)

        upwards = 2 / np.pi * quad(mode, 0, 10 / p["vertical"])[0]
    flow = 1e6 * p["source"] / wind
    return {
        "c": flow * across.pdf(p["beside"] * ("beside" in taken)) * upwards,
        "C": flow * across.pdf(0) * norm(scale=p["vertical"]).pdf(0),
    }


@second("ozone_photostationary_state")
def ozone_photostationary_state(p, taken):
    """The reactions run until ozone no longer changes, with molecules per cubic centimetre."""
    kelvin = p["winter" if "winter" in taken else "summer"] + 273.15
    air = p["pressure"] / 1013.25 * 2.6868e19 * 273.15 / kelvin
    dioxide = p["dioxide"] * 1e-9 * air
    oxide = p["kerbside" if "kerbside" in taken else "park"] * 1e-9 * air
    rate = 1e-12 * p["factor"] / np.exp(p["activation"] / kelvin)
    light = p["hazy" if "hazy" in taken else "clear"]
    run = solve_ivp(
        lambda t, ozone: (light * dioxide - rate * oxide * ozone * air) / air, (0, 2e4), [0.0], "LSODA", rtol=1e-8
    )
    ozone = run.y[0, -1]
    return {"O3": 1e9 * ozone, "k": rate, "tau": 1 / (rate * ozone * air)}


@second("urban_box_concentration")
def urban_box_concentration(p, taken):
    """The mass in a column run in time, in milligrams, metres and hours."""
    height = p["lifted" if "lifted" in taken else "low"]
    flushing = p["sea" if "breezy" in taken else "land"] * 3.6 / p["length"]
    uptake = p["deposition"] * 36 * ("deposition" in taken)

    def tendency(t, column):
        concentration = column / height
        return p["emission"] - flushing * column - column / p["lifetime"] - uptake * concentration

    end = p["hours"] if "early" in taken else 400
    run = solve_ivp(tendency, (0, end), [0.0], rtol=1e-8)
    column = run.y[0, -1]
    steady = brentq(lambda mass: tendency(0, mass), 0, 1e4)
    return {"c": 1000 * column / height, "tau": steady / p["emission"]}


@second("seawater_carbon_dioxide")
def seawater_carbon_dioxide(p, taken):
    """Species from a search for the hydrogen ion; the Revelle factor from a little more carbon."""
    water = "warm" if "warm" in taken else "cool"
    solubility, k1, k2 = p[f"{water}0"] * 1e-3, p[f"{water}1"] * 1e-6, p[f"{water}2"] * 1e-9
    alkalinity = p["offshore" if "offshore" in taken else "coastal"] * 1e-6

    def dissolved(carbon):
        def species(ph):
            h = 10.0**-ph
            gas = carbon / (1 + k1 / h * (1 + k2 / h))
            return gas, gas * k1 / h, gas * k1 / h * k2 / h

        ph = brentq(lambda ph: species(ph)[1] + 2 * species(ph)[2] - alkalinity, 5, 10.5, xtol=1e-13)
        return species(ph)[0], 10.0**-ph

    carbon = p["winter" if "winter" in taken else "summer"] * 1e-6
    gas, hydrogen = dissolved(carbon)
    more, less = (dissolved(carbon * share)[0] for share in (1.0005, 0.9995))
    return {"p": 1e6 * gas / solubility, "H": 1e9 * hydrogen, "R": (more - less) / gas / 0.001}


@second("shoaling_wave_stokes_drift")
def shoaling_wave_stokes_drift(p, taken):
    """Drift as the mean of what a particle feels on its small orbit, from the linear velocities by differences."""
    omega = 2 * np.pi / p["long" if "long" in taken else "short"]
    depth = p["inner" if "inner" in taken else "outer"]

    def wavenumber(frequency, water):
        return brentq(lambda k: G * k * np.tanh(k * water) - frequency**2, 1e-4, 5, xtol=1e-15)

    def group(water):
        return 0.002 * omega / (wavenumber(1.001 * omega, water) - wavenumber(0.999 * omega, water))

    k = wavenumber(omega, depth)
    height = p["second" if "second" in taken else "first"] * np.sqrt(group(5000.0) / group(depth))
    middle = -p["lower" if "lower" in taken else "upper"]
    time = np.linspace(0, 2 * np.pi / omega, 400, endpoint=False)
    scale = height / 2 * omega / np.sinh(k * depth)

    def u(x, z):
        return scale * np.cosh(k * (z + depth)) * np.cos(k * x - omega * time)

    away_x = -scale / omega * np.cosh(k * (middle + depth)) * np.sin(-omega * time)
    away_z = scale / omega * np.sinh(k * (middle + depth)) * np.cos(-omega * time)
    along = (u(0.01, middle) - u(-0.01, middle)) / 0.02
    upwards = (u(0, middle + 0.01) - u(0, middle - 0.01)) / 0.02
    return {"u": 100 * np.mean(along * away_x + upwards * away_z), "lambda": 2 * np.pi / k, "H": height}


@second("sverdrup_gyre_transport")
def sverdrup_gyre_transport(p, taken):
    """Stommel's gyre solved across the basin; its interior gives the transport, its edge the width."""
    middle = p["north" if "northern" in taken else "south"]
    f = coriolis_parameter(np.array([middle - 0.1, middle + 0.1]) * units.degree).magnitude
    beta = (f[1] - f[0]) / (np.deg2rad(0.2) * EARTH)
    stress = np.array([-p["trades"], p["winter" if "winter" in taken else "summer"]])
    curl = np.diff(stress)[0] / (1000 * p["span"])
    width, friction = 1000 * p["wide" if "wide" in taken else "narrow"], p["friction"] / DAY
    # ψ = A + B exp(−βx/r) + s x solves r ψ'' + β ψ' = curl/ρ; no flow through either coast gives A and B
    slope = curl / 1025 / beta
    a, _ = np.linalg.solve([[1, 1], [1, np.exp(-beta * width / friction)]], [0, -slope * width])
    edge = brentq(lambda x: np.exp(-beta * x / friction) - np.exp(-1), 1, 1e6)
    per_width = units.Quantity(curl, "N/m^3") / units.Quantity(1025 * beta, "kg/m^4/s")
    return {"M": abs(a), "V": per_width.to("m^2/s").magnitude, "d": edge / 1000}


@second("sea_ice_growth")
def sea_ice_growth(p, taken):
    """The time that each layer takes to freeze, added up; the thickness at which it is the time that passed."""
    cold = p["strait" if "strait" in taken else "bay"]
    snow = p["snow"] / 100 / p["conductivity"] if "snow" in taken else 0.0
    old = p["old"] / 100 if "old" in taken else 0.0

    def flux(thickness):
        return cold / (thickness / 2.2 + snow)

    def days(thickness):
        return quad(lambda h: 917 * 3.34e5 / flux(h), old, thickness)[0] / DAY if thickness > old else 0.0

    end = p["end" if "end" in taken else "middle"]
    thickness = brentq(lambda h: days(h) - end, old, 10)
    return {"h": thickness, "F": flux(thickness), "r": 1000 * DAY * flux(thickness) / (917 * 3.34e5)}


@second("glacier_tongue_length")
def glacier_tongue_length(p, taken):
    """Shear integrated over depth twice, and the melt of a year in water."""
    thickness = p["second" if "second" in taken else "first"]
    slope = np.deg2rad(p["steep" if "steep" in taken else "gentle"])

    def shear(z):
        return 2 * p["rate"] * (917 * G * (thickness - z) * np.sin(slope) / 1e6) ** 3

    flux, _ = quad(lambda z: quad(shear, 0, z)[0], 0, thickness)
    water = p["bare" if "bare" in taken else "snow"] * p["warm" if "warm" in taken else "cool"] / 1000
    melt = water / 0.917
    return {"L": flux / melt, "u": flux / thickness, "m": melt}


@second("seismic_head_wave")
def seismic_head_wave(p, taken):
    """Fermat: the shortest time of a way down, along and up."""
    wave = "s" if "shear" in taken else "p"
    crust, mantle = p[f"crust_{wave}"], p[f"mantle_{wave}"]
    thickness = p["mountains" if "mountains" in taken else "plains"]

    def legs(distance, ways):
        slanted = np.hypot(thickness, ways[0]) + np.hypot(thickness, ways[1])
        return slanted / crust + (distance - ways[0] - ways[1]) / mantle

    def shortest(distance):
        return minimize(lambda ways: legs(distance, ways), [thickness, thickness], method="Nelder-Mead", tol=1e-9)

    distance = p["far" if "far" in taken else "near"]
    best = shortest(distance)
    crossover = brentq(lambda x: shortest(x).fun - x / crust, thickness, 2000, xtol=1e-4)
    return {"t": best.fun, "x": crossover, "i": np.rad2deg(np.arctan(best.x[0] / thickness))}


@second("earthquake_moment")
def earthquake_moment(p, taken):
    """Small patches of the fault added up, with units; energy as half the stress drop times slip times area."""
    along = (p["west"] + p["east"] * ("both" in taken)) * units.km
    rows = np.diff(np.linspace(0, p["depth"], 41)) * units.km
    dip = p["dip"] * units.degree
    down = rows / np.cos(90 * units.degree - dip) if "vertical" in taken else rows
    slip = p["large" if "larger" in taken else "small"] * units.m
    patches = down * along
    moment = (p["stiff" if "stiff" in taken else "soft"] * units.GPa * slip * patches).sum().to("N*m")
    energy = (p["drop"] * units.MPa * slip * patches / 2).sum().to("J").magnitude
    # in dyne centimetres, as Hanks and Kanamori have it
    dyne = np.log10(moment.to("dyne*cm").magnitude) - np.log10(p["reference"] * 1e16)
    return {"M0": moment.magnitude, "Mw": dyne / 1.5, "E": energy}


@second("isostatic_root")
def isostatic_root(p, taken):
    """The root with which both columns press equally at a depth below everything."""
    crust = p["mafic" if "mafic" in taken else "felsic"]
    mantle = p["hot" if "hot" in taken else "cold"]
    height = p["plateau" if "plateau" in taken else "hills"]
    ice = p["ice"] * ("ice" in taken)

    def pressure(layers):
        return sum(G * density * thickness for density, thickness in layers)

    def difference(root):
        deep = 300.0
        plain = [(crust, p["normal"]), (mantle, deep - p["normal"])]
        total = p["normal"] + height + root
        return pressure([(917, ice), (crust, total), (mantle, deep + height - total)]) - pressure(plain)

    root = brentq(difference, 0, 200)
    return {"r": root, "t": p["normal"] + height + root, "p": pressure([(917, ice), (crust, height)]) / 1000}


@second("penman_monteith_evaporation")
def penman_monteith_evaporation(p, taken):
    """The surface temperature that closes the energy balance, with saturation linear about the air's temperature."""
    energy = p["sunny" if "sunny" in taken else "overcast"] - p["ground"]
    air, pressure = p["temperature"], 100 * p["pressure"]
    slope = (magnus(air + 0.01) - magnus(air - 0.01)) / 0.02
    vapour = magnus(air) * p["dry" if "dry" in taken else "humid"] / 100
    resistance = p["aerodynamic"] + p["parched" if "stressed" in taken else "irrigated"]
    density = 0.028964 * pressure / (8.314 * (air + 273.15))

    def latent(surface):
        inside = magnus(air) + slope * (surface - air)
        return 2.5e6 * density * 287 / 461.5 / pressure * (inside - vapour) / resistance

    def sensible(surface):
        return density * 1004 * (surface - air) / p["aerodynamic"]

    surface = brentq(lambda t: energy - latent(t) - sensible(t), air - 40, air + 60)
    evaporation = (latent(surface) * units("W/m^2") / (2.5e6 * units("J/kg") * 1000 * units("kg/m^3"))).to("mm/hour")
    return {"E": evaporation.magnitude, "L": latent(surface), "D": slope}


@second("muskingum_routing")
def muskingum_routing(p, taken):
    """Continuity searched step by step for the outflow that the storage allows."""
    burst = "late" if "late" in taken else "early"
    inflows = [p["i0"], p[f"{burst}1"], p[f"{burst}2"]]

    def storage(inflow, outflow):
        mean = p["weight"] * inflow + (1 - p["weight"]) * outflow
        return p["slow" if "slow" in taken else "quick"] * mean

    outflows = [p["full" if "full" in taken else "low"]]
    for before, after in pairwise(inflows):

        def gap(outflow, before=before, after=after):
            gain = p["step"] * ((before + after) - (outflows[-1] + outflow)) / 2
            return storage(after, outflow) - storage(before, outflows[-1]) - gain

        outflows.append(brentq(gap, -1000, 2000))
    return {"Q2": outflows[2], "Q1": outflows[1], "S": 3600 * storage(inflows[2], outflows[2])}


@second("unit_hydrograph_convolution")
def unit_hydrograph_convolution(p, taken):
    """With numpy's convolution, and the volume as the sum of the hydrograph."""
    rain = np.array([p["r1"], p["r2"], p["r3"]]) - p["loss"] * p["step"] * ("losses" in taken)
    unit = np.array([p[f"u{number}"] for number in range(1, 6)])
    direct = np.convolve(rain[::-1] if "reversed" in taken else rain, unit)
    seconds = p["step"] * 3600
    return {
        "Q": direct[4 if "falling" in taken else 3] + p["base"] * ("base" in taken),
        "V": direct.sum() * seconds,
        "A": (unit.sum() * seconds * units("m^3/mm")).to("km^2").magnitude,
    }


@second("well_drawdown")
def well_drawdown(p, taken):
    """Short pulses of pumping, each spreading by diffusion, added up over time."""
    conduct = p["gravel" if "gravel" in taken else "sand"]
    end = p["second" if "later" in taken else "first"]
    pumped = p["pumped"] * 86.4

    def pulses(distance):
        lag = distance**2 * p["storage"] / (4 * conduct)
        # over the logarithm of the pulse's age, which is steep near zero
        return quad(lambda age: np.exp(-lag / np.exp(age)), np.log(lag / 60), np.log(end))[0]

    distance = p["far" if "far" in taken else "near"]
    total = pulses(distance) + (pulses(p["image"]) if "barrier" in taken else 0)
    small = brentq(lambda u: np.log(exp1(u) / pulses(distance)), 1e-7, 2, xtol=1e-14)
    return {"s": pumped * total / (4 * np.pi * conduct), "u": small}


@second("green_ampt_infiltration")
def green_ampt_infiltration(p, taken):
    """Darcy's law behind the front, run in time from a thin wet layer."""
    conductivity = p["sandy" if "sandy" in taken else "silty"]
    head = p["suction"] + p["pond"] * ("pond" in taken)
    room = p["porosity"] - p["dry" if "dry" in taken else "moist"]

    def rate(front):
        return conductivity * (head + front) / front

    hours = p["flood" if "flood" in taken else "shower"]
    # the square of the front's depth grows smoothly from nothing
    run = solve_ivp(
        lambda t, square: 2 * conductivity * (head + np.sqrt(square)) / room, (0, hours), [0.0], rtol=1e-9, atol=1e-9
    )
    front = np.sqrt(run.y[0, -1])
    return {"F": front * room, "f": rate(front), "z": front}


@second("log_pearson_flood")
def log_pearson_flood(p, taken):
    """The exact quantile of the Pearson type III distribution; the risk as the chance of at least one such year."""
    years = p["bridge" if "bridge" in taken else "levee"]
    skew = p["regional" if "regional" in taken else "station"]
    spread = p["since" if "dam" in taken else "before"]
    mean = np.log10(p["lower" if "lower" in taken else "upper"])
    logarithm = pearson3(skew, loc=mean, scale=spread).isf(1 / years)
    safe = np.prod(np.full(int(p["life"]), 1 - 1 / years))
    return {"Q": 10**logarithm, "K": (logarithm - mean) / spread, "R": 1 - safe}
