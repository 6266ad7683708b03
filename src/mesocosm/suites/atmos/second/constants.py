"""Constants of nature for the second solutions in SI units, independent of the suite's own constants."""

import math

from mesocosm.suites.atmos.constants import CONSTANTS

G = 9.81
OMEGA = 7.292e-5
EARTH_TURN = 2 * math.pi / 86164.1
"""In radians per second, from the sidereal day."""
RADIUS = 6.371e6
DAY = 86400.0
AIR, CP = 287.0, 1004.0
SEA, SEA_HEAT = 1025.0, 3990.0
SUN, SIGMA, NEWTON = 1361.0, 5.670e-8, 6.674e-11

C = {name: value for name, (value, _) in CONSTANTS.items()}
"""The suite's own values, for second solutions that differ in the method and not in the numbers."""
