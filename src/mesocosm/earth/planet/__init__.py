"""One synthetic Earth from one seed, in which every modality tells the same story and every cause is known.

regions   where the planet is looked at closely: places on the globe, each with a climate and a grid
ground    terrain, drainage, soils, climate normals and land cover of a region
names     invented names of its places
people    its towns, roads, bridges and power lines; a town's streets, parcels, buildings, sites and fields

Everything is a pure function of the seed, made when it is asked for. Every layer is settled to whole steps before the
next is made from it, so that the last bits of one machine decide nothing: see `settling`.
"""
