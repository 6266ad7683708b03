"""The contract of a workflow: land, words, hands, and the catalogue of all."""
