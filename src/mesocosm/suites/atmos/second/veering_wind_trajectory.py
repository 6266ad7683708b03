"""Follow air through a field of directions that turns in time and along the flow."""

import numpy as np
from scipy.constants import degree, hour
from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second


@second("veering_wind_trajectory")
def veering_wind_trajectory(p, taken):
    sign = -1 if "veering" in taken else 1
    in_time = sign * p["evening" if "evening" in taken else "morning"] * degree / hour
    radius = 1000 * p["western" if "western" in taken else "eastern"]

    def direction(t, x, y):
        """The direction of the wind on circles around (0, radius) that turn as a whole with time."""
        return np.arctan2(x, radius - y) + in_time * t

    def wind(t, place):
        angle = direction(t, *place)
        return p["wind"] * np.array([np.cos(angle), np.sin(angle)])

    ends = [solve_ivp(wind, (0, t), [0, 0], rtol=1e-10, atol=1e-6).y[:, -1] for t in (-60, 60)]
    turn = (direction(60, *ends[1]) - direction(-60, *ends[0])) / 120
    return {"R": p["wind"] / turn / 1000, "a": p["wind"] * turn}
