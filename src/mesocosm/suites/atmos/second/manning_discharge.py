"""Darcy and Weisbach's friction, with f = 8 g n² / R^(1/3), on the drawn cross-section."""

from scipy.optimize import brentq
from shapely import LineString, Polygon

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("manning_discharge")
def manning_discharge(p, taken):
    y = p["high" if "rainy" in taken else "low"]
    lean = p["bank"] * y * ("sloping" in taken)
    corners = [(-lean, y), (0, 0), (p["width"], 0), (p["width"] + lean, y)]
    section = Polygon(corners)
    wetted = section.exterior.length if "ice" in taken else LineString(corners).length
    n = p["weeds" if "weedy" in taken else "clean"]
    radius = section.area / wetted
    friction = 8 * G * n**2 / radius ** (1 / 3)
    speed = brentq(lambda v: friction * v**2 / 8 - G * radius * p["slope"] / 1000, 1e-4, 50)
    return {"Q": speed * section.area, "V": speed}
