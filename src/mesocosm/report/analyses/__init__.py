"""Analyses of episodes, found by name: the analysis `retention` is the module of that name in this folder."""
