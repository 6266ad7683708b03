"""A standing red team: agents that try to score without solving, to break what they do not know, and to look outside.

Each is a plain function of a task. None knows a suite by name: they work from the schemas of the tools they find.
"""
