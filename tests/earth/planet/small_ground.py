"""A small ground for tests: a rough slope to a sea in the west, drained to the steepest neighbour."""

import numpy as np

from mesocosm.earth.planet.ground.ground import Cover, Ground, Soil
from mesocosm.earth.planet.regions import Region, _grid

JANUARY_JULY_C = {
    "oceanic": (3, 17),
    "mediterranean": (8, 25),
    "continental": (-7, 20),
    "humid_subtropical": (8, 28),
    "semi_arid": (-1, 24),
    "tropical": (25, 28),
}
YEAR_MM_SUMMER_SHARE = {
    "oceanic": (850, -0.15),
    "mediterranean": (600, -0.85),
    "continental": (750, 0.35),
    "humid_subtropical": (1300, 0.2),
    "semi_arid": (420, 0.3),
    "tropical": (1500, 0.95),
}
LATITUDES = {
    "oceanic": 50,
    "mediterranean": 37,
    "continental": 44,
    "humid_subtropical": 32,
    "semi_arid": 38,
    "tropical": 14,
}


def small_ground(climate="oceanic", cells=40, seed=1):
    latitude = float(LATITUDES[climate])
    region = Region(seed, 0, climate, 9.0, latitude, 32, _grid(32, 9.0, latitude, cells))
    rng = np.random.default_rng(seed)
    rows, columns = np.mgrid[0:cells, 0:cells]
    rough = rng.uniform(0, 6, (cells, cells))
    valley = 4.0 * np.abs(rows - cells / 2 - 4 * np.sin(columns / 7.0))
    elevation = np.round(-40 + 8.0 * columns + valley + rough, 1)
    sea = elevation < 0
    elevation, downstream = drained(elevation, sea)
    order = np.argsort(-elevation.ravel(), kind="stable")
    order = order[~sea.ravel()[order]]
    upstream = np.where(sea.ravel(), 0.0, 1.0)
    for cell in order:
        if downstream[cell] >= 0:
            upstream[downstream[cell]] += upstream[cell]
    upstream = upstream.reshape(sea.shape)
    lake = np.zeros_like(sea)
    lake.ravel()[np.argmax(np.where(upstream < 0.5 * upstream.max(), upstream, 0))] = True
    temperature, rain = normals(climate, elevation, sea)
    cover = rng.choice(
        [Cover.TREES, Cover.GRASS, Cover.CROPS, Cover.SHRUBS, Cover.BUILT], sea.shape, p=[0.3, 0.2, 0.4, 0.08, 0.02]
    )
    cover = np.where(sea | lake, Cover.WATER, cover)
    return Ground(
        region,
        elevation,
        sea,
        lake,
        np.full(sea.shape, 0.01),
        downstream,
        order,
        upstream,
        np.where(upstream > 20, 4 * np.sqrt(upstream), 0.0),
        np.full(sea.shape, Soil.LOAM, np.uint8),
        cover.astype(np.uint8),
        temperature,
        rain,
        np.where(lake, 5.0, 0.0),
        upstream * 0.01,
    )


def drained(elevation, sea):
    """Fill from the outlets inward (priority flood with a small rise); drain each cell to the neighbour that reached
    it.
    """
    import heapq

    rows, columns = elevation.shape
    filled, downstream = elevation.copy(), np.full(elevation.size, -1, np.int64)
    done = sea.copy()
    heap = []
    for row in range(rows):
        for column in range(columns):
            edge = column == 0 and not sea[row, column]
            if sea[row, column] or edge:
                done[row, column] = True
                heapq.heappush(heap, (filled[row, column], row, column))
    while heap:
        height, row, column = heapq.heappop(heap)
        for step_y in (-1, 0, 1):
            for step_x in (-1, 0, 1):
                near_y, near_x = row + step_y, column + step_x
                if 0 <= near_y < rows and 0 <= near_x < columns and not done[near_y, near_x]:
                    done[near_y, near_x] = True
                    filled[near_y, near_x] = max(filled[near_y, near_x], round(height + 0.1, 1))
                    downstream[near_y * columns + near_x] = -1 if sea[row, column] else row * columns + column
                    heapq.heappush(heap, (filled[near_y, near_x], near_y, near_x))
    return filled, downstream


def normals(climate, elevation, sea):
    cold, warm = JANUARY_JULY_C[climate]
    total, summer = YEAR_MM_SUMMER_SHARE[climate]
    wave = -np.cos(2 * np.pi * (np.arange(12) + 0.5 - 0.65) / 12)[:, None, None]
    height = np.where(sea, 0.0, elevation)
    temperature = (cold + warm) / 2 + (warm - cold) / 2 * wave - 0.0065 * height
    rain = total / 12 * (1 + summer * wave) * (1 + height / 1500)
    return np.round(temperature, 1), np.round(rain, 1)
