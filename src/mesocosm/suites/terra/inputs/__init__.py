"""Files of the workspace as tools and engines take them."""
