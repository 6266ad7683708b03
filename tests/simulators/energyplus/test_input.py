"""EnergyPlus input: refused objects, and building records written with the right areas, resistances and hours."""

import numpy as np
import pytest

from mesocosm.earth.weather.epw import read_epw
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.building_hourly.building import Building
from mesocosm.simulators.building_hourly.engine import OFFICE, example_weather
from mesocosm.simulators.building_hourly.ground import Ground, ground_under
from mesocosm.simulators.energyplus.idf import blocks_of, check_idf, prepare_input
from mesocosm.simulators.energyplus.idf_writer import write_idf

SMALL = "Version,25.2;\nBuilding,Box; ! a remark; with, marks\n"


def office(**changed):
    return Building.model_validate({**OFFICE, **changed})


def blocks(building):
    ground = ground_under(building, read_epw(example_weather()).hours["temperature_c"])
    return check_idf(write_idf(building, ground, 200.0))


def named(found, kind, name=None):
    return [block for block in found if block.name == kind and name in (None, block.fields[0])]


def area(block, first):
    points = np.array([float(word) for word in block.fields[first:]]).reshape(-1, 3)
    return 0.5 * np.linalg.norm(np.cross(points[1:-1] - points[0], points[2:] - points[0]).sum(axis=0))


def test_remarks_are_no_part_of_an_object():
    assert [(block.name, block.fields) for block in blocks_of(SMALL)] == [
        ("Version", ("25.2",)),
        ("Building", ("Box",)),
    ]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("PythonPlugin:Instance,Run,No,evil,Evil;", "PythonPlugin:Instance is refused: it runs programs of its own"),
        ("ExternalInterface:Actuator,a,b,c,d,1;", "ExternalInterface:Actuator is refused: it talks to other programs"),
        ("HVACTemplate:Thermostat,T;", "HVACTemplate:Thermostat is refused: it must be expanded first"),
        ("RunPeriod,Y,1,1,1,12,31,1000000;", "RunPeriod may span 30 years, got 1 to 1000000"),
        ("Zone,Half", "the last object has no end; each must close with a semicolon"),
    ],
)
def test_what_must_not_run_is_named(more, message):
    with pytest.raises(InvalidRecord, match=message):
        check_idf(SMALL + more)


@pytest.mark.parametrize("mark", ["\ufeff", "\u200b", "\x00", "\u00ad"])
def test_a_mark_that_nobody_sees_hides_no_name(mark):
    with pytest.raises(InvalidRecord, match="PythonPlugin:Instance is refused: it runs programs of its own"):
        check_idf(f"{SMALL}{mark}PythonPlugin:Instance,Run,No,evil,Evil;")
    with pytest.raises(InvalidRecord, match="is refused: it runs programs of its own"):
        check_idf(f"{mark}PythonPlugin:Instance,Run,No,evil,Evil;\n{SMALL}")


def test_a_file_may_begin_with_a_byte_order_mark():
    assert [block.name for block in check_idf("\ufeff" + SMALL)] == ["Version", "Building"]


def test_a_name_of_other_letters_is_shown_as_it_is():
    with pytest.raises(InvalidRecord, match=r"got 'P\\u0443thonPlugin:Instance'; save the file as plain text"):
        check_idf(f"{SMALL}P\u0443thonPlugin:Instance,Run,No,evil,Evil;")


def test_other_versions_are_refused():
    with pytest.raises(InvalidRecord, match=r"idf is of version 7.2, and the engine reads 25.2; convert it"):
        check_idf(SMALL.replace("25.2", "7.2"))
    assert check_idf(SMALL.replace("25.2", "25.1"))


@pytest.mark.parametrize("text", ["", "! nothing\n", "Version,25.2;", "What is this?;"])
def test_an_input_without_a_building_is_refused(text):
    with pytest.raises(InvalidRecord, match="idf must hold a Building object, got [01] objects without one"):
        check_idf(text)


def test_outputs_of_the_input_give_way():
    text = (
        SMALL + "OutputControl:Table:Style,HTML;Output:Table:SummaryReports,ClimaticDataSummary;Output:SQLite,Simple;"
    )
    ready = list(blocks_of(prepare_input(check_idf(text), ("Electricity:Facility",))))
    assert [block.fields for block in named(ready, "OutputControl:Table:Style")] == [("Comma", "None")]
    assert named(ready, "Output:Table:SummaryReports")[0].fields[0] == "ClimaticDataSummary"
    assert not named(ready, "Output:SQLite")


def test_surfaces_have_the_areas_of_the_record():
    building = office()
    found = blocks(building)
    walls = {block.fields[0]: area(block, 11) for block in named(found, "BuildingSurface:Detailed")}
    windows = {block.fields[0]: area(block, 9) for block in named(found, "FenestrationSurface:Detailed")}
    assert walls["Wall south"] == pytest.approx(building.facade_m2("south"), rel=1e-5)
    assert walls["Roof"] == walls["Floor"] == pytest.approx(100.0, rel=1e-5)
    assert windows["Window south"] == pytest.approx(0.3 * building.facade_m2("south"), rel=1e-5)
    assert len(windows) == 4


@pytest.mark.parametrize("mass", ["inside", "outside", "both", "spread", "middle"])
def test_layers_add_up_to_the_record(mass):
    wall = {"u_w_m2k": 0.3, "capacity_kj_m2k": 150, "mass": mass}
    found = blocks(office(walls=wall))
    (layers,) = [block.fields[1:] for block in named(found, "Construction", "Wall")]
    resistance = capacity = 0.0
    for layer in layers:
        for block in named(found, "Material", layer):
            thickness, conductivity, density, heat = (float(word) for word in block.fields[2:6])
            resistance, capacity = resistance + thickness / conductivity, capacity + thickness * density * heat / 1000
        for block in named(found, "Material:NoMass", layer):
            resistance += float(block.fields[2])
    assert 1 / (resistance + 0.17) == pytest.approx(0.3, rel=1e-4)
    assert capacity == pytest.approx(150, rel=1e-4)


def test_a_building_without_a_plant_is_never_heated():
    found = blocks(office(heating_setpoint_c=None))
    (heat,) = named(found, "Schedule:Compact", "Heat")
    assert heat.fields[5] == "-60"
    (cool,) = named(found, "Schedule:Compact", "Cool")
    assert cool.fields[5::2] == ("26",) * 24


def test_ground_of_ones_own_lies_right_below_the_floor():
    building = office(ground_temperature_c=[10] * 12)
    assert ground_under(building, np.zeros(8760)) == Ground(0.04, False, (10.0,) * 12)
    (months,) = named(blocks(building), "Site:GroundTemperature:BuildingSurface")
    assert months.fields == ("10",) * 12
