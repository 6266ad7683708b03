"""Measure the speed of the planet: weather and water by region and year, scenes of each sensor, photographs cold and
warm.

python benchmarks/planet.py [--cells KILOMETRES] [--days DAYS]

Each figure is seconds of processor time and its ratio to a reference loop (ten million additions in plain Python) that
is measured before and after in the same run, so that figures of slow or busy machines can be compared. Regions are 200
kilometres wide unless `--cells` says otherwise; with fewer days of weather, the year's figure is scaled up.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from mesocosm.earth.planet.archive.acquisitions import Acquisition
from mesocosm.earth.planet.archive.archive import Archive
from mesocosm.earth.planet.archive.capture import photograph_of
from mesocosm.earth.planet.archive.indexing import index
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import FIRST_YEAR, Size

LOOPS = 10_000_000
YEAR_DAYS = 365
CROPS = 12
SENSORS = {"Sentinel-2": "s2-like-l2a", "Landsat": "landsat-like-c2-l2", "Sentinel-1": "s1-like-grd"}
Figure = tuple[str, float]


def reference() -> float:
    """Return the seconds for the loop that everything else is compared with."""
    start, total = time.process_time(), 0
    for number in range(LOOPS):
        total += number
    return time.process_time() - start


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def layers(planet: Planet, days: int) -> Iterator[Figure]:
    """Measure ground to water of one region, in the order in which each needs the one before."""
    key, begin = "r000", datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
    share = YEAR_DAYS / days
    yield "ground of a region", seconds(lambda: planet.ground(key))
    yield "settlement of a region", seconds(lambda: planet.settlement(key))
    sky = planet.sky(key)
    yield "hourly weather, region-year", seconds(lambda: sky.hours(begin, 24 * days)) * share
    yield "pressure levels, region-day", seconds(lambda: sky.levels(begin, 24))
    yield "daily weather on 1 km, region-year", seconds(lambda: sky.days(begin.date(), days)) * share
    yield "first year of water with the year before it", seconds(lambda: planet.water_year(key, FIRST_YEAR))
    yield "a further year of water", seconds(lambda: planet.water(key).year(FIRST_YEAR + 1))
    yield "streets and houses of a town", seconds(lambda: planet.town(planet.settlement(key).places[0].id))


def scenes(archive: Archive) -> Iterator[Figure]:
    """Measure a scene of each sensor with its files: the first, and one of another day over the same town."""
    for sensor, collection in (
        ("Sentinel-2", "s2-like-l2a"),
        ("Landsat", "landsat-like-c2-l2"),
        ("SAR", "s1-like-grd"),
    ):
        taken = [scene for scene in archive.acquisitions("r000", collections=[collection]) if scene.tile.rank == 0]
        yield f"{sensor}-like scene, first", seconds(lambda first=taken[0]: _files(archive, first))
        yield f"{sensor}-like scene, another day", seconds(lambda other=taken[1]: _files(archive, other))


def _files(archive: Archive, acquisition: Acquisition) -> None:
    for file in acquisition.files:
        archive.make(file.name)


def crops(archive: Archive) -> Iterator[Figure]:
    """Measure photographs of 1024² pixels of half a metre, and 512² crops of one day as an agent requests them."""
    from mesocosm.earth.planet.sensors.photo.photograph import render
    from mesocosm.earth.planet.sensors.photo.scenery_builder import town_scenery, traffic_scenery
    from mesocosm.earth.planet.sensors.sun import sun_at
    from mesocosm.earth.planet.sensors.window import window_about

    region, day = archive.planet.region("r000"), date(FIRST_YEAR, 7, 1)
    place, sun = archive.towns("r000")[0], sun_at(region.latitude, day)

    def crop(number: int) -> object:
        window = window_about(region, place.x + 64.0 * number, place.y, 256.0, 0.5)
        return render(window, (town_scenery(region, 0, day.timetuple().tm_yday), traffic_scenery(region, 0, day)), sun)

    yield "512² RGB crop, cold (town drawn first)", seconds(lambda: crop(0))
    crop(1)  # tables of texture
    yield "512² RGB crop, warm", min(seconds(lambda number=number: crop(number)) for number in range(2, CROPS))
    photos = [taken for taken in archive.acquisitions("r000", collections=["photographs"]) if taken.tile.rank == 0]
    yield "1024² photograph with annotations, new day", seconds(lambda: photograph_of(photos[0]))
    same_day = next(taken for taken in photos[1:] if taken.seen == photos[0].seen)
    yield "1024² photograph with annotations, same day", seconds(lambda: photograph_of(same_day))


def indexed(size: Size) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        yield "index of the archive, region-year", seconds(lambda: index(1, size, Path(folder) / "index"))


def show(figures: Iterator[Figure], loop: float) -> None:
    for name, took in figures:
        print(f"{name:48} {took:10.3f} {took / loop:10.3f}", flush=True)


def main(cells: int, days: int) -> int:
    size = Size(regions=1, cells=cells, towns=2, days=366)
    loop = reference()
    planet = Planet(1, size)
    archive = Archive(planet)
    print(f"{'reference loop, ten million additions':48} {loop:10.3f} {1:10.3f}")
    print(f"{f'region of {cells} km, seed 1':48} {'CPU s':>10} {'loops':>10}")
    show(layers(planet, days), loop)
    show(scenes(archive), loop)
    show(crops(archive), loop)
    show(indexed(size), loop)
    print(f"{'reference loop once more':48} {reference():10.3f}")
    print(f"days of weather measured: {timedelta(days=days).days}")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cells", type=int, default=200)
    parser.add_argument("--days", type=int, default=62)
    words = parser.parse_args()
    sys.exit(main(words.cells, words.days))
