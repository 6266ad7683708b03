"""What befalls the plants of a region: fires that dry, hot, windy days start and the wind drives."""
