"""What `import mesocosm` offers: suites, worlds, runs of agents, and results.

Everything public here is a name of the package itself: `mesocosm.run`, `mesocosm.load_suite`, ...
"""
