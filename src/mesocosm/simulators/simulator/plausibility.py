"""Plausible ranges of parameters and harvests: impossible parameters are refused, unlikely harvests get a warning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Range = tuple[float, float]

MOST_BIOMASS_T_HA = 100.0
"""Dry matter above ground of one season. Light alone allows no more: plants fix at most 6 % of it (Zhu, Long and Ort
2008), and the sunniest half year holds some 4 GJ/m², at 17.5 MJ a kilogram about 140 t/ha; no field comes near."""

HARVESTED_GREEN = "the weather ends before the crop is mature: it is harvested green"
"""Warning about a season that is too short or too cold for its crop."""


def refuse_outside(place: str, ranges: Mapping[str, Range], name: str, cells: Iterable[float]) -> None:
    """Refuse a parameter if one of its numbers lies outside its range."""
    low, high = ranges[name]
    for cell in cells:
        if not low <= cell <= high:
            raise ValueError(f"{place}.{name} must lie in [{low:g}, {high:g}], got {cell:g}")


def growth_doubts(biomass_t_ha: float, yield_t_ha: float, whose: str = "") -> tuple[str, ...]:
    """Return warnings about a harvest that no field gives."""
    of = f" of {whose}" if whose else ""
    doubts = []
    if biomass_t_ha > MOST_BIOMASS_T_HA:
        doubts.append(
            f"the biomass{of}, {biomass_t_ha:.4g} t/ha, is more than any field gives ({MOST_BIOMASS_T_HA:g} t/ha): "
            "the parameters of the crop, or its weather, are not plausible"
        )
    if yield_t_ha > biomass_t_ha > 0:
        doubts.append(f"the yield{of}, {yield_t_ha:.4g} t/ha, is more than the biomass, {biomass_t_ha:.4g} t/ha")
    return tuple(doubts)
