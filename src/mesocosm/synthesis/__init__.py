"""Trajectories for training: generation, review, repair, export.

trajectory   one worked task as a record: the task, thoughts, calls, observations and answer
review       findings about a trajectory, and the checks that all suites share
pipeline     a candidate through acting, review and at most three repairs
folder       candidates in lots under a plan: whole files, so that interrupted work can continue
generation   all missing lots, in one process or several
formats      ReAct, ChatML and Hermes lines, preference pairs and rollouts, pictures by reference
pairs        the kept and rejected attempts that make a training pair
card         the description of a folder of trajectories: counts, README.md, and Croissant
columns      the content of the lines of each file
export       all of these files from a folder

A suite adds its own parts in its `synthesis/`: the actor, the reviewers, and the wording of a step.
"""
