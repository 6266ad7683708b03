"""The vorticity summed over thin rings; inside the eyewall the air turns like a solid body."""

import math

import numpy as np

from mesocosm.suites.atmos.second.book import second


@second("vortex_mean_vorticity")
def vortex_mean_vorticity(p, taken):
    power = p["weak" if "weak" in taken else "mature"]
    edges = np.linspace(p["eyewall"], p["wide" if "wide" in taken else "close"], 20001) * 1000
    wind = p["wind"] * np.exp(-power * np.log(edges / edges[0]))
    middle = (edges[1:] + edges[:-1]) / 2
    vorticity = np.diff(wind) / np.diff(edges) + (wind[1:] + wind[:-1]) / 2 / middle
    areas = 2 * math.pi * middle * np.diff(edges)
    if "ring" not in taken:
        vorticity = np.append(vorticity, 2 * p["wind"] / edges[0])
        areas = np.append(areas, math.pi * edges[0] ** 2)
    return {"z": np.average(vorticity, weights=areas), "V": wind[-1]}
