"""Second opinions on wind, waves and columns of air: simulations, quadrature, root finding and MetPy."""

from __future__ import annotations

import numpy as np
from metpy.calc import coriolis_parameter, saturation_vapor_pressure, vertical_velocity
from metpy.units import units
from scipy.constants import day, degree, hour
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq
from tests.suites.atmos.second.book import second

from mesocosm.suites.atmos.constants import CONSTANTS

C = {name: value for name, (value, _) in CONSTANTS.items()}


def coriolis(latitude: float) -> float:
    """Of a latitude in degrees, by MetPy."""
    return float(coriolis_parameter(latitude * units.degree).magnitude)


def slope(function, at: float, step: float) -> float:
    """A derivative by central differences."""
    return (function(at + step) - function(at - step)) / (2 * step)


@second("balloon_oscillation")
def balloon_oscillation(p, taken):
    """Swing it: the acceleration comes from the densities of balloon and air at its height."""
    temperature = p["temperature"]
    change = p["high" if "upper" in taken else "low"] / 1000 * (1 if "inversion" in taken else -1)
    inertia = 1 + p["added"] / 100 if "added" in taken else 1

    def acceleration(z):
        pressure = np.exp(-C["g"] * z / (C["r_dry"] * temperature))
        inside = temperature * pressure ** (C["r_dry"] / C["cp_dry"])
        outside = temperature + change * z
        return C["g"] * (inside / outside - 1) / inertia

    def crossing(t, y):
        return y[0]

    crossing.direction = 1
    swing = solve_ivp(
        lambda t, y: [y[1], acceleration(y[0])], (0, 4000), [-1, 0], events=crossing, rtol=1e-8, max_step=20
    )
    period = swing.t_events[0][1] - swing.t_events[0][0]
    return {"P": period, "w": p["pull"] * np.max(np.abs(swing.y[1]))}


@second("ageostrophic_acceleration")
def ageostrophic_acceleration(p, taken):
    """Vectors: isobars run eastwards, low pressure lies north; the speed is differenced over a second."""
    f = coriolis(p["north" if "northern" in taken else "south"])
    geostrophic = np.array([p["evening" if "evening" in taken else "morning"], 0.0])
    angle = p["ground" if "ground" in taken else "top"] * degree
    wind = p["wind"] * np.array([np.cos(angle), np.sin(angle)])
    ageostrophic = wind - geostrophic
    force = f * np.array([ageostrophic[1], -ageostrophic[0]])
    if "drag" in taken:
        force = force - p["drag"] * 1e-6 * wind
    gain = slope(lambda t: np.linalg.norm(wind + force * t), 0, 1)
    return {"a": gain, "Va": np.linalg.norm(ageostrophic)}


@second("moving_cyclone_trajectory")
def moving_cyclone_trajectory(p, taken):
    """Follow the air for a minute either way and see how its wind turns."""
    motion = p["second" if "second_day" in taken else "first"]
    radius = 1000 * p["outer" if "outer" in taken else "inner"]
    bearing = p["behind" if "behind" in taken else "ahead"] * degree

    def wind(t, place):
        x, y = place[0] - motion * t, place[1]
        return p["wind"] * np.array([-y, x]) / np.hypot(x, y)

    start = radius * np.array([np.sin(bearing), -np.cos(bearing)])

    def direction(t):
        if t == 0:
            return bearing
        end = solve_ivp(wind, (0, t), start, rtol=1e-10, atol=1e-6).y[:, -1]
        return np.arctan2(*wind(t, end)[::-1])

    turn = slope(direction, 0, 60)
    return {"R": p["wind"] / turn / 1000, "turn": turn / degree * hour}


@second("moving_cyclone_gradient_wind")
def moving_cyclone_gradient_wind(p, taken):
    """Find the wind for which the forces give the curvature that a moving circle leaves over the ground."""
    f = coriolis(p["north" if "northern" in taken else "south"])
    gradient = p["second" if "second_day" in taken else "first"] * units.hPa / (100 * units.km)
    force = (gradient / (p["density"] * units("kg/m^3"))).to("m/s^2").magnitude
    radius = 1000 * p["radius"]
    against = 180 if "north_side" in taken else 0

    def wind(motion):
        def excess(speed):
            curvature = (1 - motion * np.cos(against * degree) / speed) / radius
            return speed**2 * curvature + f * speed - force

        return brentq(excess, 0.5, 200)

    return {"V": wind(p["motion"]), "V0": wind(0.0), "Vg": force / f}


@second("slow_rotator_thermal_wind")
def slow_rotator_thermal_wind(p, taken):
    """Integrate the height gradient that the wind needs, then the thickness it takes."""
    wind = p["later" if "later" in taken else "first"]
    end = p["latitude"] if "part_way" in taken else 90.0
    top = p["haze" if "haze" in taken else "cloud"]
    gas = p["mixed" if "mixed" in taken else "pure"]
    fall, _ = quad(lambda x: (wind * np.cos(x)) ** 2 * np.tan(x), 0, end * degree)
    thickness_of_one_kelvin, _ = quad(lambda pressure: gas / pressure, top, p["ground"], limit=200)
    return {"dT": fall / thickness_of_one_kelvin, "dPhi": fall}


@second("veering_wind_trajectory")
def veering_wind_trajectory(p, taken):
    """Follow air through a field of directions that turns in time and along the flow."""
    sign = -1 if "veering" in taken else 1
    in_time = sign * p["evening" if "evening" in taken else "morning"] * degree / hour
    radius = 1000 * p["western" if "western" in taken else "eastern"]

    def direction(t, x, y):
        """Of circles around (0, radius) that turn as a whole with time."""
        return np.arctan2(x, radius - y) + in_time * t

    def wind(t, place):
        angle = direction(t, *place)
        return p["wind"] * np.array([np.cos(angle), np.sin(angle)])

    ends = [solve_ivp(wind, (0, t), [0, 0], rtol=1e-10, atol=1e-6).y[:, -1] for t in (-60, 60)]
    turn = (direction(60, *ends[1]) - direction(-60, *ends[0])) / 120
    return {"R": p["wind"] / turn / 1000, "a": p["wind"] * turn}


@second("kinematic_vertical_velocity")
def kinematic_vertical_velocity(p, taken):
    """Add up continuity in thin layers; MetPy turns pascals per second into metres per second."""
    temperature = p["temperature"] * units.K
    edges = np.concatenate([np.linspace(p["ground"], p["middle"], 201), np.linspace(p["middle"], p["top"], 201)])
    middle = (edges[1:] + edges[:-1]) / 2
    above = p["upper"] if "divergent" in taken else -p["upper"]
    divergence = np.where(middle > p["middle"], -p["night" if "night" in taken else "day"], above) * 1e-6
    omega = -np.sum(divergence * np.diff(edges * 100))
    if "slope" in taken:
        density = p["ground"] * 100 / (C["r_dry"] * p["temperature"])
        omega -= density * C["g"] * p["wind"] * p["slope"] / 1000
    w = vertical_velocity(omega * units("Pa/s"), p["top"] * units.hPa, temperature)
    return {"w": w.to("cm/s").magnitude, "omega": -omega}


@second("adiabatic_vertical_velocity")
def adiabatic_vertical_velocity(p, taken):
    """The ascent that leaves potential temperature, differenced along the path, unchanged."""
    change = p["change"] / hour * (-1 if "cooling" in taken else 1)
    gradient = p["evening" if "evening" in taken else "morning"] / 1e6
    angle = p["angle"] * degree if "oblique" in taken else 0.0
    lapse = p["stable" if "stable" in taken else "ordinary"] / 1000
    here, kappa = 270.0, C["r_dry"] / C["cp_dry"]
    wind = p["wind"] * np.array([np.cos(angle), np.sin(angle)])

    def theta(t, w):
        """Of the place that the air reaches after t, with the temperature rising against its x axis."""
        temperature = here + change * t - gradient * wind[0] * t - lapse * w * t
        return temperature * np.exp(kappa * C["g"] * w * t / (C["r_dry"] * here))

    w = brentq(lambda w: slope(lambda t: theta(t, w), 0, 100), -1, 1)
    return {"w": 100 * w, "A": gradient * wind[0] * hour}


@second("rotating_tank_vorticity")
def rotating_tank_vorticity(p, taken):
    """Fill the turning tank until its volume is right, then squeeze or stretch a small cylinder of water."""
    rotation = (p["fast" if "second_run" in taken else "slow"] * units.rpm).to("rad/s").magnitude
    wall, mark = p["radius"] / 100, p["outer" if "outer" in taken else "inner"] / 100

    def surface(r, axis):
        return axis + quad(lambda s: rotation**2 * s / C["g"], 0, r)[0]

    def missing(axis):
        volume = quad(lambda r: 2 * np.pi * r * surface(r, axis), 0, wall)[0]
        return volume - np.pi * wall**2 * p["depth"] / 100

    axis = brentq(missing, -0.2, 0.5) if "at_rest" in taken else p["depth"] / 100
    start, end = (axis, surface(mark, axis)) if "inwards" not in taken else (surface(mark, axis), axis)
    radius = 0.01
    new_radius = radius * np.sqrt(start / end)
    spin = rotation * radius**2 / new_radius**2
    return {"zeta": abs(2 * (spin - rotation)), "h": 100 * surface(mark, axis)}


@second("zonal_ring_displacement")
def zonal_ring_displacement(p, taken):
    """Search the latitude, and the height, where angular momentum allows the easterly wind."""
    latitude = p["north" if "northern" in taken else "south"]
    wanted = p["strong" if "strong" in taken else "weak"]
    start = p["westerly"] if "westerly" in taken else 0.0

    def momentum(angle, height, u):
        arm = (C["earth_radius"] + height) * np.cos(angle * degree)
        return arm * u + C["earth_rotation"] * arm**2

    kept = momentum(latitude, 0, start)
    new = brentq(lambda angle: momentum(angle, 0, -wanted) - kept, 0, latitude)
    height = brentq(lambda z: momentum(latitude, z, -wanted) - kept, 0, 1e6)
    return {"y": C["earth_radius"] * (latitude - new) * degree / 1000, "z": height / 1000}


@second("annulus_convergence")
def annulus_convergence(p, taken):
    """Mass budget and circulation edge by edge, with units."""
    inner, outer = p["inner"] * units.km, p["outer"] * units.km
    thickness = p["deep" if "deep" in taken else "shallow"] * units.m
    speed = units("m/s")
    area = np.pi * outer**2 - np.pi * inner**2
    mean = p["mean"] * units("kg/m^3")
    top = p["top"] * units("kg/m^3") if "thin" in taken else mean
    through_outer = 2 * np.pi * outer * thickness * mean * p["night" if "night" in taken else "day"] * speed
    through_inner = 2 * np.pi * inner * thickness * mean * p["eye"] * speed
    gained = through_outer + through_inner if "outwards" in taken else through_outer - through_inner
    circulation = 2 * np.pi * outer * p["slow"] * speed - 2 * np.pi * inner * p["fast"] * speed
    return {
        "w": (gained / (area * top)).to("cm/s").magnitude,
        "zeta": (circulation / area).to("1/s").magnitude,
    }


@second("entraining_updraft")
def entraining_updraft(p, taken):
    """Mix calm air in, a little at a time."""
    length = 1000 * p["length"]
    factor = 2 if "doubling" in taken else np.e
    height = p["upper" if "upper" in taken else "lower"]
    steps = 2000
    gained = factor ** (height / length / steps) - 1
    mass, w = 1.0, p["second" if "second_day" in taken else "first"]
    for _ in range(steps):
        w = (mass * w + mass * gained * 0.0) / (mass + mass * gained)
        mass += mass * gained
    return {"w": w, "m": mass}


@second("hurricane_height_field")
def hurricane_height_field(p, taken):
    """Integrate the slope of the surface outwards; search where the two forces are equal."""
    f = coriolis(p["latitude"])
    strongest = p["second" if "second_day" in taken else "first"]
    core, far = 1000 * p["core"], 1000 * p["far"]
    power = p["western" if "western" in taken else "eastern"]

    def wind(r):
        return strongest * (core / r) ** power

    def steepness(r):
        return (wind(r) ** 2 / r + (0 if "cyclostrophic" in taken else f * wind(r))) / C["g"]

    equal = brentq(lambda r: wind(r) ** 2 / r - f * wind(r), 1e3, 1e7)
    return {"dz": quad(steepness, core, far)[0], "R": equal / 1000}


@second("mountain_torque")
def mountain_torque(p, taken):
    """Sum the pressure force times its lever arm over a grid of the belt."""
    pressure = 100 * p["winter" if "winter" in taken else "summer"]
    height = p["full" if "full" in taken else "smoothed"]
    shift = p["late" if "late" in taken else "early"] * degree
    longitude = np.linspace(0, 2 * np.pi, 721)
    ground = height * np.sin(p["waves"] * longitude)
    surface = pressure * np.sin(p["waves"] * (longitude[1:] + longitude[:-1]) / 2 + shift)
    edges = np.linspace(p["edge"], p["far" if "wide" in taken else "near"], 401) * degree
    latitude = (edges[1:] + edges[:-1]) / 2
    arm = C["earth_radius"] * np.cos(latitude)
    force_per_length = np.sum(surface * np.diff(ground))
    torque = np.sum(force_per_length * arm * C["earth_radius"] * np.diff(edges))
    area = np.sum(2 * np.pi * arm * C["earth_radius"] * np.diff(edges))
    return {"M": torque, "t": torque / area}


@second("log_pressure_height")
def log_pressure_height(p, taken):
    """Integrate hydrostatic balance upwards."""

    def pressure(z):
        thinning, _ = quad(lambda s: C["g"] / (C["r_dry"] * (p["ground"] - p["rate"] * s / 1000)), 0, 1000 * z)
        return 1000 * np.exp(-thinning)

    level = pressure(p["upper" if "upper" in taken else "lower"])
    base = pressure(p["station"]) if "station" in taken else 1000.0
    scale = p["warm" if "warm" in taken else "cold"]
    return {"dz": scale * np.log(1000 / level) - scale * np.log(1000 / base), "p": level}


@second("rossby_critical_velocity")
def rossby_critical_velocity(p, taken):
    """Search the wind at which the vertical wavenumber of the stationary wave vanishes."""
    latitude = p["north" if "northern" in taken else "south"]
    stability = p["stratosphere" if "stratosphere" in taken else "troposphere"]
    beta = slope(coriolis, latitude, 0.5) / (C["earth_radius"] * degree)
    circumference = 2 * np.pi * C["earth_radius"] * np.sin((90 - latitude) * degree)
    wavelength = circumference / p["shorter" if "shorter" in taken else "longer"]
    across = 2 * p["width"] * 1000 if "channel" in taken else np.inf
    total = (2 * np.pi / wavelength) ** 2 + (2 * np.pi / across) ** 2

    def vertical_squared(wind):
        return stability**2 / coriolis(latitude) ** 2 * (beta / wind - total) - 1 / (4 * (1000 * p["scale"]) ** 2)

    return {"U": brentq(vertical_squared, 0.1, 1000), "L": wavelength / 1000}


def kelvin_wave(length, speed, mean, amplitude, stability):
    """Zonal wind, geopotential and vertical velocity of a Kelvin wave at x, z, t; speed is over the ground.

    The geopotential follows from du/dt = -dΦ/dx, the vertical velocity from d(dΦ/dz)/dt = -N² w, by differences.
    """
    k = 2 * np.pi / length
    m = -stability / (speed - mean)  # phases sink, energy rises

    def wind(x, z, t):
        return amplitude * np.cos(k * (x - speed * t) + m * z)

    def following(function, x, z, t):
        step = 60.0
        return (function(x + mean * step, z, t + step) - function(x - mean * step, z, t - step)) / (2 * step)

    def geopotential(x, z, t):
        """Minus the integral of the acceleration from a quarter of a wavelength before, where both vanish."""
        zero = (np.pi / 2 - m * z) / k + speed * t
        xs = np.linspace(zero, x, 401)
        gradient = -following(wind, xs, z, t)
        return np.trapezoid(gradient, xs, axis=0)

    def thickness(x, z, t):
        return (geopotential(x, z + 5, t) - geopotential(x, z - 5, t)) / 10

    def vertical(x, z, t):
        return -following(thickness, x, z, t) / stability**2

    return wind, geopotential, thickness, vertical


@second("kelvin_wave_amplitude")
def kelvin_wave_amplitude(p, taken):
    mean = p["mean"] if "westerly" in taken else -p["mean"]
    length = 1000 * p["long" if "long" in taken else "short"]
    stability = p["stratosphere" if "stratosphere" in taken else "troposphere"]
    wind, geopotential, _, vertical = kelvin_wave(length, p["speed"], mean, p["amplitude"], stability)
    x = np.linspace(0, length, 200)
    crests = np.unwrap(np.angle([wind(0, z, 0) + 1j * wind(0.75 * length, z, 0) for z in np.linspace(0, 1000, 50)]))
    return {
        "w": 1000 * np.max(vertical(x, 0, 0)),
        "Z": np.max(geopotential(x, 0, 0)) / C["g"],
        "Lz": 2 * np.pi / abs(crests[-1] - crests[0]),
    }


@second("kelvin_wave_momentum_flux")
def kelvin_wave_momentum_flux(p, taken):
    """The mean of u' w' over a wavelength."""
    mean = -p["mean"] if "doppler" in taken else 0.0
    length = 1000 * p["long" if "long" in taken else "short"]
    amplitude = p["second" if "second_year" in taken else "first"]
    wind, _, thickness, vertical = kelvin_wave(length, p["speed"], mean, amplitude, p["stability"])
    pressure = 100 * p["upper" if "upper" in taken else "lower"]
    density = pressure / (C["r_dry"] * p["temperature"])
    x = np.linspace(0, length, 200, endpoint=False)
    scale_height = C["r_dry"] * p["temperature"] / C["g"]
    return {
        "F": 1000 * density * np.mean(wind(x, 0, 0) * vertical(x, 0, 0)),
        "T": np.max(thickness(x, 0, 0)) * scale_height / C["r_dry"],
    }


@second("qbo_residual_ascent")
def qbo_residual_ascent(p, taken):
    """Integrate thermal wind from far away to the equator; then cool a column until it is steady."""
    width = 1000 * p["wide" if "wide" in taken else "narrow"]
    shear = p["strong" if "strong" in taken else "weak"] / 1000
    relaxation = p["dusty" if "dusty" in taken else "clean"] * day
    beta = slope(coriolis, 0, 0.1) / (C["earth_radius"] * degree)
    scale = 1000 * p["scale"]
    anomaly, _ = quad(lambda y: beta * y * shear * np.exp(-((y / width) ** 2) / 2), 0, 12 * width, points=[width])
    anomaly *= scale / C["r_dry"]
    static_stability = p["stability"] ** 2 * scale / C["r_dry"]
    heating = anomaly / relaxation
    ascent = brentq(lambda w: heating - w * static_stability, -1, 1, xtol=1e-12)
    return {"w": 1000 * ascent + (p["upwelling"] if "total" in taken else 0), "T": anomaly}


@second("gravity_with_height")
def gravity_with_height(p, taken):
    """Differences of the sphere's potential; the plateau as a very wide disc, integrated ring by ring."""
    radius, gravity = C["earth_radius"], C["g"]
    if "other" in taken:
        radius, gravity = 1000 * p["radius"], p["gravity"]
    height = 1000 * p["high" if "high" in taken else "low"]
    product = gravity * radius**2
    loss = gravity - slope(lambda r: -product / r, radius + height, 100.0)
    if "plateau" in taken:
        edge = 1e4 * height
        discs, _ = quad(lambda z: 1 - z / np.hypot(z, edge), 0, height)
        loss -= 2 * np.pi * C["gravitation"] * p["rock"] * discs
    return {"dg": 1000 * loss, "share": 100 * loss / gravity}


@second("adiabatic_tropopause")
def adiabatic_tropopause(p, taken):
    """Climb until the air is as cold as the stratosphere."""
    above = p["above"]
    lapse = p["lapse"] / 1000 if "moist" in taken else C["g"] / C["cp_dry"]

    def cold(z, state):
        return state[0] - above

    cold.terminal = True
    climb = solve_ivp(
        lambda z, state: [-lapse, -C["g"] * state[1] / (C["r_dry"] * state[0])],
        (0, 40e3),
        [p["summer" if "summer" in taken else "winter"], p["plateau" if "plateau" in taken else "coast"]],
        events=cold,
        rtol=1e-8,
    )
    return {"p": climb.y_events[0][0][1], "z": climb.t_events[0][0] / 1000}


@second("planetary_lapse_rate")
def planetary_lapse_rate(p, taken):
    """Mass of the planet, then gravity, then the cooling of a kilogram of air lifted by a metre, with units."""
    radius = p["large" if "large" in taken else "small"] * units.km
    mass = 4 / 3 * np.pi * radius**3 * p["density"] * units("kg/m^3")
    gravity = C["gravitation"] * units("m^3/kg/s^2") * mass / radius**2
    if "equator" in taken:
        speed = 2 * np.pi * radius / (p["day"] * units.hour)
        gravity = gravity - speed**2 / radius
    helium = p["share"] * units.g if "mixture" in taken else 0 * units.g
    heat = (100 * units.g - helium) * p["dioxide"] * units("J/kg/K") + helium * p["helium"] * units("J/kg/K")
    cooling = 100 * units.g * gravity / heat
    earth = C["g"] * units("m/s^2") / (C["cp_dry"] * units("J/kg/K"))
    return {"lapse": cooling.to("K/km").magnitude, "ratio": (cooling / earth).to("").magnitude}


@second("vapour_density")
def vapour_density(p, taken):
    """MetPy's saturation pressure and the gas law per mole."""
    temperature = p["afternoon" if "afternoon" in taken else "morning"]
    saturated = saturation_vapor_pressure(temperature * units.degC).to("Pa").magnitude
    held = p["dry" if "dry" in taken else "damp"] / 100 * saturated
    partial = saturated - held if "deficit" in taken else held
    moles = partial / (C["gas_constant"] * (temperature + 273.15))
    return {"rho": moles * 18.015, "e": held / 100}


@second("vapour_emission_height")
def vapour_emission_height(p, taken):
    """Search the height above which the optical depth, integrated along the line of sight, is as wanted."""
    scale = 1000 * p["deep" if "deep" in taken else "shallow"]
    density = p["tropical" if "tropical" in taken else "polar"] / 1000
    absorption = p["strong" if "strong" in taken else "weak"]
    stretch = 1 / np.cos(p["angle"] * degree) if "slant" in taken else 1.0

    def optical_depth(above):
        end = above + 30 * scale
        return quad(lambda z: stretch * absorption * density * np.exp(-z / scale), above, end)[0]

    return {"z": brentq(lambda z: optical_depth(z) - p["opaque"], 0, 40e3) / 1000, "tau": optical_depth(0)}
