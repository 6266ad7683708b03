"""Rivers with the planet's routing: from runoff of catchments, or their weather, to the discharge of every reach."""
