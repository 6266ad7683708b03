"""A page of pictures of a planet.

page          the page: one HTML file with its pictures beside it
maps          the region's map and the plan of a town
weather       a storm on the map, a month of a town's weather
water         rain and river through a year, a flood on the map
air           nitrogen dioxide, a station, smoke, a town that grows
imagery       photograph, colours, radar, clouds, a flood and a disaster from above
figure_style  what the pictures share: paper, colours, hillshade
"""
