"""Sum the pressure force times its lever arm over a grid of the belt."""

import numpy as np
from scipy.constants import degree

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C


@second("mountain_torque")
def mountain_torque(p, taken):
    pressure = 100 * p["winter" if "winter" in taken else "summer"]
    height = p["full" if "full" in taken else "smoothed"]
    shift = p["late" if "late" in taken else "early"] * degree
    longitude = np.linspace(0, 2 * np.pi, 721)
    ground = height * np.sin(p["waves"] * longitude)
    surface = pressure * np.sin(p["waves"] * (longitude[1:] + longitude[:-1]) / 2 + shift)
    edges = np.linspace(p["edge"], p["far" if "wide" in taken else "near"], 401) * degree
    latitude = (edges[1:] + edges[:-1]) / 2
    arm = C["earth_radius"] * np.cos(latitude)
    force_per_length = np.sum(surface * np.diff(ground))
    torque = np.sum(force_per_length * arm * C["earth_radius"] * np.diff(edges))
    area = np.sum(2 * np.pi * arm * C["earth_radius"] * np.diff(edges))
    return {"M": torque, "t": torque / area}
