"""One synthetic Earth from one seed, in which every modality tells the same story and every cause is known.

regions       where the planet is looked at closely: places on the globe, each with a climate and a grid
ground        terrain, drainage, soils, climate normals and land cover of a region
names         invented names of its places
people        its towns, roads, bridges and power lines; a town's streets, parcels, buildings, sites and fields
sky           its weather at any hour, with storms, cyclones, heat waves, deluges and droughts as events
water         its snow, soil water, rivers and floods, to the cubic metre
vegetation    fires that follow weather and water
forecasts     ensembles and seasonal forecasts of known bias and spread
consequences  what weather and water do to people: closed roads, longer journeys, demand for power, discomfort
causes        what follows from what, and the world in which an event was otherwise
sensors       how satellites, radar and cameras see it, with exact outlines of things
documents     what people report of it, with numbers that are known to be true, rounded or wrong
planet        all of it behind one name; contents, products and building write it into files, gallery draws it

Everything is a pure function of the seed, made when it is asked for. Every layer is settled to whole steps before the
next is made from it, so that the last bits of one machine decide nothing: see `settling`.
"""
