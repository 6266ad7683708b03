"""What weather and water do to people: roads that close and journeys that take longer, demand for power, discomfort."""
