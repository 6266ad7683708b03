"""Indices compared with MetPy on every real sounding, with SHARPpy on some, and in limiting cases."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from tests.earth.weather.soundings.making import BALLOONS, CASES, NAMED, profile, real_sounding

from mesocosm.earth.weather.soundings.indices import Analysis, Indices, analyse, composites
from mesocosm.earth.weather.soundings.profile import KNOT, Profile

pytestmark = pytest.mark.fidelity


class MetPy:
    """MetPy's results for the levels of a column; heights above ground, or its helicity is silently wrong."""

    def __init__(self, levels: Profile) -> None:
        self.calc = pytest.importorskip("metpy.calc", reason="MetPy comes with requirements/dev.txt")
        units = self.units = pytest.importorskip("metpy.units").units
        moist = np.isfinite(levels.dewpoint_c)
        self.air = (
            levels.pressure_hpa[moist] * units.hPa,
            levels.temperature_c[moist] * units.degC,
            levels.dewpoint_c[moist] * units.degC,
        )
        windy = np.isfinite(levels.wind_speed_kt) & np.isfinite(levels.wind_direction_deg)
        speed, direction = levels.wind_speed_kt[windy] * units.kt, levels.wind_direction_deg[windy] * units.deg
        self.pressure = levels.pressure_hpa[windy] * units.hPa
        self.height = (levels.height_m[windy] - levels.height_m[0]) * units.m
        self.u, self.v = (one.to("m/s") for one in self.calc.wind_components(speed, direction))

    def right_mover(self) -> Any:
        return self.calc.bunkers_storm_motion(self.pressure, self.u, self.v, self.height)[0]

    def helicity(self, depth_m: float, storm: Any) -> float:
        depth = depth_m * self.units.m
        layers = self.calc.storm_relative_helicity(
            self.height, self.u, self.v, depth, storm_u=storm[0], storm_v=storm[1]
        )
        return float(layers[2].m)

    def shear_kt(self, depth_m: float) -> float:
        depth = depth_m * self.units.m
        u, v = self.calc.bulk_shear(self.pressure, self.u, self.v, height=self.height, depth=depth)
        return math.hypot(u.m, v.m) / KNOT


@pytest.fixture(scope="module")
def analyses() -> dict[tuple[str, int | None], Analysis]:
    return {}


@pytest.fixture
def worked_out(analyses: dict[Any, Analysis], case: tuple[str, int | None]) -> Analysis:
    if case not in analyses:
        analyses[case] = analyse(real_sounding(*case).profile)
    return analyses[case]


ids = [f"{name.rpartition('/')[2]}-{hour}" for name, hour in CASES]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", CASES, ids=ids)
def test_cape_agrees_with_metpy(worked_out: Analysis) -> None:
    # MetPy integrates along the sounding's own levels, we in steps of 20 m, so the curve of the parcel's path between
    # levels counts here and not there; and MetPy takes everything from the lowest LFC to the highest EL, we the layer
    # that gains most. Both stay below 1 % + 15 J/kg on all real soundings.
    metpy = MetPy(worked_out.profile)
    calc = metpy.calc
    for name, function in (
        ("sb_cape", calc.surface_based_cape_cin),
        ("ml_cape", calc.mixed_layer_cape_cin),
        ("mu_cape", calc.most_unstable_cape_cin),
    ):
        theirs = float(function(*metpy.air)[0].m)
        assert getattr(worked_out.indices, name) == pytest.approx(theirs, abs=15 + 0.01 * theirs), name


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", CASES, ids=ids)
def test_condensation_level_and_water_agree_with_metpy(worked_out: Analysis) -> None:
    metpy = MetPy(worked_out.profile)
    level = metpy.calc.lcl(*(one[0] for one in metpy.air))[0].m
    # The same formula; 0.5 hPa is 5 m of air.
    assert worked_out.surface.lcl_hpa == pytest.approx(level, abs=0.5)
    # The same integral up to the last dew point.
    water = metpy.calc.precipitable_water(metpy.air[0], metpy.air[2]).m
    assert worked_out.indices.precipitable_water == pytest.approx(water, abs=0.1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(NAMED[day], None) for day in ("2011-05-22", "2014-06-16", "2023-04-19")])
def test_equilibrium_level_agrees_with_metpy(worked_out: Analysis) -> None:
    # MetPy compares temperatures, we virtual ones; so high up vapour counts for less than 1 % of the height.
    metpy = MetPy(worked_out.profile)
    level = metpy.calc.el(*metpy.air)[0].m
    made = worked_out.profile
    height = np.interp(-level, -made.pressure_hpa, made.height_m - made.height_m[0])
    assert worked_out.indices.sb_el == pytest.approx(height, rel=0.01)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", CASES, ids=ids)
def test_winds_agree_with_metpy(worked_out: Analysis) -> None:
    metpy = MetPy(worked_out.profile)
    if metpy.height[-1].m < 6000:
        pytest.skip("winds end below 6 km, where MetPy refuses")
    ours, storm = worked_out.indices, metpy.right_mover()
    # MetPy interpolates bounds of layers in log-pressure, we in height: at most 0.2 kt of motion and 1 % of helicity.
    assert ours.right_mover_speed == pytest.approx(math.hypot(*storm.m) / KNOT, abs=0.2)
    for name, depth in (("srh_500m", 500), ("srh_1km", 1000), ("srh_3km", 3000)):
        assert getattr(ours, name) == pytest.approx(metpy.helicity(depth, storm), rel=0.01, abs=1.5), name
    for name, depth in (("shear_1km", 1000), ("shear_3km", 3000), ("shear_6km", 6000)):
        assert getattr(ours, name) == pytest.approx(metpy.shear_kt(depth), abs=0.2), name


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(NAMED[day], None) for day in ("2011-05-22", "2014-06-16", "2023-04-19")])
def test_composites_agree_with_metpy_given_its_own_ingredients(worked_out: Analysis) -> None:
    metpy = MetPy(worked_out.profile)
    units, ours = metpy.units, worked_out.indices
    tornado = metpy.calc.significant_tornado(
        ours.sb_cape * units("J/kg"), ours.sb_lcl * units.m, ours.srh_1km * units("m^2/s^2"), ours.shear_6km * units.kt
    )
    supercell = metpy.calc.supercell_composite(
        ours.mu_cape * units("J/kg"), ours.srh_effective * units("m^2/s^2"), ours.shear_effective * units.kt
    )
    assert ours.stp_fixed == pytest.approx(float(np.squeeze(tornado.to("dimensionless").m)), rel=1e-6)
    assert ours.scp == pytest.approx(float(np.squeeze(supercell.m)), rel=1e-6)


# SHARPpy 1.4.0a5 (sharptab) on the same levels: CAPE and CIN of the surface and the mixed parcel, LFC of the mixed one,
# top of the effective inflow layer, shear 0-6 km.
SHARPPY = {
    NAMED["1999-05-03"]: (2571.2, -44.2, 2326.9, -59.5, 2204.7, 1421.0, 41.5),
    NAMED["2011-05-22"]: (3413.1, -138.1, 3563.4, -110.2, 2093.0, 1150.0, 44.6),
    NAMED["2014-06-16"]: (5769.2, -0.6, 4206.0, -59.0, 2393.0, 2118.0, 56.0),
    "sharppy/hrrr_point_36.68N_95.66W_f018.spc": (2993.8, -47.8, 2465.4, -25.6, 1556.1, 2942.9, 47.4),
    "radiosonde/20160524_2302_EF3_37.57_-100.13_108_613967.snd": (4014.4, -4.0, 3265.8, -14.0, 1782.9, 3234.5, 37.6),
}


@pytest.mark.parametrize("case", [(name, None) for name in SHARPPY])
def test_indices_agree_with_sharppy(worked_out: Analysis, case: tuple[str, None]) -> None:
    ours = worked_out.indices
    sb_cape, sb_cin, ml_cape, ml_cin, ml_lfc, inflow_top, shear = SHARPPY[case[0]]
    # Its pseudoadiabats (Wobus) are warmer aloft: CAPE is 1 to 13 % larger, never smaller.
    assert 0.87 * sb_cape <= ours.sb_cape <= sb_cape
    assert 0.87 * ml_cape <= ours.ml_cape <= ml_cape
    # CIN is made below, where the two paths are nearly one.
    assert ours.sb_cin == pytest.approx(sb_cin, abs=12)
    assert ours.ml_cin == pytest.approx(ml_cin, abs=12)
    # It looks for the LFC in coarser steps, and its inflow ends where CAPE falls below 100 J/kg by its own count.
    assert ours.ml_lfc == pytest.approx(ml_lfc, abs=150)
    assert ours.effective_top == pytest.approx(inflow_top, abs=350)
    assert ours.effective_bottom == 0
    assert ours.shear_6km == pytest.approx(shear, abs=0.2)


@pytest.mark.parametrize("case", [(name, None) for name in BALLOONS])
def test_levels_of_a_parcel_are_in_order(worked_out: Analysis) -> None:
    for ascent in (worked_out.surface, worked_out.mixed, worked_out.unstable):
        assert ascent.cape >= 0 >= ascent.cin
        if ascent.cape:
            assert ascent.start_hpa >= ascent.lcl_hpa >= ascent.lfc_hpa
            assert math.isnan(ascent.el_hpa) or ascent.lfc_hpa > ascent.el_hpa
        else:
            assert math.isnan(ascent.lfc_hpa)


def test_the_most_unstable_parcel_has_the_warmest_moist_air() -> None:
    # Cold air under a warm, moist layer at 850 hPa: the parcel starts there.
    made = profile()
    warmth, dew = made.temperature_c.copy(), made.dewpoint_c.copy()
    warmth[:4], dew[:4] = [10, 9, 8.5, 8], [8, 7, 6.5, 6]
    warmth[4], dew[4] = 19, 17
    indices = analyse(profile(temperature_c=warmth, dewpoint_c=dew)).indices
    assert indices.mu_start == pytest.approx(made.height_m[4] - made.height_m[0], abs=1)
    assert indices.mu_cape > 500 > indices.sb_cape
    assert indices.effective_bottom == pytest.approx(indices.mu_start, abs=1)
    assert indices.stp_effective == 0  # elevated


def test_stable_air_has_no_cape_and_no_levels() -> None:
    warmth = 10 - 0.003 * profile().height_m
    indices = analyse(profile(temperature_c=warmth, dewpoint_c=warmth - 5)).indices
    assert (indices.sb_cape, indices.sb_cin, indices.ml_cape, indices.mu_cape) == (0, 0, 0, 0)
    assert math.isnan(indices.sb_lfc)
    assert math.isnan(indices.sb_el)
    assert math.isnan(indices.effective_top)
    assert (indices.stp_effective, indices.scp) == (0, 0)


def test_a_cap_over_a_shallow_buoyant_layer_still_counts() -> None:
    # Cumulus under a strong inversion: the parcel is buoyant for a few hundred metres, then held, then free.
    pressure = profile().pressure_hpa
    warmth = profile().temperature_c.copy()
    warmth[pressure == 850] = 24
    indices = analyse(profile(temperature_c=warmth)).indices
    free = analyse(profile()).indices
    assert indices.sb_cin < free.sb_cin - 20
    assert indices.sb_lfc > 1500


def test_a_superadiabatic_ground_does_not_cancel_inhibition() -> None:
    warmth = profile().temperature_c.copy()
    warmth[0] += 3
    heated, plain = analyse(profile(temperature_c=warmth)).indices, analyse(profile()).indices
    assert heated.sb_cape > plain.sb_cape
    assert heated.sb_cin <= 0
    assert heated.lapse_rate_3km > plain.lapse_rate_3km


def test_a_column_cut_below_the_equilibrium_level_says_so() -> None:
    indices = analyse(profile().levels_at(np.arange(10))).indices
    assert indices.sb_cape > 1000
    assert math.isnan(indices.sb_el)
    assert math.isnan(indices.shear_effective)
    assert math.isnan(indices.stp_effective)


def test_without_winds_only_the_winds_are_missing() -> None:
    indices = analyse(profile(wind_speed_kt=np.full(15, np.nan))).indices
    assert indices.sb_cape > 1000
    missing = {one.name for one in fields(Indices) if math.isnan(getattr(indices, one.name))}
    assert {"srh_1km", "shear_6km", "right_mover_speed", "stp_fixed", "stp_effective", "scp"} <= missing


def test_lapse_rates_and_freezing_level_by_hand() -> None:
    # 700 hPa: 6 °C at 3100 m; 500 hPa: -16 °C at 5780 m. Freezing between 6 °C at 700 and -4.5 °C at 600 hPa.
    indices = analyse(profile()).indices
    assert indices.lapse_rate_700_500 == pytest.approx(22 / 2.68, abs=0.01)
    log = np.log(1 / 0.7), np.log(1 / 0.6)
    at = log[0] + (log[1] - log[0]) * 6 / 10.5
    height = 3100 + (4350 - 3100) * (at - log[0]) / (log[1] - log[0]) - 100
    assert indices.freezing_level == pytest.approx(height, abs=25)  # the column has steps of 20 m


def test_high_ground_has_no_lapse_rate_from_700_hpa() -> None:
    assert math.isnan(analyse(profile().levels_at(np.arange(7, 15))).indices.lapse_rate_700_500)


KNOWN = {
    "sb_cape": 3000.0,
    "sb_lcl": 500.0,
    "srh_1km": 300.0,
    "shear_6km": 20 / KNOT,
    "ml_cape": 1500.0,
    "ml_lcl": 1500.0,
    "ml_cin": -125.0,
    "mu_cape": 2000.0,
    "srh_effective": 150.0,
    "shear_effective": 20 / KNOT,
    "effective_bottom": 0.0,
}


@pytest.mark.parametrize(
    ("changes", "stp_fixed", "stp_effective", "scp"),
    [
        ({}, 2 * 1 * 2 * 1, 1 * 0.5 * 1 * 1 * 0.5, 2 * 3 * 1),
        ({"sb_lcl": 2100.0, "ml_lcl": 2100.0}, 0, 0, 6),
        ({"shear_6km": 40 / KNOT, "shear_effective": 40 / KNOT}, 6, 0.375, 6),
        ({"shear_6km": 12 / KNOT, "shear_effective": 12 / KNOT}, 0, 0, 3.6),
        ({"shear_effective": 9 / KNOT}, 4, 0, 0),
        ({"ml_cin": -10.0}, 4, 0.5, 6),
        ({"ml_cin": -250.0}, 4, 0, 6),
        ({"effective_bottom": 300.0}, 4, 0, 6),
        ({"effective_bottom": math.nan, "srh_effective": math.nan, "shear_effective": math.nan}, 4, 0, 0),
    ],
)
def test_composites_by_hand(changes: dict[str, float], stp_fixed: float, stp_effective: float, scp: float) -> None:
    indices = composites({**KNOWN, **changes})
    assert indices == pytest.approx({"stp_fixed": stp_fixed, "stp_effective": stp_effective, "scp": scp})


def test_every_index_has_a_unit_and_a_meaning() -> None:
    rows = analyse(profile()).indices.as_dict()
    assert all(one["unit"] and one["meaning"] for one in rows.values())
    assert rows["sb_cape"]["unit"] == "J/kg"
    assert set(rows) == {one.name for one in fields(Indices)}


def test_a_sounding_mirrored_at_the_equator_has_the_same_composites() -> None:
    """North and south are exchanged, and so are the movers; every rotation is reversed."""
    column = real_sounding(NAMED["2014-06-16"]).profile
    north = analyse(column).indices
    south = analyse(replace(column, wind_direction_deg=(180 - column.wind_direction_deg) % 360), southern=True).indices
    for name in ("srh_500m", "srh_1km", "srh_3km", "srh_effective"):
        assert getattr(south, name) == pytest.approx(-getattr(north, name), abs=1e-6)
    for name in ("stp_fixed", "stp_effective", "scp", "shear_6km", "sb_cape"):
        assert getattr(south, name) == pytest.approx(getattr(north, name), abs=1e-6)
    assert south.left_mover_speed == pytest.approx(north.right_mover_speed)
    assert south.left_mover_direction == pytest.approx((180 - north.right_mover_direction) % 360)
    assert north.stp_fixed > 1


def test_the_meaning_of_helicity_names_the_mover_of_the_hemisphere() -> None:
    north, south = (analyse(profile(), southern).indices.as_dict(southern) for southern in (False, True))
    assert north["srh_1km"]["meaning"] == "storm-relative helicity 0-1 km, Bunkers right mover"
    assert south["srh_1km"]["meaning"] == "storm-relative helicity 0-1 km, Bunkers left mover, cyclonic if negative"
    assert south["right_mover_speed"] == north["right_mover_speed"]
