"""Pictures of the planet as satellites and aircraft take them, all of the one ground.

landscape       what covers the ground at 10 m and finer: fields, woods, water, roads, towns
materials       how strongly each material reflects each band
multispectral   Sentinel-2-like and Landsat-like scenes with clouds, shadows and noise
radar           backscatter in VV and VH with speckle
photo           colour pictures of towns at half a metre, with exact outlines of every thing in them

A picture is a function of the planet, the window and the day. Detail is drawn by absolute coordinates, so that windows
that overlap agree where they do.
"""
