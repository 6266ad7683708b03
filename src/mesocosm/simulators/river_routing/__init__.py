"""Rivers by the routing of the planet: runoff of catchments, or their weather, to the discharge of every reach."""
