"""Pressure and kinetic energy followed upward until the top is reached."""

import math

from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import AIR, G
from mesocosm.suites.atmos.second.numerics import either


@second("updraft_buoyancy_energy")
def updraft_buoyancy_energy(p, taken):
    top = either(p, taken, "high", "middle")
    water = p["water"] / 1000 if "loaded" in taken else 0.0
    efficiency = 1 - p["drag"] / 100 if "drag" in taken else 1.0
    excess = either(p, taken, "stormy", "mild")

    def upward(z, state):
        """Pressure, and kinetic energy per mass."""
        around = p["around"]
        return [-state[0] * G / (AIR * around), efficiency * G * (excess / around - water)]

    def there(z, state):
        return state[0] - top

    there.terminal = True
    energy = solve_ivp(upward, (0, 3e4), [p["base"], 0.0], events=there, rtol=1e-9).y[1, -1]
    return {"w": math.sqrt(2 * energy), "E": energy}
