"""The mass in a column run in time, in milligrams, metres and hours."""

from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("urban_box_concentration")
def urban_box_concentration(p, taken):
    height = p["lifted" if "lifted" in taken else "low"]
    flushing = p["sea" if "breezy" in taken else "land"] * 3.6 / p["length"]
    uptake = p["deposition"] * 36 * ("deposition" in taken)

    def tendency(t, column):
        concentration = column / height
        return p["emission"] - flushing * column - column / p["lifetime"] - uptake * concentration

    end = p["hours"] if "early" in taken else 400
    run = solve_ivp(tendency, (0, end), [0.0], rtol=1e-8)
    column = run.y[0, -1]
    steady = brentq(lambda mass: tendency(0, mass), 0, 1e4)
    return {"c": 1000 * column / height, "tau": steady / p["emission"]}
