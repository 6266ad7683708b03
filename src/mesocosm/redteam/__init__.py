"""A standing red team: agents that try to score without solving, to break the world, and to look outside it.

Each is a plain function of a task. None knows a suite by name: they work from the schemas of the tools that they find.
"""
