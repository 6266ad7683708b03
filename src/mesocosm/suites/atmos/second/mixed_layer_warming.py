"""The warming followed day by day until it is enough."""

from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import DAY, SEA, SEA_HEAT
from mesocosm.suites.atmos.second.numerics import either


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
