"""The sky of a region: hourly weather at the surface and on pressure levels, and the events in it.

sky         `Sky`: surface hours, pressure levels, daily kilometre fields, events
clock       hours, days of the year and the sun
climates    what tells the weather of one climate from that of another
waves       sums of travelling waves that are known at every hour without stepping to it
column      how a wave stands in the column: hydrostatic, geostrophic, continuous
events      storms, cyclones, heat waves, cold spells, deluges and droughts, drawn year by year
vortices    pressure, wind, warmth and rain of what turns about a centre
rain        where and when it rains, so that the normals of the ground come out
surface     temperature, dew point, cloud, sunshine, wind near the ground
tables      names, units and steps of what is given out
"""
