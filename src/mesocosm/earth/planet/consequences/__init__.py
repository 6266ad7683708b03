"""What weather and water do to people: closed roads, longer journeys, demand for power, discomfort."""
