"""A slab that warms until its budget closes."""

from scipy.integrate import quad, solve_ivp

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.numerics import STIFF


@second("carbon_dioxide_warming")
def carbon_dioxide_warming(p, taken):
    final = p["high" if "high" in taken else "low"]
    forcing = quad(lambda ppm: p["alpha"] / ppm, p["before"], final)[0]
    if "aerosol" in taken:
        forcing -= p["aerosol"]
    loss = (p["uptake"] if "uptake" in taken else 0.0) - forcing

    def warming(_, kelvin):
        held = p["feedback"] * kelvin if "feedbacks" in taken else 0.0
        return (held - p["planck"] * kelvin - loss) / 3.0

    return {"dT": solve_ivp(warming, (0, 60), [0.0], **STIFF).y[0, -1], "F": forcing}
