"""Studies over scored items of several agents: intervals, differences, weights, what predicts success."""
