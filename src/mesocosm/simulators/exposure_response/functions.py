"""Exposure–response functions with their publications; none is a default."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from mesocosm.types import Record

Shape = Literal["log_linear", "linear"]
HOTTEST_SUMMER_C = 40.0
"""Daily maximum apparent temperature that the European cities of the 1990s hardly exceed: a round figure of ours."""
Risk = Annotated[float, Field(gt=0, le=100)]


class ResponseFunction(Record):
    """Relative risk above a threshold, with its 95 % confidence interval.

    With x = max(exposure - threshold, 0), and R the relative risk per `per` units of exposure:

        log_linear   RR = exp(ln(R) x / per)
        linear       RR = 1 + (R - 1) x / per      (hockey stick)
    """

    shape: Shape
    relative_risk: Risk
    lower: Risk
    upper: Risk
    per: Annotated[float, Field(gt=0, le=1e6)]
    exposure_unit: str = Field(min_length=1, max_length=40)
    threshold: Annotated[float, Field(ge=-100, le=1e6)] = 0.0
    fitted_up_to: float | None = Field(default=None, allow_inf_nan=False)
    """Highest exposure to which the function was fitted, if known; above, it is extrapolated, and a warning says so."""
    source: str = Field(default="given with the inputs", max_length=500)

    @model_validator(mode="after")
    def _interval_holds_the_estimate(self) -> Self:
        if not self.lower <= self.relative_risk <= self.upper:
            interval = f"lower {self.lower:g}, relative_risk {self.relative_risk:g}, upper {self.upper:g}"
            raise ValueError(f"relative_risk must lie between lower and upper, got {interval}")
        if self.shape == "linear" and self.lower < 1:
            # A falling linear risk becomes negative, which is impossible.
            raise ValueError(f"lower must be at least 1 for a linear function, got {self.lower:g}")
        return self


def _per_10_ug(risk: float, lower: float, upper: float, source: str, threshold: float = 0.0) -> ResponseFunction:
    return ResponseFunction(
        shape="log_linear",
        relative_risk=risk,
        lower=lower,
        upper=upper,
        per=10.0,
        exposure_unit="µg/m³",
        threshold=threshold,
        source=source,
    )


def _per_degree(risk: float, lower: float, upper: float, threshold: float, region: str) -> ResponseFunction:
    return ResponseFunction(
        shape="log_linear",
        relative_risk=risk,
        lower=lower,
        upper=upper,
        per=1.0,
        exposure_unit="°C",
        threshold=threshold,
        fitted_up_to=HOTTEST_SUMMER_C,
        source="Baccini et al. 2008, doi 10.1097/EDE.0b013e318176bfcd: natural mortality, all ages, warm season, daily "
        f"maximum apparent temperature, {region} cities (95 % credibility interval)",
    )


FUNCTIONS: dict[str, ResponseFunction] = {
    "pm25_mortality_hrapie": _per_10_ug(
        1.062, 1.040, 1.083, "WHO HRAPIE 2013: natural mortality of adults over 30, annual mean PM2.5"
    ),
    "pm25_mortality_who2021": _per_10_ug(
        1.08, 1.06, 1.09, "Chen and Hoek 2020, for the WHO guidelines of 2021: natural mortality, annual mean PM2.5"
    ),
    "no2_mortality_hrapie": _per_10_ug(
        1.055,
        1.031,
        1.080,
        "WHO HRAPIE 2013: natural mortality of adults over 30, annual mean NO2 above 20 µg/m³",
        20.0,
    ),
    "o3_mortality_hrapie": _per_10_ug(
        1.0029,
        1.0014,
        1.0043,
        "WHO HRAPIE 2013: natural mortality, all ages, daily maximum 8-hour mean ozone above 35 ppb (70 µg/m³)",
        70.0,
    ),
    "heat_mortality_mediterranean": _per_degree(1.0312, 1.0060, 1.0572, 29.4, "Mediterranean"),
    "heat_mortality_north_continental": _per_degree(1.0184, 1.0006, 1.0364, 23.3, "north-continental"),
}
