"""Trajectories to learn from: generate, review, repair, export.

trajectory   one worked task as a record: what was asked, thought, called, seen and answered
review       findings about a trajectory, and the checks every suite shares
pipeline     a candidate through acting, review and at most three repairs
folder       candidates in lots under a plan: whole files, so that broken-off work goes on
making       all lots that are missing, in one process or several
formats      ReAct, ChatML and Hermes lines, preference pairs and rollouts, pictures by reference
pairs        which kept and rejected ways make a pair to learn from
card         what a folder of trajectories says of itself: counts, README.md, and Croissant
columns      what the lines of each file hold
export       all of these files from a folder

A suite brings what only it knows in its own `synthesis/`: who acts, what its reviewers look for, and how a step is
put into words.
"""
