"""Second opinions on channels, currents and catchments: by simulation, by root finding, by quantities step by step."""

from __future__ import annotations

import numpy as np
from metpy.calc import coriolis_parameter
from metpy.units import units
from scipy.integrate import quad, solve_bvp, solve_ivp
from scipy.optimize import brentq, minimize_scalar
from shapely import LineString, Polygon
from tests.suites.atmos.second.book import second

G = 9.81
OMEGA = 7.292e-5
RADIUS = 6.371e6


@second("manning_discharge")
def manning_discharge(p, taken):
    """Darcy and Weisbach's friction, with f = 8 g n² / R^(1/3), on the drawn cross-section."""
    y = p["high" if "rainy" in taken else "low"]
    lean = p["bank"] * y * ("sloping" in taken)
    corners = [(-lean, y), (0, 0), (p["width"], 0), (p["width"] + lean, y)]
    section = Polygon(corners)
    wetted = section.exterior.length if "ice" in taken else LineString(corners).length
    n = p["weeds" if "weedy" in taken else "clean"]
    radius = section.area / wetted
    friction = 8 * G * n**2 / radius ** (1 / 3)
    speed = brentq(lambda v: friction * v**2 / 8 - G * radius * p["slope"] / 1000, 1e-4, 50)
    return {"Q": speed * section.area, "V": speed}


@second("choking_sill")
def choking_sill(p, taken):
    """The least specific energy, by searching for it."""
    discharge = p["flood" if "flood" in taken else "ordinary"]
    depth = p["deep" if "deep" in taken else "shallow"]
    q = discharge / p["throat" if "narrow" in taken else "width"]
    least = minimize_scalar(lambda y: y + (q / y) ** 2 / (2 * G), bounds=(0.05, 5), options={"xatol": 1e-10})
    speed = discharge / p["width"] / depth
    wave = np.sqrt(G * depth)
    return {"z": depth + speed**2 / (2 * G) - least.fun, "yc": least.x, "Fr": speed / wave}


@second("centrifugal_to_gravity_ratio")
def centrifugal_to_gravity_ratio(p, taken):
    """The gradient of the centrifugal potential in three dimensions, and the weight of a pile of thin shells."""
    latitude = np.radians(p["plain" if "northern" in taken else "sea"])
    spin = 2 * np.pi / (3600 * p["youth" if "young" in taken else "today"])
    radius = 1000 * p["radius"]
    up = np.array([np.cos(latitude), 0, np.sin(latitude)])

    def potential(place):
        return spin**2 * (place[0] ** 2 + place[1] ** 2) / 2

    step = 10.0
    push = [(potential(radius * up + e) - potential(radius * up - e)) / (2 * step) for e in step * np.eye(3)]
    size = push @ up if "vertical" in taken else np.linalg.norm(push)
    mass = quad(lambda r: 4 * np.pi * r**2 * p["density"], 0, radius)[0]
    attraction = 6.674e-11 * mass / radius**2
    return {"ratio": size / attraction, "a": size, "g": attraction}


@second("flow_over_channel_step")
def flow_over_channel_step(p, taken):
    """The energy's root above the critical depth, by root finding."""
    before = p["afternoon" if "afternoon" in taken else "morning"]
    discharge = before * p["depth"] * p["width"]
    q = discharge / p["narrow" if "narrow" in taken else "width"]
    bed = p["step"] * (-1 if "down" in taken else 1)
    energy = p["depth"] + before**2 / (2 * G) - bed
    critical = (q**2 / G) ** (1 / 3)
    depth = brentq(lambda y: y + q**2 / (2 * G * y**2) - energy, critical, 10)
    return {"V": q / depth, "y": depth}


@second("laminar_turbulent_transition")
def laminar_turbulent_transition(p, taken):
    """Go along the plate until the Reynolds number is reached; the thickness from Blasius' equation."""
    nu = (p["tropical" if "tropical" in taken else "polar"] * units("mm^2/s")).to("m^2/s").magnitude
    limit = p["rough" if "scratched" in taken else "smooth"]
    relative = abs(p["speed"] - p["current"] * (-1 if "against" in taken else 1))
    distance = brentq(lambda x: relative * x / nu - limit, 0, 100)
    eta = np.linspace(0, 10, 200)
    guess = np.array([eta, np.ones_like(eta), np.exp(-eta)])
    blasius = solve_bvp(
        lambda _, f: np.array([f[1], f[2], -f[0] * f[2] / 2]),
        lambda wall, far: np.array([wall[0], wall[1], far[1] - 1]),
        eta,
        guess,
        tol=1e-6,
    )
    edge = brentq(lambda e: blasius.sol(e)[1] - 0.99, 1, 9)
    return {"x": 100 * distance, "d": 1000 * edge * distance / np.sqrt(limit)}


@second("boundary_current_heat_transport")
def boundary_current_heat_transport(p, taken):
    """Sum over thin layers of the current."""
    edges = np.linspace(0, p["depth"], 401)
    middle = (edges[1:] + edges[:-1]) / 2
    bottom = p["bottom"] if "sheared" in taken else p["surface"]
    speed = np.interp(middle, [0, p["depth"]], [p["surface"], bottom]) * units("m/s")
    layers = np.diff(edges) * units.m * p["cape" if "cape" in taken else "strait"] * units.km
    volume = (speed * layers).sum()
    cooling = units.Quantity(p["warm"], "degC") - units.Quantity(p["abyss" if "deep" in taken else "interior"], "degC")
    heat = volume * 1025 * units("kg/m^3") * 3990 * units("J/kg/delta_degC") * cooling
    return {"H": heat.to("PW").magnitude, "Q": volume.to("m^3/s").magnitude}


@second("coastal_kelvin_wave")
def coastal_kelvin_wave(p, taken):
    """Slow mode of two layers under a free surface; of two ways along the coast the one that decays offshore."""
    light = G * p["september" if "september" in taken else "june"] / 1000
    upper, lower = p["above"], p["below"] if "shallow" in taken else 1e4 * p["above"]
    # Heights of surface and interface obey h_tt = M h_xx.
    modes = np.array([[G * (upper + lower), light * lower], [G * lower, light * lower]])
    c = np.sqrt(min(np.linalg.eigvals(modes).real))
    f = coriolis_parameter((-1 if "southern" in taken else 1) * p["latitude"] * units.degree).magnitude
    # Coast on the right of +x, y offshore: f u = -p_y with u = p / (sign c), so that p goes as exp(-f y / (sign c)).
    sign = next(sign for sign in (1, -1) if f / (sign * c) > 0)
    way = p["anticlockwise"] if sign > 0 else p["clockwise"]
    return {"t": way * 1000 / c / 3600, "c": c, "R": c / abs(f) / 1000}


@second("ekman_number")
def ekman_number(p, taken):
    """Friction over Coriolis for a current that varies as cos(z/H); decay from the roots of A² s⁴ + f² = 0."""
    f = coriolis_parameter(p["north" if "northern" in taken else "south"] * units.degree).magnitude
    a, h = p["gale" if "gale" in taken else "breeze"], p["thick" if "deepened" in taken else "thin"]
    z = 0.3 * h + np.array([-1, 0, 1]) * h / 1000
    u = np.cos(z / h)
    bend = (u[0] - 2 * u[1] + u[2]) / (h / 1000) ** 2
    roots = np.roots([a**2, 0, 0, 0, f**2])
    return {"Ek": abs(a * bend) / (f * u[1]), "D": 1 / max(roots.real)}


@second("eotvos_submarine_rise")
def eotvos_submarine_rise(p, taken):
    """Centripetal acceleration as seen from space, moving less resting, and the rise step by step."""
    latitude = np.radians(p["north" if "northern" in taken else "tropics"])
    course = np.radians(p["course"] if "slanting" in taken else 90.0)
    east, north = p["speed"] * np.sin(course), p["speed"] * np.cos(course)
    ground = OMEGA * RADIUS * np.cos(latitude)
    lift = ((ground + east) ** 2 + north**2 - ground**2) / RADIUS

    def surface(_, state):
        return state[0]

    surface.terminal = True
    depth = p["deep" if "deep" in taken else "shallow"]
    rise = solve_ivp(lambda _, s: [s[1], lift], (0, 1e5), [-depth, 0], events=surface, rtol=1e-8, max_step=50)
    return {"t": rise.t_events[0][0], "a": lift, "w": rise.y_events[0][0][1]}


@second("vessel_froude_number")
def vessel_froude_number(p, taken):
    """The wave that keeps pace, by its dispersion relation, and Fr² = (wave length) / (2π hull length)."""
    current = p["ebb" if "ebb" in taken else "flood"] * units.knot
    speed = p["ground"] * units.knot - current * (-1 if "upstream" in taken else 1)
    speed = speed.to("m/s").magnitude
    k = brentq(lambda k: np.sqrt(G / k * np.tanh(k * 1e4)) - speed, 1e-3, 1e3)
    length = 2 * np.pi / k
    return {"Fr": np.sqrt(length / (2 * np.pi * p["ferry" if "ferry" in taken else "launch"])), "L": length}


@second("precipitation_volume")
def precipitation_volume(p, taken):
    """Mass on each square metre, one quantity after the other."""
    mass = p["rain"] * units.inch * 1000 * units("kg/m^3")
    if "snow" in taken:
        mass += p["snow"] * units.cm * p["density"] * units("kg/m^3")
    kept = mass * (p["canopy"] if "net" in taken else 0.0) * units.percent
    volume = (mass - kept) * p["whole" if "whole" in taken else "upper"] * units("km^2") / (1 * units("kg/litre"))
    return {
        "V": volume.to("m^3").magnitude,
        "h": (mass - kept).to("kg/m^2").magnitude,
        "Q": (volume / (p["days"] * units.day)).to("m^3/s").magnitude,
    }


@second("ice_cap_residence_time")
def ice_cap_residence_time(p, taken):
    """How long marked ice takes to thin out to 1/e while new ice replaces it."""
    area = p["area"] * units("km^2")
    mass = (917 * units("kg/m^3") * p["gravity" if "gravity" in taken else "radar"] * units.m * area).to("kg").magnitude
    snow = (
        p["snow"] * units.m * p["density"] * units("kg/m^3")
        if "stakes" in taken
        else p["water"] * 1000 * units("kg/m^2")
    )
    fed = area * p["share"] / 100 if "upper" in taken else area
    gain = (snow * fed).to("kg").magnitude

    def thinned(_, marked):
        return marked[0] - np.exp(-1)

    thinned.terminal = True
    fade = solve_ivp(lambda _, marked: -gain / mass * marked, (0, 1e5), [1.0], events=thinned, rtol=1e-8, max_step=20)
    return {"t": fade.t_events[0][0], "F": gain, "M": mass}


@second("catchment_water_balance")
def catchment_water_balance(p, taken):
    """The evaporation that closes a daily account of the store."""
    rain, days = p["wet" if "wet" in taken else "dry"], int(p["days"])
    outflow = p["river"] + (p["canal"] if "canal" in taken else 0)
    daily_loss = outflow * 86400 / (p["area"] * 1e6) * 1000

    def misfit(evaporation):
        store = sum((rain - evaporation) / days - daily_loss for _ in range(days))
        return store - (-p["storage"] if "falling" in taken else p["storage"])

    evaporation = brentq(misfit, -5000, 5000)
    river = (p["river"] * units("m^3/s") * days * units.day / (p["area"] * units("km^2"))).to("mm").magnitude
    return {"ET": evaporation, "V": evaporation * p["area"] * 1000, "r": river / rain}


@second("tipping_bucket_intensity")
def tipping_bucket_intensity(p, taken):
    """A record of tips, minute by minute around midnight."""
    late, early = int(p["second"]), int(p["first"])
    record = np.concatenate([-p["before"] * np.linspace(0.99, 0.01, early), p["after"] * np.linspace(0.01, 0.99, late)])
    start = 0.0 if "late" in taken else -p["before"]
    count, _ = np.histogram(record, bins=[start, p["after"]])
    water = count[0] * p["found" if "recalibrated" in taken else "maker"] * units("cm^3")
    depth = water / (p["large" if "large" in taken else "small"] * units("cm^2"))
    rate = depth / ((p["after"] - start) * units.minute)
    volume = depth * p["basin"] * units("km^2")
    return {"i": rate.to("mm/hour").magnitude, "h": depth.to("mm").magnitude, "V": volume.to("m^3").magnitude}


@second("evaporation_pan")
def evaporation_pan(p, taken):
    """The daily evaporation with which a simulated pan ends at the level seen."""
    area = Polygon(
        [(p["diameter"] / 2 * np.cos(a), p["diameter"] / 2 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 2000)]
    ).area
    hand = p["litres"] * 1000 / area * 10 * (-1 if "bailed" in taken else 1)

    def ending(daily):
        level = p["start"] + hand
        for _ in range(int(p["days"])):
            level += (p["rain"] / p["days"] if "rained" in taken else 0) - daily
            level -= p["leak"] if "leaky" in taken else 0
        return level - p["end"]

    pan = brentq(ending, -50, 100)
    rate = p["coefficient"] * pan if "lake" in taken else pan
    return {"E": rate, "h": rate * p["days"]}


@second("bowen_ratio_evaporation")
def bowen_ratio_evaporation(p, taken):
    """The one diffusivity of heat and vapour that closes the energy budget over a metre of air."""
    warmer = p["stubble" if "stubble" in taken else "meadow"]
    moister = 287.0 / 461.5 * p["vapour"] / (100 * p["pressure"])
    available = p["cloudy" if "cloudy" in taken else "clear"] + p["soil"] * (1 if "releasing" in taken else -1)
    density, latent = 1.2, 2.5e6
    sensible_flux = density * 1004 * warmer
    latent_flux = density * latent * moister
    k = brentq(lambda k: available - k * (sensible_flux + latent_flux), 0, 100)
    depth = (k * density * moister * units("kg/m^2/s") / (1000 * units("kg/m^3"))).to("mm/hour").magnitude
    return {"E": depth, "B": sensible_flux / latent_flux, "LE": k * latent_flux}


@second("drifting_thermometer")
def drifting_thermometer(p, taken):
    """Two readings of an explicit field of temperature on the probe's track."""
    warming = p["noon" if "noon" in taken else "morning"]
    gradient = p["gradient"] * (-1 if "colder" in taken else 1)
    kmh = (p["river"] + (p["motor"] if "powered" in taken else 0)) * 3.6

    def temperature(x, t):
        return 12 + warming * t + gradient * x

    end = p["minutes"] / 60
    rise = temperature(kmh * end, end) - temperature(0, 0)
    h = 1e-4
    return {"rate": (temperature(kmh * h, h) - temperature(-kmh * h, -h)) / (2 * h), "dT": rise}


@second("venturi_speed")
def venturi_speed(p, taken):
    """The discharge at which Bernoulli's sum is the same in pipe and throat."""
    wide, narrow = (np.pi * (d / 2000) ** 2 for d in (p["pipe"], p["throat"]))
    drop = 1000 * p["evening" if "evening" in taken else "morning"]
    rise = p["rise"] if "upright" in taken else 0

    def misfit(q):
        return drop + 500 * (q / wide) ** 2 - 500 * (q / narrow) ** 2 - 1000 * G * rise

    q = brentq(misfit, 1e-6, 5)
    return {"V": q / (narrow if "throat" in taken else wide), "Q": 1000 * q}


@second("lava_tube_flow")
def lava_tube_flow(p, taken):
    """Speed across the section by integrating the shear from the wall, then its mean."""
    mu = p["cooled" if "cooled" in taken else "fresh"]
    drive = p["fall"]
    if "sloping" in taken:
        drive += p["density"] * G * np.sin(np.radians(p["slope"]))
    size = p["tube" if "tube" in taken else "gap"]
    s = np.linspace(0, size / 2, 4001)
    shear = (
        drive * s / (2 if "tube" in taken else 1)
    )  # force on a core over its circumference, or on a slab's two faces
    slope = shear / mu
    parts = (slope[1:] + slope[:-1]) / 2 * np.diff(s)
    speed = np.append(np.cumsum(parts[::-1])[::-1], 0)
    weight = s if "tube" in taken else np.ones_like(s)
    mean = np.trapezoid(speed * weight, s) / np.trapezoid(weight, s)
    return {"V": mean, "Re": p["density"] * mean * size / mu}


@second("wide_channel_depth")
def wide_channel_depth(p, taken):
    """Chézy's formula with C = y^(1/6)/n, by root finding."""
    n = p["plants" if "overgrown" in taken else "bare"]
    discharge = p["flood" if "flood" in taken else "mean"]
    width = p["delta" if "delta" in taken else "gorge"]
    slope = p["straight" if "straightened" in taken else "winding"] / 1000

    def speed(y):
        return y ** (1 / 6) / n * np.sqrt(y * slope)

    y = brentq(lambda y: width * y * speed(y) - discharge, 0.01, 50)
    return {"y": y, "V": speed(y)}


@second("sand_filter_area")
def sand_filter_area(p, taken):
    """Heads at the nodes of a column of thin slices, solved as one linear system."""
    slices = [(p["sand"] / 50, p["winter" if "winter" in taken else "summer"])] * 50
    if "skin" in taken:
        slices += [(p["thick"] / 1000 / 10, p["mud"])] * 10
    conductance = np.array([k / thickness for thickness, k in slices])
    top = sum(thickness for thickness, _ in slices) + p["pond"]
    bottom = p["outlet"] if "raised" in taken else 0.0
    size = len(slices) + 1
    system, right = np.zeros((size, size)), np.zeros(size)
    system[0, 0] = system[-1, -1] = 1
    right[0], right[-1] = bottom, top
    for node in range(1, size - 1):
        below, above = conductance[node - 1], conductance[node]
        system[node, node - 1 : node + 2] = below, -below - above, above
    head = np.linalg.solve(system, right)
    flux = conductance[0] * (head[1] - head[0])
    return {"A": p["flow"] / flux, "q": flux}


@second("irrigation_interval")
def irrigation_interval(p, taken):
    """Dry the soil in time until it needs water."""
    depth = 10 * p["maize" if "maize" in taken else "lettuce"]
    rate = p["july" if "july" in taken else "may"]

    def drying(_, moisture):
        left = (moisture[0] - p["wilting"]) / (p["capacity"] - p["wilting"])
        return [-100 * rate / depth * (left if "slowing" in taken else 1)]

    def dry(_, moisture):
        return moisture[0] - p["critical"]

    dry.terminal = True
    run = solve_ivp(drying, (0, 1000), [p["capacity"]], events=dry, rtol=1e-8, max_step=1)
    return {"t": run.t_events[0][0], "h": (p["capacity"] - run.y_events[0][0][0]) / 100 * depth}


@second("chloride_hydrograph_separation")
def chloride_hydrograph_separation(p, taken):
    """Water and chloride balances as two equations for two discharges."""
    flow, salt = (p["later"], p["later_salt"]) if "recession" in taken else (p["peak"], p["peak_salt"])
    storm = p["drip" if "throughfall" in taken else "rain"]
    old, new = np.linalg.solve([[1, 1], [p["ground"], storm]], [flow, flow * salt])
    asked = new if "new" in taken else old
    return {"Q": asked, "share": 100 * asked / flow}


@second("topographic_wetness_deficit")
def topographic_wetness_deficit(p, taken):
    """Steady downslope flow T exp(-D/m) tan β = r a: the recharge that fits the typical point fits the asked one."""
    m = p["decay"]
    mean = p["dry" if "autumn" in taken else "spring"]
    recharge = np.exp(-mean / m) * np.tan(np.radians(p["slope"])) / p["area"]
    area = p["hollow" if "hollow" in taken else "spur"]
    slope = np.tan(np.radians(p["steep" if "steep" in taken else "gentle"]))
    deficit = brentq(lambda d: np.log(slope / (recharge * area)) - d / m, -2000, 2000)
    return {"D": deficit, "w": (mean - deficit) / m}
