"""Pressure and mass followed upward until enough mass lies below."""

from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.numerics import either


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
