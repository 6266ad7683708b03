"""The water of a region from day to day: rain in, evaporation and rivers out, balanced to the cubic metre.

water            `Water`: a year of soil moisture, snow, discharge and flood depth
land             snow, leaves, soil and the stores below it, on every kilometre cell
reaches          rivers in stretches of some kilometres: their order and bankfull flow
channel_routing  flood waves through them, within their banks and above
floods           where flood water stands: the lowest ground near the river first

Water is counted in whole cubic metres: on a cell of a square kilometre that is a micrometre of depth.
"""
