"""How good outlooks are: truth from reports, TornadoBench, and the verification of probabilities."""
