"""What a user needs from `import mesocosm`: suites, worlds, runs of one's own agent, results.

Everything public here is a name of the package itself: `mesocosm.run`, `mesocosm.load_suite`, ...
"""
