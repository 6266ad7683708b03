"""The vegetation of a region: fires that start on dry, hot, windy days and spread with the wind."""
