"""Trajectories to learn from: generate, review, repair, export.

trajectory   one worked task as a record: what was asked, thought, called, seen and answered
review       findings about a trajectory, and the checks every suite shares
pipeline     candidates through acting, review and at most three repairs, in parallel, resumable
formats      ReAct, ChatML and Hermes lines, preference pairs and rollouts, pictures by reference
card         what a folder of trajectories says of itself: README.md and Croissant

A suite brings what only it knows in its own `synthesis/`: who acts, what its reviewers look for, and how a step is
put into words.
"""
