"""Dry the soil in time until it needs water."""

from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second


@second("irrigation_interval")
def irrigation_interval(p, taken):
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
