"""The tools of a forecaster: maps, soundings, and the submission of the outlook."""
