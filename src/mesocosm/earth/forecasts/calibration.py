"""Calibration of ensembles: non-homogeneous Gaussian regression (EMOS), fitted by minimum CRPS.

Gneiting, Raftery, Westveld and Goldman (2005, Mon. Wea. Rev. 133, 1098-1118): the truth is normal with mean
a + b m and variance c + d s², where m and s² are mean and (sample) variance of the members; the four coefficients are
those with the smallest mean CRPS over past forecasts (their equations 3 and 5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from mesocosm.earth.fields.directions import refuse_direction
from mesocosm.earth.fields.field_units import DIFFERENCE
from mesocosm.earth.forecasts.ensembles import ensemble_mean, ensemble_spread
from mesocosm.errors import InvalidRecord
from mesocosm.types import Record

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
FEWEST = 20
"""Fewest pairs of forecast and truth to which the four coefficients are fitted."""
NORMAL = "normal distribution"


class Emos(Record):
    """Coefficients of a fit: mean = a + b m, variance = c + d s²."""

    a: float
    b: float
    c: float = Field(ge=0)
    d: float = Field(ge=0)
    units: str
    pairs: int
    crps_before: float
    """CRPS of the normal distribution with the members' own mean and spread, in `units`."""
    crps_after: float


def normal_crps(mean: Floats, spread: Floats, truth: Floats) -> Floats:
    """Compute the CRPS of normal distributions (Gneiting et al. 2005, eq. 5); without spread, the absolute error.

    s [z (2 Φ(z) - 1) + 2 φ(z) - 1/√π] with z = (truth - mean) / s.
    """
    from scipy.special import ndtr

    with np.errstate(divide="ignore", invalid="ignore"):
        z = (truth - mean) / spread
        bell = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
        usual = spread * (z * (2 * ndtr(z) - 1) + 2 * bell - 1 / np.sqrt(np.pi))
    return np.asarray(np.where(spread > 0, usual, np.abs(truth - mean)))


def fit_emos(members: xr.DataArray, truth: xr.DataArray) -> Emos:
    """Fit one set of coefficients for all times and places of an ensemble and its truth."""
    import xarray as xr

    refuse_direction(members, NORMAL)
    mean, spread, known = xr.align(ensemble_mean(members), ensemble_spread(members, "sample"), truth, join="inner")
    mean, spread, known = xr.broadcast(mean, spread, known)
    m, s, y = (part.values.astype(np.float64).ravel() for part in (mean, spread, known))
    usable = np.isfinite(m) & np.isfinite(s) & np.isfinite(y)
    if usable.sum() < FEWEST:
        raise InvalidRecord(f"a fit needs at least {FEWEST} pairs of forecast and truth, got {usable.sum()}")
    m, s, y = m[usable], s[usable], y[usable]
    a, b, c, d = _smallest_crps(m, s, y)
    after = normal_crps(a + b * m, np.sqrt(c + d * s**2), y).mean()
    before = normal_crps(m, s, y).mean()
    return Emos(a=a, b=b, c=c, d=d, units=str(members.attrs.get("units", "")), pairs=int(usable.sum()),
                crps_before=float(before), crps_after=float(after))  # fmt: skip


def _smallest_crps(m: Floats, s: Floats, y: Floats) -> tuple[float, float, float, float]:
    """Find the coefficients, with values standardised by the truth's mean and deviation so that the search scales.

    The search is for γ and δ with c = γ², d = δ², so that neither c nor d can be negative.
    """
    from scipy.optimize import minimize

    middle, size = float(y.mean()), float(y.std()) or 1.0
    m, s, y = (m - middle) / size, s / size, (y - middle) / size

    def loss(x: Floats) -> tuple[float, Floats]:
        return _crps_and_slope(x, m, s, y)

    slope = float(np.cov(m, y)[0, 1] / m.var(ddof=1)) if m.var() > 0 else 1.0
    offset = float(y.mean() - slope * m.mean())
    left = float(np.std(y - offset - slope * m))
    usual = float(np.sqrt(np.mean(s**2))) or 1.0
    starts = [np.array([offset, slope, share * left + 1e-3, (1 - share) * left / usual]) for share in (0.2, 0.8)]
    best = min((minimize(loss, start, jac=True, method="BFGS") for start in starts), key=lambda fit: float(fit.fun))
    a, b, gamma, delta = (float(value) for value in best.x)
    return a * size + middle * (1 - b), b, (gamma * size) ** 2, delta**2


def _crps_and_slope(x: Floats, m: Floats, s: Floats, y: Floats) -> tuple[float, Floats]:
    """Return mean CRPS and its derivatives: d/dmean = 1 - 2 Φ(z), d/dspread = 2 φ(z) - 1/√π."""
    from scipy.special import ndtr

    a, b, gamma, delta = x
    spread = np.sqrt(gamma**2 + (delta * s) ** 2 + 1e-12)
    mean = a + b * m
    z = (y - mean) / spread
    by_mean = 1 - 2 * ndtr(z)
    by_spread = 2 * np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi) - 1 / np.sqrt(np.pi)
    slopes = (by_mean, by_mean * m, by_spread * gamma / spread, by_spread * delta * s**2 / spread)
    return float(normal_crps(mean, spread, y).mean()), np.array([part.mean() for part in slopes])


def apply_emos(members: xr.DataArray, emos: Emos) -> xr.Dataset:
    """Return mean and spread of the calibrated normal distribution."""
    import xarray as xr

    refuse_direction(members, NORMAL)
    if str(members.attrs.get("units", "")) != emos.units:
        raise InvalidRecord(f"the fit is in {emos.units!r}, the forecast in {members.attrs.get('units')!r}")
    mean = emos.a + emos.b * ensemble_mean(members)
    spread = (emos.c + emos.d * ensemble_spread(members, "sample") ** 2) ** 0.5
    units = {"units": emos.units}
    return xr.Dataset({"mean": mean.assign_attrs(units), "spread": spread.assign_attrs({**units, **DIFFERENCE})})
