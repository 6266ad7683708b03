"""What a forecaster may ask for: maps, soundings, and a desk for the outlook."""
