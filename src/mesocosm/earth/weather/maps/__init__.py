"""Forecast maps: the products, their colours, and drawing."""
