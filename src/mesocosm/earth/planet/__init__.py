"""One synthetic Earth made from one seed: all its data describe the same events, and every cause is known.

regions       where the planet is simulated in detail: places on the globe, each with a climate and a grid
ground        terrain, drainage, soils, climate normals and land cover of a region
names         invented names of its places
people        its towns, roads, bridges and power lines; a town's streets, parcels, buildings, sites and fields
sky           its weather at any hour, with storms, cyclones, heat waves, deluges and droughts as events
air           emissions, transport and air quality
water         its snow, soil water, rivers and floods, balanced to the cubic metre
vegetation    fires that follow weather and water
forecasts     ensembles and seasonal forecasts of known bias and spread
consequences  what weather and water do to people: closed roads, longer journeys, demand for power, discomfort
causal_graph  which layers follow from which, and the planet with one event changed or removed
sensors       how satellites, radar and cameras see it, with exact outlines of things
archive       every satellite acquisition, each file made on demand
documents     what people report of it, with numbers that are known to be true, rounded or wrong
planet        all of it as one class; exports, products and build write it into files, gallery draws it

Everything is a pure function of the seed and is made on demand. The values of every layer are rounded to whole steps
before the next layer is made from them, so that differences between machines in the last bits of a number change
nothing: see `quantisation`.
"""
