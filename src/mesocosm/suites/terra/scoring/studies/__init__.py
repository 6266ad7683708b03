"""Studies over scored items of several agents: intervals, differences, weights, predictors of success."""
