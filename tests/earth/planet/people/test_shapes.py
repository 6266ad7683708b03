"""Shapes of towns: cutting one shape out of another."""

import pytest
import shapely

from mesocosm.earth.planet.people import shapes

HOLE = shapely.box(12, 12, 14, 14)
NESTED = shapely.from_wkt(
    "POLYGON ((736.87 -229.73, 701.04 -235.74, 677.49 -239.05, 653.89 -241.92, 616.85 -245.4, 608.26 -181.91, "
    "728.44 -158.53, 731.78 -183.7, 736.87 -229.73), (687.3 -199.2, 687.16 -198.21, 651.51 -203.2, 650.37 "
    "-203.47, 649.3 -203.97, 648.36 -204.66, 687.3 -199.2), (647.55 -205.53, 646.94 -206.53, 646.53 -207.63, "
    "646.35 -208.8, 646.4 -209.97, 648.2 -222.85, 648.47 -223.99, 648.97 -225.06, 649.66 -226.01, 650.53 -226.81, "
    "651.53 -227.42, 652.63 -227.83, 653.8 -228.01, 654.97 -227.96, 690.63 -222.96, 690.77 -223.95, 691.04 "
    "-225.09, 691.54 -226.16, 692.23 -227.11, 693.1 -227.91, 694.1 -228.52, 695.2 -228.93, 696.37 -229.11, 697.54 "
    "-229.06, 711.4 -227.12, 712.54 -226.85, 713.61 -226.35, 714.56 -225.66, 715.36 -224.79, 715.97 -223.79, "
    "716.38 -222.69, 716.56 -221.52, 716.51 -220.35, 710.41 -176.77, 710.14 -175.62, 709.64 -174.56, 708.95 "
    "-173.61, 708.08 -172.81, 707.08 -172.2, 705.97 -171.79, 704.81 -171.61, 703.64 -171.66, 636.3 -181.1, 635.15 "
    "-181.37, 634.09 -181.87, 633.14 -182.56, 632.34 -183.43, 631.73 -184.43, 631.32 -185.53, 631.14 -186.7, "
    "631.19 -187.87, 632.99 -200.75, 633.26 -201.89, 633.76 -202.96, 634.45 -203.91, 635.32 -204.71, 636.32 "
    "-205.32, 637.43 -205.73, 638.59 -205.91, 639.76 -205.86, 648.35 -204.66, 647.55 -205.53)) "
)
"""Remainder of a school's block, as it occurred: one hole lies in the other by less than a metre."""


def test_a_room_with_a_hole_within_a_hole_is_mended_before_it_is_cut():
    court = shapely.box(610, -232, 650, -208)
    with pytest.raises(shapely.errors.GEOSException, match="hole"):
        shapely.difference(NESTED, court)
    left = shapes.minus(NESTED, court)
    assert left.is_valid
    assert left.intersection(court).area == 0
    assert 0.5 < left.area / NESTED.area < 1


def test_rooms_without_trouble_are_cut_as_the_library_cuts_them():
    room = shapely.box(0, 0, 20, 20)
    assert shapes.minus(room, HOLE).equals_exact(shapely.difference(room, HOLE), 0)
