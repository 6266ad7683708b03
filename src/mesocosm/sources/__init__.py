"""Where bytes come from: packs that are shipped or made, and live services behind the same contract."""
