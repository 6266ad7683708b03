"""The ground of six regions, one per climate: water runs down, areas add up, climates are in their Köppen class."""

import numpy as np
import pytest
from tests.caches import stored

from mesocosm.earth.planet.ground import terrain_cache as module
from mesocosm.earth.planet.ground.ground import Cover, Soil
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.ground.terrain_cache import TERRAINS, kept_terrain
from mesocosm.earth.planet.regions import BELTS, make_region

SEED, CELLS = 7, 96


@pytest.fixture(scope="module", params=range(6), ids=lambda index: make_region(SEED, index, CELLS).climate)
def ground(request):
    return make_ground(make_region(SEED, request.param, CELLS))


def test_every_layer_has_the_shape_of_the_grid(ground):
    shape = ground.region.grid.shape
    for name in ("elevation_m", "sea", "lake", "slope", "downstream", "upstream_km2", "river_width_m", "soil", "cover"):
        assert getattr(ground, name).shape == shape, name
    assert ground.temperature_c.shape == ground.rain_mm.shape == (12, *shape)
    assert not ground.elevation_m.flags.writeable


def test_water_runs_downhill_from_every_land_cell(ground):
    height, below = ground.elevation_m.ravel(), ground.downstream.ravel()
    inner = np.flatnonzero(below >= 0)
    fall = height[inner] - height[below[inner]]
    lake = ground.lake.ravel()
    assert (fall[~lake[inner]] > 0).all()
    assert (fall >= -1e-9).all()


def test_water_leaves_only_into_the_sea_or_over_the_edge(ground):
    rows, columns = np.nonzero((ground.downstream == -1) & ~ground.sea)
    last = ground.sea.shape[0] - 1
    at_edge = (rows == 0) | (columns == 0) | (rows == last) | (columns == last)
    sea = np.pad(ground.sea, 1)
    beside_sea = np.array([sea[r : r + 3, c : c + 3].any() for r, c in zip(rows, columns, strict=True)])
    assert (at_edge | beside_sea).all()
    assert rows.size > 0


def test_downstream_is_a_neighbour(ground):
    cells = np.flatnonzero(ground.downstream.ravel() >= 0)
    below, columns = ground.downstream.ravel()[cells], ground.sea.shape[1]
    assert np.abs(cells // columns - below // columns).max() <= 1
    assert np.abs(cells % columns - below % columns).max() <= 1


def test_order_holds_every_land_cell_once_before_its_downstream(ground):
    assert sorted(ground.order.tolist()) == np.flatnonzero(~ground.sea.ravel()).tolist()
    place = np.empty(ground.sea.size, np.int64)
    place[ground.order] = np.arange(ground.order.size)
    inner = ground.order[ground.downstream.ravel()[ground.order] >= 0]
    assert (place[inner] < place[ground.downstream.ravel()[inner]]).all()


def test_upstream_areas_add_up_to_the_land(ground):
    leaves = (ground.downstream == -1) & ~ground.sea
    assert ground.upstream_km2[leaves].sum() == (~ground.sea).sum()
    # Every cell holds its own square kilometre and those of all that drain to it.
    inner = np.flatnonzero(ground.downstream.ravel() >= 0)
    gathered = np.ones(ground.sea.size)
    np.add.at(gathered, ground.downstream.ravel()[inner], ground.upstream_km2.ravel()[inner])
    land = ~ground.sea.ravel()
    assert (gathered[land] == ground.upstream_km2.ravel()[land]).all()


def test_rivers_widen_with_the_root_of_their_flow(ground):
    flowing = ground.river_width_m > 0
    expected = 7.2 * np.sqrt(ground.mean_flow_m3_s[flowing])
    assert np.abs(ground.river_width_m[flowing] - expected).max() <= 0.0501
    assert ground.river_width_m[flowing].min() >= 1.0


def test_sea_lies_below_and_land_above_zero(ground):
    assert (ground.elevation_m[ground.sea] < 0).all()
    assert (ground.elevation_m[~ground.sea] > 0).all()
    assert ground.sea.any() == BELTS[ground.region.climate].coastal
    assert not (ground.sea & ground.lake).any()
    assert (ground.lake_depth_m > 0).sum() == ground.lake.sum()


def test_codes_are_known_and_water_is_water(ground):
    assert set(np.unique(ground.cover)) <= {int(code) for code in Cover}
    assert set(np.unique(ground.soil)) <= {int(code) for code in Soil}
    assert ((ground.cover == Cover.WATER) == (ground.sea | ground.lake)).all()


def test_farm_land_is_flatter_than_the_rest(ground):
    land = ~ground.sea & ~ground.lake
    crops = ground.cover == Cover.CROPS
    assert 0.1 < crops[land].mean() < 0.75
    assert ground.slope[crops].mean() < ground.slope[land & ~crops].mean()


def test_air_cools_with_height(ground):
    """6.5 K per kilometre: within a row the latitude is the same, and the sea does not affect the yearly mean."""
    mean = ground.temperature_c.mean(axis=0)
    row = ground.sea.shape[0] // 2
    height = np.maximum(ground.elevation_m[row], 0)
    highest, lowest = height.argmax(), height.argmin()
    expected = -0.0065 * (height[highest] - height[lowest])
    assert mean[row, highest] - mean[row, lowest] == pytest.approx(expected, abs=0.35)


def koppen(temperature, rain):
    """Return the Köppen class of twelve temperatures (°C) and rains (mm), after Kottek et al. 2006."""
    summer, winter = slice(3, 9), [9, 10, 11, 0, 1, 2]
    total = rain.sum()
    extra = 28 if rain[summer].sum() >= 2 / 3 * total else 0 if rain[winter].sum() >= 2 / 3 * total else 14
    threshold = 2 * temperature.mean() + extra
    if total < 10 * threshold:
        dry = "BW" if total <= 5 * threshold else "BS"
        return dry + ("h" if temperature.mean() >= 18 else "k")
    if temperature.min() >= 18:
        return "Am/f" if rain.min() >= min(60, 100 - total / 25) else "Aw"
    first = "C" if temperature.min() > -3 else "D"
    dry_summer = rain[summer].min() < min(40, rain[winter].min(), rain[winter].max() / 3)
    warmth = "a" if temperature.max() >= 22 else "b" if (temperature >= 10).sum() >= 4 else "c"
    return first + ("s" if dry_summer else "f") + warmth


@pytest.mark.parametrize("seed", [7, 8, 9, 10, 11])
@pytest.mark.parametrize("index", range(6))
def test_lowlands_have_the_climate_of_their_belt(seed, index):
    ground = make_ground(make_region(seed, index, 48))
    low = ~ground.sea & (ground.elevation_m <= np.quantile(ground.elevation_m[~ground.sea], 0.4))
    temperature = np.median(ground.temperature_c[:, low], axis=1)
    rain = np.median(ground.rain_mm[:, low], axis=1)
    assert koppen(temperature, rain) == BELTS[ground.region.climate].koppen


def test_one_region_is_always_the_same_and_seeds_differ(monkeypatch, tmp_path):
    region = make_region(SEED, 0, CELLS)
    first = make_ground(region)
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))  # the second ground is computed, not read
    again = make_ground.__wrapped__(region)
    for name in ("elevation_m", "downstream", "cover", "soil", "rain_mm", "temperature_c"):
        assert getattr(first, name).tobytes() == getattr(again, name).tobytes()
    # Seed 9 has this climate at another place of its list, so only the land is compared.
    other = make_ground(make_region(SEED + 1, 0, CELLS))
    assert (first.elevation_m != other.elevation_m).mean() > 0.9


def test_terrain_read_from_the_cache_is_the_terrain_that_was_made(monkeypatch, tmp_path):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    for index in range(6):  # every climate: with a sea, and with exits over land
        region = make_region(SEED, index, 20)
        made = kept_terrain(region)
        with monkeypatch.context() as patch:
            patch.setattr(module, "make_terrain", None)  # no terrain is computed again
            read = kept_terrain(region)
        for layer in ("height_m", "sea", "exits"):
            assert getattr(read, layer).dtype == getattr(made, layer).dtype
            assert getattr(read, layer).tobytes() == getattr(made, layer).tobytes()


def test_terrain_that_others_wrote_is_made_again(monkeypatch, tmp_path):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    region = make_region(SEED, 0, 20)
    made = kept_terrain(region)
    [entry] = stored(TERRAINS)
    entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    assert kept_terrain(region).height_m.tobytes() == made.height_m.tobytes()
