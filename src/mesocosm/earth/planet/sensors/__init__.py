"""Pictures of the planet as satellites and aircraft take them, all of the same ground.

landscape       what covers the ground at 10 m and finer: fields, woods, water, roads, towns
materials       how strongly each material reflects each band
multispectral   Sentinel-2-like and Landsat-like scenes with clouds, shadows and noise
radar           backscatter in VV and VH with speckle
photo           colour pictures of towns at half a metre, with exact outlines of everything in them

A picture is a function of the planet, the window and the day. Random detail depends on absolute coordinates, so that
overlapping windows agree where they overlap.
"""
