"""Sources of data: packs that are shipped or made, and live services with the same contract."""
