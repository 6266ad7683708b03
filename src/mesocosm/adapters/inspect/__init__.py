"""Inspect AI: every suite is a task (`inspect eval mesocosm/<suite>`), every reference agent a model."""
