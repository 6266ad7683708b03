"""Satellite scenes: the same bytes in every window, indices that follow crops and water, clouds with shadows."""

import datetime as dt

import numpy as np
import pytest

from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.regions import make_region
from mesocosm.earth.planet.sensors import crops
from mesocosm.earth.planet.sensors.conditions import Conditions, flood_depth, flood_depth_at, is_water
from mesocosm.earth.planet.sensors.crops import Crop
from mesocosm.earth.planet.sensors.landscape import Surface, elevation, make_landscape, refine_field
from mesocosm.earth.planet.sensors.materials import BANDS_NM, REFLECTANCE
from mesocosm.earth.planet.sensors.multispectral import (
    MARGIN,
    Scl,
    make_landsat_scene,
    make_scene,
    reflectance,
)
from mesocosm.earth.planet.sensors.radar import LOOKS, make_backscatter
from mesocosm.earth.planet.sensors.sun import sun_at
from mesocosm.earth.planet.sensors.window import Window, window_about
from mesocosm.errors import UserError

SUMMER = dt.date(2031, 6, 5)


@pytest.fixture(scope="module")
def region():
    return make_region(1, 0, 40)


@pytest.fixture(scope="module")
def flood(region):
    """Return sixty centimetres of water on and around the flattest farmland of the region."""
    ground = make_ground(region)
    depth = np.zeros(ground.sea.shape)
    row, column = _plain(ground)
    depth[row - 1 : row + 2, column - 1 : column + 2] = 0.6
    return depth


def _plain(ground):
    cells = (ground.cover == 40) & ~ground.sea & ~ground.lake
    cells[:4], cells[-4:], cells[:, :4], cells[:, -4:] = False, False, False, False
    return divmod(int(np.where(cells, ground.slope, 9.0).argmin()), ground.sea.shape[1])


@pytest.fixture(scope="module")
def window(region):
    ground = make_ground(region)
    row, column = _plain(ground)
    return window_about(region, region.grid.x()[column], region.grid.y()[row], 3000.0, 10.0)


@pytest.fixture(scope="module")
def landscape(window):
    return make_landscape(window.widened(MARGIN))


@pytest.fixture(scope="module")
def scene(window, landscape):
    return make_scene(window, Conditions(SUMMER), landscape)


def index(scene, first, second):
    a, b = (reflectance(scene.bands[name]) for name in (first, second))
    return (a - b) / np.maximum(a + b, 0.01)


def overlap(first, second):
    return (first & second).sum() / (first | second).sum()


def test_neighbouring_windows_agree_where_they_overlap(window, landscape):
    half = Window(window.region, window.west_cm + 100_000, window.north_cm - 50_000, 100, 90, 1000)
    part = make_landscape(half)
    rows, columns = slice(50 + MARGIN, 140 + MARGIN), slice(100 + MARGIN, 200 + MARGIN)
    for name in ("surface", "crop", "parcel", "elevation_m", "shore", "soil", "water_share", "road_share"):
        np.testing.assert_array_equal(getattr(part, name), getattr(landscape, name)[rows, columns], name)


def test_a_scene_cut_from_a_larger_one_is_the_same(window, scene):
    small = Window(window.region, window.west_cm + 60_000, window.north_cm - 60_000, 60, 60, 1000)
    cut = make_scene(small, Conditions(SUMMER))
    np.testing.assert_array_equal(cut.bands["B04"], scene.bands["B04"][60:120, 60:120])
    np.testing.assert_array_equal(cut.bands["B11"], scene.bands["B11"][30:60, 30:60])


def test_bands_come_in_their_own_pixels(scene):
    assert list(scene.bands) == list(BANDS_NM)
    assert {name: band.shape for name, band in scene.bands.items()} == {
        name: (300, 300)
        if name in ("B02", "B03", "B04", "B08")
        else (50, 50)
        if name in ("B01", "B09", "B10")
        else (150, 150)
        for name in BANDS_NM
    }


def test_a_window_that_sixty_metre_pixels_do_not_fill_is_refused(region):
    with pytest.raises(UserError, match="a multiple of 6 of them along each side, got 100 × 100 of 10.0 m"):
        make_scene(Window(region, 0, 0, 100, 100, 1000), Conditions(SUMMER))


@pytest.mark.parametrize(
    ("first", "second", "high", "low"),
    [
        ("B08", "B04", "crop", "brown_soil"),  # NDVI
        ("B03", "B08", "clear_water", "crop"),  # NDWI of McFeeters
        ("B8A", "B11", "crop", "straw"),  # NDWI of Gao
        ("B11", "B08", "concrete", "crop"),  # NDBI
        ("B03", "B11", "snow", "cloud"),  # NDSI
        ("B08", "B12", "broadleaf", "burnt"),  # NBR
    ],
)
def test_materials_part_by_their_index(first, second, high, low):
    bands = list(BANDS_NM)

    def value(material):
        a, b = (REFLECTANCE[material][bands.index(name)] for name in (first, second))
        return (a - b) / (a + b)

    assert value(high) > value(low) + 0.1


def test_water_masks_of_a_clear_scene_match_the_flood(window, landscape, flood):
    conditions = Conditions(SUMMER, flood_depth_m=flood)
    depth = flood_depth(landscape, flood)
    truth = is_water(landscape, depth)[MARGIN:-MARGIN, MARGIN:-MARGIN]
    assert 0.05 < truth.mean() < 0.95
    assert overlap(index(make_scene(window, conditions, landscape), "B03", "B08") > 0.0, truth) > 0.9
    near = make_landscape(window.widened(1))
    radar = make_backscatter(window, conditions, near)
    assert overlap(radar.vv_db < -18.0, truth) > 0.9


def test_a_flood_fills_hollows_and_leaves_what_is_higher(region):
    """On rough ground where everything around is flooded equally, relief alone decides."""
    ground = make_ground(region)
    row, column = divmod(int(ground.slope[4:-4, 4:-4].argmax()), ground.slope.shape[1] - 8)
    at = window_about(region, region.grid.x()[column + 4], region.grid.y()[row + 4], 1000.0, 10.0)
    depth = flood_depth_at(at, np.full(ground.sea.shape, 0.6))
    relief = elevation(ground, at.x(), at.y()) - refine_field(ground, ground.elevation_m, at.x(), at.y())
    wet = depth > 0
    assert 0.1 < wet.mean() < 0.9
    assert relief[wet].max() < 1.2
    assert relief[wet].mean() < relief[~wet].mean() - 0.5


def test_ndvi_follows_the_crop_calendar(window, landscape):
    crop = landscape.crop[MARGIN:-MARGIN, MARGIN:-MARGIN]
    counts = np.bincount(crop.ravel(), minlength=max(Crop) + 1)
    kind = max(crops.LEAF_AREA, key=lambda known: counts[known])
    sown, harvest = crops.days(window.region.climate)[kind]
    span = (harvest - sown) % 365

    def ndvi(days_after):
        date = dt.date(2031, 1, 1) + dt.timedelta(days=int((sown + days_after - 1) % 365))
        # Greenness of wild plants does not touch fields.
        return float(np.median(index(make_scene(window, Conditions(date), landscape), "B08", "B04")[crop == kind]))

    assert ndvi(int(0.8 * span)) > 0.65
    assert ndvi(span + 60) < 0.35


def test_clouds_are_white_and_throw_shadows(window, landscape, scene):
    cloudy = make_scene(window, Conditions(SUMMER, cloud_share=0.5), landscape)
    blue, clear = (reflectance(each.bands["B02"]) for each in (cloudy, scene))
    cloud = np.kron(cloudy.classification == Scl.CLOUD_HIGH, np.ones((2, 2), bool))
    shaded = (cloudy.classification == Scl.CLOUD_SHADOW) & (cloudy.cloud_probability == 0)
    shadow = np.kron(shaded, np.ones((2, 2), bool))
    assert cloud.any()
    assert shadow.any()
    assert blue[cloud].mean() > 0.4
    assert blue[shadow].mean() < 0.75 * clear[shadow].mean()


def test_shadows_lie_away_from_the_sun(window):
    from mesocosm.earth.planet.sensors.cloud_fields import make_clouds

    sun = sun_at(window.region.latitude, SUMMER)
    clouds = make_clouds(window, SUMMER, 0.4, sun)
    east, north, up = sun.towards
    # Metres on the ground per metre of height follow the tangent; a pixel is ten metres, rows run south.
    across, down = round(-east / up * clouds.height_m / 10.0), round(north / up * clouds.height_m / 10.0)
    moved = np.roll(clouds.opacity, (down, across), axis=(0, 1))
    inner = np.s_[abs(down) + 2 : -abs(down) - 2, abs(across) + 2 : -abs(across) - 2]
    assert np.corrcoef(moved[inner].ravel(), clouds.shadow[inner].ravel())[0, 1] > 0.98


def test_burnt_land_loses_its_nbr(window, landscape, scene):
    burnt = np.ones(make_ground(window.region).sea.shape)
    after = make_scene(window, Conditions(SUMMER, burnt=burnt), landscape)
    wooded = landscape.surface[MARGIN:-MARGIN, MARGIN:-MARGIN][::2, ::2] != Surface.SEA
    lost = index(scene, "B8A", "B12")[wooded].mean() - index(after, "B8A", "B12")[wooded].mean()
    # Above 0.66 is high severity on the scale of Key and Benson (2006); fields and soil lose less than woods.
    assert lost > 0.4


def test_speckle_has_the_spread_of_its_looks(window):
    radar = make_backscatter(window, Conditions(SUMMER))
    truth = make_landscape(window)
    crop = int(np.bincount(truth.crop[truth.crop > 0]).argmax())
    linear = 10.0 ** (radar.vv_db[(truth.crop == crop) & (truth.road_share == 0)].astype(np.float64) / 10.0)
    # For L looks the coefficient of variation is 1/√L, within a standard error of 1 %; fields also differ a little.
    assert 0.97 / np.sqrt(LOOKS) < linear.std() / linear.mean() < 1.5 / np.sqrt(LOOKS)


def test_landsat_sees_the_same_ground(window):
    coarse = window.at_resolution(3000)
    landsat = make_landsat_scene(coarse, Conditions(SUMMER))
    kelvin = landsat.bands["ST_B10"] * 0.00341802 + 149.0
    assert landsat.bands["B4"].shape == (100, 100)
    assert 278.0 < kelvin.min() <= kelvin.max() < 325.0


def test_the_sun_of_the_solstice_stands_as_the_latitude_says():
    # At noon on the northern solstice the elevation is 90 - latitude + 23.45 degrees.
    sun = sun_at(50.0, dt.date(2031, 6, 21), 12.0)
    assert sun.elevation_deg == pytest.approx(63.45, abs=0.05)
    assert sun.azimuth_deg == pytest.approx(180.0, abs=0.01)


def test_thin_cirrus_is_named_and_seen_in_its_band_and_is_no_opaque_cloud(window, landscape, scene):
    veiled = make_scene(window, Conditions(SUMMER, cirrus_share=0.5), landscape)
    named = veiled.classification == Scl.CIRRUS
    assert named.mean() > 0.2
    assert not (scene.classification == Scl.CIRRUS).any()
    high = np.kron(named, np.ones((2, 2), bool))
    # Level 2A classifies cirrus above about 0.01 in B10; the band is dark where there is none.
    ice, none = (np.kron(reflectance(each.bands["B10"]), np.ones((6, 6))) for each in (veiled, scene))
    assert np.median(ice[high]) > 0.012
    assert none.mean() < 0.005
    assert 0 < veiled.cloud_probability.max() <= 50
    assert veiled.cloud_cover == 0.0
    lifted = reflectance(veiled.bands["B02"])[high].mean() - reflectance(scene.bands["B02"])[high].mean()
    assert 0.01 < lifted < 0.2


def test_land_is_brighter_with_the_sun_behind_the_sensor(window, landscape, scene):
    sun = sun_at(window.region.latitude, SUMMER)

    def red(azimuth):
        seen = Conditions(SUMMER, view_zenith_deg=10.0, view_azimuth_deg=azimuth)
        return float(reflectance(make_scene(window, seen, landscape).bands["B04"]).mean())

    behind, against = red(sun.azimuth_deg), red((sun.azimuth_deg + 180.0) % 360.0)
    straight = float(reflectance(scene.bands["B04"]).mean())
    # Roy et al. (2016) find up to 0.02 to 0.06 between the edges of a Sentinel-2 swath.
    assert against < straight < behind
    assert behind / against < 1.25


def test_a_slanting_view_moves_clouds_and_not_their_shadows(window):
    from mesocosm.earth.planet.sensors.cloud_fields import make_clouds

    sun = sun_at(window.region.latitude, SUMMER)
    above = make_clouds(window, SUMMER, 0.4, sun)
    aslant = make_clouds(window, SUMMER, 0.4, sun, (10.0, 90.0))
    np.testing.assert_array_equal(above.shadow, aslant.shadow)
    # Seen from the east, a cloud hides ground that lies height × tan 10° to its west.
    shift = round(above.height_m * np.tan(np.radians(10.0)) / 10.0)
    moved = np.corrcoef(above.opacity[:, shift:].ravel(), aslant.opacity[:, :-shift].ravel())[0, 1]
    assert moved > 0.99


@pytest.fixture(scope="module")
def at_sea(region):
    """Return a window about a long ship far out at sea, and the ship."""
    from mesocosm.earth.planet.sensors.shipping import ships_at_sea

    west, south, _, _ = region.grid.edges
    everywhere = Window(region, round(west * 100), round(south * 100) + 4_000_000, 400, 400, 10_000)
    ship = max(ships_at_sea(everywhere, SUMMER), key=lambda ship: ship.length_m)
    return window_about(region, ship.x, ship.y, 1200.0, 10.0), ship


def test_ships_stand_out_of_the_sea_on_radar_and_more_so_in_vh(at_sea):
    window, ship = at_sea
    radar = make_backscatter(window, Conditions(SUMMER, wind_m_s=8.0))
    x, y = window.x()[None, :] - ship.x, window.y()[:, None] - ship.y
    along, across = x * ship.east + y * ship.north, y * ship.east - x * ship.north
    hull = (np.abs(along) < 0.35 * ship.length_m) & (np.abs(across) < 0.05 * ship.length_m)
    sea = np.hypot(x, y) > 3.0 * ship.length_m
    contrast = [float(np.median(band[hull]) - np.median(band[sea])) for band in (radar.vv_db, radar.vh_db)]
    assert contrast[0] > 12.0
    assert contrast[1] > contrast[0] + 2.0


def test_one_ship_is_seen_by_every_sensor_at_the_same_place(at_sea):
    from mesocosm.earth.planet.sensors.shipping import ships_at_sea

    window, ship = at_sea
    near = reflectance(make_scene(window, Conditions(SUMMER)).bands["B08"])
    row, column = np.unravel_index(int(near.argmax()), near.shape)
    assert np.hypot(window.x()[column] - ship.x, window.y()[row] - ship.y) < 0.5 * ship.length_m + 15.0
    assert ship in ships_at_sea(window_about(window.region, ship.x + 300.0, ship.y, 500.0, 0.5), SUMMER)


def test_a_town_in_a_scene_is_the_town_of_its_records(region):
    from dataclasses import replace

    from shapely.geometry import box

    from mesocosm.earth.planet.people.settlement_builder import make_settlement
    from mesocosm.earth.planet.people.town import Field, Town
    from mesocosm.earth.planet.sensors.towns import with_town

    place = make_settlement(make_ground(region)).places[0]
    x, y = place.x, place.y
    around = box(x - 600, y - 600, x + 600, y + 600)
    kept = Field("f0", box(x - 500, y + 200, x - 300, y + 400), "wheat", 285, 218, False)
    cut = replace(kept, id="f1", outline=box(x + 400, y + 200, x + 598, y + 400))
    nothing = around.buffer(-2000.0)
    town = Town(place.id, place, around, nothing, nothing, nothing, (), (), (), (), (), (), (), (), (kept, cut),
                np.zeros((0, 4)))  # fmt: skip
    window = window_about(region, x, y, 1800.0, 10.0)
    before = make_landscape(window, unbuilt=(place.id,))
    after = with_town(before, town)

    def at(east, north):
        column = int(np.abs(window.x() - x - east).argmin())
        return int(np.abs(window.y() - y - north).argmin()), column

    assert after.crop[at(-400, 300)] == Crop.WHEAT
    # Fields that the window's edge cuts stay as in the landscape, and so does everything beyond.
    row, column = at(500, 300)
    assert after.surface[row, column] == before.surface[row, column]
    outside = np.abs(window.x()[None, :] - x) + 0 * window.y()[:, None] > 620
    np.testing.assert_array_equal(after.surface[outside], before.surface[outside])
    assert not (before.roof_height_m[at(0, 0)] > 0)
