"""The archive: every listed file can be found and made, and agrees with the planet."""

import io
from datetime import UTC, datetime

import numpy as np
import pytest

from mesocosm.earth.planet.archive.acquisitions import CLEAR_PERCENT, FILES
from mesocosm.earth.planet.archive.archive import Archive
from mesocosm.earth.planet.archive.cloud_cover import _node, pass_hour
from mesocosm.earth.planet.archive.missions import CAMERA, EPOCH
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.errors import UnknownName, UserError

rasterio = pytest.importorskip("rasterio", reason="install the extra planet")
YEAR = Size(regions=1, cells=40, towns=2, days=366)


@pytest.fixture(scope="module")
def archive():
    return Archive(Planet(1, YEAR))


@pytest.fixture(scope="module")
def listed(archive):
    return list(archive.acquisitions("r000"))


def test_every_mission_is_listed_in_order_of_time(archive, listed):
    for collection, kinds in FILES.items():
        own = [taken for taken in listed if taken.mission.collection == collection]
        assert own == list(archive.acquisitions("r000", collections=[collection]))
        assert all(len(taken.files) == len(kinds) for taken in own)
        if collection != CAMERA.collection:  # photographs are listed by town
            assert [taken.time for taken in own] == sorted(taken.time for taken in own)
    assert {taken.time.year for taken in listed} == {2031, 2032} & {taken.time.year for taken in listed}
    assert max(taken.seen.day for taken in listed) < YEAR.days


def test_a_name_leads_back_to_its_acquisition(archive, listed):
    for taken in listed[:: len(listed) // 20]:
        assert archive.find(taken.name) == taken
        assert archive.find(taken.files[-1].name) == taken
    names = [name for taken in listed for name in (taken.name, *(file.name for file in taken.files))]
    assert len(set(names)) == len(names)


def test_names_of_other_worlds_are_unknown(archive, listed):
    storm = archive.planet.events("r000", 2031)[0]
    otherwise = Archive(archive.planet.intervene(storm.id, None))
    with pytest.raises(UnknownName, match="file of this archive"):
        otherwise.find(listed[0].name)
    with pytest.raises(UnknownName):
        archive.find("no name")
    untaken = archive.seal.name(0, 0, 0, 0, listed[0].seen.day + 1, 1)  # a name for a day without a pass
    with pytest.raises(UnknownName):
        archive.make(untaken)


def test_cloud_is_that_of_the_sky_over_the_town(archive, listed):
    region, sky = archive.planet.region("r000"), archive.planet.sky("r000")
    for taken in [taken for taken in listed if taken.mission.sensor == "msi"][:6]:
        hour = datetime.combine(taken.date, datetime.min.time(), UTC).replace(hour=pass_hour(region))
        node = _node(sky.nodes, region, taken.tile.place)
        cover = sky.place(node // sky.nodes.columns, node % sky.nodes.columns, hour, 1).cloud_cover.values[0]
        assert taken.cloud_percent == round(float(cover) * 100)


def test_cameras_wait_for_a_clear_sky_and_radar_does_not(archive, listed):
    clouds = archive.clouds("r000", 2031)
    photos = [taken for taken in listed if taken.mission == CAMERA and taken.seen.day < 365]
    assert photos
    assert max(clouds[taken.seen.day, taken.tile.rank] for taken in photos) <= CLEAR_PERCENT
    assert {taken.cloud_percent for taken in listed if taken.mission.sensor == "c-sar"} == {None}


def test_an_event_that_never_came_changes_the_clouds_of_its_days_alone(archive):
    event = max(archive.planet.events("r000", 2031), key=lambda event: event.parameters.get("rain_mm", 0.0))
    calm = Archive(archive.planet.intervene(event.id, None)).clouds("r000", 2031)
    changed = np.flatnonzero((calm != archive.clouds("r000", 2031)).any(axis=1))
    hour = changed * 24 + pass_hour(archive.planet.region("r000"))
    assert ((hour >= event.start_hour) & (hour <= event.end_hour)).all()


def test_tiles_of_a_block_lie_edge_to_edge(archive):
    windows = [tile.window(0.5) for tile in archive.tiles("r000", CAMERA)[:25]]
    west, north = windows[0].west_cm, windows[0].north_cm
    corners = {((window.west_cm - west) // 51200, (north - window.north_cm) // 51200) for window in windows}
    assert corners == {(column, row) for column in range(5) for row in range(5)}
    place = archive.towns("r000")[0]
    left, bottom, right, top = windows[12].bounds
    assert left < place.x < right
    assert bottom < place.y < top


@pytest.mark.exhaustive
def test_a_photograph_is_made_from_its_name_alone(archive, listed):
    taken = next(taken for taken in listed if taken.mission == CAMERA and taken.tile.number == 12)
    content = Archive(Planet(1, YEAR)).make(taken.files[0].name)
    assert content == archive.make(taken.files[0].name)
    with rasterio.open(io.BytesIO(content)) as file:
        assert file.shape == (1024, 1024)
        assert file.crs.to_epsg() == int(archive.planet.region("r000").crs[5:])
        assert tuple(file.bounds) == taken.tile.window(0.5).bounds
        assert set(file.tags()) <= {"AREA_OR_POINT"}
        assert (file.read(1) == archive.arrays(taken.files[0].name)["red"]).all()


def test_radar_is_made_from_its_name_alone(archive, listed):
    taken = next(taken for taken in listed if taken.mission.sensor == "c-sar")
    fresh = Archive(Planet(1, YEAR))
    with rasterio.open(io.BytesIO(fresh.make(taken.files[0].name))) as file:
        assert file.descriptions == ("VV", "VH")
        assert tuple(file.bounds) == taken.tile.window(10.0).bounds
        assert set(file.tags()) <= {"AREA_OR_POINT"}
        assert (file.read(1) == fresh.arrays(taken.files[0].name)["VV"]).all()


def test_an_acquisition_is_no_file(archive, listed):
    optical = listed[0]
    with pytest.raises(UserError, match=r"acquisition of 4 files \(10m, 20m, 60m, scl\); name one"):
        archive.make(optical.name)


def test_years_end_where_the_planet_ends():
    assert Archive(Planet(1, YEAR)).years == (2031,)
    assert Archive(Planet(1, Size(regions=1, cells=40, towns=1, days=367))).years == (EPOCH.year, 2032)
