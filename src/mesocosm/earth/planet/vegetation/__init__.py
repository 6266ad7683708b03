"""What lives on the ground through the year: greenness, yields, fires.

greenness   an index like NDVI by cover, warmth, day length and soil water
yields      crops' yield from the water they lacked
fires       fires that dry, hot, windy days start and the wind drives, with burn scars by the hour
"""
