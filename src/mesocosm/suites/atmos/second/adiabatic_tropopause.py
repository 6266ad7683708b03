"""Climb until the air is as cold as the stratosphere."""

from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C


@second("adiabatic_tropopause")
def adiabatic_tropopause(p, taken):
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
