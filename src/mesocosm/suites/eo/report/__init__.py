"""The gallery of eo runs: the questions, where each agent looked, and its answers."""
