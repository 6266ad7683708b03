from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from tests.earth.weather.soundings.making import BUFKIT, NAMED, STATION, profile, real_sounding

from mesocosm.earth.weather.soundings import skewt, sounding_figure
from mesocosm.earth.weather.soundings.barbs import draw_barbs
from mesocosm.earth.weather.soundings.brushes import BLACK, GREEN, RED, WHITE, dash_line, points
from mesocosm.earth.weather.soundings.indices import analyse
from mesocosm.earth.weather.soundings.profile import Profile, Sounding
from mesocosm.earth.weather.soundings.sounding_figure import draw_sounding


def pixels(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def made(column: Profile | None = None) -> Sounding:
    return Sounding(STATION, profile() if column is None else column, forecast_hour=18, source="HRRR")


def is_near(picture: np.ndarray, colour: tuple[int, int, int], within: int = 30) -> np.ndarray:
    found: np.ndarray = np.abs(picture - np.array(colour)).max(axis=-1) <= within
    return found


@pytest.mark.parametrize("name", [*NAMED.values(), *(f"bufkit/{name}" for name in BUFKIT)])
def test_every_real_sounding_draws_the_same_picture_twice(name: str) -> None:
    sounding = real_sounding(name, 12 if name.endswith(".buf") else None)
    first = draw_sounding(sounding)
    assert first == draw_sounding(sounding)
    assert pixels(first).shape == (900, 1200, 3)


def test_temperature_and_dew_point_are_drawn_where_they_belong() -> None:
    column = profile()
    picture = pixels(draw_sounding(made()))
    left, top = sounding_figure.SKEWT_AT
    for level in (4, 6, 8, 10):
        for values, colour in ((column.temperature_c, RED), (column.dewpoint_c, GREEN)):
            pressure = float(column.pressure_hpa[level])
            x = left + int(skewt.x_of(float(values[level]), pressure))
            y = top + int(skewt.y_of(pressure))
            assert is_near(picture[y - 2 : y + 3, x - 4 : x + 5], colour, 45).any(), (level, colour)


def test_barbs_of_the_southern_hemisphere_stand_on_the_other_side() -> None:
    column = profile(wind_direction_deg=np.full(len(profile()), 360.0), wind_speed_kt=np.full(len(profile()), 50.0))
    ink = [
        is_near(np.asarray(draw_barbs(column, southern)).astype(int), BLACK).sum(axis=0) for southern in (False, True)
    ]
    middle = len(ink[0]) // 2
    assert ink[0][middle + 3 :].sum() > 5 * ink[0][: middle - 3].sum()
    assert ink[1][: middle - 3].sum() > 5 * ink[1][middle + 3 :].sum()
    south = replace(made(column), station=replace(STATION, latitude=-STATION.latitude))
    left, top = sounding_figure.BARBS_AT
    strips = [pixels(draw_sounding(one))[top + 30 :, left : left + 70] for one in (made(column), south)]
    assert (strips[0] != strips[1]).any()


def test_energy_is_shaded_only_where_there_is_some() -> None:
    stable = 10 - 0.003 * profile().height_m
    calm = made(profile(temperature_c=stable, dewpoint_c=stable - 5))
    blush = [
        int(((found[..., 0] > 225) & (found[..., 1] < 225) & (found[..., 1] > 170)).sum())
        for found in (pixels(draw_sounding(made())), pixels(draw_sounding(calm)))
    ]
    assert blush[0] > 10_000
    assert blush[1] < blush[0] / 5


def test_the_title_tells_the_distance() -> None:
    near, far = (pixels(draw_sounding(made(), distance_km=one)) for one in (12.0, 345.0))
    changed = np.argwhere((near != far).any(axis=-1))
    assert len(changed)
    assert changed[:, 0].max() < sounding_figure.SKEWT_AT[1]  # nothing below the title


def test_paper_is_white() -> None:
    picture = pixels(draw_sounding(made()))
    assert tuple(picture[2, 2]) == WHITE
    assert is_near(picture, WHITE, 0).mean() > 0.5


@pytest.mark.parametrize(
    "column",
    [
        profile(wind_speed_kt=np.full(15, np.nan)),
        profile(height_m=profile().height_m - 200),
        profile().levels_at(np.arange(8)),
        profile(dewpoint_c=np.where(profile().pressure_hpa < 600, np.nan, profile().dewpoint_c)),
        profile(wind_speed_kt=np.zeros(15)),
        profile(wind_speed_kt=np.full(15, 230.0)),
        replace(profile(), valid=None),
    ],
    ids=["no winds", "below the sea", "cut", "dry above", "calm", "storm", "no time"],
)
def test_odd_soundings_draw_too(column: Profile) -> None:
    assert pixels(draw_sounding(made(column))).shape == (900, 1200, 3)


def test_the_shaded_parcel_is_the_mixed_one_unless_only_another_has_energy() -> None:
    assert skewt.shaded_parcel(analyse(profile()))[0] == "ML"
    warmth, dew = profile().temperature_c.copy(), profile().dewpoint_c.copy()
    warmth[:4], dew[:4], warmth[4], dew[4] = [10, 9, 8.5, 8], [8, 7, 6.5, 6], 19, 17
    assert skewt.shaded_parcel(analyse(profile(temperature_c=warmth, dewpoint_c=dew)))[0] == "MU"


def test_dashes_cover_their_share_of_a_line() -> None:
    pieces = dash_line(points([0, 60, 60], [0, 0, 60]), on=7, off=5)
    lengths = [float(np.hypot(*np.diff(piece, axis=0).T).sum()) for piece in pieces]
    assert lengths == pytest.approx([7.0] * 10)
    assert pieces[5][0].tolist() == [60, 0]
