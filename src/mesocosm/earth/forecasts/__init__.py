"""Forecasts as fields: common grids, ensembles, calibration, verification, forecasters, seasons and cyclones."""
