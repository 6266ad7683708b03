"""Numerical methods of the second solutions: paths in small steps, and derivatives by differences."""

from scipy.integrate import solve_ivp

STIFF = {"rtol": 1e-9, "atol": 1e-12}


def either(p, taken, fork, other):
    """The number with the name of the fork if the fork is taken, or else the other one."""
    return p[fork] if fork in taken else p[other]


def integrate_path(slope, start, end, first, **options):
    """The end of a path whose slope is known."""
    return solve_ivp(slope, (start, end), first, **STIFF, **options).y[:, -1]


def slope(function, at: float, step: float) -> float:
    """A derivative by central differences."""
    return (function(at + step) - function(at - step)) / (2 * step)
