"""Species from a search for the hydrogen ion; the Revelle factor from a little more carbon."""

from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("seawater_carbon_dioxide")
def seawater_carbon_dioxide(p, taken):
    water = "warm" if "warm" in taken else "cool"
    solubility, k1, k2 = p[f"{water}0"] * 1e-3, p[f"{water}1"] * 1e-6, p[f"{water}2"] * 1e-9
    alkalinity = p["offshore" if "offshore" in taken else "coastal"] * 1e-6

    def dissolved(carbon):
        def species(ph):
            h = 10.0**-ph
            gas = carbon / (1 + k1 / h * (1 + k2 / h))
            return gas, gas * k1 / h, gas * k1 / h * k2 / h

        ph = brentq(lambda ph: species(ph)[1] + 2 * species(ph)[2] - alkalinity, 5, 10.5, xtol=1e-13)
        return species(ph)[0], 10.0**-ph

    carbon = p["winter" if "winter" in taken else "summer"] * 1e-6
    gas, hydrogen = dissolved(carbon)
    more, less = (dissolved(carbon * share)[0] for share in (1.0005, 0.9995))
    return {"p": 1e6 * gas / solubility, "H": 1e9 * hydrogen, "R": (more - less) / gas / 0.001}
