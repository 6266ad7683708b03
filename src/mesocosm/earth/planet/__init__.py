"""One synthetic Earth from one seed, in which every modality tells the same story and every cause is known.

planet    `Planet`: a seed's regions and all that is made of them, when it is asked for
regions   where the planet is looked at closely: places on the globe, each with a climate and a grid
ground    terrain, drainage, soils, climate normals and land cover of a region
names     invented names of its places
people    its towns, roads, bridges and power lines; a town's streets, parcels, buildings, sites and fields
sky       hourly weather at the surface and on pressure levels, and the events in it
water     snow, soil, rivers and floods, day by day
life      greenness, yields, fires
forecasts ensembles and seasonal hindcasts of known bias and spread
sensors   pictures of it as satellites and aircraft take them
products  files, one module a format; `contents`, what a built planet holds, one module a subject
building  a planet in a folder, the same bytes for any order; `gallery`, a page of pictures

Everything is a pure function of the seed, made when it is asked for. Every layer is settled to whole steps before the
next is made from it, so that the last bits of one machine decide nothing: see `settling`.
"""
