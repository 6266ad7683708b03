"""The oscillator run in time: two upward zero crossings, and the temperature's slope at both."""

from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second


@second("recharge_oscillator_period")
def recharge_oscillator_period(p, taken):
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
