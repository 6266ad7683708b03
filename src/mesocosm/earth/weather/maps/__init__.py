"""Forecast maps: which products there are, their colours, and painting them."""
