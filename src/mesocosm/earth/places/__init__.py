"""Places: their names, what a map holds of them, the roads between them and the land that drains to them."""
