"""Colour pictures of towns from above at half a metre, with annotations of what is in them.

scenery      the faces, outlines and heights of everything that is drawn, from the town's records
photograph   light, shadow and pixels; annotations of every thing
rubble       the damage of a disaster to the buildings
"""
