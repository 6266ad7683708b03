"""The two streams, integrated downwards from space."""

from scipy.integrate import solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.numerics import STIFF


@second("grey_atmosphere_fluxes")
def grey_atmosphere_fluxes(p, taken):
    outgoing = p["sun"] - p["sun"] * p["cloudy" if "cloudy" in taken else "clear"]
    bottom = p["moist" if "moist" in taken else "dry"]
    end = bottom * p["share"] if "aloft" in taken else bottom

    def streams(_, flux):
        up, down = flux
        air = (up + down) / 2
        return [p["slant"] * (up - air), p["slant"] * (air - down)]

    up, down = solve_ivp(streams, (0, end), [outgoing, 0.0], **STIFF).y[:, -1]
    return {"F": up if "upward" in taken else down, "T": ((up + down) / 2 / 5.670e-8) ** 0.25}
