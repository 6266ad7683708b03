"""Balance of every layer and of the ground, solved together."""

import numpy as np

from mesocosm.suites.atmos.second.book import second


@second("layered_greenhouse")
def layered_greenhouse(p, taken):
    absorbed = p["outer" if "outer" in taken else "inner"] * (1 - p["icy" if "icy" in taken else "bare"]) / 4
    layers = int(p["thick" if "thick" in taken else "thin"])
    haze = p["share"] if "haze" in taken else 0.0
    balance, sunlight = np.zeros((layers + 1, layers + 1)), np.zeros(layers + 1)
    sunlight[0], sunlight[layers] = haze * absorbed, (1 - haze) * absorbed
    for row in range(layers + 1):
        balance[row, row] = 1 if row == layers else 2
        for neighbour in (row - 1, row + 1):
            if 0 <= neighbour <= layers:
                balance[row, neighbour] = -1
    emission = np.linalg.solve(balance, sunlight)
    return {"F": emission[-1], "T": (emission[-1] / 5.670e-8) ** 0.25, "top": (emission[0] / 5.670e-8) ** 0.25}
