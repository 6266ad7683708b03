"""The sky of a region: hourly weather at the surface and on pressure levels, and the events in it.

sky         `Sky`: surface hours, pressure levels, daily kilometre fields, events
clock       hours, days of the year and the sun
climates    how the weather differs between climates
waves       sums of travelling waves that are known at every hour without time steps
column      the vertical structure of a wave: hydrostatic, geostrophic, continuous
events      storms, cyclones, heat waves, cold spells, deluges and droughts, drawn year by year
vortices    pressure, wind, warmth and rain around a moving centre
rain        where and when it rains, so that its means are the normals of the ground
surface     temperature, dew point, cloud, sunshine, wind near the ground
tables      names, units and steps of the variables
"""
