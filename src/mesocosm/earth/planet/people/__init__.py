"""The people of a region: towns, roads, bridges, power lines; streets, parcels, buildings, fields."""
