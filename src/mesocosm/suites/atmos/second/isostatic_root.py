"""The root with which both columns press equally at a depth below everything."""

from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("isostatic_root")
def isostatic_root(p, taken):
    crust = p["mafic" if "mafic" in taken else "felsic"]
    mantle = p["hot" if "hot" in taken else "cold"]
    height = p["plateau" if "plateau" in taken else "hills"]
    ice = p["ice"] * ("ice" in taken)

    def pressure(layers):
        return sum(G * density * thickness for density, thickness in layers)

    def difference(root):
        deep = 300.0
        plain = [(crust, p["normal"]), (mantle, deep - p["normal"])]
        total = p["normal"] + height + root
        return pressure([(917, ice), (crust, total), (mantle, deep + height - total)]) - pressure(plain)

    root = brentq(difference, 0, 200)
    return {"r": root, "t": p["normal"] + height + root, "p": pressure([(917, ice), (crust, height)]) / 1000}
