"""Heads at the nodes of a column of thin slices, solved as one linear system."""

import numpy as np

from mesocosm.suites.atmos.second.book import second


@second("sand_filter_area")
def sand_filter_area(p, taken):
    slices = [(p["sand"] / 50, p["winter" if "winter" in taken else "summer"])] * 50
    if "skin" in taken:
        slices += [(p["thick"] / 1000 / 10, p["mud"])] * 10
    conductance = np.array([k / thickness for thickness, k in slices])
    top = sum(thickness for thickness, _ in slices) + p["pond"]
    bottom = p["outlet"] if "raised" in taken else 0.0
    size = len(slices) + 1
    system, right = np.zeros((size, size)), np.zeros(size)
    system[0, 0] = system[-1, -1] = 1
    right[0], right[-1] = bottom, top
    for node in range(1, size - 1):
        below, above = conductance[node - 1], conductance[node]
        system[node, node - 1 : node + 2] = below, -below - above, above
    head = np.linalg.solve(system, right)
    flux = conductance[0] * (head[1] - head[0])
    return {"A": p["flow"] / flux, "q": flux}
