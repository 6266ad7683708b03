from mesocosm.earth.planet.products.tables import table


def test_numbers_have_their_decimals_and_no_negative_nought():
    rows = [("r000-p00", 3, -0.04, 12.25), ('a "b", c', 1, 1.0, 2.0)]
    lines = table(("station", "n", "t", "u"), rows).decode().split("\n")
    assert lines[:3] == ["station,n,t,u", "r000-p00,3,0.0,12.2", '"a ""b"", c",1,1.0,2.0']
