"""The verification of outlooks: truth from reports, TornadoBench, and probabilities."""
