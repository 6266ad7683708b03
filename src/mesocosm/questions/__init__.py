"""The shared parts of suites with lettered questions: forks, named mistakes, options and their letters."""
