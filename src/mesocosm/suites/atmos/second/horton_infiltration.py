"""The capacity decays at a rate proportional to what is above its final value."""

from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second


@second("horton_infiltration")
def horton_infiltration(p, taken):
    start = p["wet" if "wetted" in taken else "dry"]
    final = p["grass" if "grass" in taken else "bare"]
    hours = p["long" if "long" in taken else "short"] / 60
    end = solve_ivp(lambda t, y: [-p["k"] * (y[0] - final), y[0]], (0, hours), [start, 0.0], rtol=1e-9).y[:, -1]
    return {"f": end[0], "F": end[1]}
