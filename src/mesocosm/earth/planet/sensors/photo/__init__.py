"""Colour pictures of towns from above at half a metre, and what is in them.

scenery      the faces, outlines and heights of all that is drawn, from the town's records
photograph   light, shadow and pixels; annotations of every thing
damage       what a disaster makes of the buildings
"""
