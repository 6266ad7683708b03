"""Cultivars outside the bounds in DSSAT's own files get warnings by name."""

from mesocosm.simulators.dssat.genotype import cultivar_doubts

SHIPPED = """@VAR#  VRNAME.......... EXPNO   ECO#    P1    P2    P5    G2    G3 PHINT
999991 MINIMA               . DFAULT   5.0 0.000 580.0 248.0  5.00 38.00
999992 MAXIMA               . DFAULT 450.0 2.000 999.0 990.0 16.50 75.00
"""
OWN = """@VAR#  VRNAME.......... EXPNO   ECO#    P1    P2    P5    G2    G3 PHINT
IB0035 McCurdy 84aa         . IB0001 265.0 0.300 920.0 9900. 990.0 43.00
IB0036 not in use           . IB0001 9999. 0.300 920.0 990.0  8.50 43.00
"""
EXPERIMENT = """*CULTIVARS
@C CR INGENO CNAME
 1 MZ IB0035 McCurdy 84aa

*FIELDS
"""


def test_coefficients_outside_the_shipped_bounds_give_warnings():
    doubts = cultivar_doubts({"MZCER048.CUL": OWN}, {"MZCER048.CUL": SHIPPED}, EXPERIMENT)
    assert doubts == (
        "MZCER048.CUL: G2 of IB0035 is 9900, outside of DSSAT's own [248, 990]",
        "MZCER048.CUL: G3 of IB0035 is 990, outside of DSSAT's own [5, 16.5]",
    )


def test_a_cultivar_within_the_bounds_gives_no_warning():
    within = OWN.replace("9900.", "825.4").replace("990.0", " 7.00")
    assert cultivar_doubts({"MZCER048.CUL": within}, {"MZCER048.CUL": SHIPPED}, EXPERIMENT) == ()


def test_files_of_other_kinds_are_passed_over():
    assert cultivar_doubts({"MZCER048.SPE": "x", "XXCER048.CUL": OWN}, {"MZCER048.CUL": SHIPPED}, EXPERIMENT) == ()
