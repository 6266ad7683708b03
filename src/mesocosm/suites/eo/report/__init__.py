"""The gallery of eo runs: what was asked, where each agent looked, what it answered."""
